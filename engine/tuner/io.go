package tuner

import "math"

// IO moves innodb_io_capacity and innodb_io_capacity_max. They rise while flushing is held back by the higher of them, or
// the redo log is nearly full and the lower is not yet several times what is flushed, provided that the device answers as
// fast as it does when it is calm; they fall when it answers much later, unless the redo log leaves no choice; and without a
// reason they drift back to where they were set.
type IO struct {
	Capacity, Max int // as set, to which the knobs return
}

// Constants of IO; estimates.
const (
	ioRaise    = 1.25 // per second, factor
	ioLower    = 0.8  // per second, factor
	ioDrift    = 0.02 // per second, share of the distance to the values that were set
	ioSlow     = 2.0  // a device is congested when it takes so many times its calm latency
	ioForget   = 1.01 // per second, factor: by which the calm latency is taken to grow until it is seen again
	ioHeldBack = 0.9  // flushing at this share of innodb_io_capacity_max is held back by it
	ioAhead    = 4    // innodb_io_capacity beyond so many times the pages flushed makes adaptive flushing no faster
	ioFull     = 0.75 // share of the synchronous age from which the redo log leaves no choice
	ioLeast    = 100  // pages per second; the smallest innodb_io_capacity
	ioMost     = 1e6  // pages per second: more than any device takes
)

// Memory of IO.
const ioCalm = 0 // ms; the latency of the device when it is calm

// Decide implements Controller.
func (c IO) Decide(in Inputs, kn Knobs, mem *Memory) Knobs {
	slow := calm(in, mem)
	full := in.Sync > 0 || in.Age > ioFull
	wanted := in.Flushed >= ioHeldBack*float64(kn.IOCapacityMax) || full && float64(kn.IOCapacity) < ioAhead*in.Flushed
	scale := func(by float64) {
		kn.IOCapacity = rate(float64(by * float64(kn.IOCapacity)))
		kn.IOCapacityMax = rate(float64(by * float64(kn.IOCapacityMax)))
	}
	switch {
	case slow && full: // neither helps
	case slow:
		scale(ioLower)
	case wanted:
		scale(ioRaise)
	case full: // more would not be used
	default:
		kn.IOCapacity = drift(kn.IOCapacity, c.Capacity)
		kn.IOCapacityMax = drift(kn.IOCapacityMax, c.Max)
	}
	kn.IOCapacityMax = max(kn.IOCapacity, kn.IOCapacityMax)
	return kn
}

// calm learns the latency of the calm device, and reports whether it is congested now.
func calm(in Inputs, mem *Memory) (slow bool) {
	if in.Requests == 0 {
		return false
	}
	least := float64(mem[ioCalm] * ioForget)
	if least == 0 || in.RequestMS < least {
		least = in.RequestMS
	}
	mem[ioCalm] = least
	return in.RequestMS > float64(ioSlow*least)
}

// rate is a number of pages per second that the variables take.
func rate(v float64) int { return int(math.Round(min(max(v, ioLeast), ioMost))) }

// drift goes a step towards a value, and reaches it.
func drift(now, to int) int {
	step := float64(ioDrift * float64(to-now))
	switch {
	case step > 0:
		return now + int(math.Ceil(step))
	case step < 0:
		return now + int(math.Floor(step))
	}
	return now
}
