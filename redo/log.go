package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Log is the redo log of one server.
type Log struct {
	o      Options
	kn     Knobs
	env    Env
	id     sim.ActorID
	f      Format
	m      Metrics
	limits Limits // in force
	target Limits // of the wanted capacity; differs from limits while the log shrinks

	sn      uint64 // payload reserved so far
	current LSN    // of sn
	ready   LSN    // contiguous tail that the writer has seen (recent_written)
	written LSN
	flushed LSN

	bufSize   LSN         // log buffer, bytes; grows for a mini-transaction larger than it
	links     linkRing    // mini-transactions not yet seen by the writer; LogThreads only
	pending   []appending // reservations that had to park
	slotOf    []uint32    // by thread: its slot in pending
	freeSlots []uint32    // unused slots of pending
	queue     []uint32    // slots in use, by LSN; queue[:copied] have copied their redo
	copied    int         // how many at the front of queue are copied
	recent    int         // reservations that wait for a window
	copyLock  queue.Mutex // 5.7: log_sys->mutex

	files  files
	mutex  writerMutex
	writer writer
	flush  flusher
	onW    waiters // for written
	onF    waiters // for flushed
	noteW  notifier
	noteF  notifier
	users  []request // by thread: UserThreads, and two-step waits
	user   userSync
	ckpt   checkpointer
	space  space
	group  group
	owners owners
	rate   requestRate
	spin   debt
}

const (
	kindIgnore sim.Kind = iota
	kindDebtPaid
	kindBufferSpace // thread may look for buffer space again
	kindAppendGo    // a parked reservation's thread is running: copy
	kindAppendClosed
	kindWriterPoll // Arg: generation
	kindWriterAwake
	kindWriterWritten
	kindWriterLocked // has the writer mutex
	kindSwitch       // a step of a file switch is done
	kindFlusherAwake
	kindFlusherTimer
	kindFlusherSynced
	kindWriteNotified
	kindFlushNotified
	kindThenFlush // a waiter of modes 0 and 2 has seen its write and now waits for the sync
	kindUserRetry
	kindUserMutex
	kindUserWritten
	kindUserSynced
	kindMasterTimer
	kindCkptTimer // Arg: generation
	kindCkptAwake
	kindCkptTick
	kindCkptData
	kindCkptLocked
	kindCkptHeader
	kindCkptSynced
	kindSpacePoll
	kindGroupAgain // a waiter of a commitLock has been woken
	kindGroupWritten
	kindGroupSynced
	kindOwnClean   // pages are written for a thread without redo space
	kindOwnMade    // … and its checkpoint is made
	kindOwnSlept   // … and it has slept
	kindOwnData    // a checkpoint by a thread itself: the data files are synced
	kindOwnLogged  // … its record is in the log buffer
	kindOwnDurable // … and on the device
	kindOwnHeader  // … the header is written
	kindOwnSynced  // … and synced
	kindPreflushed
)

// firstBlock is the first data block of a new server: LOG_START_LSN is block 16.
const firstBlock = 16

// New registers a log. Options and knobs must be valid.
func New(k *sim.Kernel, o Options, kn Knobs, env Env) *Log {
	l := &Log{o: o, kn: kn, env: env, f: o.Format, copyLock: queue.NewMutex(50)}
	l.id = k.Register("redo", l)
	if l.o.Start == 0 {
		l.o.Start = l.f.LSN(firstBlock * l.f.Payload())
	}
	if l.o.Truncated == 0 {
		l.o.Truncated = l.o.Start
	}
	l.sn = l.f.SN(l.o.Start)
	l.current = l.f.LSN(l.sn)
	l.ready, l.written, l.flushed = l.current, l.current, l.current
	l.group.write.value, l.group.flush.value = l.current, l.current
	l.bufSize = LSN(kn.BufferSize) &^ 511
	l.limits = l.compute(kn)
	l.target = l.limits
	l.links = newLinkRing()
	l.files.open(l)
	l.ckpt.last = l.o.Truncated
	l.ckpt.lastTime = k.Now()
	l.writer.since, l.flush.since = k.Now(), k.Now()
	l.armTimers(k)
	return l
}

// Current is the end of all redo reserved so far.
func (l *Log) Current() LSN { return l.current }

// Written is the LSN up to which redo has left the log buffer.
func (l *Log) Written() LSN { return l.written }

// Flushed is the LSN up to which redo survives a power cut.
func (l *Log) Flushed() LSN { return l.flushed }

// Checkpoint is the LSN from which recovery would start.
func (l *Log) Checkpoint() LSN { return l.ckpt.last }

// AddedDirty is the LSN up to which every dirty page is on a flush list.
func (l *Log) AddedDirty() LSN {
	if len(l.queue) == 0 {
		return l.current
	}
	return l.pending[l.queue[0]].span.Start
}

// Limits are the age limits for the page cleaner: of the wanted capacity, so that a shrinking log flushes
// early.
func (l *Log) Limits() Limits { return l.target }

// Metrics are the counters since the start of the run.
func (l *Log) Metrics() Metrics { return l.m }

// Knobs are the variables in force.
func (l *Log) Knobs() Knobs { return l.kn }

// AverageFlush is log_flush_avg_time: the mean sync time of the last innodb_flushing_avg_loops syncs.
func (l *Log) AverageFlush() sim.Duration { return l.flush.average }

// PendingWrites is Innodb_os_log_pending_writes.
func (l *Log) PendingWrites() int { return btoi(l.writer.state == writerWriting || l.user.writing) }

// PendingFsyncs is Innodb_os_log_pending_fsyncs.
func (l *Log) PendingFsyncs() int {
	return btoi(l.flush.state == flusherSyncing || l.user.syncing) + btoi(l.ckpt.state == ckptSyncing)
}

// Stalled is the number of threads that wait in FreeCheck.
func (l *Log) Stalled() int { return len(l.space.waiters) + l.owners.stalled }

// CopyTime is the CPU time that one Append costs its caller. With Options.OneMutex it includes the wait for
// the mutex, with GroupCommit that for the LSN: mini-transactions are copied in parallel.
func (l *Log) CopyTime(now sim.Time, payload uint32) sim.Duration {
	d := l.o.Costs.appendCost(payload)
	if l.kn.Writers == GroupCommit {
		wait, held := l.copyLock.Book(now, l.o.Costs.LSN)
		return wait + held + d
	}
	if !l.o.OneMutex {
		return d
	}
	wait, held := l.copyLock.Book(now, d)
	return wait + held
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (l *Log) wake(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: l.id, Kind: kind, Ref: thread}
}

func (l *Log) park(k *sim.Kernel, thread uint32, w sim.Wait) sim.Wait {
	if l.env.Waits != nil {
		l.env.Waits.Switch(thread, k.Now(), w)
	}
	return w
}

// rouse wakes a sleeping thread; done arrives when it has run for d.
func (l *Log) rouse(k *sim.Kernel, latency, d sim.Duration, done sim.Wake) {
	l.env.CPU.Wake(k, queue.Server, latency, d, done)
}
