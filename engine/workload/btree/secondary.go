package btree

import (
	"slices"

	"github.com/innosim/innosim/bufferpool"
)

// Key orders the entries of the index on k: by k, then by id.
type Key uint64

// MakeKey packs an entry of the index on k. Both parts are below 2^32.
func MakeKey(k, id uint64) Key { return Key(k<<32 | id) }

// Leaf is one leaf of a secondary index: 16 bytes.
type Leaf struct {
	low  Key // lowest key that belongs here
	Page bufferpool.PageNo
	recs uint16 // entries, delete-marked ones included
	free uint16 // entries that still fit the contiguous space; the rest of the page is garbage
}

// Secondary is the index on k.
type Secondary struct {
	inner  Segment
	seg    Segment
	leaves []Leaf // in key order
}

// newSecondary builds the index over n rows as sorted index creation does: full leaves in key order. at gives
// the key at a rank, a 32-bit fraction of the rows.
func newSecondary(sp Space, n, ids uint64, at func(rank uint32) Key) Secondary {
	count := uint32((n + EntriesPerLeaf - 1) / EntriesPerLeaf)
	s := Secondary{leaves: make([]Leaf, count, count+count/8+8)}
	s.inner.reserve(sp, 1+innerPages(count, secFanout))
	left := n
	for i := range s.leaves {
		recs := min(left, EntriesPerLeaf)
		rank := (uint64(i) * EntriesPerLeaf << 32) / n
		s.leaves[i] = Leaf{low: at(uint32(rank)), Page: s.seg.Alloc(sp), recs: uint16(recs), free: uint16(EntriesPerLeaf - recs)}
		left -= recs
	}
	s.part(ids)
	s.leaves[0].low = 0
	return s
}

// part gives leaves that begin with the same key, since one value has more rows than they hold, keys of their own: the
// index orders the rows of a value by id.
func (s *Secondary) part(ids uint64) {
	for i := 0; i < len(s.leaves); {
		low, end := s.leaves[i].low, i+1
		for end < len(s.leaves) && s.leaves[end].low == low {
			end++
		}
		high := MakeKey(uint64(low>>32), ids+1)
		if end < len(s.leaves) {
			high = min(high, s.leaves[end].low)
		}
		for j := i + 1; j < end; j++ {
			s.leaves[j].low = low + max(1, (high-low)/Key(end-i))*Key(j-i)
		}
		i = end
	}
}

// Len is the number of leaves.
func (s *Secondary) Len() int { return len(s.leaves) }

// At returns the i-th leaf in key order.
func (s *Secondary) At(i int) *Leaf { return &s.leaves[i] }

// ID is the id of the lowest key that belongs to the leaf.
func (l *Leaf) ID() uint64 { return uint64(l.low) & (1<<32 - 1) }

// Records is the number of entries on the leaf, delete-marked ones included.
func (l *Leaf) Records() int { return int(l.recs) }

// Find returns the leaf to which a key belongs.
func (s *Secondary) Find(key Key) int {
	lo, hi := 0, len(s.leaves)
	for hi-lo > 1 {
		m := int(uint(lo+hi) / 2)
		if s.leaves[m].low <= key {
			lo = m
		} else {
			hi = m
		}
	}
	return lo
}

// Room is the number of entries that still fit the leaf, with its garbage reorganized away.
func (l *Leaf) Room() int { return EntriesPerLeaf - int(l.recs) }

// Root is the root page.
func (s *Secondary) Root() bufferpool.PageNo { return s.inner.page(0) }

// Inner returns the page of level 1 above the i-th leaf, or 0 when the root is directly above.
func (s *Secondary) Inner(i int) bufferpool.PageNo {
	if s.inner.used == 1 {
		return 0
	}
	pages := s.inner.used - 1
	return s.inner.page(1 + uint32(uint64(i)*uint64(pages)/uint64(len(s.leaves))))
}

// InnerPages calls f for the root and the pages of level 1.
func (s *Secondary) InnerPages(f func(bufferpool.PageNo)) {
	for i := range s.inner.used {
		f(s.inner.page(i))
	}
}

