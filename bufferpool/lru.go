package bufferpool

import "github.com/innosim/innosim/sim"

const (
	oldMinLen    = 512  // pages; BUF_LRU_OLD_MIN_LEN, 8 MiB of 16 KiB pages: shorter lists have no old part
	oldTolerance = 20   // pages; BUF_LRU_OLD_TOLERANCE
	nonOldMin    = 5    // pages; BUF_LRU_NON_OLD_MIN_LEN
	ratioDiv     = 1024 // BUF_LRU_OLD_RATIO_DIV
	ratioMin     = 51   // of ratioDiv; BUF_LRU_OLD_RATIO_MIN
	youngShare   = 4    // a quarter of the young part is young enough; buf_page_peek_if_young
)

// setOldRatio takes innodb_old_blocks_pct.
func (in *instance) setOldRatio(pct int) {
	in.oldRatio = max(pct*ratioDiv/100, ratioMin)
	in.youngRoom = uint32(in.size * (ratioDiv - in.oldRatio) / (ratioDiv * youngShare))
}

// targetOld is the length that the old part should have: calculate_desired_LRU_old_size.
func (in *instance) targetOld() int {
	return min(in.len*in.oldRatio/ratioDiv, in.len-(oldTolerance+nonOldMin))
}

// addYoung puts a page at the head of the LRU list.
func (p *Pool) addYoung(in *instance, f FrameID) {
	h := &p.frames[f]
	h.prev, h.next = 0, in.head
	if in.head != 0 {
		p.frames[in.head].prev = f
	} else {
		in.tail = f
	}
	in.head = f
	h.clock = in.clock
	p.added(in, h, false)
}

// addOld puts a page behind the first page of the old part, or at the head of a list without old part.
func (p *Pool) addOld(in *instance, f FrameID) {
	if in.boundary == 0 {
		p.addYoung(in, f)
		return
	}
	h, b := &p.frames[f], &p.frames[in.boundary]
	h.prev, h.next = in.boundary, b.next
	if b.next != 0 {
		p.frames[b.next].prev = f
	} else {
		in.tail = f
	}
	b.next = f
	in.reachClean.inserted(h, b)
	in.reachOne.inserted(h, b)
	in.oldLen++
	p.added(in, h, true)
}

// added ends an insertion: counts, and the boundary between young and old.
func (p *Pool) added(in *instance, h *frame, isOld bool) {
	h.tag |= listed
	h.state &^= old
	if isOld {
		h.state |= old
	}
	in.len++
	switch {
	case in.len > oldMinLen:
		p.adjustOld(in)
	case in.len == oldMinLen:
		p.initOld(in)
	}
}

// initOld splits a list that has just become long enough: buf_LRU_old_init.
func (p *Pool) initOld(in *instance) {
	for f := in.head; f != 0; f = p.frames[f].next {
		p.frames[f].state |= old
	}
	in.boundary, in.oldLen = in.head, in.len
	p.adjustOld(in)
}

// adjustOld moves the boundary until the old part is within the tolerance of its target:
// buf_LRU_old_adjust_len.
func (p *Pool) adjustOld(in *instance) {
	target := in.targetOld()
	for in.oldLen+oldTolerance < target {
		in.boundary = p.frames[in.boundary].prev
		p.frames[in.boundary].state |= old
		in.oldLen++
	}
	for in.oldLen > target+oldTolerance {
		h := &p.frames[in.boundary]
		h.state &^= old
		in.boundary = h.next
		in.oldLen--
	}
}

