package sim

import "math/bits"

// heap is a 4-ary min-heap of events. At 1 to 5 thousand pending events of 32 bytes it lives in the
// second-level cache, and four children share two cache lines. Which of four children comes first is a coin
// toss to the processor's branch prediction, so that choice is computed without branches.
type heap []Event

const arity = 4

// later is 1 when a comes after b in the written order, else 0: the borrow of a 128-bit subtraction b − a.
// Times are never negative.
func later(a, b *Event) uint64 {
	_, borrow := bits.Sub64(b.order, a.order, 0)
	_, borrow = bits.Sub64(uint64(b.At), uint64(a.At), borrow)
	return borrow
}

func (h *heap) push(e Event) {
	*h = append(*h, e)
	h.rise(len(*h)-1, e)
}

// rise moves e from the empty place i towards the root.
func (h heap) rise(i int, e Event) {
	for i > 0 {
		p := (i - 1) / arity
		if !e.before(&h[p]) {
			break
		}
		h[i] = h[p]
		i = p
	}
	h[i] = e
}

func (h *heap) pop() Event {
	s := *h
	top := s[0]
	n := len(s) - 1
	last := s[n]
	s = s[:n]
	*h = s
	if n > 0 {
		s.sink(last)
	}
	return top
}

// sink places e, starting at the root's empty place: down along the first children to a leaf, then up to
// where e belongs. It comes from the end of the heap, so that is rarely far.
func (h heap) sink(e Event) {
	i := 0
	for c := 1; c < len(h); c = i*arity + 1 {
		m := h.first(c)
		h[i] = h[m]
		i = m
	}
	h.rise(i, e)
}

// first returns the first in order of the up to four children that start at c.
func (h heap) first(c int) int {
	if c+arity > len(h) {
		m := c
		for j := c + 1; j < len(h); j++ {
			if h[j].before(&h[m]) {
				m = j
			}
		}
		return m
	}
	s := h[c : c+arity : c+arity]
	a := later(&s[0], &s[1])
	b := 2 + later(&s[2], &s[3])
	return c + int(a+(b-a)*later(&s[a&3], &s[b&3]))
}
