package redo

import "github.com/innosim/innosim/sim"

// link is one mini-transaction in recent_written: where it ends and when it was published.
type link struct {
	end LSN
	at  sim.Time
}

// linkRing is a growing queue of links.
type linkRing struct {
	buf        []link // length is a power of two
	head, tail uint64
}

func newLinkRing() linkRing { return linkRing{buf: make([]link, 1024)} }

func (r *linkRing) empty() bool { return r.head == r.tail }

func (r *linkRing) front() *link { return &r.buf[r.head&uint64(len(r.buf)-1)] }

func (r *linkRing) push(l link) {
	if r.tail-r.head == uint64(len(r.buf)) {
		r.grow()
	}
	r.buf[r.tail&uint64(len(r.buf)-1)] = l
	r.tail++
}

func (r *linkRing) grow() {
	next := make([]link, 2*len(r.buf))
	n := r.tail - r.head
	for i := range n {
		next[i] = r.buf[(r.head+i)&uint64(len(r.buf)-1)]
	}
	r.buf, r.head, r.tail = next, 0, n
}

// completed is the end of the contiguous redo in the log buffer: nothing before it is still to be copied.
func (l *Log) completed() LSN {
	if l.copied == len(l.queue) {
		return l.current
	}
	return l.pending[l.queue[l.copied]].span.Start
}

// advance extends the ready LSN over redo published by time at. The step is soft: it stops after the
// mini-transaction that takes it Timing.WriteStep beyond the written LSN (log_advance_ready_for_write_lsn).
func (l *Log) advance(at sim.Time) {
	done := l.completed()
	for !l.links.empty() && l.ready < l.written+l.o.Timing.WriteStep {
		f := l.links.front()
		if f.at > at || f.end > done {
			return
		}
		l.ready = f.end
		l.links.head++
	}
}

// advanceAll makes everything contiguous ready (user threads: recent_written.advance_tail).
func (l *Log) advanceAll() {
	l.ready = max(l.ready, l.completed())
	l.links.head = l.links.tail
}