// unlist takes a page off the LRU list: buf_LRU_remove_block. Hands that point to it move on towards the
// head.
func (p *Pool) unlist(in *instance, f FrameID) {
	h := &p.frames[f]
	in.scanHand = pass(in.scanHand, f, h.prev)
	in.singleHand = pass(in.singleHand, f, h.prev)
	in.batchHand = pass(in.batchHand, f, h.prev)
	in.reachClean.removed(f, h)
	in.reachOne.removed(f, h)
	if f == in.boundary {
		p.growOld(in, h)
	}
	p.unlink(in, h)
	in.len--
	isOld := h.state&old != 0
	h.tag &^= listed
	h.state &^= old | passedMask
	if in.boundary == 0 {
		return
	}
	if in.len < oldMinLen {
		p.dropOld(in)
		return
	}
	if isOld {
		in.oldLen--
	}
	p.adjustOld(in)
}

// pass is a hand after frame f has gone, f's neighbour towards the head taking its place.
func pass(hand, f, prev FrameID) FrameID {
	if hand == f {
		return prev
	}
	return hand
}

// growOld moves the boundary one page towards the head, because its page h is leaving.
func (p *Pool) growOld(in *instance, h *frame) {
	in.boundary = h.prev
	p.frames[h.prev].state |= old
	in.oldLen++
}

func (p *Pool) unlink(in *instance, h *frame) {
	if h.prev != 0 {
		p.frames[h.prev].next = h.next
	} else {
		in.head = h.next
	}
	if h.next != 0 {
		p.frames[h.next].prev = h.prev
	} else {
		in.tail = h.prev
	}
}

// dropOld ends the old part of a list that has become short.
func (p *Pool) dropOld(in *instance) {
	for f := in.boundary; f != 0; f = p.frames[f].next {
		p.frames[f].state &^= old
	}
	in.boundary, in.oldLen = 0, 0
}

// evict takes an idle clean page out of the pool; its frame is held by the caller: buf_LRU_free_page.
func (p *Pool) evict(in *instance, f FrameID) {
	h := &p.frames[f]
	in.engage(h)
	p.unlist(in, f)
	if h.tag&stale == 0 {
		p.table[h.page] = 0
		if p.env.Extension != nil {
			p.cpu += p.env.Extension.Evicted(h.page)
		}
	}
	in.clock++
	in.held++
}

// noteAccess is what every get does to a page of the LRU list, first access or not: buf_page_set_accessed,
// buf_page_make_young_if_needed. It tells whether the page has been made young.
func (p *Pool) noteAccess(k *sim.Kernel, in *instance, f FrameID) (young bool) {
	h := &p.frames[f]
	now := millis(k.Now())
	first := h.touched == 0
	if first {
		h.touched = now
	}
	if in.clock != 0 && p.youngNeeded(in, h, now) {
		p.makeYoung(k, in, f)
		young = true
	}
	if first && p.kn.ReadAheadThreshold != 0 && p.env.Pages != nil {
		p.readAheadLinear(k, in, h.page)
	}
	return young
}

// millis is a time as frames keep it: in ms, never zero.
func millis(t sim.Time) uint32 { return uint32(int64(t)/int64(sim.Millisecond)) + 1 }

// youngNeeded decides whether an access moves a page to the LRU head: buf_page_peek_if_too_old. Only called
// once something has been evicted.
func (p *Pool) youngNeeded(in *instance, h *frame, now uint32) bool {
	if p.kn.OldBlocksTime != 0 && h.state&old != 0 {
		if now-h.touched >= uint32(p.kn.OldBlocksTime/sim.Millisecond) {
			return true
		}
		p.m.PagesNotMadeYoung++
		return false
	}
	return !in.youngEnough(h)
}

// youngEnough tells that few pages have been evicted since the page was put at the head:
// buf_page_peek_if_young.
func (in *instance) youngEnough(h *frame) bool {
	return uint64(in.clock) < uint64(h.clock)+uint64(in.youngRoom)
}

// makeYoung moves a page to the LRU head, under the LRU list mutex.
func (p *Pool) makeYoung(k *sim.Kernel, in *instance, f FrameID) {
	p.lock(k.Now(), in, p.o.Costs.Young)
	if p.frames[f].state&old != 0 {
		p.m.PagesMadeYoung++
	}
	p.unlist(in, f)
	p.addYoung(in, f)
}
