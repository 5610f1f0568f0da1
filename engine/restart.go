package engine

import (
	"slices"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// reusedPage is CPU time of the first use of 4 KiB that an earlier process of the same host has used: the
// kernel zeroes it, and a hypervisor does not have to provide it again. Fitted to restarts of the lab's server.
const reusedPage = 5 * sim.Microsecond

// redoFileCount is the number of redo files over which innodb_redo_log_capacity is spread: LOG_N_FILES,
// log0constants.h.
const redoFileCount = 32

// recoveryServer describes the server as it is now for a start or a stop.
func (e *Engine) recoveryServer() *recovery.Server {
	s, h := &e.settings, &e.cfg.Host
	method := flushMethod(s.FlushMethod)
	r := &recovery.Server{
		CPU: e.cpu.Options(), Wakeup: h.Wakeup, SyscallCPU: syscallCPU, CopyKiB: copyKiB,
		PageFault: min(h.PageFault, reusedPage), PageCache: e.cfg.pageCache(),
		Data: e.devices[0].dev.Config(), Seed: e.cfg.Seed,
		PageSize: s.PageSize, Frames: int(s.BufferPoolSize / s.PageSize), Instances: s.BufferPoolInstances,
		LRUScanDepth: s.LRUScanDepth, IOCapacity: s.IOCapacity,
		ReadIOThreads: s.ReadIOThreads, WriteIOThreads: s.WriteIOThreads, NativeAIO: s.UseNativeAIO,
		Direct: method.Direct(), SyncData: method.SyncsData(), SyncCopies: method.SyncsDoublewrite(),
		BatchPages: s.DoublewritePages, RedoCapacity: s.RedoLogCapacity, RedoFiles: redoFileCount,
		WritesBack: e.cfg.Profile.Recovery == profile.WritesBack, Load: recovery.LoadPacing(e.cfg.Profile.Load),
		Parallel: e.cfg.Profile.Restart.Has(profile.ParallelRecovery),
	}
	switch s.Doublewrite {
	case "OFF":
		r.Copies = recovery.NoCopies
	case "DETECT_ONLY":
		r.Copies = recovery.Detect
	}
	for i := range e.devices {
		c := e.devices[i].dev.Config()
		switch e.devices[i].role {
		case "redo":
			r.Redo = &c
		case "doublewrite":
			r.Doublewrite = &c
		}
	}
	return r
}

// crashed is what a crash at this moment leaves for recovery.
func (e *Engine) crashed(cached bool) recovery.Crash {
	from, to := e.log.Checkpoint(), e.log.Flushed()
	if cached {
		to = e.log.Written()
	}
	c := recovery.Crash{Redo: int64(to - from), Cached: cached, Pages: e.pagesSince(from, to)}
	for i := range e.clients {
		if x := &e.clients[i].trx; x.started {
			c.Rollback += len(x.rows)
		}
	}
	return c
}

// pagesSince are the pages that redo between two positions names.
func (e *Engine) pagesSince(from, to redo.LSN) []recovery.Page {
	if to <= from {
		return nil
	}
	n := 0
	first := uint32(from/redoBlock) + 1
	for _, b := range e.changes.block {
		if b >= first {
			n++
		}
	}
	pages := make([]recovery.Page, 0, n)
	for i, b := range e.changes.block {
		if b < first {
			continue
		}
		pg := bufferpool.PageNo(i)
		p := e.recoveryPage(pg)
		p.Last = uint64(min(redo.LSN(b)*redoBlock, to) - from)
		p.Tag = uint32(pg)
		p.OnDisk = !e.pool.IsDirty(pg)
		pages = append(pages, p)
	}
	return pages
}

func (e *Engine) recoveryPage(pg bufferpool.PageNo) recovery.Page {
	space, off := e.fil.Locate(pg)
	return recovery.Page{File: uint16(space), Number: uint32(off / e.settings.PageSize)}
}

// shutdown is what a clean shutdown at this moment finds.
func (e *Engine) shutdown() recovery.Shutdown {
	return recovery.Shutdown{
		Fast: min(e.settings.FastShutdown, 2), Dirty: e.dirtyPages(), History: int(e.purge.tail - e.purge.head),
	}
}

// dirtyPages are the pages that a clean shutdown writes.
func (e *Engine) dirtyPages() []recovery.Page {
	from := e.log.Checkpoint()
	return slices.DeleteFunc(e.pagesSince(from, e.log.Current()), func(p recovery.Page) bool { return p.OnDisk })
}

// Outage is a time without service, and what it was spent on.
type Outage struct {
	At       sim.Time         // since when
	Action   string           // crash: the host stops, kill: the process does, restart: it is shut down first
	Down     sim.Duration     // until clients are served again
	Phases   []recovery.Phase // they sum to Down
	Rollback sim.Duration     // of open transactions, behind it
	Lost     uint64           // acknowledged commits that the crash has lost
	Unlogged uint64           // transactions whose events the binary log has lost: replicas miss those that the engine has
	Torn     int              // writes of pages that were under way, and that the device may have torn
	Repaired int              // of these, those with a copy in the doublewrite files
	Redo     int64            // bytes scanned
	Read     int              // pages read by recovery
	Applied  int              // of these, brought up to date
	Written  int              // pages written before clients were served
	Loaded   int              // pages of the dump that are read in the background
}
