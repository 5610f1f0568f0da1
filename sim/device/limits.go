package device

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// HostCaps are the limits of an instance over all its volumes. Devices that were given the same caps share
// them.
type HostCaps struct {
	ops, bytes queue.Bucket
}

// NewHostCaps returns caps of operations and bytes per second; 0 is no cap.
func NewHostCaps(iops, bandwidth float64) *HostCaps {
	return &HostCaps{ops: queue.NewBucket(iops, 0), bytes: queue.NewBucket(bandwidth, 0)}
}

// limits are the caps of one device. Each cap spaces the requests that it counts evenly; a burst lets
// operations pass at burst-iops, and bytes at burst-bandwidth, while credits last.
type limits struct {
	unit       int64
	burst      bool
	ops        queue.Bucket // with a burst: its depth is the credits
	bytes      queue.Bucket
	burstOps   queue.Bucket
	burstBytes queue.Bucket
	ofOps      [2]queue.Bucket // by direction
	ofBytes    [2]queue.Bucket
	host       *HostCaps
}

func newLimits(c *Config) limits {
	return limits{
		unit:       c.IOPSUnit,
		burst:      c.BurstCredits > 0,
		ops:        queue.NewBucket(c.IOPS, c.BurstCredits),
		bytes:      queue.NewBucket(c.Bandwidth, 0),
		burstOps:   queue.NewBucket(c.BurstIOPS, 0),
		burstBytes: queue.NewBucket(c.BurstBandwidth, 0),
		ofOps:      pair(c.ReadIOPS, c.WriteIOPS),
		ofBytes:    pair(c.ReadBandwidth, c.WriteBandwidth),
	}
}

func pair(read, write float64) [2]queue.Bucket {
	return [2]queue.Bucket{queue.NewBucket(read, 0), queue.NewBucket(write, 0)}
}

// change sets new rates; what is booked stays booked.
func (l *limits) change(c *Config) {
	l.unit, l.burst = c.IOPSUnit, c.BurstCredits > 0
	l.ops.SetRate(c.IOPS, c.BurstCredits)
	l.bytes.SetRate(c.Bandwidth, 0)
	l.burstOps.SetRate(c.BurstIOPS, 0)
	l.burstBytes.SetRate(c.BurstBandwidth, 0)
	l.ofOps[Read].SetRate(c.ReadIOPS, 0)
	l.ofOps[Write].SetRate(c.WriteIOPS, 0)
	l.ofBytes[Read].SetRate(c.ReadBandwidth, 0)
	l.ofBytes[Write].SetRate(c.WriteBandwidth, 0)
}

// slots is the number of operations that a request counts as.
func (l *limits) slots(bytes int64) int64 {
	if l.unit == 0 {
		return 1
	}
	return max(1, (bytes+l.unit-1)/l.unit)
}

// book takes so many operations and bytes of every cap that counts them, and moves the start behind them.
func (l *limits) book(s *start, now sim.Time, op Op, slots, bytes uint64) {
	total := &l.bytes
	if l.burst && l.burstBytes.Limits() && l.ops.Credit(now) >= 1 {
		total = &l.burstBytes
	}
	s.after(now.Add(l.burstOps.Book(now, slots)), OpsCap)
	s.after(now.Add(l.ops.Book(now, slots)), OpsCap)
	s.after(now.Add(total.Book(now, bytes)), BandwidthCap)
	s.after(now.Add(l.ofOps[op].Book(now, slots)), DirectionOpsCap)
	s.after(now.Add(l.ofBytes[op].Book(now, bytes)), DirectionBandwidthCap)
	if l.host != nil {
		s.after(now.Add(l.host.ops.Book(now, slots)), HostOpsCap)
		s.after(now.Add(l.host.bytes.Book(now, bytes)), HostBandwidthCap)
	}
}
