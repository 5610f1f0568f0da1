package btree

import (
	"github.com/innosim/innosim/bufferpool"
	"math"

	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/rng"
)

// Use is what a workload does to the index on k.
type Use struct {
	Updates  float64           // entries moved to the next value of k, per transaction
	Replaces float64           // entries deleted and inserted again with another k, per transaction
	K        workload.Quantile // distribution of k of inserted rows
	Seed     uint64
}

// Constants of Age.
const (
	ageTurnovers = 3       // times that every entry has been replaced, or updated, since the load
	ageSteps     = 64      // steps of a turnover: about 13 changes of each leaf a step
	ageRows      = 1 << 20 // entries of the index that is aged; larger ones are put together from its pieces
	ageFine      = 1024    // … in the last part of the turnovers
	ageLast      = 4       // which is a quarter of one
	agePiece     = 64      // leaves of a piece
)

// Age gives the index on k of all tables the shape that long use leaves: leaves split where the load had left
// no room, merged where entries went away. One table's index is worked on entry by entry with the very rules
// that the run uses; the others, which differ from it by chance only, get its shape. Replaced rows have the
// workload's k afterwards.
func (s *Schema) Age(spaces []Space, u Use) {
	if u.Updates+u.Replaces == 0 || len(s.Tables) == 0 || !s.Tables[0].HasK {
		return
	}
	repeat := uint32((s.size + ageRows - 1) / ageRows)
	a := aging{use: u, rows: float64(s.size) / float64(repeat), top: s.Top()}
	a.stream = rng.New(u.Seed, "btree.age", 0)
	a.tree = newSecondary(&a.space, max(1, s.size/uint64(repeat)), s.size, s.keyAt)
	a.tabulate()
	a.run()
	for i := range s.Tables {
		s.Tables[i].K.reshape(&a.tree, repeat, spaces[i], s.Top())
	}
	if u.Replaces > 0 {
		s.load = u.K
	}
}

// counter is the tablespace of the index that is only aged.
type counter struct{ next uint32 }

// Extend numbers the extents without a gap.
func (c *counter) Extend() bufferpool.PageNo {
	c.next++
	return bufferpool.PageNo((c.next - 1) * extentPages)
}

type aging struct {
	use    Use
	tree   Secondary
	space  counter
	stream rng.Stream
	rows   float64
	top    Key
	cdf    []float64 // values of k at equidistant ranks
}

const cdfBits = 12

func (a *aging) tabulate() {
	a.cdf = make([]float64, 1<<cdfBits+1)
	for i := range 1 << cdfBits {
		a.cdf[i] = float64(a.use.K.Value(uint32(i) << (32 - cdfBits)))
	}
	a.cdf[1<<cdfBits] = float64(a.use.K.Value(1<<32-1)) + 1
}

// below is the share of inserted entries that are below a key.
func (a *aging) below(key Key) float64 {
	v := float64(float64(key) / (1 << 32))
	lo, hi := 0, len(a.cdf)
	for lo < hi {
		m := (lo + hi) / 2
		if a.cdf[m] <= v {
			lo = m + 1
		} else {
			hi = m
		}
	}
	switch {
	case lo == 0:
		return 0
	case lo == len(a.cdf):
		return 1
	}
	part := (v - a.cdf[lo-1]) / (a.cdf[lo] - a.cdf[lo-1])
	return (float64(lo-1) + part) / (1 << cdfBits)
}

// run takes the index through its turnovers. The steps of the last part are so small that hardly more than
// one entry of a leaf waits for purge, as in a run.
func (a *aging) run() {
	for range ageTurnovers*ageSteps - ageSteps/ageLast {
		a.pass(1.0 / ageSteps)
	}
	for range ageFine / ageLast {
		a.pass(1.0 / ageFine)
	}
}

// pass changes each leaf as often as in a part of a turnover.
func (a *aging) pass(part float64) {
	perRow := part / a.use.Replaces
	if a.use.Replaces == 0 {
		perRow = part / a.use.Updates
	}
	for i := 0; i < a.tree.Len(); {
		low, high, next := a.below(a.tree.At(i).low), 1.0, ^Key(0)
		if i+1 < a.tree.Len() {
			next = a.tree.At(i + 1).low
			high = a.below(next)
		}
		recs := float64(a.tree.At(i).Records())
		moves := a.poisson(recs * a.use.Updates * perRow)
		gone := a.poisson(recs * a.use.Replaces * perRow)
		added := a.poisson((high - low) * a.rows * a.use.Replaces * perRow)
		start := a.tree.At(i).low
		a.leaf(i, moves, gone, added)
		for i = max(0, i-1); i < a.tree.Len() && (a.tree.At(i).low < next || a.tree.At(i).low == start); {
			i++
		}
	}
}

