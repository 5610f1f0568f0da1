package queue

import "github.com/innosim/innosim/sim"

// Mode is how a latch is held.
type Mode uint8

// Modes of a latch.
const (
	Shared Mode = iota
	Exclusive
)

// Latch is held by many in shared mode or by one in exclusive mode, granted in the order of arrival: a
// reader does not overtake a writer that waits.
type Latch struct {
	wait    sim.Wait
	shared  int  // holders in shared mode
	held    bool // exclusively
	waiters []latchWaiter
	head    int
}

type latchWaiter struct {
	ok   sim.Wake
	mode Mode
}

// NewLatch returns a free latch whose waits have the given name.
func NewLatch(wait sim.Wait) Latch { return Latch{wait: wait} }

// Lock grants the latch at once, or parks the caller: then ok arrives when it has been granted.
func (l *Latch) Lock(_ *sim.Kernel, m Mode, ok sim.Wake) sim.Wait {
	if l.Waiting() == 0 && l.free(m) {
		l.grant(m)
		return sim.NoWait
	}
	if l.head > 0 && len(l.waiters) == cap(l.waiters) {
		n := copy(l.waiters, l.waiters[l.head:])
		l.waiters, l.head = l.waiters[:n], 0
	}
	l.waiters = append(l.waiters, latchWaiter{ok, m})
	return l.wait
}

// Unlock gives the latch back and grants it to whoever is next.
func (l *Latch) Unlock(k *sim.Kernel, m Mode) {
	switch {
	case m == Exclusive && l.held:
		l.held = false
	case m == Shared && l.shared > 0:
		l.shared--
	default:
		panic("queue: unlock of a latch that is not held in this mode")
	}
	for l.Waiting() > 0 && l.free(l.waiters[l.head].mode) {
		w := l.waiters[l.head]
		l.head++
		l.grant(w.mode)
		k.Soon(w.ok)
	}
	if l.head == len(l.waiters) {
		l.waiters, l.head = l.waiters[:0], 0
	}
}

// Waiting is the number of parked callers.
func (l *Latch) Waiting() int { return len(l.waiters) - l.head }

// Holders is the number of holders: readers, or one writer.
func (l *Latch) Holders() int {
	if l.held {
		return 1
	}
	return l.shared
}

func (l *Latch) free(m Mode) bool { return !l.held && (m == Shared || l.shared == 0) }

func (l *Latch) grant(m Mode) {
	if m == Exclusive {
		l.held = true
		return
	}
	l.shared++
}
