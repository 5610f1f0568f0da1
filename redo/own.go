package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// own is a checkpoint that a thread writes itself, and the stall that leads to it: MariaDB has no
// checkpointer thread. The page cleaner writes one after every round, and so does each user thread that has
// waited for redo space and finds that the checkpoint has not moved yet. Hundreds of them do it at the same
// time, each with a sync of all data files and a small durable write of its own. Source: log_checkpoint,
// log_checkpoint_low, buf_flush_wait_flushed (buf0flu.cc), log_checkpoint_margin (log0log.cc).
type own struct {
	ok     sim.Wake // of MakeCheckpoint
	at     LSN      // the checkpoint's LSN
	stall  sim.Wake // of FreeCheck
	wanted LSN      // of FreeCheck: pages must be clean up to here
	since  sim.Time
}

// owners are the threads that checkpoint for themselves.
type owners struct {
	by      []own    // by thread
	flushed []uint32 // threads that wait for pages to be written
	stalled int      // threads in FreeCheck
	pending bool     // a checkpoint header is being written: checkpoint_pending
}

const (
	marginStep  = 1 << 20              // bytes; a stalled thread waits for so much of the oldest redo; log_checkpoint_margin
	marginSleep = 10 * sim.Millisecond // before it looks again; log_checkpoint_margin
)

func (l *Log) own(thread uint32) *own {
	for int(thread) >= len(l.owners.by) {
		l.owners.by = append(l.owners.by, own{})
	}
	return &l.owners.by[thread]
}

// ahead asks the page cleaner for more, when a mini-transaction has left the checkpoint too far behind:
// mtr_t::commit and buf_flush_ahead.
func (l *Log) ahead(k *sim.Kernel) {
	age := l.current - l.ckpt.last
	if age <= l.target.Async || l.env.Ahead == nil {
		return
	}
	furious := age > l.target.Sync
	if furious {
		l.group.check = true
	}
	l.env.Ahead.FlushAhead(k, l.current, furious)
}

// marginCheck is log_free_check of MariaDB.
func (l *Log) marginCheck(k *sim.Kernel, ok sim.Wake) sim.Wait {
	if !l.marginShort() {
		l.m.OnFileSpaceNoWaits++
		return sim.NoWait
	}
	l.m.OnFileSpaceWaits++
	l.owners.stalled++
	o := l.own(ok.Ref)
	o.stall, o.since = ok, k.Now()
	l.marginWait(k, ok.Ref)
	return WaitLogSpace
}

// marginShort tells whether a thread must wait for redo space.
func (l *Log) marginShort() bool {
	if l.group.check && l.current <= l.ckpt.last+l.target.Free {
		l.group.check = false
	}
	return l.group.check
}

// marginWait asks for the oldest pages to be flushed, and waits for it: buf_flush_wait_flushed.
func (l *Log) marginWait(k *sim.Kernel, t uint32) {
	l.park(k, t, WaitLogSpace)
	o := l.own(t)
	o.wanted = l.ckpt.last + min(l.target.Free, marginStep)
	if l.cleanUpTo(o.wanted) {
		k.Soon(l.wake(kindOwnClean, t))
		return
	}
	l.owners.flushed = append(l.owners.flushed, t)
	if l.env.Ahead != nil {
		l.env.Ahead.FlushAhead(k, o.wanted, true)
	}
}

func (l *Log) cleanUpTo(lsn LSN) bool {
	oldest, dirty := l.oldest()
	return !dirty || oldest >= lsn
}

// PagesFlushed tells the threads that wait for redo space that pages have been written: done_flush_list.
func (l *Log) PagesFlushed(k *sim.Kernel) {
	n := 0
	for _, t := range l.owners.flushed {
		if !l.cleanUpTo(l.own(t).wanted) {
			l.owners.flushed[n] = t
			n++
			continue
		}
		l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, l.wake(kindOwnClean, t))
	}
	l.owners.flushed = l.owners.flushed[:n]
}

// marginClean has its pages written: a checkpoint that has not moved since is written by the thread itself.
func (l *Log) marginClean(k *sim.Kernel, t uint32) {
	if l.ckpt.last >= l.own(t).wanted {
		l.marginRest(k, t)
		return
	}
	l.m.OwnCheckpoints++
	if l.MakeCheckpoint(k, l.wake(kindOwnMade, t)) == sim.NoWait {
		l.marginRest(k, t)
	}
}