// leaf applies one step's changes to leaf i, in random order. A moved entry is inserted first; its old place
// goes when purge comes to it, after some other changes.
func (a *aging) leaf(i, moves, gone, added int) {
	pending := 0
	for moves+pending+gone+added > 0 {
		n := int(a.stream.Uint32n(uint32(moves + pending + gone + added)))
		merged := false
		switch {
		case n < moves:
			moves--
			pending++
			a.insert(i)
		case n < moves+pending:
			pending--
			merged = a.remove(i)
		case n < moves+pending+gone:
			gone--
			merged = a.remove(i)
		default:
			added--
			a.insert(i)
		}
		if merged {
			return
		}
	}
}

func (a *aging) insert(i int) {
	if a.tree.Insert(i) {
		return
	}
	between := a.tree.Middle(i, a.top)
	a.tree.Split(i, a.tree.NewPage(&a.space), between)
	a.tree.Insert(i + int(a.stream.Uint32n(2)))
}

func (a *aging) remove(i int) (merged bool) {
	if !a.tree.Remove(i) {
		return false
	}
	j := a.tree.MergeTarget(i, a.tree.At(i).Records())
	if j >= 0 {
		a.tree.Merge(i, j)
	}
	return j >= 0
}

// poisson draws a count; means are small, so that a rounded normal does above a few.
func (a *aging) poisson(mean float64) int {
	if mean <= 0 {
		return 0
	}
	if mean > 16 {
		return max(0, int(mean+float64(math.Sqrt(mean)*a.stream.Normal())+0.5))
	}
	n := 0
	for t := a.stream.Exponential(1); t < mean; t += a.stream.Exponential(1) {
		n++
	}
	return n
}

// reshape gives the index another one's leaves. With repeat above 1 the other index is that much smaller:
// each piece of it is repeated in as many parts of the piece's key range. Leaves keep their pages' order in
// the file.
func (s *Secondary) reshape(from *Secondary, repeat uint32, sp Space, top Key) {
	pieces := (from.seg.used + agePiece - 1) / agePiece
	for s.seg.used < pieces*agePiece*repeat {
		s.seg.Alloc(sp)
	}
	place := from.seg.places()
	page := func(p bufferpool.PageNo, part uint32) bufferpool.PageNo {
		i := place[p/extentPages]*extentPages + uint32(p%extentPages)
		return s.seg.page((i/agePiece*repeat+part)*agePiece + i%agePiece)
	}
	s.leaves = make([]Leaf, 0, len(from.leaves)*int(repeat)*9/8+8)
	for at := 0; at < len(from.leaves); at += agePiece {
		end := min(at+agePiece, len(from.leaves))
		low, high := from.leaves[at].low, top
		if end < len(from.leaves) {
			high = from.leaves[end].low
		}
		for part := range repeat {
			start := low + Key(uint64(high-low)/uint64(repeat)*uint64(part))
			for _, l := range from.leaves[at:end] {
				l.Page, l.low = page(l.Page, part), start+(l.low-low)/Key(repeat)
				s.leaves = append(s.leaves, l)
			}
		}
	}
	s.leaves[0].low = 0
	for part := range repeat {
		for _, p := range from.seg.freed {
			s.seg.Free(page(p, part))
		}
	}
	s.seg.widen(sp, len(from.seg.extents)*int(repeat))
	for want := 1 + innerPages(uint32(len(s.leaves)), secFanout); want > s.inner.used; {
		s.inner.Alloc(sp)
	}
}

// places tells where the segment's extents stand in it, by the number of the extent.
func (s *Segment) places() []uint32 {
	var at []uint32
	for i, e := range s.extents {
		n := int(e / extentPages)
		for len(at) <= n {
			at = append(at, 0)
		}
		at[n] = uint32(i)
	}
	return at
}
