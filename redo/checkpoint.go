package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// checkpointer is the log_checkpointer thread.
type checkpointer struct {
	state     ckptState
	last      LSN      // last_checkpoint_lsn
	lastTime  sim.Time // when it was written
	requested LSN      // requested_checkpoint_lsn
	next      LSN      // being written
	activity  uint64   // of the server at the last timeout
	gen       uint64   // of the timer; older ones are ignored
	slot      int      // header block of the next write, 0 or 1
	timedOut  bool     // woken by its timeout, not by its event
	event     bool     // its event is set while it works
	wrote     bool     // this round wrote a checkpoint
}

type ckptState uint8

const (
	ckptIdle ckptState = iota
	ckptWaking
	ckptTicking // waits for the page cleaner
	ckptPolling // a request is open and nothing can be done yet
	ckptData    // syncing data files
	ckptLocking
	ckptHeading
	ckptSyncing
)

// RequestCheckpoint asks for a checkpoint at lsn or later, without waiting.
func (l *Log) RequestCheckpoint(k *sim.Kernel, lsn LSN) {
	c := &l.ckpt
	c.requested = max(c.requested, min(lsn, l.current))
	if c.state != ckptIdle {
		c.event = true
		return
	}
	l.ckptWake(k, l.o.Handoff)
}

func (l *Log) ckptWake(k *sim.Kernel, latency sim.Duration) {
	l.ckpt.gen++
	l.ckpt.state = ckptWaking
	l.rouse(k, latency, l.o.Costs.Checkpointer, l.wake(kindCkptAwake, l.o.Threads.Checkpointer))
}

// CleanerTick tells the checkpointer that the page cleaner has finished a pass (buf_flush_tick_event).
func (l *Log) CleanerTick(k *sim.Kernel) {
	if l.limits.UserSync > 0 {
		l.spaceMoved(k)
	}
	if l.ckpt.state == ckptTicking {
		l.ckpt.gen++
		l.ckpt.state = ckptWaking
		l.rouse(k, l.o.Handoff, l.o.Costs.Checkpointer, l.wake(kindCkptTick, l.o.Threads.Checkpointer))
	}
}

// ckptTimer ends a wait that nothing else has ended.
func (l *Log) ckptTimer(k *sim.Kernel, gen uint64) {
	c := &l.ckpt
	if gen != c.gen {
		return
	}
	switch c.state {
	case ckptIdle:
		c.timedOut = true
		l.ckptWake(k, 0)
	case ckptTicking:
		l.ckptConsider(k)
	case ckptPolling:
		l.ckptLoop(k)
	}
}

func (l *Log) ckptTimerIn(k *sim.Kernel, d sim.Duration) {
	l.ckpt.gen++
	k.After(d, l.wake(kindCkptTimer, l.o.Threads.Checkpointer).With(l.ckpt.gen))
}

// ckptLoop is one round of the checkpointer. A busy server that nobody asks for a checkpoint gets one only
// every Timing.BusyPeriods periods.
func (l *Log) ckptLoop(k *sim.Kernel) {
	c, t := &l.ckpt, &l.o.Timing
	timedOut := c.timedOut
	c.timedOut, c.event, c.wrote = false, false, false
	if timedOut && l.busy() && c.requested <= c.last &&
		k.Now().Sub(c.lastTime) < sim.Duration(t.BusyPeriods)*t.Checkpoint {
		l.ckptRest(k)
		return
	}
	if l.limits.UserSync > 0 || l.SyncFlushLSN() == 0 || l.env.Cleaner == nil {
		l.ckptConsider(k)
		return
	}
	l.m.SyncFlushes++
	c.state = ckptTicking
	l.park(k, l.o.Threads.Checkpointer, WaitLogIdle)
	l.ckptTimerIn(k, t.CleanerTick)
	l.env.Cleaner.WakeCleaner(k)
}

// busy tells whether the server has done anything since the last timeout.
func (l *Log) busy() bool {
	if l.env.Load == nil {
		return false
	}
	old := l.ckpt.activity
	l.ckpt.activity = l.env.Load.Activity()
	return l.ckpt.activity != old
}

