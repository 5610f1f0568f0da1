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
	crowd    *Crowd       // who slow its holders down; nil: nobody
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
		held += m.crowd.toll(now, hold)
	}
	m.lastHold += (held - m.lastHold) / 8
	m.free = now.Add(wait + held)
	m.Held += held
	if m.crowd != nil {
		m.crowd.lines[m.place] = line{m.free, m.lastHold}
	}
	return wait, held
}

// Crowd makes the line at least d long: threads that were all woken at once, as far as they do not stand in it from before.
func (m *Mutex) Crowd(now sim.Time, d sim.Duration) { m.free = max(m.free, now.Add(d)) }

// Taken tells whether somebody has the mutex, or waits for it.
func (m *Mutex) Taken(now sim.Time) bool { return m.free > now }

// maxHandOver bounds how many waiters make a hand-over dearer: threads that spin on the cache line; the others sleep.
const maxHandOver = 32
