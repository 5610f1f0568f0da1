package redo

import "github.com/innosim/innosim/sim"

// appending is a reservation whose thread had to park, until its pages are on the flush lists.
type appending struct {
	span  Span
	ok    sim.Wake
	since sim.Time
	state appendState
}

type appendState uint8

const (
	appendBuffer appendState = iota // no room in the log buffer
	appendRecent                    // outside the recent_written or recent_closed window
	appendGoing                     // granted, on its way to a processor
	appendCopied                    // in the log buffer; its pages are about to join the flush lists
	appendClosed                    // its pages are on the flush lists
)

// Append reserves payload bytes of redo for a mini-transaction and copies them to the log buffer. The span
// is valid at once, also when the thread is parked; ok.Arg is then the span's end. The CPU time is the
// caller's: see CopyTime.
func (l *Log) Append(k *sim.Kernel, payload uint32, ok sim.Wake) (Span, sim.Wait) {
	l.m.LogWriteRequests++
	s := Span{Start: l.current}
	l.sn += uint64(payload)
	l.current = l.f.LSN(l.sn)
	s.End = l.current
	if l.kn.Writers == GroupCommit {
		l.ahead(k)
	}
	if uint64(payload) > l.bufferPayload()-2*l.f.Block {
		l.growBuffer(payload)
	}
	if l.kn.Writers == LogThreads {
		l.links.push(link{s.End, k.Now()})
	}
	if need := l.bufferNeed(s); need > l.written {
		l.enqueue(k, s, ok, appendBuffer)
		l.m.LogWaits++
		l.m.OnBufferSpaceWaits++
		return s, l.waitForBuffer(k, ok.Ref, need)
	}
	if l.copyLocked() {
		l.enqueue(k, s, ok, appendRecent)
		l.recent++
		return s, l.park(k, ok.Ref, WaitLogMutex)
	}
	if l.outside(s) {
		l.enqueue(k, s, ok, appendRecent)
		l.recent++
		l.writerUrgent(k)
		return s, l.park(k, ok.Ref, WaitLogRecent)
	}
	l.published(k)
	return s, sim.NoWait
}

// Reserved is the span that a parked thread has reserved.
func (l *Log) Reserved(thread uint32) Span { return l.of(thread).span }

// bufferPayload is the payload capacity of the log buffer.
func (l *Log) bufferPayload() uint64 { return uint64(l.bufSize) / l.f.Block * l.f.Payload() }

// bufferNeed is the written LSN from which s fits into the log buffer, 0 when it fits at any.
func (l *Log) bufferNeed(s Span) LSN {
	end, room := l.f.SN(s.End), l.bufferPayload()-2*l.f.Block
	if end <= room {
		return 0
	}
	return min(l.f.LSN(end-room), s.Start)
}

// growBuffer makes room for a mini-transaction larger than the log buffer.
func (l *Log) growBuffer(payload uint32) {
	const factor = 1.382 // log_buffer_reserve, srv_log_buffer_size
	want := uint64(factor*float64(payload)) + 4*l.f.Block
	l.bufSize = l.f.up(LSN(want / l.f.Payload() * l.f.Block))
}

// outside tells that s is too far ahead of the contiguous tails.
func (l *Log) outside(s Span) bool {
	t := &l.o.Timing
	tail := l.completed()
	if l.kn.Writers == LogThreads {
		tail = l.ready
	}
	if t.RecentWritten > 0 && s.Start >= tail+t.RecentWritten {
		return true
	}
	return t.RecentClosed > 0 && s.Start >= l.AddedDirty()+t.RecentClosed
}

// enqueue keeps a reservation that cannot go on; slots are reused.
func (l *Log) enqueue(k *sim.Kernel, s Span, ok sim.Wake, st appendState) {
	for int(ok.Ref) >= len(l.slotOf) {
		l.slotOf = append(l.slotOf, 0)
	}
	n := uint32(len(l.pending))
	if f := len(l.freeSlots); f > 0 {
		n, l.freeSlots = l.freeSlots[f-1], l.freeSlots[:f-1]
	} else {
		l.pending = append(l.pending, appending{})
	}
	l.pending[n] = appending{span: s, ok: ok, since: k.Now(), state: st}
	l.slotOf[ok.Ref] = n
	l.queue = append(l.queue, n)
}

// of is the reservation of a parked thread.
func (l *Log) of(thread uint32) *appending { return &l.pending[l.slotOf[thread]] }

// waitForBuffer is log_write_up_to by a thread that found the log buffer full.
func (l *Log) waitForBuffer(k *sim.Kernel, thread uint32, need LSN) sim.Wait {
	if l.Durable(k, need, Written, l.wake(kindBufferSpace, thread)) == sim.NoWait {
		k.Soon(l.wake(kindBufferSpace, thread))
	}
	return l.park(k, thread, WaitLogBuffer)
}

// bufferSpace looks again after a write.
func (l *Log) bufferSpace(k *sim.Kernel, thread uint32) {
	a := l.of(thread)
	if need := l.bufferNeed(a.span); need > l.written {
		l.waitForBuffer(k, thread, need)
		return
	}
	if l.outside(a.span) {
		a.state, a.since = appendRecent, k.Now()
		l.recent++
		l.writerUrgent(k)
		l.park(k, thread, WaitLogRecent)
		return
	}
	l.appendGo(k, thread)
}

// pumpRecent releases reservations that are inside the windows again, at their next poll.
func (l *Log) pumpRecent(k *sim.Kernel) {
	if l.recent == 0 {
		return
	}
	for _, t := range l.queue[l.copied:] {
		a := &l.pending[t]
		if a.state != appendRecent {
			continue
		}
		if l.outside(a.span) || l.copyLocked() {
			break
		}
		l.recent--
		a.state = appendGoing
		waited, period := k.Now().Sub(a.since), l.o.Timing.RecentPoll
		polls := waited/period + 1
		l.m.OnRecentWrittenLoops += uint64(polls)
		l.owe(k, sim.Duration(polls)*l.o.Costs.Poll)
		l.rouse(k, polls*period-waited, l.o.Costs.Append, l.wake(kindAppendGo, a.ok.Ref))
	}
}

// appendGo copies a parked reservation's redo, and lets its thread dirty its pages.
func (l *Log) appendGo(k *sim.Kernel, thread uint32) {
	a := l.of(thread)
	a.state = appendCopied
	for l.copied < len(l.queue) && l.pending[l.queue[l.copied]].state >= appendCopied {
		l.copied++
	}
	k.Soon(a.ok.With(uint64(a.span.End)))
	k.Soon(l.wake(kindAppendClosed, l.slotOf[thread]))
	l.published(k)
}

// appendDone comes after the thread's own event: its pages are on the flush lists.
func (l *Log) appendDone(k *sim.Kernel, slot uint32) {
	l.pending[slot].state = appendClosed
	n := 0
	for n < l.copied && l.pending[l.queue[n]].state == appendClosed {
		l.freeSlots = append(l.freeSlots, l.queue[n])
		n++
	}
	l.queue = append(l.queue[:0], l.queue[n:]...)
	l.copied -= n
	l.pumpRecent(k)
}

// published tells the writer about new redo.
func (l *Log) published(k *sim.Kernel) {
	if l.kn.Writers == LogThreads {
		l.writerNote(k)
	}
	l.userReady(k)
}
