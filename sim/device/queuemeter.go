package device

import "github.com/innosim/innosim/sim"

// queueMeter counts the requests of a host queue as they come and go.
type queueMeter struct {
	m     *meter
	live  int
	moved sim.Time // up to which InFlight is counted
}

func (q *queueMeter) enter(now sim.Time) {
	q.advance(now)
	q.live++
}

// advance moves the integrals up to now.
func (q *queueMeter) advance(now sim.Time) {
	d := now.Sub(q.moved)
	q.moved = now
	if q.live > 0 {
		q.m.done.Busy += d
		q.m.done.InFlight += d * sim.Duration(q.live)
	}
}

// leave counts a request that is complete.
func (q *queueMeter) leave(now, begin sim.Time, r Request) {
	q.advance(now)
	q.live--
	o := &q.m.done.Ops[r.Op]
	o.Bytes += uint64(r.Bytes)
	o.Count++
	o.Time += now.Sub(begin)
}

// joined counts a request that another has taken along; the bytes are that one's.
func (q *queueMeter) joined(r Request) { q.m.done.Ops[r.Op].Merged++ }

// asked counts a request for a flush: a write of no bytes, unless it is part of one.
func (q *queueMeter) asked(now, begin sim.Time, r Request) {
	q.advance(now)
	q.live--
	if r.Part == Whole {
		o := &q.m.done.Ops[Write]
		o.Count++
		o.Time += now.Sub(begin)
	}
}

// count counts a request of the device itself.
func (m *meter) count(op Op, d sim.Duration) {
	m.done.Ops[op].Count++
	m.done.Ops[op].Time += d
}
