package queue

import "github.com/innosim/innosim/sim"

// Crowd is the threads that wait for mutexes of one kind, who slow down the thread that has one. In InnoDB a thread that
// waits tries for innodb_sync_spin_loops rounds of up to innodb_spin_wait_delay times innodb_spin_wait_pause_multiplier
// pauses, some 0.1 ms; then it takes a cell of the sync array and sleeps. The release of the mutex wakes all who sleep for it,
// and they try again.
//
// Who still tries uses a processor, and looks at the mutex every few microseconds: he slows down the holder as other work
// does (hyper-threads, clock, shared caches: CPUOptions), and takes the mutex over soon after its release. So a line that
// is shorter than the time of the tries costs little, however many stand in it: Percona Server 8.4.11, whose sections are
// short, does nearly as much with one LRU list as with eight.
//
// Who has given up passes the one mutex of the sync array and that of the event again and again, and so do all whom they
// keep from their own latches. A hold takes longer by a share of a processor for each of them, whichever mutex it is that he
// sleeps for. So the throughput of a mutex falls like one over the number of threads once its line is longer than their tries,
// and a second mutex of the kind does not help its waiters.
//
// What is known of such crowds (Percona Server 8.4.8 with 256 clients on 80 hardware threads; stack samples and counters of
// Percona-Lab-results/2026-ps-vs-mysql): with two LRU lists half of those who want their mutexes find them taken, and then
// look for 113 rounds and sleep 3.4 times on the average, 197,000 times a second in all; with eight lists they look for 9
// rounds, and one in seven sleeps. Of 194 threads at work 150 wait for a mutex, by their callers the LRU list's, and 17 more
// try for one: a round takes them 2.6 us. Eleven of the 150 sleep; all others are on their way into or out of the sync
// array, and a fifth of the processors is idle. Tries that fail for all of their rounds, at a mutex that is free half of the
// time, mean that a few holds are very long. Of the 60 threads that can have had the mutexes in 30 samples of MySQL 8.4.8, 18
// slept for an X lock of the page hash, which the holder before them keeps while he wakes the sleepers
// (buf_page_init_for_read gives the mutex of the list up first), 15 were at work, and 27 were not seen. So the sleepers do
// lengthen holds, through that lock; by how much is chosen, with the rest of the pool's costs.
//
// Source: sync0arr.cc, ut0mutex.h (event mutexes), ut0ut.cc (ut_delay), MySQL 5.7 to 9.x.
type Crowd struct {
	cpu   *CPU
	o     CrowdOptions
	lines []line
}

// CrowdOptions describe those who wait.
type CrowdOptions struct {
	Spin sim.Duration // a thread that has waited this long sleeps
	Most int          // so many of those who sleep are awake at a time, at most
}

// line is who waits for one mutex: until when, and how long each has it.
type line struct {
	free sim.Time
	hold sim.Duration
}

// NewCrowd returns a crowd on the processors of a host; nil: nobody slows down anybody.
func NewCrowd(cpu *CPU, o CrowdOptions) *Crowd { return &Crowd{cpu: cpu, o: o} }

// Mutex returns a free mutex of the crowd.
func (c *Crowd) Mutex(handOver sim.Duration) Mutex {
	c.lines = append(c.lines, line{})
	m := NewMutex(handOver)
	m.crowd, m.place = c, len(c.lines)-1
	return m
}

// toll is what the others on the processors add to a hold.
func (c *Crowd) toll(now sim.Time, hold sim.Duration) sim.Duration {
	if c.cpu == nil {
		return 0
	}
	trying, asleep := c.waiting(now)
	cpus := int64(c.cpu.CPUs())
	d := c.cpu.stretch(hold, int(min(trying+int64(c.cpu.Busy()), cpus)))
	d += d * sim.Duration(min(asleep, int64(c.o.Most))) / sim.Duration(cpus)
	return d - hold
}

// waiting is how many threads try for the mutexes, and how many have given up for now: as many try as get it within the time
// of the tries.
func (c *Crowd) waiting(now sim.Time) (trying, asleep int64) {
	for i := range c.lines {
		l := &c.lines[i]
		if l.free <= now {
			continue
		}
		hold := max(int64(l.hold), 1)
		n := int64(l.free.Sub(now)) / hold
		try := min(n, int64(c.o.Spin)/hold)
		trying += try
		asleep += n - try
	}
	return trying, asleep
}