// marginRest sleeps before the thread looks again.
func (l *Log) marginRest(k *sim.Kernel, t uint32) {
	l.park(k, t, WaitLogSpace)
	k.After(marginSleep, l.wake(kindOwnSlept, t))
}

func (l *Log) marginAgain(k *sim.Kernel, t uint32) {
	l.m.OnFileSpaceLoops++
	if l.marginShort() {
		l.owe(k, l.o.Costs.Poll)
		l.marginWait(k, t)
		return
	}
	o := l.own(t)
	l.owners.stalled--
	l.m.SpaceWaitTime += uint64(k.Now().Sub(o.since))
	l.rouse(k, 0, l.o.Costs.Poll, o.stall)
}

// MakeCheckpoint is log_checkpoint, in the thread ok.Ref: it syncs the data files, logs the checkpoint,
// makes that durable, and writes the header, unless another thread does.
func (l *Log) MakeCheckpoint(k *sim.Kernel, ok sim.Wake) sim.Wait {
	l.own(ok.Ref).ok = ok
	if l.env.Data == nil {
		k.Soon(l.wake(kindOwnData, ok.Ref))
		return WaitCheckpoint
	}
	l.env.Data.SyncAll(k, l.wake(kindOwnData, ok.Ref))
	return WaitCheckpoint
}

// ownLog appends the checkpoint's records, if there is anything to checkpoint.
func (l *Log) ownLog(k *sim.Kernel, t uint32) {
	o := l.own(t)
	o.at = l.completed()
	if oldest, dirty := l.oldest(); dirty {
		o.at = min(o.at, oldest)
	}
	idle := o.at == l.current && o.at <= l.ckpt.last+LSN(l.o.CheckpointRecord)
	if o.at <= l.ckpt.last || idle {
		k.Soon(o.ok)
		return
	}
	l.park(k, t, WaitCheckpoint)
	if _, w := l.Append(k, l.o.CheckpointRecord, l.wake(kindOwnLogged, t)); w == sim.NoWait {
		l.ownDurable(k, t)
	}
}

func (l *Log) ownDurable(k *sim.Kernel, t uint32) {
	end := min(l.current, l.completed())
	if l.Durable(k, end, Synced, l.wake(kindOwnDurable, t)) == sim.NoWait {
		l.ownHeader(k, t)
	}
}

// ownHeader writes the header, unless that has become needless, or another thread is at it.
func (l *Log) ownHeader(k *sim.Kernel, t uint32) {
	o := l.own(t)
	if l.ckpt.last >= o.at || l.owners.pending {
		k.Soon(o.ok)
		return
	}
	l.owners.pending = true
	l.ckpt.next = min(o.at, l.flushed)
	n := l.kn.WriteAhead
	l.m.HeaderBytes += uint64(n)
	off := headerBlock * int64(1+l.ckpt.slot)
	l.ckpt.slot = 1 - l.ckpt.slot
	call := device.Call{File: l.files.ids[0], Offset: off, Bytes: uint32(n), CPU: l.o.Costs.Header}
	l.fileWrite(k, call, l.wake(kindOwnHeader, t))
}

// headerBlock is the distance of the two checkpoint blocks; log_t::CHECKPOINT_1, CHECKPOINT_2.
const headerBlock = 4096

func (l *Log) ownPublish(k *sim.Kernel, t uint32) {
	c := &l.ckpt
	l.owners.pending = false
	c.last, c.lastTime = c.next, k.Now()
	l.m.Checkpoints++
	l.files.consume(c.last)
	l.resized()
	k.Soon(l.own(t).ok)
}

func (l *Log) handleOwn(k *sim.Kernel, ev sim.Event) bool {
	switch ev.Kind {
	case kindOwnClean:
		l.marginClean(k, ev.Ref)
	case kindOwnMade:
		l.marginRest(k, ev.Ref)
	case kindOwnSlept:
		l.marginAgain(k, ev.Ref)
	case kindOwnData:
		l.ownLog(k, ev.Ref)
	case kindOwnLogged:
		l.ownDurable(k, ev.Ref)
	case kindOwnDurable:
		l.ownHeader(k, ev.Ref)
	case kindOwnHeader:
		l.fileSync(k, l.files.ids[0], WaitCheckpoint, l.wake(kindOwnSynced, ev.Ref))
	case kindOwnSynced:
		l.ownPublish(k, ev.Ref)
	default:
		return false
	}
	return true
}
