package queue

import "github.com/innosim/innosim/sim"

// Lot is where rare waiters are parked, under any 64-bit key: a frame, a row, an LSN. It is one table for
// all keys, so what can be waited for costs nothing while nobody waits. Waiters of one key leave in the
// order in which they came.
type Lot struct {
	chains  []chain // by hash of the key; length is a power of two
	waiters []waiter
	free    uint32 // list of unused waiters, by next; 0 none
	parked  int
}

type chain struct{ head, tail uint32 } // indexes of waiters; 0 none

type waiter struct {
	key  uint64
	w    sim.Wake
	next uint32
}

// NewLot returns an empty lot, sized for about so many waiters at a time; more are possible.
func NewLot(waiters int) *Lot {
	n := 16
	for n < waiters {
		n *= 2
	}
	return &Lot{chains: make([]chain, n), waiters: make([]waiter, 1, n+1)}
}

// Park adds a waiter behind those of the same key.
func (l *Lot) Park(key uint64, w sim.Wake) {
	i := l.take()
	l.waiters[i] = waiter{key: key, w: w}
	c := l.chain(key)
	if c.tail == 0 {
		c.head = i
	} else {
		l.waiters[c.tail].next = i
	}
	c.tail = i
	l.parked++
}

// Unpark wakes all waiters of a key, first come first, and returns how many.
func (l *Lot) Unpark(k *sim.Kernel, key uint64) int { return l.release(k, key, len(l.waiters)) }

// UnparkOne wakes the waiter of a key that came first, and tells whether there was one.
func (l *Lot) UnparkOne(k *sim.Kernel, key uint64) bool { return l.release(k, key, 1) > 0 }

// Waiting is the number of waiters of a key.
func (l *Lot) Waiting(key uint64) int {
	n := 0
	for i := l.chain(key).head; i != 0; i = l.waiters[i].next {
		if l.waiters[i].key == key {
			n++
		}
	}
	return n
}

// Parked is the number of waiters of all keys.
func (l *Lot) Parked() int { return l.parked }

// release wakes up to limit waiters of a key.
func (l *Lot) release(k *sim.Kernel, key uint64, limit int) int {
	n := 0
	c := l.chain(key)
	var before uint32
	for i := c.head; i != 0 && n < limit; {
		w := &l.waiters[i]
		next := w.next
		if w.key != key {
			before, i = i, next
			continue
		}
		l.unlink(c, before, i)
		k.Soon(w.w)
		w.next, l.free = l.free, i
		l.parked--
		n++
		i = next
	}
	return n
}

func (l *Lot) unlink(c *chain, before, i uint32) {
	next := l.waiters[i].next
	if before == 0 {
		c.head = next
	} else {
		l.waiters[before].next = next
	}
	if c.tail == i {
		c.tail = before
	}
}

func (l *Lot) take() uint32 {
	if i := l.free; i != 0 {
		l.free = l.waiters[i].next
		return i
	}
	l.waiters = append(l.waiters, waiter{})
	return uint32(len(l.waiters) - 1)
}

// lotMul spreads keys over the chains: 2^64 divided by the golden ratio, Knuth's multiplicative hash.
const lotMul = 0x9e3779b97f4a7c15

func (l *Lot) chain(key uint64) *chain {
	return &l.chains[key*lotMul>>32&uint64(len(l.chains)-1)]
}
