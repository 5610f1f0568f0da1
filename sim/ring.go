package sim

// ring is a queue of events of the current instant: waking 300 committers at one LSN costs no heap work.
type ring struct {
	buf        []Event // length is a power of two
	head, tail uint64
}

func newRing() ring { return ring{buf: make([]Event, 256)} }

func (r *ring) len() int { return int(r.tail - r.head) }

func (r *ring) front() *Event { return &r.buf[r.head&uint64(len(r.buf)-1)] }

func (r *ring) push(e Event) {
	if r.len() == len(r.buf) {
		r.grow()
	}
	r.buf[r.tail&uint64(len(r.buf)-1)] = e
	r.tail++
}

func (r *ring) pop() Event {
	e := *r.front()
	r.head++
	return e
}

func (r *ring) grow() {
	next := make([]Event, 2*len(r.buf))
	n := r.len()
	for i := range n {
		next[i] = r.buf[(r.head+uint64(i))&uint64(len(r.buf)-1)]
	}
	r.buf, r.head, r.tail = next, 0, uint64(n)
}
