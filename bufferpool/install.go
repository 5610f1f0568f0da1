package bufferpool

import (
	"math"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Resident describes a page that is in memory when the run begins.
type Resident struct {
	Page     PageNo
	Young    bool      // goes to the LRU head; otherwise behind the midpoint
	Accessed bool      // at At; otherwise never
	At       sim.Time  // of the first access
	Age      uint32    // evictions since the page was last put at the LRU head
	Dirty    redo.Span // its first and last change; zero: clean
}

// Install puts a page in memory, without time passing; false when its instance has no free frame, or the
// page is there already. Young pages that are installed from the least to the most recently used give the
// LRU list in that order, with the midpoint where it belongs. Installed must be called after the last one.
func (p *Pool) Install(r Resident) bool {
	in := &p.inst[p.InstanceOf(r.Page)]
	if p.lookup(r.Page) != 0 {
		return false
	}
	f := p.takeFree(0, in)
	if f == 0 {
		return false
	}
	p.bind(r.Page, f)
	in.held--
	h := &p.frames[f]
	if r.Young {
		p.addYoung(in, f)
	} else {
		p.addOld(in, f)
	}
	h.clock = in.clock - min(r.Age, in.clock)
	if r.Accessed {
		h.touched = millis(r.At)
	}
	if r.Dirty.End != 0 {
		h.setNewest(r.Dirty.End)
		p.listBehind(in, f, r.Dirty.Start, in.newest)
	}
	in.release(h)
	return true
}

// SetClock sets the number of pages evicted from an instance so far: zero, as at a start, keeps all
// accesses from moving pages in the LRU list. Call it before Install.
func (p *Pool) SetClock(instance int, evictions uint32) { p.inst[instance].clock = evictions }

// Installed sorts the flush lists by age: pages are installed in another order.
func (p *Pool) Installed() {
	var pages, scratch []redirty
	for i := range p.inst {
		in := &p.inst[i]
		pages = pages[:0]
		for f := in.oldest; f != 0; f = p.frames[f].newer {
			pages = append(pages, redirty{f, p.frames[f].oldest()})
		}
		pages, scratch = sortByStart(pages, scratch)
		p.relink(in, pages)
	}
	p.cpu, p.blocked, p.memory.idleAt = 0, 0, 0 // it happened before the run: the memory is in use already
}

const (
	digitBits = 12
	digits    = 1 << digitBits
)

// sortByStart sorts pages by the LSN of their first change, digit by digit from the lowest on; pages of one
// LSN keep their order. It returns the sorted pages and the memory that it no longer needs.
func sortByStart(pages, scratch []redirty) (sorted, spare []redirty) {
	low, high := redo.LSN(math.MaxUint64), redo.LSN(0)
	for i := range pages {
		low, high = min(low, pages[i].start), max(high, pages[i].start)
	}
	if cap(scratch) < len(pages) {
		scratch = make([]redirty, len(pages))
	}
	scratch = scratch[:len(pages)]
	var at [digits]int
	for shift := 0; len(pages) > 1 && (high-low)>>shift != 0; shift += digitBits {
		clear(at[:])
		for i := range pages {
			at[(pages[i].start-low)>>shift&(digits-1)]++
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for i := range pages {
			d := (pages[i].start - low) >> shift & (digits - 1)
			scratch[at[d]] = pages[i]
			at[d]++
		}
		pages, scratch = scratch, pages
	}
	return pages, scratch
}

// relink builds the flush list in the order of pages, oldest first.
func (p *Pool) relink(in *instance, pages []redirty) {
	in.newest, in.oldest = 0, 0
	for _, d := range pages {
		h := &p.frames[d.frame]
		h.newer, h.older = 0, in.newest
		if in.newest != 0 {
			p.frames[in.newest].newer = d.frame
		} else {
			in.oldest = d.frame
		}
		in.newest = d.frame
	}
}
