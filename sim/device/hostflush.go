package device

import "github.com/innosim/innosim/sim"

// Part tells which part of a write with a flush before and behind it a request is: REQ_PREFLUSH and REQ_FUA of the
// Linux block layer.
type Part uint8

// Parts of a write with flushes.
const (
	Whole       Part = iota // a request of its own
	FlushBefore             // the flush before the write
	Between                 // the write, of a device without FUA
	FlushBehind             // the flush behind that
	Last                    // the write, of a device with FUA
)

// flushQueue is the state of the flushes of a host queue.
type flushQueue struct {
	pending, running fifo
	sent             bool     // one is on its way: nothing else is sent
	started          bool     // the device has it
	begin            sim.Time // when that was
	held             int      // writes behind a flush that are not written yet, or whose second flush is still to come
}

// flush takes a request for a flush.
func (q *hostQueue) flush(k *sim.Kernel, e uint32) {
	q.m.enter(k.Now())
	q.push(&q.flushes.pending, e)
	if q.entries[e].r.Part == FlushBehind {
		q.flushes.held--
	}
	q.kick(k)
}

// kick sends a flush for all who want one, unless one runs, or writes that will want one are being written.
func (q *hostQueue) kick(k *sim.Kernel) {
	f := &q.flushes
	if f.sent || f.held > 0 || f.pending.first == 0 {
		return
	}
	f.sent, f.begin = true, k.Now()
	f.running, f.pending = f.pending, fifo{}
	q.drained(k)
}

// drained flushes when the device has answered everything.
func (q *hostQueue) drained(k *sim.Kernel) {
	if q.inside > 0 || q.flushes.started {
		return
	}
	q.flushes.started = true
	begin := max(k.Now(), q.d.writtenOut(k.Now()))
	q.d.flushing, q.d.flushed = begin, begin.Add(q.d.services[Flush].draw())
	k.After(q.d.flushed.Sub(k.Now()), sim.Wake{To: q.id, Kind: queueFlushed})
}

// flushed is the completion of a flush: those who asked go on, the next flush is put in front of what has waited, and finds
// an empty device. Source: blk_mq_insert_request (block/blk-mq.c) puts flushes at the head of the dispatch list.
func (q *hostQueue) flushed(k *sim.Kernel) {
	f := &q.flushes
	q.d.meter.count(Flush, k.Now().Sub(f.begin))
	for f.running.first != 0 {
		e := q.pop(&f.running)
		x := &q.entries[e]
		if x.r.Part == FlushBefore {
			f.held++
		}
		q.m.asked(k.Now(), x.begin, x.r)
		q.answer(k, e)
	}
	f.sent, f.started = false, false
	q.kick(k)
	q.dispatch(k)
}
