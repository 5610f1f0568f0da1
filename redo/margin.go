package redo

import "github.com/innosim/innosim/sim"

// Preflusher gets old pages on disk for threads that find the redo log's oldest page too old
// (log_checkpoint_margin of 5.6 and 5.7). Older means: first changed before an LSN.
type Preflusher interface {
	// Preflush asks for all pages older than upTo. When it answers true the calling thread ok.Ref writes them itself, and ok
	// arrives when its part is done; else the page cleaner has been told, if it takes orders, and the caller waits.
	Preflush(k *sim.Kernel, upTo LSN, ok sim.Wake) bool
}

// preflushing is a thread that flushes for itself.
type preflushing struct {
	ok    sim.Wake
	since sim.Time
}

// Timing57 is MySQL 5.6 and 5.7: no windows in which redo and dirty pages may be out of order. The page age is looked at every
// 10 ms by those who wait for the page cleaner (buf_flush_wait_flushed), and the master thread checkpoints every 7 s.
func Timing57() Timing {
	t := DefaultTiming()
	t.RecentWritten, t.RecentClosed, t.AgePoll = 0, 0, 10*sim.Millisecond
	return t
}

// Timing8019 is MySQL 8.0.11 to 8.0.19: a checkpoint every second, also of a busy server.
func Timing8019() Timing {
	t := DefaultTiming()
	t.BusyPeriods = 1
	return t
}

// tooOld is the LSN up to which pages must be written before threads may go on; 0: no page is that old.
func (l *Log) tooOld() LSN {
	oldest, dirty := l.oldest()
	if l.limits.UserSync == 0 || !dirty || l.current <= oldest+l.limits.UserSync {
		return 0
	}
	return l.current - l.limits.UserSync
}

// preflush is the part of log_checkpoint_margin for old pages: true when the thread, parked already, writes them itself.
func (l *Log) preflush(k *sim.Kernel, upTo LSN, ok sim.Wake) bool {
	for int(ok.Ref) >= len(l.space.flushing) {
		l.space.flushing = append(l.space.flushing, preflushing{})
	}
	l.space.flushing[ok.Ref] = preflushing{ok, k.Now()}
	return l.env.Preflush != nil && l.env.Preflush.Preflush(k, upTo, l.wake(kindPreflushed, ok.Ref))
}

// preflushed is a thread that has written old pages: it looks again.
func (l *Log) preflushed(k *sim.Kernel, thread uint32) {
	f := l.space.flushing[thread]
	l.m.SpaceWaitTime += uint64(k.Now().Sub(f.since))
	l.m.OnFileSpaceLoops++
	if l.FreeCheck(k, f.ok) == sim.NoWait {
		k.Soon(f.ok)
	}
}

// checkpointAhead is the part of log_checkpoint_margin for a checkpoint that is due but not urgent: nobody waits for it.
func (l *Log) checkpointAhead(k *sim.Kernel) {
	if l.limits.UserSync == 0 || l.ckpt.state != ckptIdle || l.current <= l.ckpt.last+l.limits.Aggressive {
		return
	}
	if avail := l.available(); avail > l.ckpt.last {
		l.RequestCheckpoint(k, avail)
	}
}

// spacePeriod is how often the first thread in line looks again.
func (l *Log) spacePeriod() sim.Duration {
	if l.space.waiters[0].aged {
		return l.o.Timing.AgePoll
	}
	return l.o.Timing.SpacePoll
}

// copyLocked tells that the log buffer cannot be copied to: its mutex is held while redo is written (log_group_write_buf of 5.6).
func (l *Log) copyLocked() bool { return l.o.LockedWrites && l.user.writing }
