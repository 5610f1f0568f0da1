package bufferpool

import "testing"

// The three layouts of a frame that doc.go compares, with what a hit and a first change of a page touch.

// twoRecords splits the frame: what a hit needs, LRU links, and what a change needs.
type twoRecords struct {
	hot []struct {
		page           PageNo
		touched, clock uint32
		pins           uint16
		state, tag     uint8
	}
	links []struct{ prev, next FrameID }
	flush []struct {
		newer, older           FrameID
		oldestLow, newestLow   uint32
		oldestHigh, newestHigh uint16
	}
}

// arrays has one array for each field.
type arrays struct {
	page                     []PageNo
	touched, clock           []uint32
	pins                     []uint16
	state, tag               []uint8
	newer, older, prev, next []FrameID
	oldest, newest           []uint64
}

const layoutPages = 20_000_000

// scattered is a page table in which neighbours are far apart.
func scattered() []FrameID {
	t := make([]FrameID, layoutPages)
	for i := range t {
		t[i] = FrameID(uint64(i)*7919%layoutPages) + 1
	}
	return t
}

func BenchmarkLayoutOneRecord(b *testing.B) {
	table, frames := scattered(), make([]frame, layoutPages+1)
	for i := range frames {
		frames[i].touched, frames[i].clock = 1, 9
	}
	idle, head, x := [8]int{}, FrameID(0), uint64(88172645463325252)
	for _, write := range []bool{false, true} {
		b.Run(map[bool]string{false: "get", true: "modify"}[write], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f := table[mix(&x)%layoutPages]
				h := &frames[f]
				if h.pins == 0 {
					idle[h.tag&7]--
				}
				h.pins++
				if h.touched == 0 || h.clock < 1 || h.state&ioMask != 0 {
					b.Fatal("never")
				}
				if write && h.state&dirty == 0 {
					h.state |= dirty
					h.setOldest(1)
					h.older = head
					frames[head].newer = f
					head = f
				}
				if write {
					h.setNewest(2)
				}
				h.pins--
				idle[h.tag&7]++
			}
		})
	}
}

func BenchmarkLayoutTwoRecords(b *testing.B) {
	table, v := scattered(), twoRecords{}
	grow(&v.hot)
	grow(&v.links)
	grow(&v.flush)
	for i := range v.hot {
		v.hot[i].touched, v.hot[i].clock = 1, 9
		v.flush[i].newer = 1
	}
	idle, head, x := [8]int{}, FrameID(0), uint64(88172645463325252)
	for _, write := range []bool{false, true} {
		b.Run(map[bool]string{false: "get", true: "modify"}[write], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f := table[mix(&x)%layoutPages]
				h := &v.hot[f]
				if h.pins == 0 {
					idle[h.tag&7]--
				}
				h.pins++
				if h.touched == 0 || h.clock < 1 || h.state&ioMask != 0 {
					b.Fatal("never")
				}
				if write && h.state&dirty == 0 {
					h.state |= dirty
					v.flush[f].oldestLow = 1
					v.flush[f].older = head
					v.flush[head].newer = f
					head = f
				}
				if write {
					v.flush[f].newestLow = 2
				}
				h.pins--
				idle[h.tag&7]++
			}
		})
	}
}

func BenchmarkLayoutArrays(b *testing.B) {
	table, v := scattered(), arrays{}
	for _, a := range []*[]FrameID{&v.newer, &v.older, &v.prev, &v.next} {
		grow(a)
	}
	grow(&v.page)
	grow(&v.touched)
	grow(&v.clock)
	grow(&v.pins)
	grow(&v.state)
	grow(&v.tag)
	grow(&v.oldest)
	grow(&v.newest)
	for i := range v.page {
		v.touched[i], v.clock[i], v.pins[i], v.state[i], v.tag[i] = 1, 9, 0, 0, 0
		v.oldest[i], v.newest[i], v.newer[i], v.older[i] = 1, 1, 1, 1
	}
	idle, head, x := [8]int{}, FrameID(0), uint64(88172645463325252)
	for _, write := range []bool{false, true} {
		b.Run(map[bool]string{false: "get", true: "modify"}[write], func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				f := table[mix(&x)%layoutPages]
				if v.pins[f] == 0 {
					idle[v.tag[f]&7]--
				}
				v.pins[f]++
				if v.touched[f] == 0 || v.clock[f] < 1 || v.state[f]&ioMask != 0 {
					b.Fatal("never")
				}
				if write && v.state[f]&dirty == 0 {
					v.state[f] |= dirty
					v.oldest[f] = 1
					v.older[f] = head
					v.newer[head] = f
					head = f
				}
				if write {
					v.newest[f] = 2
				}
				v.pins[f]--
				idle[v.tag[f]&7]++
			}
		})
	}
}

func grow[T any](s *[]T) { *s = make([]T, layoutPages+1) }
