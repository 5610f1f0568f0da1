package engine

import (
	"cmp"
	"math"
	"slices"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim/rng"
)

// copied is a page that may have a copy in the second-level cache when the run begins. The cache is an LRU list too, of
// which a page becomes the newest when it is evicted, when it is read from there and, written through, when it is written.
// So whether it has a copy depends on how long the cache keeps pages, and for each page there is a time, needed, such that
// it has one if the cache keeps pages longer: those that need least are in it, as many as fit.
type copied struct {
	page   bufferpool.PageNo
	needed float32 // transactions
	age    float32 // since the copy became the newest, transactions
}

// noteCopy finds out what a page at a random moment of its cycle needs.
//
//	out of memory   the time since its eviction
//	clean since it was read   it was read from a copy: the time that it had been out; and the time since the read
//	clean since it was written, written through   the time since then
//	dirty   no copy
func (w *warm) noteCopy(pg bufferpool.PageNo, c *class, m *moment, through bool) {
	if c.touches <= 0 || m.dirty {
		return
	}
	s := &w.copies
	x := copied{page: pg}
	changes := float64(c.rate * c.write)
	switch since := w.sinceRead(s, c, m); {
	case !m.resident:
		x.age = float32(s.Exponential(1 / c.rate))
		x.needed = x.age
	case s.Float64() < float64((1-c.write)*rng.Exp(-changes*since)):
		x.age = float32(since)
		x.needed = max(x.age, float32(s.Exponential(1/c.rate)))
	case through:
		x.age = float32(math.Min(since, s.Exponential(1/changes)))
		x.needed = x.age
	default:
		return
	}
	w.second = append(w.second, x)
}

// sinceRead is the time since a resident page was read: its moves to the LRU head are followed back.
func (w *warm) sinceRead(s *rng.Stream, c *class, m *moment) float64 {
	l := &w.life
	since := m.since
	if !m.resident || m.fresh {
		return since
	}
	free, end := math.Min(l.calm, l.young+l.old), l.young+l.old
	again := 1 - left(c.rate, free, end)
	for range stays * stays {
		if s.Float64() >= again {
			break
		}
		since += lasted(s, c.rate, free, end)
	}
	return since + lasted(s, c.rate, math.Min(l.quiet, l.old), l.old)
}

// fillExtension installs the copies, the oldest first.
func (e *Engine) fillExtension() {
	all := e.warm.second
	if n := e.second.Capacity(); len(all) > n {
		needs := make([]float32, len(all))
		for i := range all {
			needs[i] = all[i].needed
		}
		slices.Sort(needs)
		all = slices.DeleteFunc(all, func(x copied) bool { return x.needed > needs[n-1] })
	}
	slices.SortFunc(all, func(a, b copied) int { return cmp.Or(cmp.Compare(b.age, a.age), cmp.Compare(a.page, b.page)) })
	for i := range all {
		e.second.Install(all[i].page)
	}
}