// Insert tries the optimistic insert into leaf i and reports whether the entry fitted
// (btr_cur_optimistic_insert): it does not when the contiguous space is used up and the page's garbage is too
// little to be worth a reorganization.
func (s *Secondary) Insert(i int) bool {
	l := &s.leaves[i]
	garbage := EntriesPerLeaf - l.recs - l.free
	switch {
	case garbage == 0:
		if l.free == 0 {
			return false
		}
		l.free--
	case l.free == 0 && garbage < reorganizeLimit:
		return false
	}
	// With garbage, the entry takes a freed one's place: all are of one size.
	l.recs++
	return true
}

// Split moves the upper half of leaf i to a new right neighbour on page p and returns the number of entries
// moved. Between is the key at which the halves part. The new page is packed; the old one is left with
// garbage.
func (s *Secondary) Split(i int, p bufferpool.PageNo, between Key) (moved int) {
	l := &s.leaves[i]
	keep := l.recs / 2
	right := Leaf{low: between, Page: p, recs: l.recs - keep, free: EntriesPerLeaf - (l.recs - keep)}
	l.recs = keep
	s.leaves = slices.Insert(s.leaves, i+1, right)
	return int(right.recs)
}

// Middle is the key that parts leaf i in halves: that of its middle entry, with the entries evenly spread
// over the leaf's key range.
func (s *Secondary) Middle(i int, top Key) Key {
	low, high := s.leaves[i].low, top
	if i+1 < len(s.leaves) {
		high = s.leaves[i+1].low
	}
	return max(low+1, low+(high-low)/2)
}

// Remove takes one entry off leaf i, as purge does, and reports whether the leaf should now be merged.
func (s *Secondary) Remove(i int) (merge bool) {
	l := &s.leaves[i]
	if l.recs > 0 {
		l.recs--
	}
	return l.recs <= mergeThreshold && len(s.leaves) > 1
}

// WouldMerge reports whether removing one more entry from leaf i makes it a candidate for merging.
func (s *Secondary) WouldMerge(i int) bool {
	return s.leaves[i].recs <= mergeThreshold+1 && len(s.leaves) > 1
}

// MergeTarget returns the neighbour that can take recs entries of leaf i: the left one, else the right one,
// else -1 (btr_compress, btr_can_merge_with_page).
func (s *Secondary) MergeTarget(i, entries int) int {
	recs := uint16(entries)
	if i > 0 && s.leaves[i-1].recs+recs <= EntriesPerLeaf {
		return i - 1
	}
	if i+1 < len(s.leaves) && s.leaves[i+1].recs+recs <= EntriesPerLeaf {
		return i + 1
	}
	return -1
}

// Merge moves leaf i's entries to its neighbour j, which is packed by it, frees the page and returns the
// number of entries moved.
func (s *Secondary) Merge(i, j int) (moved int) {
	from, to := s.leaves[i], &s.leaves[j]
	to.recs += from.recs
	to.free = EntriesPerLeaf - to.recs
	to.low = min(to.low, from.low)
	s.seg.Free(from.Page)
	s.leaves = slices.Delete(s.leaves, i, i+1)
	return int(from.recs)
}

// NewPage takes a page for a split.
func (s *Secondary) NewPage(sp Space) bufferpool.PageNo {
	s.seg.keepSlack(sp)
	p := s.seg.Alloc(sp)
	if want := 1 + innerPages(uint32(len(s.leaves)), secFanout); want > s.inner.used {
		s.inner.Alloc(sp)
	}
	return p
}

// GiveBack returns a page that NewPage gave out and that was not needed.
func (s *Secondary) GiveBack(p bufferpool.PageNo) { s.seg.Free(p) }

// Position is where a key stands in the index, in entries from its beginning, with entries evenly spread over
// each leaf's key range: how many entries a range of keys has is the difference of two positions.
func (s *Secondary) Position(key, top Key) (leaf int, offset float64) {
	i := s.Find(key)
	low, high := s.leaves[i].low, top
	if i+1 < len(s.leaves) {
		high = s.leaves[i+1].low
	}
	if high <= low {
		return i, 0
	}
	part := float64(min(key, high)-low) / float64(high-low)
	return i, float64(part * float64(s.leaves[i].recs))
}
