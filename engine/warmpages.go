package engine

import (
	"math"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
)

// pageKind sorts pages by what touches them do.
type pageKind uint8

const (
	pageInner pageKind = iota // roots and inner pages: read only, but for the rare split
	pageClust                 // clustered leaves
	pageSec                   // leaves of the index on k
	pageUndo                  // undo pages and headers: changed at each touch
	pageKinds
)

// class is pages of one kind and about one popularity.
type class struct {
	touches float64 // per page and transaction, mean
	write   float64 // part of the touches that change the page
	echo    float64 // part of the touches that purge repeats later
	rate    float64 // touches, with those of purge that come when the page is gone
	pages   int
	kind    pageKind
	parts   parts // of the cycle
}

// Popularities are sorted by exponent and two bits of mantissa: classes a quarter of an octave wide.
const (
	popularityShift = 52 - 2
	popularityBits  = 12
)

func popularity(touches float64) uint64 {
	return math.Float64bits(touches) >> popularityShift & (1<<popularityBits - 1)
}

// classify counts the pages of each class.
func (e *Engine) classify() {
	w := e.warm
	for i := range w.byKind {
		w.byKind[i] = make([]int32, 1<<popularityBits)
	}
	e.eachPage(func(_ bufferpool.PageNo, kind pageKind, touches float64) {
		at := &w.byKind[kind][popularity(touches)]
		if *at == 0 {
			w.classes = append(w.classes, class{kind: kind, write: w.writeShare(kind), echo: w.echo(kind)})
			*at = int32(len(w.classes))
		}
		c := &w.classes[*at-1]
		c.pages++
		c.touches += touches
	})
	for i := range w.classes {
		w.classes[i].touches /= float64(w.classes[i].pages)
	}
}

func (w *warm) writeShare(kind pageKind) float64 {
	u := &w.use
	switch kind {
	case pageClust:
		return ratio(u.clustWrite, u.clustWrite+u.clustRead+u.clustRange+u.kRow)
	case pageSec:
		return ratio(u.kWrite, u.kWrite+u.kRead)
	case pageUndo:
		return 1
	}
	return 0
}

func (w *warm) echo(kind pageKind) float64 {
	u := &w.use
	switch kind {
	case pageClust:
		return ratio(u.purged, u.clustWrite+u.clustRead+u.clustRange+u.kRow)
	case pageSec:
		return ratio(u.purged, u.kWrite+u.kRead)
	}
	return 0
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// classOf is the class of a page.
func (w *warm) classOf(kind pageKind, touches float64) *class {
	return &w.classes[w.byKind[kind][popularity(touches)]-1]
}

// eachPage calls f for every page that the workload can touch, with its touches per transaction.
func (e *Engine) eachPage(f func(pg bufferpool.PageNo, kind pageKind, touches float64)) {
	w := e.warm
	o := &e.cfg.Workload[0].Options
	ids := newDistribution(workload.NewQuantile(workload.NewDist(o.RandType, o.Rand, o.TableSize)))
	perTable := 1 / float64(len(e.schema.Tables))
	u := &w.use
	for i := range e.schema.Tables {
		t := &e.schema.Tables[i]
		clust := float64((u.clustRead + u.clustWrite + u.clustRange) * perTable)
		sec := u.kWrite * perTable
		byRow := 0.0
		if i == 0 {
			sec = float64(u.kWrite*perTable) + u.kRead
			byRow = u.kRow / float64(t.Clust.Leaves())
		}
		eachInner(t.Clust.InnerPages, clust+float64(byRow*float64(t.Clust.Leaves())), f)
		low := 0.0
		for j := range t.Clust.Leaves() {
			high := ids.below(float64(uint64(j+1)*btree.RowsPerLeaf + 1))
			f(t.Clust.LeafAt(j), pageClust, float64(clust*(high-low))+byRow)
			low = high
		}
		switch {
		case t.HasK && o.Script == workload.Oltp:
			eachSecByID(&t.K, sec, ids, f)
		case t.HasK:
			e.eachSec(&t.K, sec, f)
		}
	}
	e.eachUndo(f)
}

func (e *Engine) eachSec(tr *btree.Secondary, touches float64, f func(bufferpool.PageNo, pageKind, float64)) {
	eachInner(tr.InnerPages, touches, f)
	n := 0
	for i := range tr.Len() {
		n += tr.At(i).Records()
	}
	each := touches / float64(max(1, n))
	for i := range tr.Len() {
		l := tr.At(i)
		f(l.Page, pageSec, each*float64(l.Records()))
	}
}

// eachInner spreads the touches of a tree over its root and its inner pages.
func eachInner(
	pages func(func(bufferpool.PageNo)), touches float64, f func(bufferpool.PageNo, pageKind, float64),
) {
	n := -1
	pages(func(bufferpool.PageNo) { n++ })
	first := true
	pages(func(pg bufferpool.PageNo) {
		if first {
			f(pg, pageInner, touches)
		} else {
			f(pg, pageInner, touches/float64(n))
		}
		first = false
	})
}

// eachUndo visits the headers of rollback segments and the undo pages in use.
func (e *Engine) eachUndo(f func(bufferpool.PageNo, pageKind, float64)) {
	each := (e.warm.use.update + e.warm.use.insert) / float64(len(e.undo.rsegs))
	for i := range e.undo.rsegs {
		r := &e.undo.rsegs[i]
		f(r.header, pageUndo, each)
		for j := range r.update {
			f(r.update[j].page, pageUndo, each/float64(len(r.update)))
		}
		for j := range r.insert {
			f(r.insert[j].page, pageUndo, each/float64(len(r.insert)))
		}
	}
}

// distribution is the distribution function of a Quantile, for ascending arguments.
type distribution struct {
	at   []float64
	next int
}

const distributionBits = 14

func newDistribution(q workload.Quantile) *distribution {
	s := &distribution{at: make([]float64, 1<<distributionBits+1)}
	for i := range 1 << distributionBits {
		s.at[i] = float64(q.Value(uint32(i) << (32 - distributionBits)))
	}
	s.at[1<<distributionBits] = float64(q.Value(1<<32-1)) + 1
	return s
}

// below is the share of values below v.
func (s *distribution) below(v float64) float64 {
	if s.next > 0 && s.at[s.next-1] > v {
		s.next = 0
	}
	for s.next < len(s.at) && s.at[s.next] <= v {
		s.next++
	}
	switch s.next {
	case 0:
		return 0
	case len(s.at):
		return 1
	}
	lo, hi := s.at[s.next-1], s.at[s.next]
	return (float64(s.next-1) + (v-lo)/(hi-lo)) / (1 << distributionBits)
}