// ckptConsider writes a checkpoint if one is due and would move.
func (l *Log) ckptConsider(k *sim.Kernel) {
	c := &l.ckpt
	avail := l.available()
	due := c.requested > c.last && c.requested <= avail ||
		l.current+l.target.Margin-c.last >= l.target.Aggressive ||
		k.Now().Sub(c.lastTime) >= l.o.Timing.Checkpoint ||
		l.starved()
	if !due || avail <= c.last {
		l.ckptRest(k)
		return
	}
	c.state, c.next = ckptData, avail
	done := l.wake(kindCkptData, l.o.Threads.Checkpointer)
	if l.env.Data == nil {
		k.Soon(done)
		return
	}
	l.env.Data.SyncAll(k, done)
}

// starved tells whether writing has stopped at the hard limit.
func (l *Log) starved() bool { return l.writer.state == writerStopped || len(l.space.writers) > 0 }

func (l *Log) ckptLock(k *sim.Kernel) {
	l.ckpt.state = ckptLocking
	if l.lock(k, l.wake(kindCkptLocked, l.o.Threads.Checkpointer)) {
		l.ckptHeader(k)
	}
}

// ckptHeader writes the header, blocks 1 and 3 of the file in turn.
func (l *Log) ckptHeader(k *sim.Kernel) {
	c := &l.ckpt
	c.state = ckptHeading
	l.m.HeaderBytes += l.f.Block
	off := int64(512 + 1024*c.slot)
	c.slot = 1 - c.slot
	call := device.Call{File: l.files.checkpointFile(c.next), Offset: off, Bytes: 512, CPU: l.o.Costs.Header}
	l.fileWrite(k, call, l.wake(kindCkptHeader, l.o.Threads.Checkpointer))
}

func (l *Log) ckptSync(k *sim.Kernel) {
	l.ckpt.state = ckptSyncing
	l.fileSync(k, l.files.checkpointFile(l.ckpt.next), WaitCheckpoint,
		l.wake(kindCkptSynced, l.o.Threads.Checkpointer))
}

// ckptPublish makes the checkpoint known: redo before it may be overwritten.
func (l *Log) ckptPublish(k *sim.Kernel) {
	c := &l.ckpt
	c.last, c.lastTime, c.wrote = c.next, k.Now(), true
	l.m.Checkpoints++
	l.files.consume(c.last)
	l.resized()
	l.unlock(k)
	l.spaceMoved(k)
	l.ckptRest(k)
}

// ckptRest ends a round: the next one follows at once while a request is open, else at the event or after a
// period.
func (l *Log) ckptRest(k *sim.Kernel) {
	c := &l.ckpt
	open := c.requested > c.last || l.starved() || l.limits.UserSync > 0 && len(l.space.waiters) > 0
	switch {
	case (open || c.event) && c.wrote:
		c.state = ckptWaking
		k.Soon(l.wake(kindCkptAwake, l.o.Threads.Checkpointer))
	case open || c.event:
		c.state = ckptPolling
		l.ckptTimerIn(k, l.o.Timing.SpacePoll)
	default:
		c.state = ckptIdle
		l.park(k, l.o.Threads.Checkpointer, WaitLogIdle)
		l.ckptTimerIn(k, l.o.Timing.Checkpoint)
	}
}

func (l *Log) oldest() (LSN, bool) {
	if l.env.Horizon == nil {
		return 0, false
	}
	return l.env.Horizon.OldestDirty()
}

// available is the LSN at which a checkpoint could be written now (available_for_checkpoint_lsn).
func (l *Log) available() LSN {
	lwm := l.AddedDirty()
	if oldest, dirty := l.oldest(); dirty {
		lag := min(l.limits.OrderLag, oldest)
		lwm = min(lwm, max(l.ckpt.last, oldest-lag))
	}
	return min(lwm, l.flushed)
}

// SyncFlushLSN is the LSN up to which the page cleaner must flush without pause; 0: it need not.
func (l *Log) SyncFlushLSN() LSN {
	t := &l.target
	with := l.current + t.Margin
	if with <= l.available()+t.Sync {
		return 0
	}
	upTo := max(with-t.Sync, l.ckpt.requested)
	return min(upTo, l.current) + t.OrderLag
}
