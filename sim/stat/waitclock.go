package stat

import "github.com/innosim/innosim/sim"

// WaitClock divides the life of every thread among named waits. Waiting time is conserved: the sum over a
// thread's classes is the time since its last Reset, to the nanosecond.
type WaitClock struct {
	total []sim.Duration // thread × class
	since []sim.Time
	wait  []sim.Wait
}

// NewWaitClock returns a clock for threads 0 … threads-1.
func NewWaitClock(threads int) *WaitClock {
	return &WaitClock{
		total: make([]sim.Duration, threads*sim.NumWaits),
		since: make([]sim.Time, threads),
		wait:  make([]sim.Wait, threads),
	}
}

// Threads is the number of threads that the clock covers.
func (c *WaitClock) Threads() int { return len(c.since) }

// Switch closes the thread's running class at now and opens another.
func (c *WaitClock) Switch(thread uint32, now sim.Time, to sim.Wait) {
	c.total[int(thread)*sim.NumWaits+int(c.wait[thread])] += now.Sub(c.since[thread])
	c.wait[thread], c.since[thread] = to, now
}

// Move counts d of the thread's time in another class: for a wait that passes inside a burst of another
// class, such as spinning on a mutex, which takes processor time.
func (c *WaitClock) Move(thread uint32, from, to sim.Wait, d sim.Duration) {
	base := int(thread) * sim.NumWaits
	c.total[base+int(from)] -= d
	c.total[base+int(to)] += d
}

// Current is the class in which the thread is now.
func (c *WaitClock) Current(thread uint32) sim.Wait { return c.wait[thread] }

// Close adds the time of the open class up to now, and returns the thread's totals by class: valid until the
// next call.
func (c *WaitClock) Close(thread uint32, now sim.Time) []sim.Duration {
	c.Switch(thread, now, c.wait[thread])
	base := int(thread) * sim.NumWaits
	return c.total[base : base+sim.NumWaits]
}

// Reset starts a new response: all totals of the thread are zero from now on.
func (c *WaitClock) Reset(thread uint32, now sim.Time) {
	base := int(thread) * sim.NumWaits
	clear(c.total[base : base+sim.NumWaits])
	c.since[thread] = now
}
