package btree

import "github.com/innosim/innosim/bufferpool"

// Space gives out the next extent of 64 pages of a tablespace and returns its first page (fsp0fsp.cc).
type Space interface {
	Extend() bufferpool.PageNo
}

const extentPages = 64

// Segment is the pages of one level of an index, in order of allocation; freed ones are used first.
type Segment struct {
	extents []bufferpool.PageNo
	used    uint32 // pages ever taken
	freed   []bufferpool.PageNo
}

// Alloc returns a page for the segment.
func (s *Segment) Alloc(sp Space) bufferpool.PageNo {
	if n := len(s.freed); n > 0 {
		p := s.freed[n-1]
		s.freed = s.freed[:n-1]
		return p
	}
	if s.used == uint32(len(s.extents))*extentPages {
		s.extents = append(s.extents, sp.Extend())
	}
	s.used++
	return s.page(s.used - 1)
}

// slackShare of a segment's pages are kept unused while it grows out of order: fseg_alloc_free_page_low, FSEG_FILLFACTOR
// (fsp0fsp.cc).
const slackShare = 8

// keepSlack takes a new extent when the segment is nearly full, as the server does for a split.
func (s *Segment) keepSlack(sp Space) {
	all := uint32(len(s.extents)) * extentPages
	if unused := all - s.used + uint32(len(s.freed)); unused < all/slackShare {
		s.extents = append(s.extents, sp.Extend())
	}
}

// widen takes extents up to a number: the slack that former splits have left behind.
func (s *Segment) widen(sp Space, extents int) {
	for len(s.extents) < extents {
		s.extents = append(s.extents, sp.Extend())
	}
}

// Free gives a page back for reuse.
func (s *Segment) Free(p bufferpool.PageNo) { s.freed = append(s.freed, p) }

// page returns the i-th page ever taken.
func (s *Segment) page(i uint32) bufferpool.PageNo {
	return s.extents[i/extentPages] + bufferpool.PageNo(i%extentPages)
}

// reserve takes n pages at once.
func (s *Segment) reserve(sp Space, n uint32) {
	for range n {
		s.Alloc(sp)
	}
}
