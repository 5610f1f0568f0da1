package redo

import "github.com/innosim/innosim/sim"

// space is the stall of threads that found the redo files full.
type space struct {
	waiters []spaceWaiter // in FreeCheck, by LSN
	writers []uint32      // user threads that stopped writing at the hard limit
	margin  bool          // the writer is inside its extra margin: everybody stops
	pollSet bool          // a release is scheduled

	flushing []preflushing // by thread
}

type spaceWaiter struct {
	lsn   LSN
	ok    sim.Wake
	since sim.Time
	aged  bool // because of the oldest page, not of the checkpoint
}

// FreeCheck is log_free_check: before a row operation, holding no latches. It parks until the checkpoint
// has moved far enough for the redo that exists now.
func (l *Log) FreeCheck(k *sim.Kernel, ok sim.Wake) sim.Wait {
	if l.kn.Writers == GroupCommit {
		return l.marginCheck(k, ok)
	}
	if l.current <= l.freeLimit() {
		l.m.OnFileSpaceNoWaits++
		l.checkpointAhead(k)
		return sim.NoWait
	}
	l.m.OnFileSpaceWaits++
	l.park(k, ok.Ref, WaitLogSpace)
	old := l.tooOld()
	if old > 0 && l.preflush(k, old, ok) {
		return WaitLogSpace
	}
	l.space.waiters = append(l.space.waiters, spaceWaiter{l.current, ok, k.Now(), old > 0 && l.o.Timing.AgePoll > 0})
	if l.current > l.limits.Free {
		l.RequestCheckpoint(k, l.current-l.limits.Free)
	}
	return WaitLogSpace
}

// freeLimit is the LSN up to which FreeCheck lets threads pass.
func (l *Log) freeLimit() LSN {
	if l.space.margin {
		return 0
	}
	limit := l.ckpt.last + l.limits.Free
	if oldest, dirty := l.oldest(); dirty && l.limits.UserSync > 0 {
		limit = min(limit, oldest+l.limits.UserSync)
	}
	return limit
}

// spaceMoved releases stalled threads at their next poll, all together.
func (l *Log) spaceMoved(k *sim.Kernel) {
	s := &l.space
	if s.margin && l.current <= l.softEnd() {
		s.margin = false
	}
	for _, t := range s.writers {
		l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, l.wake(kindUserRetry, t))
	}
	s.writers = s.writers[:0]
	if l.writer.state == writerStopped {
		l.writer.state = writerWaking
		l.rouse(k, l.o.Handoff, l.o.Costs.ThreadLoop, l.wake(kindWriterAwake, l.o.Threads.Writer))
	}
	if len(s.waiters) == 0 || s.pollSet || s.waiters[0].lsn > l.freeLimit() {
		return
	}
	s.pollSet = true
	period := sim.Time(l.spacePeriod())
	k.At((k.Now()/period+1)*period, l.wake(kindSpacePoll, 0))
}

func (l *Log) spacePoll(k *sim.Kernel) {
	s, limit, n := &l.space, l.freeLimit(), 0
	s.pollSet = false
	for n < len(s.waiters) && s.waiters[n].lsn <= limit {
		x := s.waiters[n]
		n++
		waited := k.Now().Sub(x.since)
		polls := uint64(waited/l.o.Timing.SpacePoll) + 1
		l.m.OnFileSpaceLoops += polls
		l.m.SpaceWaitTime += uint64(waited)
		l.owe(k, sim.Duration(polls)*l.o.Costs.Poll)
		l.rouse(k, 0, l.o.Costs.Poll, x.ok)
	}
	s.waiters = append(s.waiters[:0], s.waiters[n:]...)
}

// softEnd and hardEnd are the LSNs at which the writer enters its extra margin, and stops.
func (l *Log) softEnd() LSN { return l.f.down(l.ckpt.last) + l.limits.Soft }
func (l *Log) hardEnd() LSN { return l.f.down(l.ckpt.last) + l.limits.Hard }

// spaceFor says how far a write towards to may go; false when the writer must wait for a checkpoint.
func (l *Log) spaceFor(k *sim.Kernel, to LSN) (LSN, bool) {
	if to <= l.softEnd() {
		l.space.margin = false
		return to, true
	}
	l.space.margin = true
	l.RequestCheckpoint(k, l.available())
	if end := l.hardEnd(); l.written+LSN(l.f.Block) <= end {
		return min(to, end), true
	}
	l.m.WriterOnFileSpaceWaits++
	return 0, false
}
