package fil

import (
	"fmt"
	"math/bits"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// SpaceID numbers a tablespace in order of AddSpace, from 0.
type SpaceID uint16

// ExtentPages is the number of pages that a space grows by.
const ExtentPages = 64 // FSP_EXTENT_SIZE at 16 KiB pages; fsp0types.h

const noThread = ^uint32(0)

type space struct {
	file     device.FileID
	extents  uint32 // in use
	size     uint32 // length of the file in extents
	zeroed   uint32 // as far as it has been written
	undo     bool
	modified uint64 // counter of the last write that completed
	flushed  uint64 // modified as it was when the last finished fsync began
	syncing  bool
	grown    bool // the size changed since the last fsync
	waiters  []uint32
	woken    []uint32 // scratch of wakeWaiters
}

// extents is the table from global extent number to place: page pg lies in extent pg/64.
type extents struct {
	space []SpaceID
	index []uint32
}

// AddSpace opens a tablespace file. Undo tablespaces differ by name only.
func (s *System) AddSpace(name string, undo bool) SpaceID {
	class := "data."
	if undo {
		class = "undo."
	}
	file := s.env.Files.Open(class+name, s.env.Device, s.o.Method.DataMode())
	s.spaces = append(s.spaces, space{file: file, undo: undo})
	if n := (len(s.spaces) + 63) / 64; n > len(s.unflushed) {
		s.unflushed = append(s.unflushed, 0)
	}
	return SpaceID(len(s.spaces) - 1)
}

// FileOf is the file of a space.
func (s *System) FileOf(id SpaceID) device.FileID { return s.spaces[id].file }

// Spaces is the number of tablespaces.
func (s *System) Spaces() int { return len(s.spaces) }

// Extend adds an extent to a space and returns its first page.
func (s *System) Extend(id SpaceID) bufferpool.PageNo {
	sp := &s.spaces[id]
	s.extents.space = append(s.extents.space, id)
	s.extents.index = append(s.extents.index, sp.extents)
	sp.extents++
	sp.extend()
	sp.grown = true
	s.modify(id)
	return bufferpool.PageNo((len(s.extents.space) - 1) * ExtentPages)
}

// Settle says that the load of the data set is over: everything written and every size is on the device.
func (s *System) Settle() {
	for i := range s.spaces {
		sp := &s.spaces[i]
		sp.flushed, sp.grown, sp.zeroed = sp.modified, false, sp.size
		s.env.Files.Allocate(sp.file, int64(sp.size)*ExtentPages*s.o.PageSize, true)
	}
	clear(s.unflushed)
}

// Pages is the number of page numbers given out so far, page 0 … 63 included.
func (s *System) Pages() int { return len(s.extents.space) * ExtentPages }

// Locate returns the space of a page and its offset in the file in bytes.
func (s *System) Locate(pg bufferpool.PageNo) (SpaceID, int64) {
	e := int(pg) / ExtentPages
	if e == 0 || e >= len(s.extents.space) {
		panic(fmt.Sprintf("fil: page %d belongs to no space", pg))
	}
	page := int64(s.extents.index[e])*ExtentPages + int64(pg)%ExtentPages
	return s.extents.space[e], page * s.o.PageSize
}

// Unflushed is the number of spaces with writes that no fsync covers yet.
func (s *System) Unflushed() int {
	n := 0
	for _, w := range s.unflushed {
		n += bits.OnesCount64(w)
	}
	return n
}

// wrote records that a write to a data file is complete.
func (s *System) wrote(id SpaceID) {
	if s.o.Method.SyncsData() || s.spaces[id].grown {
		s.modify(id)
	}
}

func (s *System) modify(id SpaceID) {
	s.modification++
	s.spaces[id].modified = s.modification
	s.unflushed[id/64] |= 1 << (id % 64)
}

// nextUnflushed is the first space from id on with unflushed writes; false when there is none.
func (s *System) nextUnflushed(id int) (SpaceID, bool) {
	for w := id / 64; w < len(s.unflushed); w++ {
		word := s.unflushed[w]
		if w == id/64 {
			word &= ^uint64(0) << (id % 64)
		}
		if word != 0 {
			return SpaceID(w*64 + bits.TrailingZeros64(word)), true
		}
	}
	return 0, false
}

// Check reports broken laws.
func (s *System) Check() error {
	for i := range s.spaces {
		sp := &s.spaces[i]
		if sp.flushed > sp.modified {
			return fmt.Errorf("fil: space %d is flushed up to %d beyond its changes %d", i, sp.flushed, sp.modified)
		}
		if dirty := s.unflushed[i/64]>>(i%64)&1 == 1; dirty != (sp.flushed < sp.modified) {
			return fmt.Errorf("fil: space %d: unflushed mark is %v", i, dirty)
		}
	}
	return s.checkSlots()
}

var _ sim.Actor = (*System)(nil)
