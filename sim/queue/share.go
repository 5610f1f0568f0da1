package queue

import "github.com/innosim/innosim/sim"

// newShare is the processor time that a shared-core instance has saved: it earns its share while it does anything or
// nothing, up to CPUOptions.Burst, and pays for every burst. It begins with all that it can save.
func newShare(o *CPUOptions) Bucket {
	if o.Burst == 0 || o.Share >= 1 {
		return Bucket{}
	}
	return NewBucket(float64(o.Share*float64(o.CPUs)*float64(sim.Second)), float64(o.Burst))
}

// shared is how long a burst takes that would take d at the speed of the share: at full speed while what is saved pays for
// it.
func (c *CPU) shared(now sim.Time, d sim.Duration) sim.Duration {
	if !c.saved.Limits() {
		return d
	}
	work := sim.Duration(float64(d) * c.o.Share)
	pays := c.saved.Credit(now) >= float64(work)
	c.saved.Book(now, uint64(work))
	if pays {
		return work
	}
	return d
}

// Takes is how long d of processor time takes now by the host's factor and share, with its other processors idle.
func (c *CPU) Takes(now sim.Time, d sim.Duration) sim.Duration {
	work := sim.Duration(float64(d) * c.o.Factor)
	if c.saved.Limits() && c.saved.Credit(now) >= float64(work) {
		return work
	}
	return sim.Duration(float64(d) * (c.o.Factor / c.o.Share))
}
