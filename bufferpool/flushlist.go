package bufferpool

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// redirty is a page that was modified while it was being written.
type redirty struct {
	frame FrameID
	start redo.LSN // of the first such change
}

// Modify notes a change by the mini-transaction that wrote span. The page is fixed. The first change puts
// it at the head of its flush list, where the order of LSNs is as strict as Options.OrderLag says: mini-transactions may
// arrive out of order.
func (p *Pool) Modify(k *sim.Kernel, f FrameID, span redo.Span) {
	h := &p.frames[f]
	if h.pins == 0 {
		panic("bufferpool: Modify of a page that is not fixed")
	}
	p.m.WriteRequests++
	h.setNewest(max(h.newest(), span.End))
	switch {
	case h.state&dirty == 0:
		p.listDirty(p.of(h), f, span.Start)
	case h.state&writing != 0:
		p.noteAgain(f, span.Start)
	}
}

// noteAgain keeps the first change of a page since its write began. The server cannot do this: its writers
// hold the page latch from before the write begins. Here a thread that holds a page while it is parked may
// be overtaken by a flush.
func (p *Pool) noteAgain(f FrameID, start redo.LSN) {
	for i := range p.again {
		if p.again[i].frame == f {
			return
		}
	}
	p.again = append(p.again, redirty{f, start})
}

// relist puts a page that was modified while it was being written back on the flush list.
func (p *Pool) relist(in *instance, f FrameID) {
	for i := range p.again {
		if p.again[i].frame == f {
			p.listDirty(in, f, p.again[i].start)
			p.again[i] = p.again[len(p.again)-1]
			p.again = p.again[:len(p.again)-1]
			return
		}
	}
}

// listDirty puts a page on the flush list, in the order that it has.
func (p *Pool) listDirty(in *instance, f FrameID, start redo.LSN) {
	p.listBehind(in, f, start, p.behind(in, start))
}

// listBehind puts a page on the flush list, on the newer side of the page at.
func (p *Pool) listBehind(in *instance, f FrameID, start redo.LSN, at FrameID) {
	h := &p.frames[f]
	if p.env.Extension != nil {
		p.env.Extension.Dirtied(h.page)
	}
	h.state |= dirty
	h.setOldest(start)
	p.link(in, f, at)
	in.dirty++
	in.ages.add(start)
}

// behind is the page of the flush list that a page comes behind, at its newest end: one that is too old for the order of
// the list goes further down. That is a page that a parked thread has changed while it was being written.
func (p *Pool) behind(in *instance, start redo.LSN) FrameID {
	at := in.newest
	for at != 0 && p.frames[at].oldest() > start+p.o.OrderLag {
		at = p.frames[at].older
	}
	return at
}

// link puts a page on the flush list between the page at and the next newer one.
func (p *Pool) link(in *instance, f, at FrameID) {
	h := &p.frames[f]
	h.older, h.newer = at, in.oldest
	if at != 0 {
		h.newer = p.frames[at].newer
		p.frames[at].newer = f
	} else {
		in.oldest = f
	}
	if h.newer != 0 {
		p.frames[h.newer].older = f
	} else {
		in.newest = f
	}
}

// unlistDirty takes a page off the flush list: it is clean. A hand that points to it moves on to the next
// newer page.
func (p *Pool) unlistDirty(in *instance, f FrameID) {
	h := &p.frames[f]
	if in.listHand == f {
		in.listHand = h.newer
	}
	if h.newer != 0 {
		p.frames[h.newer].older = h.older
	} else {
		in.newest = h.older
	}
	if h.older != 0 {
		p.frames[h.older].newer = h.newer
	} else {
		in.oldest = h.newer
	}
	in.dirty--
	in.ages.remove(h.oldest())
	h.state &^= dirty
	h.newer, h.older = 0, 0
	h.setOldest(0)
}

// OldestDirty returns the start of the oldest change that is on no disk, as the tails of the flush lists
// show it; false when no page is dirty. Relaxed order may hide an older one: the log's checkpoint keeps
// that distance.
func (p *Pool) OldestDirty() (redo.LSN, bool) {
	lowest, found := redo.LSN(0), false
	for i := range p.inst {
		f := p.inst[i].oldest
		if f == 0 {
			continue
		}
		if l := p.frames[f].oldest(); !found || l < lowest {
			lowest, found = l, true
		}
	}
	return lowest, found
}

// CountOlder returns how many pages of an instance became dirty before limit, at most bound. It is exact
// but for the pages of one bucket of LSNs, which are taken to be spread evenly.
func (p *Pool) CountOlder(instance int, limit redo.LSN, bound int) int {
	return min(p.inst[instance].ages.older(limit), bound)
}
