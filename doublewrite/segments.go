package doublewrite

import (
	"fmt"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// segments are the parts of the doublewrite files. Files with even numbers hold those of list flushing, with
// odd numbers those of LRU flushing and the single-page slots; a file alone holds both.
type segments struct {
	files  []device.FileID
	step   int // 1 when a file holds both kinds, else 2
	bytes  int64
	counts [2]int        // segments by kind: LRU flushing, list flushing
	free   [2][]int32    // LRU segments are numbered from 0, those of list flushing behind
	line   [2][]sim.Wake // threads that wait for a segment
}

func newSegments(o Options, instances int, open func(name string) device.FileID) segments {
	s := segments{bytes: int64(o.Pages) * pageBytes, step: 2}
	for i := range o.Files {
		s.files = append(s.files, open(fmt.Sprintf("doublewrite.%d", i)))
	}
	perFile := (instances + o.Files - 1) / o.Files
	if o.SpareSegments {
		perFile = instances/o.Files + 1
	}
	if o.Files == 1 {
		s.step = 1
		s.counts = [2]int{perFile / 2, perFile - perFile/2}
	} else {
		s.counts = [2]int{perFile * (o.Files / 2), perFile * ((o.Files + 1) / 2)}
	}
	for t := range s.counts {
		for i := s.counts[t] - 1; i >= 0; i-- {
			s.free[t] = append(s.free[t], int32(t*s.counts[0]+i))
		}
	}
	return s
}

// kindOf is 0 for a segment of LRU flushing, 1 for one of list flushing.
func (s *segments) kindOf(segment int32) int {
	if int(segment) < s.counts[0] {
		return 0
	}
	return 1
}

func (s *segments) take(kind int) (segment int32, ok bool) {
	n := len(s.free[kind])
	if n == 0 {
		return 0, false
	}
	segment = s.free[kind][n-1]
	s.free[kind] = s.free[kind][:n-1]
	return segment, true
}

// place is where a segment lies.
func (s *segments) place(segment int32) (file device.FileID, off int64) {
	if s.step == 1 {
		return s.files[0], int64(segment) * s.bytes
	}
	i, first := int(segment), 1
	if s.kindOf(segment) == 1 {
		i, first = i-s.counts[0], 0
	}
	n := (len(s.files) - first + 1) / 2 // files of this kind
	return s.files[first+2*(i%n)], int64(i/n) * s.bytes
}

// slotPlace is where a single-page slot lies: behind the segments of the files with odd numbers.
func (s *segments) slotPlace(slot int32) (file device.FileID, off int64) {
	if s.step == 1 {
		return s.files[0], int64(s.counts[0]+s.counts[1])*s.bytes + int64(slot)*pageBytes
	}
	n := len(s.files) / 2
	per := int64(s.counts[0] / n)
	return s.files[1+2*(int(slot)%n)], per*s.bytes + int64(int(slot)/n)*pageBytes
}
