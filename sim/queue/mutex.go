package queue

import "github.com/innosim/innosim/sim"

// Mutex is a booked server: its hold time is known when the lock is asked for, so it needs no queue and no
// event of its own. It keeps the time at which it is next free. Each waiter in line makes the hand-over
// dearer (the cache line moves between processors, and a sleeping waiter must be woken), so throughput
// falls under contention instead of staying flat.
type Mutex struct {
	free     sim.Time
	handOver sim.Duration // added to a hold for each waiter already in line
	lastHold sim.Duration // mean hold of those in line, exponentially smoothed
	crowd    *Crowd       // whose sleepers slow this mutex down too; nil: none
	place    int          // in crowd
	Waits    uint64       // bookings that had to wait
	Books    uint64
	Waited   sim.Duration // total waiting time
	Held     sim.Duration // total hold time, hand-over included
}

// NewMutex returns a free mutex whose hand-over costs d for each waiter in line.
func NewMutex(d sim.Duration) Mutex { return Mutex{handOver: d} }

// Book takes the mutex for hold, behind everybody who asked before. It returns the time until the caller
// has it; the caller holds it for the returned hold, which includes the hand-over.
func (m *Mutex) Book(now sim.Time, hold sim.Duration) (wait, held sim.Duration) {
	m.Books++
	held = hold
	if m.free > now {
		wait = m.free.Sub(now)
		held += m.handOver * sim.Duration(min(int64(wait)/max(int64(m.lastHold), 1), maxHandOver))
		m.Waits++
		m.Waited += wait
	}
	if m.crowd != nil {
		held += m.crowd.toll(now, m.place)
	}
	m.lastHold += (held - m.lastHold) / 8
	m.free = now.Add(wait + held)
	m.Held += held
	if m.crowd != nil {
		m.crowd.lines[m.place] = line{m.free, m.lastHold}
	}
	return wait, held
}

// maxHandOver bounds how many waiters make a hand-over dearer: threads that spin on the cache line; the
// others sleep.
const maxHandOver = 32

// Crowd is the sleeping waiters of a set of mutexes, who slow each other down. In InnoDB a thread that has
// spun in vain takes a cell of the sync array, of which there is one (innodb_sync_array_size); the release of
// a mutex wakes all who sleep on it, and each gives its cell back, tries, and takes a cell again, all under
// the array's own mutex. So a hand-over costs time for each sleeper, and the sleepers of other mutexes, who
// pass through the same array, count as much: throughput falls like one over the number of waiting threads.
//
// Source: sync0arr.cc and ut0mutex.h (event mutexes), MySQL 5.7 to 9.x.
type Crowd struct {
	each  sim.Duration // of a hand-over, for each sleeper
	spin  sim.Duration // waits up to this are spun away
	most  int64        // threads
	lines []line
}

// line is who waits for one mutex: until when, and how long each has it.
type line struct {
	free sim.Time
	hold sim.Duration
}

// NewCrowd returns a crowd of at most so many threads. Each of those who wait longer than spin adds each to
// every hand-over.
func NewCrowd(threads int, each, spin sim.Duration) *Crowd {
	return &Crowd{each: each, spin: spin, most: int64(threads)}
}

// Mutex returns a free mutex of the crowd.
func (c *Crowd) Mutex(handOver sim.Duration) Mutex {
	c.lines = append(c.lines, line{})
	return Mutex{handOver: handOver, crowd: c, place: len(c.lines) - 1}
}

// toll is what the sleepers add to a hand-over of one of the mutexes: nothing when nobody sleeps on it.
func (c *Crowd) toll(now sim.Time, place int) sim.Duration {
	if c.lines[place].sleepers(now, c.spin) == 0 {
		return 0
	}
	n := int64(0)
	for i := range c.lines {
		n += c.lines[i].sleepers(now, c.spin)
	}
	return c.each * sim.Duration(min(n, c.most))
}

func (l *line) sleepers(now sim.Time, spin sim.Duration) int64 {
	asleep := l.free.Sub(now) - spin
	if asleep <= 0 {
		return 0
	}
	return int64(asleep) / max(int64(l.hold), 1)
}
