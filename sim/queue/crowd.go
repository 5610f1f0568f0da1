package queue

import "github.com/innosim/innosim/sim"

// Crowd is the threads that wait for mutexes of one kind, who slow down the thread that has one. In InnoDB a thread that
// waits tries for innodb_sync_spin_loops rounds of up to innodb_spin_wait_delay times innodb_spin_wait_pause_multiplier
// pauses, 0.1 to 0.2 ms, then takes a cell of the sync array and sleeps; the release of the mutex wakes all who sleep on
// it, and they try again. So those who wait for a mutex that changes hands more often than that are runnable all the
// time, whichever mutex it is. Up to the number of processors they slow a holder down as other work on them does
// (hyper-threads, clock, shared caches: CPUOptions); beyond it he gets a share of a processor, like everybody: a hold
// takes as many times longer as there are runnable threads for each processor. The throughput of a mutex falls like one
// over the number of threads, and a second mutex of the kind does not help its waiters.
//
// What stack samples of Percona Server 8.4.8 with 256 clients on 80 hardware threads show (Percona-Lab-results/2026-ps-vs-mysql):
// of 194 threads at work 150 wait for a mutex, by their callers the LRU list's, and 17 more spin for one. Eleven of the 150
// sleep; all others are on their way into or out of the sync array, in a convoy at its one mutex or at that of the event, and a
// fifth of the processors is idle. So the share of a processor is not how it happens, though it has the size that was measured
// for two mutexes; with one the throughput falls too far where sections are short (8.4.11: 8,000 transactions a second, half of
// that here).
//
// Source: sync0arr.cc, ut0mutex.h (event mutexes), ut0ut.cc (ut_delay), MySQL 5.7 to 9.x.
type Crowd struct {
	cpu   *CPU
	most  int64 // threads awake beside those at work
	lines []line
}

// line is who waits for one mutex: until when, and how long each has it.
type line struct {
	free sim.Time
	hold sim.Duration
}

// NewCrowd returns a crowd on the processors of a host; nil: nobody slows down anybody. No more than most threads that
// wait are awake at a time.
func NewCrowd(cpu *CPU, most int) *Crowd { return &Crowd{cpu: cpu, most: int64(most)} }

// Mutex returns a free mutex of the crowd. One waiter on each processor makes a hand-over dearer: each release takes the
// cache line from all of them.
func (c *Crowd) Mutex(handOver sim.Duration) Mutex {
	c.lines = append(c.lines, line{})
	m := NewMutex(handOver)
	if c.cpu != nil {
		m.most = int64(c.cpu.CPUs())
	}
	m.crowd, m.place = c, len(c.lines)-1
	return m
}

// toll is what the others on the processors add to a hold.
func (c *Crowd) toll(now sim.Time, hold sim.Duration) sim.Duration {
	if c.cpu == nil {
		return 0
	}
	n := min(c.waiting(now), c.most) + int64(c.cpu.Busy())
	cpus := int64(c.cpu.CPUs())
	d := c.cpu.stretch(hold, int(min(n, cpus)))
	if n > cpus {
		d = d * sim.Duration(n) / sim.Duration(cpus)
	}
	return d - hold
}

// waiting is how many threads wait for the mutexes.
func (c *Crowd) waiting(now sim.Time) int64 {
	n := int64(0)
	for i := range c.lines {
		if l := &c.lines[i]; l.free > now {
			n += int64(l.free.Sub(now)) / max(int64(l.hold), 1)
		}
	}
	return n
}
