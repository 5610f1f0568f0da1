package engine

import (
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/binlog"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// threadNumbers are the first numbers of each kind of thread; clients come first.
type threadNumbers struct {
	clients  int
	purge    uint32
	nPurge   int
	master   uint32
	redo     uint32
	io       uint32
	cleaner  uint32
	cleaners int
	slots    uint32 // completes doublewrite slots
	manager  uint32 // LRU managers, one an instance where the server has them
	managers int
	loader   uint32
	total    int
}

const redoThreads = 6

func (e *Engine) numberThreads() {
	s := &e.settings
	t := &e.threads
	t.clients = e.cfg.maxThreads()
	n := t.clients
	next := func(count int) uint32 {
		first := n
		n += count
		return uint32(first)
	}
	t.nPurge = e.purgeThreads()
	t.purge = next(t.nPurge)
	t.master = next(1)
	t.redo = next(redoThreads)
	t.io = next(s.ReadIOThreads + s.WriteIOThreads)
	t.cleaners = max(1, min(s.PageCleaners, s.BufferPoolInstances))
	t.cleaner = next(t.cleaners)
	if e.hasSlots() {
		t.slots = next(1)
	}
	if s.LRUThreads || e.cfg.Profile.Topology == profile.LRUManagers {
		t.managers = s.BufferPoolInstances
	}
	t.manager = next(t.managers)
	t.total = n
	t.loader = next(e.loaders()) // beyond the others: they run after a restart only
}

// contextSwitch is CPU time of a thread switch, cold caches included; estimate.
const contextSwitch = 2 * sim.Microsecond

// Cold caches: what a thread pays that has slept or queued for long, to get its data back from memory
// (queue/cold.go), and what leaving the idle state costs. Fitted together with the costs of statements to the CPU time
// of the server process in the lab's 18 runs that tell it, at 1 to 64 clients on busy and on idle processors.
const (
	coldCache = 120 * sim.Microsecond
	coldGap   = 4 * sim.Millisecond
	idleWake  = 4 * sim.Microsecond
)

// handoff is the time from one thread's wake-up call until another is runnable on an idle processor: a third
// of the way from a device's interrupt to a running thread; estimate.
func handoff(h *Host) sim.Duration { return h.Wakeup / 3 }

func (e *Engine) buildHost() {
	h := &e.cfg.Host
	e.waits = stat.NewWaitClock(e.threads.total + e.loaders())
	e.cpu = queue.NewCPU(e.k, queue.CPUOptions{
		CPUs: h.CPUs, ThreadsPerCore: h.ThreadsPerCore, SMTGain: h.SMTGain, Crowding: h.Crowding,
		Factor: h.CPUFactor, Share: h.CPUShare, Burst: h.CPUBurst,
		Switch: contextSwitch, Cold: coldCache, ColdGap: coldGap, Idle: idleWake,
	}, e.waits)
	e.cpu.SetUrgent(e.threads.redo, redoThreads)
	e.cpu.SetLight(e.threads.io, e.settings.ReadIOThreads+e.settings.WriteIOThreads)
	e.cpu.SetLight(e.threads.cleaner, e.threads.cleaners)
	e.cpu.SetLight(e.threads.manager, e.threads.managers)
	if e.hasSlots() {
		e.cpu.SetLight(e.threads.slots, 1)
	}
	e.files = device.NewFiles(e.k, device.FilesOptions{
		Memory: e.cfg.pageCache(), Waits: e.waits, CPU: e.cpu, Wakeup: h.Wakeup, SubmitCPU: syscallCPU,
		CopyKiB: copyKiB,
	})
}

// syscallCPU is CPU time of one read, write or sync call in the kernel; estimate.
const syscallCPU = 3 * sim.Microsecond

// copyKiB is CPU time for moving 1 KiB of a file in memory: with the system call, 10 to 30 us for a page of
// 16 KiB were measured on the lab's machine.
const copyKiB = 800 * sim.Nanosecond

// deviceOf builds the device of a role once; roles without a section share the data device.
func (e *Engine) deviceOf(role string, c *device.Config) *device.Device {
	if c == nil {
		return e.devices[0].dev
	}
	for i := range e.devices {
		if e.devices[i].role == role { // it outlives the process
			return e.devices[i].dev
		}
	}
	d := device.New(e.k, role, *c, e.cfg.Seed)
	if e.caps != nil {
		d.Share(e.caps)
	}
	e.devices = append(e.devices, namedDevice{role, d})
	return d
}

// buildFiles lays out the data set: one tablespace per table, the undo tablespaces, and the system
// tablespace.
func (e *Engine) buildFiles() {
	s := &e.settings
	o := fil.Defaults()
	o.PageSize = s.PageSize
	o.ReadIOThreads, o.WriteIOThreads, o.FirstThread = s.ReadIOThreads, s.WriteIOThreads, e.threads.io
	o.NativeAIO, o.Fdatasync, o.AIOMutexes = s.UseNativeAIO, s.UseFdatasync, max(1, e.cfg.IOMutexes)
	o.Method, o.Allocates = flushMethod(s.FlushMethod), !s.ExtendAndInitialize
	if s.Doublewrite == "fast" {
		o.Method = fil.ODirectNoFsync
	}
	o.OwnSyncs = e.cfg.Profile.DataSyncs == profile.OwnSyncs
	o.Wakeup, o.HandOff, o.Seed = e.cfg.Host.Wakeup, e.handoff, e.cfg.Seed
	if h := &e.cfg.Host; h.VMIOPS > 0 || h.VMBandwidth > 0 {
		e.caps = device.NewHostCaps(h.VMIOPS, h.VMBandwidth)
	}
	data := e.deviceOf("data", &e.cfg.Devices.Data)
	e.fil = fil.New(e.k, o, fil.Env{Files: e.files, Device: data, CPU: e.cpu, Waits: e.waits})
	e.layOut()
	e.shapeDump()
	e.fil.Settle()
}

func flushMethod(name string) fil.Method {
	switch name {
	case "O_DIRECT", "ALL_O_DIRECT":
		return fil.ODirect
	case "O_DIRECT_NO_FSYNC":
		return fil.ODirectNoFsync
	case "O_DSYNC":
		return fil.ODSync
	case "littlesync":
		return fil.LittleSync
	case "nosync":
		return fil.NoSync
	}
	return fil.Fsync
}

// filSpace is a tablespace that a B-tree grows in.
type filSpace struct {
	fil *fil.System
	id  fil.SpaceID
}

// Extend gives out the tablespace's next extent.
func (s filSpace) Extend() bufferpool.PageNo { return s.fil.Extend(s.id) }

func (e *Engine) addSpace(name string, undo bool) btree.Space {
	return filSpace{e.fil, e.fil.AddSpace(name, undo)}
}

func (e *Engine) spaceOf(table uint16) btree.Space { return e.spaces[table] }

func (e *Engine) layOut() {
	w := &e.cfg.Workload[0]
	for i := range e.cfg.tables() {
		e.spaces = append(e.spaces, e.addSpace(fmt.Sprintf("sbtest%d", i+1), false))
	}
	withK := w.Script != "bulk_insert" && w.CreateSecondary
	e.schema = btree.NewSchema(e.spaces, e.cfg.loadedRows(), e.cfg.loadedK(), e.cfg.Seed, withK)
	for i := range max(1, e.settings.UndoTablespaces) {
		e.undo.spaces = append(e.undo.spaces, e.addSpace(fmt.Sprintf("undo_%03d", i+1), true))
	}
	e.newUndo()
	e.newIbuf()
	e.layOutSystem()
	if w.Deletes() {
		e.deleted = newDeleted(len(e.spaces), w.TableSize)
	}
}

func (e *Engine) buildLog() {
	s := &e.settings
	o := redo.DefaultOptions()
	o.FileSize, o.Files, o.PageSize, o.DataSync = s.LogFileSize, s.LogFilesInGroup, s.PageSize, s.UseFdatasync
	o.Policy = limitsPolicy(e.cfg.Profile)
	o.Start, o.Truncated = e.logStart()
	switch s.FlushMethod {
	case "O_DSYNC":
		o.Mode = redo.DSync
	case "nosync":
		o.NoSync = true
	case "ALL_O_DIRECT": // Percona and MariaDB: redo is written past the page cache and never synced
		o.Mode, o.NoSync = redo.Direct, true
	}
	oldLog(e.cfg.Profile, &o)
	if e.cfg.Profile.Redo == profile.GroupCommitLock {
		e.groupCommitLog(&o)
	}
	o.Handoff = e.handoff
	t := e.threads.redo
	o.Threads = redo.Threads{
		Writer: t, Flusher: t + 1, WriteNotifier: t + 2, FlushNotifier: t + 3, Checkpointer: t + 4, Spin: t + 5,
	}
	e.log = redo.New(e.k, o, e.redoKnobs(), redo.Env{
		Files: e.files, Device: e.deviceOf("redo", e.cfg.Devices.Redo), CPU: e.cpu, Waits: e.waits,
		Horizon: horizon{e}, Data: dataSync{e}, Cleaner: cleanerSignal{e}, Ahead: flushAhead{e}, Load: &e.load,
		Preflush: preflusher{e},
	})
}

func limitsPolicy(p profile.Profile) redo.LimitsPolicy {
	switch p.Limits {
	case profile.Limits57:
		return redo.Limits57{}
	case profile.LimitsMaria:
		return redo.LimitsMariaDB{}
	case profile.Limits8019:
		return redo.Limits8020{}
	}
	return redo.Limits8030{}
}

func (e *Engine) redoKnobs() redo.Knobs {
	s := &e.settings
	kn := redo.Knobs{
		FlushAtCommit: s.FlushLogAtTrxCommit, FlushTimeout: s.FlushLogAtTimeout, BufferSize: s.LogBufferSize,
		WriteAhead: s.LogWriteAheadSize, SpinAbsLWM: s.LogSpinCPUAbsLWM, SpinPctHWM: s.LogSpinCPUPctHWM,
		FlushSpin: s.LogWaitForFlushSpin, Capacity: s.RedoLogCapacity, ThreadConcurrency: s.ThreadConcurrency,
		AdaptiveLWM: s.AdaptiveFlushingLWM, AvgLoops: s.FlushingAvgLoops,
	}
	switch {
	case e.cfg.Profile.Redo == profile.GroupCommitLock:
		kn.Writers, kn.Capacity = redo.GroupCommit, s.LogFileSize
	case !s.LogWriterThreads || e.cfg.Profile.Redo != profile.LogThreads:
		kn.Writers = redo.UserThreads
	}
	return kn
}

func (e *Engine) buildPool() {
	s := &e.settings
	costs := e.lruCosts()
	costs.Latch = e.costs.latchSpin
	costs.FirstUse = e.cfg.Host.PageFault * sim.Duration(s.PageSize/4096)
	costs.FirstAlone = e.cfg.Host.FaultAlone * sim.Duration(s.PageSize/4096)
	e.pool = bufferpool.New(e.k, bufferpool.Options{
		Frames: int(s.BufferPoolSize / s.PageSize), Instances: s.BufferPoolInstances, Pages: e.fil.Pages(),
		Threads: e.threads.total, Handoff: e.handoff, Costs: costs, OrderLag: e.log.Limits().OrderLag,
		KeepWritten: e.cfg.Profile.FreeFrames == profile.WaitForCleaner,
		OneMutex:    e.cfg.Profile.PoolMutex == profile.OneMutex,
	}, e.poolKnobs(), bufferpool.Env{
		Waits: e.waits, CPU: e.cpu, Pages: pageOrder{e}, Free: e.freePolicy(),
	})
}

// lruCosts are hold times of the LRU list mutex, of the server and the host.
func (e *Engine) lruCosts() bufferpool.Costs {
	if e.cfg.Profile.LRUMutex == profile.Futex {
		return bufferpool.BusyCosts() // one waiter is woken: no crowd
	}
	costs := bufferpool.DefaultCosts()
	sockets := sim.Duration(max(e.cfg.Host.Sockets, 1))
	costs.ScanPage += bufferpool.FarLine * (sockets - 1) / sockets
	if e.cfg.Profile.LRUSection == profile.ShortSection {
		costs.Insert = bufferpool.ShortInsert
	}
	return costs
}

// freePolicy is what a client does that finds no free page.
func (e *Engine) freePolicy() bufferpool.FreePolicy {
	if own := e.cfg.Policies.FreePage; own != nil {
		return own
	}
	s, p := &e.settings, e.cfg.Profile
	switch p.FreeFrames {
	case profile.WaitForCleaner:
		return bufferpool.WaitForCleaner{}
	case profile.Backoff:
		return bufferpool.Backoff{Slack: timerSlack}
	case profile.FlushUnsignalled:
		return bufferpool.SinglePageFlush{AwaitBatches: e.settings.Doublewrite != "OFF", LongSleep: true}
	}
	return bufferpool.SinglePageFlush{
		AwaitBatches: p.FreeFrames == profile.AwaitBatches && s.Doublewrite != "OFF",
		HandsGoOn:    p.FreeFrames == profile.FlushWithoutWait,
		OneSingle:    s.LRUThreads && s.Doublewrite != "OFF",
	}
}

func (e *Engine) poolKnobs() bufferpool.Knobs {
	s := &e.settings
	return bufferpool.Knobs{
		OldBlocksPct: s.OldBlocksPct, OldBlocksTime: s.OldBlocksTime, LRUScanDepth: s.LRUScanDepth,
		ReadAheadThreshold: s.ReadAheadThreshold, RandomReadAhead: s.RandomReadAhead,
	}
}

func (e *Engine) buildFlushing() {
	s := &e.settings
	e.dblwr = e.buildDoublewrite()
	e.fil.SetReaper(e.dblwr)
	e.cleaner = flush.New(e.k, flush.Options{
		Cleaners: e.threads.cleaners, FirstThread: e.threads.cleaner, Instances: s.BufferPoolInstances,
		HandOff: e.handoff, Policy: e.flushPolicy(), Costs: flush.DefaultCosts(),
		Rounds: e.cfg.Profile.Topology == profile.OneCleaner, LateRedo: e.hasSlots(),
		SyncExact:   e.cfg.Profile.SyncFlush == profile.SyncExact,
		LRUManagers: e.threads.managers > 0, FirstManager: e.threads.manager,
		Lone: e.cfg.Profile.Topology == profile.LoneCleaner, OneMutex: e.cfg.Profile.PoolMutex == profile.OneMutex,
	}, e.flushKnobs(), flush.Env{
		Pool: e.pool, Log: e.log, Doublewrite: e.dblwr, Tab: e.fil.Tab(), CPU: e.cpu, Waits: e.waits,
		Server: atWork{e}, Idle: pendingWrites{e},
	})
	e.pool.Connect(pageReads{e}, e.cleaner, e.cleaner)
	e.pool.ReportTo(batchWaits{e})
}

func (e *Engine) buildDoublewrite() strategy {
	s := &e.settings
	env := doublewrite.Env{Pool: guardedPages{e}, Fil: e.fil, Files: e.files, CPU: e.cpu, Waits: e.waits}
	env.Device = e.deviceOf("doublewrite", e.cfg.Devices.Doublewrite)
	o := doublewrite.Defaults()
	o.PoolInstances, o.Files, o.Pages, o.HandOff = s.BufferPoolInstances, s.DoublewriteFiles, s.DoublewritePages, e.handoff
	o.SpareSegments = e.cfg.Profile.Generation == profile.Gen80
	switch {
	case s.Doublewrite == "OFF":
		return doublewrite.NewOff(e.k, o, env)
	case e.cfg.Policies.Doublewrite != nil:
		return e.cfg.Policies.Doublewrite.NewStrategy(e.k, o, env)
	case e.hasSlots():
		return e.twoSlots(o, env)
	case e.cfg.Profile.Doublewrite == profile.SystemBuffer:
		env.Keeper, env.OneMutex = e.pool, e.cfg.Profile.PoolMutex == profile.OneMutex
		return doublewrite.NewSystemBuffer(e.k, o, e.systemTablespace(), env)
	}
	if e.cfg.Profile.Doublewrite == profile.ShardedBuffer {
		return doublewrite.NewShardedBuffer(e.k, o, e.systemTablespace(), env)
	}
	env.Keeper = e.pool
	return doublewrite.NewFiles(e.k, o, doublewrite.Knobs{DetectOnly: s.Doublewrite == "DETECT_ONLY"}, env)
}

func (e *Engine) flushPolicy() flush.Policy {
	if own := e.cfg.Policies.Flush; own != nil {
		return own
	}
	switch e.cfg.Profile.Flush {
	case profile.AheadFurious:
		return flush.Ahead{}
	case profile.Adaptive57:
		return flush.Adaptive57{}
	case profile.Adaptive56:
		return flush.Adaptive56{}
	}
	return flush.Adaptive{}
}

func (e *Engine) flushKnobs() flush.Knobs {
	s := &e.settings
	return flush.Knobs{
		IOCapacity: s.IOCapacity, IOCapacityMax: s.IOCapacityMax, MaxDirtyPagesPct: s.MaxDirtyPagesPct,
		MaxDirtyPagesPctLWM: s.MaxDirtyPagesPctLWM, AdaptiveFlushing: s.AdaptiveFlushing,
		FlushingAvgLoops: s.FlushingAvgLoops, FlushSync: s.FlushSync, IdleFlushPct: s.IdleFlushPct,
		FlushNeighbors: e.neighbours(), HighCheckpoint: s.CleanerLSNAgeFactor == "high_checkpoint",
	}
}

func (e *Engine) buildBinlog() {
	s := &e.settings
	dev := e.deviceOf("binlog", e.cfg.Devices.Binlog)
	if !s.LogBin {
		return
	}
	e.binlog = binlog.New(e.k, e.threads.clients, e.binlogKnobs(), binlog.Env{
		Log: e.log, Files: e.files, File: e.files.Open("binlog", dev, device.Buffered), CPU: e.cpu, Clock: e.waits,
		Waits:   binlog.Waits{Order: WaitBinlogOrder, Sync: WaitBinlogSync, Commit: WaitCommitOrder, Ack: WaitSemisync},
		Costs:   binlogCosts(),
		Ack:     e.cfg.Host.SemisyncRTT,
		Handoff: e.handoff, Prepared: e.cfg.Profile.Binlog == profile.BinlogPrepared,
	})
}

func (e *Engine) binlogKnobs() binlog.Knobs {
	s := &e.settings
	return binlog.Knobs{
		Sync: s.SyncBinlog, SyncDelay: s.BinlogSyncDelay, NoDelayCount: s.BinlogNoDelayCount,
		FlushAtCommit: s.FlushLogAtTrxCommit, Unordered: !s.BinlogOrderCommits,
	}
}

// binlogCosts are estimates for the reference host.
func binlogCosts() binlog.Costs {
	return binlog.Costs{
		Flush: 5 * sim.Microsecond, FlushEach: 4 * sim.Microsecond, PerKiB: 600 * sim.Nanosecond,
		CommitEach: 3 * sim.Microsecond,
	}
}

func (e *Engine) buildClients() {
	n := e.threads.clients
	e.clients = make([]client, n)
	e.buildThreadPool()
	e.gate = gate{delay: e.settings.ThreadSleepDelay}
	e.tasks = make([]task, n+e.threads.nPurge+1) // and the master thread's
	for i := range e.clients {
		c := &e.clients[i]
		c.ops = make([]workload.Op, 0, 32)
		c.trx.rows = make([]purgeRow, 0, 8)
		c.idle = true
	}
	e.locks = newLocks(n)
	e.lockTimer = newLockTimer(n, e.settings.LockWaitTimeout)
	e.latches.lot = queue.NewLot(e.threads.total)
	e.undo.lot = queue.NewLot(e.threads.total)
	workers := make([]uint32, e.threads.nPurge)
	for i := range workers {
		workers[i] = e.threads.purge + uint32(i)
	}
	e.purge.init(workers)
	if e.cfg.Start == Cold {
		e.purge.justStarted()
	}
}
