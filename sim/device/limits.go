package device

import "github.com/innosim/innosim/sim"

// HostCaps are the limits of an instance over all its volumes. Devices that were given the same caps share
// them.
type HostCaps struct {
	ops, bytes throttle
}

// NewHostCaps returns caps of operations and bytes per second; 0 is no cap.
func NewHostCaps(iops, bandwidth float64) *HostCaps {
	return &HostCaps{ops: newThrottle(iops, throttleWindow, 0), bytes: newThrottle(bandwidth, throttleWindow, 0)}
}

// limits are the caps of one device. A burst lets operations pass at burst-iops, and bytes at burst-bandwidth, while
// credits last.
type limits struct {
	unit       int64
	burst      bool
	parts      bool     // parts of long requests wait in a line of their own
	ops        throttle // with a burst: its depth is the credits
	bytes      throttle
	burstOps   throttle
	burstBytes throttle
	ofOps      [2]throttle // by direction
	ofBytes    [2]throttle
	host       *HostCaps
}

func newLimits(c *Config) limits {
	var l limits
	l.change(c)
	return l
}

// change sets new rates; what is booked stays booked.
func (l *limits) change(c *Config) {
	l.unit, l.burst = c.IOPSUnit, c.BurstCredits > 0
	w := c.CapWindow
	l.parts = c.MaxRequest > 0 && w == 0
	l.ops.set(c.IOPS, w, c.BurstCredits)
	l.bytes.set(c.Bandwidth, w, 0)
	l.burstOps.set(c.BurstIOPS, w, 0)
	l.burstBytes.set(c.BurstBandwidth, w, 0)
	for op, rate := range [...]float64{c.ReadIOPS, c.WriteIOPS} {
		l.ofOps[op].set(rate, w, 0)
	}
	for op, rate := range [...]float64{c.ReadBandwidth, c.WriteBandwidth} {
		l.ofBytes[op].set(rate, w, 0)
		l.ofBytes[op].split = l.ofBytes[op].split || l.parts
	}
	l.bytes.split, l.burstBytes.split = l.bytes.split || l.parts, l.burstBytes.split || l.parts
}

// slots is the number of operations that a request counts as.
func (l *limits) slots(bytes int64) int64 {
	if l.unit == 0 {
		return 1
	}
	return max(1, (bytes+l.unit-1)/l.unit)
}

// book takes so many operations, and a request's bytes, of every cap that counts them, and moves the start behind them.
func (l *limits) book(s *start, now sim.Time, r Request, slots uint64) {
	total, line, bytes, of := &l.bytes, int(r.Op), uint64(r.Bytes), int(r.Op)
	if l.burst && l.burstBytes.limits() && l.ops.credit(now) >= 1 {
		total = &l.burstBytes
	}
	if l.parts {
		of = r.line()
	}
	s.after(now.Add(l.burstOps.book(now, line, slots)), OpsCap)
	s.after(now.Add(l.ops.book(now, line, slots)), OpsCap)
	s.after(now.Add(total.book(now, of, bytes)), BandwidthCap)
	s.after(now.Add(l.ofOps[r.Op].book(now, line, slots)), DirectionOpsCap)
	s.after(now.Add(l.ofBytes[r.Op].book(now, of, bytes)), DirectionBandwidthCap)
	if l.host != nil {
		s.after(now.Add(l.host.ops.book(now, line, slots)), HostOpsCap)
		s.after(now.Add(l.host.bytes.book(now, line, bytes)), HostBandwidthCap)
	}
}
