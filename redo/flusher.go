package redo

import (
	"github.com/innosim/innosim/sim"
)

// flusher is the log_flusher thread, and the statistics of syncs by whichever thread.
type flusher struct {
	state  flusherState
	armed  bool     // its event is set
	force  LSN      // once this is written, its event is set
	target LSN      // made durable by the running sync
	since  sim.Time // idle since
	start  sim.Time // of the last sync
	timer  bool     // a timer event is scheduled

	average   sim.Duration // log_flush_avg_time
	total     sim.Duration // of the running sample
	samples   int
	sampledAt sim.Time
}

type flusherState uint8

const (
	flusherIdle flusherState = iota
	flusherWaking
	flusherSyncing
)

// ForceAsync asks for a write and a sync of everything there is, without waiting: the page cleaner, once a
// second.
func (l *Log) ForceAsync(k *sim.Kernel) {
	if l.kn.Writers != LogThreads {
		l.userBackground(k, l.o.Threads.Writer)
		return
	}
	l.rate.total++
	if all := l.completed(); l.written < all {
		l.flush.force = all
		l.writerUrgent(k)
		return
	}
	l.flush.armed = true
	l.flusherWake(k)
}

// forced sets the flusher's event when the forced redo has been written.
func (l *Log) forced(_ *sim.Kernel) {
	if f := &l.flush; f.force > 0 && l.written >= f.force {
		f.force, f.armed = 0, true
	}
}

// flusherWake starts a sync if there is something to sync.
func (l *Log) flusherWake(k *sim.Kernel) {
	f := &l.flush
	if f.state != flusherIdle || l.flushed >= l.written {
		return
	}
	if now := k.Now(); l.spinning(now, f.since) {
		l.m.FlusherNoWaits++
		l.owe(k, now.Sub(f.since))
		l.flusherGo(k)
		return
	}
	f.state = flusherWaking
	l.m.FlusherWaits++
	l.rouse(k, l.o.Handoff, l.o.Costs.ThreadLoop, l.wake(kindFlusherAwake, l.o.Threads.Flusher))
}

// flusherGo starts a sync of what is written now.
func (l *Log) flusherGo(k *sim.Kernel) {
	f := &l.flush
	f.state = flusherSyncing
	if l.writer.state == writerIdle && l.writer.lazy && l.o.Mode == Buffered {
		l.replay(k)
	}
	f.armed = false
	if l.flushed >= l.written {
		f.state, f.since = flusherIdle, k.Now()
		return
	}
	f.target, f.start = l.written, k.Now()
	l.flusherTimerAt(k)
	l.fileSync(k, l.files.current().id, WaitLogFlush, l.wake(kindFlusherSynced, l.o.Threads.Flusher))
}

func (l *Log) flusherSynced(k *sim.Kernel) {
	f := &l.flush
	l.syncTook(k, f.start)
	f.state, f.since = flusherIdle, k.Now()
	l.park(k, l.o.Threads.Flusher, WaitLogIdle)
	old := l.flushed
	l.flushed = max(old, f.target)
	l.notify(k, &l.noteF, &l.onF, old, l.flushed)
	l.writerSeen(k)
	if f.state == flusherIdle && l.flushed < l.written && (l.kn.FlushAtCommit == 1 || f.armed) {
		l.flusherGo(k)
	}
}

// writerSeen lets the flusher see what a writer for which nobody waits has written during the sync.
func (l *Log) writerSeen(k *sim.Kernel) {
	w := &l.writer
	if l.kn.FlushAtCommit != 1 || l.o.Mode != Buffered || w.state != writerIdle || !w.lazy {
		return
	}
	l.replay(k)
	if w.pollSet && w.state == writerIdle {
		l.writerPollAt(k, k.Now().Add(l.lazyWindow()))
	}
}

// flusherTimerAt keeps one timer while commits do not sync: at the latest innodb_flush_log_at_timeout after
// a sync.
func (l *Log) flusherTimerAt(k *sim.Kernel) {
	f := &l.flush
	if f.timer || l.kn.FlushAtCommit == 1 || l.kn.Writers != LogThreads {
		return
	}
	f.timer = true
	k.At(max(f.start.Add(l.kn.FlushTimeout), k.Now()), l.wake(kindFlusherTimer, l.o.Threads.Flusher))
}

func (l *Log) flusherTimer(k *sim.Kernel) {
	f := &l.flush
	f.timer = false
	if k.Now() < f.start.Add(l.kn.FlushTimeout) {
		l.flusherTimerAt(k)
		return
	}
	if l.kn.FlushAtCommit == 1 || l.kn.Writers == UserThreads {
		return
	}
	f.armed = true
	l.flusherWake(k)
}

// syncTook keeps the average sync time (log_flush_update_stats).
func (l *Log) syncTook(k *sim.Kernel, start sim.Time) {
	f, now := &l.flush, k.Now()
	d := now.Sub(start)
	f.total += d
	f.samples++
	l.m.FlushTotalTime += uint64(d)
	l.m.FlusherSyncs++
	if f.samples < l.kn.AvgLoops && now.Sub(f.sampledAt) < sim.Duration(l.kn.AvgLoops)*sim.Second {
		return
	}
	f.average = f.total / sim.Duration(f.samples)
	f.total, f.samples, f.sampledAt = 0, 0, now
}
