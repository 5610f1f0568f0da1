package device

import (
	"fmt"

	"github.com/innosim/innosim/sim"
)

// OpMetrics are the completed requests of one operation.
type OpMetrics struct {
	Count  uint64
	Bytes  uint64
	Merged uint64       // requests that joined another and are not counted themselves
	Time   sim.Duration // from submission to completion, summed over the requests
}

// WaitMetrics is how often and how long requests waited for one cause.
type WaitMetrics struct {
	Count uint64
	Time  sim.Duration
}

// Metrics are a device's counters since the start of the run.
type Metrics struct {
	At       sim.Time // of a difference (Sub): its length
	Ops      [NumOps]OpMetrics
	InFlight sim.Duration // integral over time of the number of requests in flight
	Busy     sim.Duration // time with a request in flight
	Waits    [NumCauses]WaitMetrics
}

// Sub returns what was counted since o.
func (m Metrics) Sub(o Metrics) Metrics {
	for i := range m.Ops {
		m.Ops[i].Count -= o.Ops[i].Count
		m.Ops[i].Bytes -= o.Ops[i].Bytes
		m.Ops[i].Merged -= o.Ops[i].Merged
		m.Ops[i].Time -= o.Ops[i].Time
	}
	for i := range m.Waits {
		m.Waits[i].Count -= o.Waits[i].Count
		m.Waits[i].Time -= o.Waits[i].Time
	}
	m.InFlight -= o.InFlight
	m.Busy -= o.Busy
	m.At = sim.Time(m.At.Sub(o.At))
	return m
}

// OpStat is one operation of an IOStat.
type OpStat struct {
	PerSec       float64 // r/s, w/s, f/s
	KiBPerSec    float64 // rkB/s, wkB/s
	MergedPerSec float64 // rrqm/s, wrqm/s
	MergedPct    float64 // %rrqm, %wrqm
	AwaitMillis  float64 // r_await, w_await, f_await
	MeanKiB      float64 // rareq-sz, wareq-sz
}

// IOStat is what `iostat -x` shows of a device over an interval.
type IOStat struct {
	Ops      [NumOps]OpStat
	Queue    float64 // aqu-sz
	UtilPct  float64 // %util
	Interval sim.Duration
}

// IOStat computes rates from the difference of two metrics (Sub).
func (m Metrics) IOStat() IOStat {
	s := IOStat{Interval: sim.Duration(m.At)}
	seconds := s.Interval.Seconds()
	if seconds <= 0 {
		return s
	}
	s.Queue = m.InFlight.Seconds() / seconds
	s.UtilPct = 100 * m.Busy.Seconds() / seconds
	for i, o := range m.Ops {
		s.Ops[i] = OpStat{
			PerSec:       float64(o.Count) / seconds,
			KiBPerSec:    float64(o.Bytes) / 1024 / seconds,
			MergedPerSec: float64(o.Merged) / seconds,
		}
		if o.Count > 0 {
			s.Ops[i].AwaitMillis = o.Time.Millis() / float64(o.Count)
			s.Ops[i].MeanKiB = float64(o.Bytes) / 1024 / float64(o.Count)
			s.Ops[i].MergedPct = 100 * float64(o.Merged) / float64(o.Count+o.Merged)
		}
	}
	return s
}

// meter counts requests when they complete, although their completion is known, and no event of ours, when
// they arrive: it keeps those in flight, and counts what has completed by the time at which somebody looks.
type meter struct {
	done    Metrics // completed requests; Busy up to busyTo
	busyTo  sim.Time
	flying  []flight
	sweepAt int // number of flying at which completed ones are removed
}

// flight is a request from its submission to its completion, or what one takes longer that another has joined.
type flight struct {
	begin, end sim.Time
	bytes      uint32
	op         Op
	merged     bool
}

const firstSweep = 256

func (m *meter) init() {
	m.flying, m.sweepAt = make([]flight, 0, firstSweep), firstSweep
}

// add counts a request from begin, at or after now, to end.
func (m *meter) add(now, begin, end sim.Time, r Request) {
	m.busy(begin, end)
	m.fly(now, flight{begin, end, r.Bytes, r.Op, false})
}

// merge counts a request that joined another, which ends later by that.
func (m *meter) merge(now, before, end sim.Time, r Request) {
	m.busy(now, end)
	m.fly(now, flight{before, end, r.Bytes, r.Op, true})
}

func (m *meter) wait(c Cause, d sim.Duration) {
	if c != NoCause {
		m.done.Waits[c].Count++
		m.done.Waits[c].Time += d
	}
}

// busy adds an interval to the union of all; they arrive in the order of their begin, but for flushes
// booked ahead, whose writes cover the time until they begin.
func (m *meter) busy(begin, end sim.Time) {
	if end > m.busyTo {
		m.done.Busy += end.Sub(max(begin, m.busyTo))
		m.busyTo = end
	}
}

func (m *meter) fly(now sim.Time, f flight) {
	if len(m.flying) >= m.sweepAt {
		m.sweep(now)
		m.sweepAt = max(firstSweep, 2*len(m.flying))
	}
	m.flying = append(m.flying, f)
}

// sweep counts what has completed by now.
func (m *meter) sweep(now sim.Time) {
	kept := m.flying[:0]
	for _, f := range m.flying {
		if f.end > now {
			kept = append(kept, f)
			continue
		}
		m.complete(f)
	}
	m.flying = kept
}

func (m *meter) complete(f flight) {
	o := &m.done.Ops[f.op]
	o.Bytes += uint64(f.bytes)
	if f.merged {
		o.Merged++
	} else {
		o.Count++
	}
	o.Time += f.end.Sub(f.begin)
	m.done.InFlight += f.end.Sub(f.begin)
}

// at returns the metrics as of now.
func (m *meter) at(now sim.Time) Metrics {
	m.sweep(now)
	out := m.done
	out.At = now
	out.Busy -= max(0, m.busyTo.Sub(now))
	for _, f := range m.flying {
		out.InFlight += max(0, now.Sub(f.begin))
	}
	return out
}

// Metrics are the device's counters as of now.
func (d *Device) Metrics() Metrics {
	if d.host != nil {
		d.host.m.advance(d.k.Now())
	}
	return d.meter.at(d.k.Now())
}

// Check returns broken laws of the device: it is not busy for longer than the run, nor without a request.
func (d *Device) Check() error {
	m := d.Metrics()
	if m.Busy > sim.Duration(m.At) || m.Busy > m.InFlight {
		return fmt.Errorf("device %s: busy %v of %v, in flight %v", d.name, m.Busy, m.At, m.InFlight)
	}
	return nil
}

// InFlight is the number of requests submitted and not complete.
func (d *Device) InFlight() int {
	if d.host != nil {
		return d.host.m.live
	}
	d.meter.sweep(d.k.Now())
	n := 0
	for _, f := range d.meter.flying {
		if !f.merged && f.begin <= d.k.Now() {
			n++
		}
	}
	return n
}
