package bufferpool

import (
	"errors"
	"fmt"
)

// Check verifies the laws of the pool that counts can show; it costs nothing worth counting.
func (p *Pool) Check() error {
	var broken []error
	for i := range p.inst {
		broken = append(broken, p.checkCounts(&p.inst[i]))
	}
	return errors.Join(broken...)
}

// law returns an error that names a law, unless it holds.
func law(in *instance, holds bool, text string, a ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("bufferpool: instance %d: %s", in.id, fmt.Sprintf(text, a...))
}

func (p *Pool) checkCounts(in *instance) error {
	writes := 0
	for _, n := range in.flushing {
		writes += n
	}
	target := in.targetOld()
	return errors.Join(
		law(in, in.free+in.len+in.held == in.size, "frames are not conserved: %d free + %d listed + %d held of %d",
			in.free, in.len, in.held, in.size),
		law(in, in.dirty == in.ages.n, "%d dirty pages, %d in the histogram of ages", in.dirty, in.ages.n),
		law(in, in.clean >= 0 && in.dirtyIdle >= 0 && in.clean+in.dirtyIdle <= in.len,
			"%d clean and %d dirty pages are idle, of %d", in.clean, in.dirtyIdle, in.len),
		law(in, in.dirtyIdle+writes <= in.dirty, "%d idle and %d being written, of %d dirty pages",
			in.dirtyIdle, writes, in.dirty),
		law(in, (in.boundary != 0) == (in.len >= oldMinLen),
			"%d pages, old part begins at %d", in.len, in.boundary),
		law(in, in.boundary == 0 || max(in.oldLen-target, target-in.oldLen) <= oldTolerance,
			"the old part has %d pages, not %d", in.oldLen, target),
	)
}

// CheckLists verifies every list and every frame: for tests, it walks all frames.
func (p *Pool) CheckLists() error {
	broken := []error{p.Check()}
	for i := range p.inst {
		in := &p.inst[i]
		broken = append(broken, p.checkLRU(in), p.checkFlushList(in), p.checkFree(in),
			p.checkReach(in, &in.reachClean), p.checkReach(in, &in.reachOne))
	}
	return errors.Join(broken...)
}

func (p *Pool) checkLRU(in *instance) error {
	var n, oldPages, clean, idle, wrong int
	before := FrameID(0)
	for f := in.head; f != 0 && n <= in.size; f = p.frames[f].next {
		h := &p.frames[f]
		n++
		if h.prev != before || h.tag&listed == 0 || h.tag&stale == 0 && p.lookup(h.page) != f {
			wrong++
		}
		if h.state&old != 0 {
			oldPages++
		}
		if oldPages != 0 && (h.state&old == 0 || oldPages == 1 && f != in.boundary) {
			wrong++
		}
		if h.replaceable() {
			clean++
		}
		if h.flushable() {
			idle++
		}
		before = f
	}
	return errors.Join(
		law(in, wrong == 0, "%d pages of the LRU list are not what they should be", wrong),
		law(in, n == in.len && before == in.tail, "%d pages in the LRU list, not %d", n, in.len),
		law(in, oldPages == in.oldLen, "%d old pages, not %d", oldPages, in.oldLen),
		law(in, clean == in.clean, "%d clean idle pages, not %d", clean, in.clean),
		law(in, idle == in.dirtyIdle, "%d dirty idle pages, not %d", idle, in.dirtyIdle),
	)
}

func (p *Pool) checkFlushList(in *instance) error {
	var n, wrong int
	var writes [FlushTypes]int
	before := FrameID(0)
	for f := in.oldest; f != 0 && n <= in.size; f = p.frames[f].newer {
		h := &p.frames[f]
		n++
		if h.older != before || h.state&dirty == 0 || h.newest() < h.oldest() {
			wrong++
		}
		if h.state&writing != 0 {
			writes[h.flushType()]++
		}
		before = f
	}
	return errors.Join(
		law(in, wrong == 0, "%d pages of the flush list are not what they should be", wrong),
		law(in, n == in.dirty && before == in.newest, "%d pages in the flush list, not %d", n, in.dirty),
		law(in, writes == in.flushing, "%v pages being written, not %v", writes, in.flushing),
	)
}

func (p *Pool) checkFree(in *instance) error {
	n := int(in.first) + in.size - int(in.fresh)
	for f := in.freeHead; f != 0 && n <= in.size; f = p.frames[f].next {
		n++
	}
	return law(in, n == in.free, "%d frames in the free list, not %d", n, in.free)
}

// checkReach verifies that the region is what lies between tail and end, and how many of its pages are
// useful.
func (p *Pool) checkReach(in *instance, r *reach) error {
	n, woken, f := 0, 0, in.tail
	for ; f != 0 && p.frames[f].state&r.bit != 0; f = p.frames[f].prev {
		n++
		if r.useful(&p.frames[f]) {
			woken++
		}
		if f == r.end {
			f = p.frames[f].prev
			break
		}
	}
	beyond := 0
	for ; f != 0; f = p.frames[f].prev {
		if p.frames[f].state&r.bit != 0 {
			beyond++
		}
	}
	return errors.Join(
		law(in, n == r.n && beyond == 0, "%d pages of region %d, not %d; %d beyond it", n, r.bit, r.n, beyond),
		law(in, woken == r.woken, "%d useful pages in region %d, not %d", woken, r.bit, r.woken),
	)
}
