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
		held += m.crowd.toll(now, m.place, hold)
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

// Crowd is the sleeping waiters of mutexes of one kind, who slow down the thread that has the mutex. In InnoDB a thread
// that has spun in vain takes a cell of the sync array; the release of a mutex wakes all who sleep on it, and each gives
// its cell back, tries, and takes a cell again. Meanwhile they take cache lines and processors from the thread that has
// the mutex: a hold takes longer by a part for each of them. So a mutex that is held briefly recovers from a crowd; one
// with long holds does not, and its throughput falls like one over the number of waiting threads.
//
// Source: sync0arr.cc and ut0mutex.h (event mutexes), MySQL 5.7 to 9.x.
type Crowd struct {
	each  float64      // part of a hold that each sleeper adds
	spin  sim.Duration // waits up to this are spun away
	most  int64        // threads
	lines []line
}

// line is who waits for one mutex: until when, and how long each has it.
type line struct {
	free sim.Time
	hold sim.Duration
}

// NewCrowd returns a crowd of at most so many threads. Each of those who wait longer than spin makes every hold longer
// by the part each of it.
func NewCrowd(threads int, each float64, spin sim.Duration) *Crowd {
	return &Crowd{each: each, spin: spin, most: int64(threads)}
}

// Mutex returns a free mutex of the crowd.
func (c *Crowd) Mutex(handOver sim.Duration) Mutex {
	c.lines = append(c.lines, line{})
	return Mutex{handOver: handOver, crowd: c, place: len(c.lines) - 1}
}

// toll is what the sleepers add to a hold of one of the mutexes.
func (c *Crowd) toll(now sim.Time, place int, hold sim.Duration) sim.Duration {
	n := min(c.lines[place].sleepers(now, c.spin), c.most)
	return sim.Duration(float64(hold) * c.each * float64(n))
}

func (l *line) sleepers(now sim.Time, spin sim.Duration) int64 {
	asleep := l.free.Sub(now) - spin
	if asleep <= 0 {
		return 0
	}
	return int64(asleep) / max(int64(l.hold), 1)
}
