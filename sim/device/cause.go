package device

import "github.com/innosim/innosim/sim"

// Cause is what kept a request from starting at once.
type Cause uint8

// Causes of waiting, in the order of a report.
const (
	NoCause Cause = iota
	OpsCap
	DirectionOpsCap // read-iops or write-iops
	BandwidthCap
	DirectionBandwidthCap // read-bandwidth or write-bandwidth
	HostOpsCap
	HostBandwidthCap
	ChannelBusy
	QueueFull // the device has accepted queue-depth requests
	CacheFull // the write cache drains more slowly than it is filled
	FlushBusy // behind another flush; with a volatile cache a write too
	DrainBusy // a flush of a volatile cache: writing it out
	DieBusy   // a read: its die is being programmed or erased
	TagsTaken // the host has host-queue requests under way
	FlushRuns // nothing is sent beside a flush
	NumCauses
)

// String names the cause as the key that sets the limit.
func (c Cause) String() string {
	return [...]string{
		"none", "iops", "direction-iops", "bandwidth", "direction-bandwidth", "vm-iops", "vm-bandwidth",
		"channels", "queue-depth", "sustained-write", "flush-serial", "cache-drain", "dies",
		"host-queue", "flush-exclusive",
	}[c]
}

// start is when a request may start, and what decides it.
type start struct {
	at    sim.Time
	cause Cause
}

// after moves the start to t, if that is later, and blames the cause for it.
func (s *start) after(t sim.Time, c Cause) {
	if t > s.at {
		s.at, s.cause = t, c
	}
}
