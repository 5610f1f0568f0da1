package bufferpool

import (
	"math/bits"

	"github.com/innosim/innosim/sim"
)

const (
	areaShare     = 32 // an area is at most this part of an instance; BUF_READ_AHEAD_AREA
	pendingShare  = 2  // none while this part of an instance is being read; BUF_READ_AHEAD_PEND_LIMIT
	randomBase    = 5  // pages; BUF_READ_AHEAD_RANDOM_THRESHOLD is 5 + area/8
	randomDivisor = 8
	ascending     = 1 // order of the accesses to an area
	descending    = -1
	pageNone      = PageNo(0)
)

// area returns the first page of the read-ahead area around pg, and its length.
func (in *instance) area(pg PageNo) (low PageNo, n PageNo) {
	n = PageNo(min(extentPages, 1<<bits.Len(uint(max(in.size/areaShare, 1)-1))))
	return pg &^ (n - 1), n
}

// readAheadLinear looks, at the first access to a page on the border of its area, whether the area was read
// in order and goes on in the next one, and then reads that: buf_read_ahead_linear.
func (p *Pool) readAheadLinear(k *sim.Kernel, in *instance, pg PageNo) {
	low, n := in.area(pg)
	last := low + n - 1
	if pg != low && pg != last || in.tooBusy() {
		return
	}
	before, after := p.env.Pages.Neighbours(pg)
	next, order := pageNone, ascending
	switch {
	case pg == low && after == pg+1:
		next, order = before, descending
	case pg == last && before == pg-1:
		next = after
	}
	if next == pageNone || !p.inOrder(low, n, order) {
		return
	}
	low, _ = in.area(next)
	if next == low || next == low+n-1 {
		p.m.ReadAhead += p.prefetchArea(k, low, n, pageNone)
	}
}

func (in *instance) tooBusy() bool { return in.reading > in.size/pendingShare }

// inOrder tells that enough pages of an area were first accessed in the order of their numbers, or against
// it.
func (p *Pool) inOrder(low, n PageNo, order int) bool {
	misses, allowed := 0, min(extentPages-p.kn.ReadAheadThreshold, int(n))
	previous := uint32(0)
	for pg := low; pg < low+n; pg++ {
		t := uint32(0)
		if f := p.lookup(pg); f != 0 {
			t = p.frames[f].touched
		}
		switch {
		case t == 0:
			misses++
			if misses > allowed {
				return false
			}
			continue
		case previous != 0 && t != previous && (t > previous) != (order == ascending):
			misses++
		}
		previous = t
	}
	return misses <= allowed
}

// readAheadRandom reads the rest of an area of which enough pages are in memory, accessed and young:
// buf_read_ahead_random.
func (p *Pool) readAheadRandom(k *sim.Kernel, pg PageNo) {
	in := &p.inst[p.InstanceOf(pg)]
	if in.tooBusy() {
		return
	}
	low, n := in.area(pg)
	recent := 0
	for a := low; a < low+n; a++ {
		if f := p.lookup(a); f != 0 && p.frames[f].touched != 0 && in.youngEnough(&p.frames[f]) {
			recent++
		}
	}
	if recent >= randomBase+int(n)/randomDivisor {
		p.m.ReadAheadRandom += p.prefetchArea(k, low, n, pg)
	}
}

// prefetchArea starts reads of all pages of an area that are not in memory, but one, and returns their
// number.
func (p *Pool) prefetchArea(k *sim.Kernel, low, n, but PageNo) uint64 {
	started := uint64(0)
	for pg := low; pg < low+n; pg++ {
		if pg == pageNone || pg == but || p.lookup(pg) != 0 {
			continue
		}
		if !p.prefetch(k, pg) {
			break
		}
		started++
	}
	return started
}

// prefetch starts the read of one page. It takes a free frame or evicts one of the last pages of the LRU
// list; it never writes, so it fails where a client would flush.
func (p *Pool) prefetch(k *sim.Kernel, pg PageNo) bool {
	in := &p.inst[p.InstanceOf(pg)]
	f := p.takeFree(k.Now(), in)
	if f == 0 {
		f = p.evictForReadAhead(k, in)
	}
	if f == 0 {
		return false
	}
	p.bind(pg, f)
	in.held--
	p.startRead(in, f)
	p.lock(k.Now(), in, p.o.Costs.Insert)
	p.env.Reader.Prefetch(k, pg, p.wake(prefetched, uint32(f)))
	return true
}

// evictForReadAhead evicts a clean page near the tail and returns its frame, held.
func (p *Pool) evictForReadAhead(k *sim.Kernel, in *instance) FrameID {
	f, n := p.scanTail(in, &in.reachClean, scanThreshold)
	p.lock(k.Now(), in, sim.Duration(n)*p.o.Costs.ScanPage)
	if f == 0 {
		return 0
	}
	p.evict(in, f)
	p.frames[f] = frame{tag: in.id}
	return f
}
