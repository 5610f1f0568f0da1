package bufferpool

import "github.com/innosim/innosim/redo"

// ages is a histogram of the dirty pages of an instance by the LSN of their first change: a ring of buckets
// of 2^shift bytes, which are made wider when the pages on the flush list span more than the ring.
type ages struct {
	count     []uint32
	shift     uint8
	low, high uint64 // buckets: lowest in use, highest used since the list was empty
	n         int
}

const (
	ageBuckets = 1 << 14 // 64 KiB per instance
	ageShift   = 16      // buckets of 64 KiB at first: 1 GiB in the ring
)

func newAges() ages { return ages{count: make([]uint32, ageBuckets), shift: ageShift} }

func (a *ages) at(bucket uint64) *uint32 { return &a.count[bucket%ageBuckets] }

func (a *ages) add(l redo.LSN) {
	b := uint64(l) >> a.shift
	if a.n == 0 {
		a.low, a.high = b, b
	}
	for max(a.high, b)-min(a.low, b) >= ageBuckets {
		a.widen()
		b = uint64(l) >> a.shift
	}
	a.low, a.high = min(a.low, b), max(a.high, b)
	*a.at(b)++
	a.n++
}

func (a *ages) remove(l redo.LSN) {
	*a.at(uint64(l) >> a.shift)--
	a.n--
	for a.n != 0 && *a.at(a.low) == 0 {
		a.low++
	}
}

// widen doubles the width of the buckets; rare, so it may allocate.
func (a *ages) widen() {
	wide := make([]uint32, ageBuckets)
	for b := a.low; b <= a.high; b++ {
		wide[b>>1%ageBuckets] += *a.at(b)
	}
	a.count = wide
	a.shift++
	a.low, a.high = a.low>>1, a.high>>1
}

// older counts pages below an LSN.
func (a *ages) older(limit redo.LSN) int {
	if a.n == 0 {
		return 0
	}
	last := uint64(limit) >> a.shift
	if last > a.high {
		return a.n
	}
	n := uint64(0)
	for b := a.low; b < last; b++ {
		n += uint64(*a.at(b))
	}
	if last >= a.low {
		n += uint64(*a.at(last)) * (uint64(limit) & (1<<a.shift - 1)) >> a.shift
	}
	return int(n)
}
