package flush

import "github.com/innosim/innosim/bufferpool"

// near walks the neighbours of a page that has just been flushed: innodb_flush_neighbors.
type near struct {
	on        bool
	area      bool // every dirty page of the area, else the run of dirty pages around the victim
	down      bool // the run is followed towards lower page numbers first
	victim    bufferpool.PageNo
	at        bufferpool.PageNo // last candidate
	low, high bufferpool.PageNo // the area is low … high-1
}

const (
	nearMinLRU = 512 // pages of the LRU list below which neighbours are left alone; BUF_LRU_OLD_MIN_LEN
	nearArea   = 64  // pages; BUF_READ_AHEAD_AREA
	nearShare  = 16  // the area is at most this part of the instance; buf_flush_try_neighbors
	nearRun    = 1   // innodb_flush_neighbors
)

// aroundPage begins with the neighbours of the page in hand.
func (c *Cleaner) aroundPage(w *worker) {
	if c.kn.FlushNeighbors == 0 || c.env.Pool.LRULen(w.instance) < nearMinLRU {
		return
	}
	area := bufferpool.PageNo(max(1, min(nearArea, c.env.Pool.Frames(w.instance)/nearShare)))
	pg := c.env.Pool.Page(w.page)
	low := pg / area * area
	w.near = near{on: true, down: true, victim: pg, at: pg, low: low, high: low + area}
	if c.kn.FlushNeighbors > nearRun {
		w.near.area, w.near.at = true, low-1
	}
}

// takeNear puts the next neighbour that can be flushed into the worker's hand.
func (c *Cleaner) takeNear(w *worker) bool {
	for w.near.on {
		pg, ok := w.near.next()
		if !ok {
			continue
		}
		f := c.env.Pool.Claim(pg, w.kind)
		if f == 0 {
			w.near.miss()
			continue
		}
		w.page = f
		c.metrics.PagesNear++
		c.counted(w)
		return true
	}
	return false
}

// next is the next candidate; without one the direction changes, or the walk is over.
func (n *near) next() (bufferpool.PageNo, bool) {
	switch {
	case n.area && n.at+1 == n.victim:
		n.at++
		return 0, false
	case !n.area && n.down && n.at > n.low:
		n.at--
		return n.at, true
	case (n.area || !n.down) && n.at+1 < n.high:
		n.at++
		return n.at, true
	}
	n.miss()
	n.on = n.on && !n.area
	return 0, false
}

// miss ends the run in its direction.
func (n *near) miss() {
	switch {
	case n.area:
	case n.down:
		n.down, n.at = false, n.victim
	default:
		n.on = false
	}
}
