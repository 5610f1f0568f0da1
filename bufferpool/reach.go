package bufferpool

import "math"

// reach remembers that no page from the LRU tail up to end is of use, so that a fruitless scan of n pages,
// which costs n pages of simulated time, costs nothing in real time. Its pages carry a bit; those that
// became useful since are counted.
type reach struct {
	bit   uint8
	end   FrameID // last page of the region, towards the head; 0: the region is empty
	n     int     // pages in the region
	woken int     // pages in the region that are useful now
}

// inserted keeps the region whole when h has been put right behind b, on its tail side.
func (r *reach) inserted(h, b *frame) {
	if b.state&r.bit != 0 {
		h.state |= r.bit
		r.n++
	}
}

// removed keeps the region whole when frame f leaves the list. Its links must still be in place.
func (r *reach) removed(f FrameID, h *frame) {
	if h.state&r.bit == 0 {
		return
	}
	r.n--
	if r.end == f {
		r.end = h.next
	}
}

// useful tells what the scan looks for: a page to evict or, for single-page flushes, a page to evict or to
// write.
func (r *reach) useful(h *frame) bool {
	return h.idle() && (r.bit == passedSingle || h.state&dirty == 0)
}

// useful counts the pages of an instance that the scan looks for.
func (in *instance) useful(r *reach) int {
	if r.bit == passedSingle {
		return in.clean + in.dirtyIdle
	}
	return in.clean
}

const wholeList = math.MaxInt // limit of a scan that ends at the LRU head

// scan looks for a useful page from the hand on, or from the tail, towards the head, at most limit pages.
// It returns the page, 0 when there is none, and the number of pages looked at.
//
// The server's hand has a fault that is part of what it does: the test whether to go on or to start over is
// inverted (PS-11446, MDEV-41201), so a hand in the old part starts over at the tail each time. goOn is the
// corrected test.
func (p *Pool) scan(in *instance, r *reach, hand *FrameID, limit int, goOn bool) (FrameID, int) {
	start := in.tail
	fromHand := *hand != 0 && (p.frames[*hand].state&old != 0) == goOn
	if fromHand {
		start = *hand
	}
	if in.useful(r) == 0 && limit == wholeList {
		*hand = 0
		if fromHand && !goOn {
			return 0, in.len - in.oldLen
		}
		return 0, in.len
	}
	if !fromHand && !goOn && in.boundary != 0 && (limit < in.oldLen || limit == wholeList) {
		f, n := p.scanTail(in, r, limit)
		*hand = 0
		if f != 0 {
			*hand = p.frames[f].prev
		}
		return f, n
	}
	return p.walk(r, start, hand, limit)
}

// walk looks at page after page.
func (p *Pool) walk(r *reach, f FrameID, hand *FrameID, limit int) (FrameID, int) {
	n := 0
	for f != 0 && n < limit {
		h := &p.frames[f]
		n++
		*hand = h.prev
		if r.useful(h) {
			return f, n
		}
		f = h.prev
	}
	*hand = f
	return 0, n
}

// scanTail looks from the tail on, skipping the region known to be of no use.
func (p *Pool) scanTail(in *instance, r *reach, limit int) (FrameID, int) {
	if r.woken > 0 {
		var hand FrameID
		return p.walk(r, in.tail, &hand, limit)
	}
	if r.n >= limit || in.useful(r) == 0 {
		return 0, min(limit, in.len)
	}
	f, n := in.tail, r.n
	if r.end != 0 {
		f = p.frames[r.end].prev
	}
	for f != 0 && n < limit {
		h := &p.frames[f]
		n++
		if r.useful(h) {
			return f, n
		}
		h.state |= r.bit
		r.n, r.end = r.n+1, f
		f = h.prev
	}
	return 0, n
}
