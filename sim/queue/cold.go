package queue

import "github.com/innosim/innosim/sim"

// manner is how a burst gets its processor.
type manner struct {
	atOnce bool // without the run queue
	inside bool // the thread goes on in the middle of something
}

// goingOn is the manner of a thread that has slept in the middle of something: a read, a latch, a commit. The model
// books most of a statement's processor time before the statement waits, so the burst behind the wait may be short, and
// yet what the thread needs from then on is gone from the caches after a long sleep. The lab's server shows it: its
// processor time per transaction grows with the number and the length of the waits, 0.8 ms at 2 ms a wait, 1.5 ms at
// 5 to 15 ms. Light threads touch little.
func (c *CPU) goingOn(thread uint32) manner {
	light := c.isUrgent(thread)
	return manner{atOnce: light, inside: !light}
}

// SetLight marks n threads from the first one on as light, but not so light that they always run at once: they wait for
// half of the run queue. A fair scheduler prefers threads that have used little processor time, and an I/O thread has used
// less than about half of those that wait. Measured in the lab: where a client waits 0.5 to 0.7 ms for a busy processor
// after a read, an I/O thread waits 0.15 to 0.3 ms after a write.
func (c *CPU) SetLight(first uint32, n int) {
	c.SetUrgent(first, n)
	for i := range n {
		c.half[first+uint32(i)] = true
	}
}

// early is when a thread gets a processor that need not join the end of the run queue, where it would get one at end.
func (c *CPU) early(thread uint32, now, end sim.Time) sim.Time {
	if !c.half[thread] || c.last[thread] == now {
		return now
	}
	return now.Add(end.Sub(now) / 2)
}

// touches is the processor time that stands for the data of a burst.
func (m manner) touches(d, cold sim.Duration) sim.Duration {
	if m.inside {
		return cold
	}
	return d
}

// cacheFill is processor time of other threads that fills the caches of a processor with their data. Estimate by the lab's
// server on two busy processors: its CPU time per transaction grows from 4 to 16 clients, 0.2 to 1.1 ms a wait, and its
// throughput does not fall from 16 to 64.
const cacheFill = sim.Millisecond

// Lost is how much of a gap between two bursts, with so much idle time of a processor in it, counts for cold caches.
// The work of others counts until it has filled the caches: whoever waits longer for a busy processor loses no more.
// Idle time counts in full: other guests of the machine use the caches then.
func Lost(gap, idled sim.Duration) sim.Duration {
	idled = min(max(idled, 0), gap)
	return idled + min(gap-idled, cacheFill)
}

// chill is what cold caches add to a burst of the thread that starts at a time and touches what so much time touches.
func (c *CPU) chill(thread uint32, at sim.Time, d sim.Duration) sim.Duration {
	c.reach(thread + 1)
	idled := c.idle(at)
	gap := Lost(at.Sub(c.last[thread]), idled-c.idled[thread])
	c.idled[thread] = idled
	if c.o.Cold == 0 || gap <= 0 {
		return 0
	}
	return sim.Duration(float64(min(d, c.o.Cold)) * (float64(gap) / float64(gap+c.o.ColdGap)))
}

// idle is the time that a processor, on the average, has idled until a burst starts that is booked now.
func (c *CPU) idle(at sim.Time) sim.Duration {
	return sim.Duration(at) - c.booked/sim.Duration(c.o.CPUs)
}

// Idled is the time that a processor, on the average, has idled so far.
func (c *CPU) Idled() sim.Duration {
	now := c.k.Now()
	return c.idle(now) + c.servers.Ahead(now)/sim.Duration(c.o.CPUs)
}
