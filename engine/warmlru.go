package engine

import (
	"math"

	"github.com/innosim/innosim/sim/rng"
)

// residence is how long pages stay in memory, in transactions. Each page goes through a cycle of its own:
//
//	out ──touch──▶ read into the old part ──touch after old_blocks_time──▶ LRU head, young ──▶ …
//	                  │ old: not touched, at the tail                         │ young + old: the same
//	                  ▼                                                       ▼
//	                 out                                                     out
//
// Touches are taken as independent, at each page's rate (Che's approximation of an LRU list; H. Che, Y.
// Tung, Z. Wang, "Hierarchical Web caching systems", 2002): then the two times below decide everything, and
// follow from the lengths of the two parts of the list.
type residence struct {
	fits    bool    // all pages stay in memory
	young   float64 // from the LRU head to the midpoint
	old     float64 // from the midpoint to the tail
	calm    float64 // after a move to the head, touches do not move the page: buf_page_peek_if_young
	quiet   float64 // after a read, touches do not make the page young: innodb_old_blocks_time
	lag     float64 // between a change and purge's visit, mean
	purge   float64 // part of these visits that purge keeps up with
	misses  float64 // pages read per transaction
	room    float64 // pages that the pool holds
	ofWhole float64 // part of the list that is old
}

const (
	lruRatioMin    = 51   // of 1024; BUF_LRU_OLD_RATIO_MIN
	lruRatioDiv    = 1024 // BUF_LRU_OLD_RATIO_DIV
	youngEnough    = 4    // a quarter of the young part; buf_page_peek_if_young
	freeShare      = 8    // the free list is at most an eighth of an instance
	residenceSteps = 200
	residenceExact = 1e-4
)

// freeTarget is the number of frames that the page cleaner keeps free in an instance.
func (e *Engine) freeTarget(frames int) int { return min(e.settings.LRUScanDepth, frames/freeShare) }

// freeFrames is the number of frames that are free in a stationary state, on average.
func (e *Engine) freeFrames(frames int) int {
	return min(e.freeTarget(frames), int(e.warm.rates.free*float64(frames)))
}

// residence solves for the times of the LRU list.
func (e *Engine) residence() residence {
	w := e.warm
	s := &e.settings
	frames := int(s.BufferPoolSize / s.PageSize)
	n := s.BufferPoolInstances
	l := residence{
		room:    float64(frames - n*e.freeFrames(frames/n)),
		ofWhole: float64(max(s.OldBlocksPct*lruRatioDiv/100, lruRatioMin)) / lruRatioDiv,
		quiet:   w.trxIn(s.OldBlocksTime),
		lag:     w.rates.lag,
		purge:   w.rates.purge,
	}
	total := 0.0
	for i := range w.classes {
		if w.classes[i].touches > 0 {
			total += float64(w.classes[i].pages)
		}
	}
	if total <= float64(frames-n) {
		l.fits = true
		return l
	}
	l.solve(w.classes, float64(frames))
	for i := range w.classes {
		if c := &w.classes[i]; c.touches > 0 {
			c.parts = l.parts(c)
		}
	}
	return l
}

// solve finds the two times of the LRU list.
func (l *residence) solve(classes []class, frames float64) {
	l.young, l.old = l.room, l.room
	for range residenceSteps {
		if l.step(classes, frames) {
			return
		}
	}
	l.narrow(classes, frames)
}

const longest = 1e15 // transactions; for pages that never leave

// step moves the two times towards the lengths that the list has, and reports whether they are there.
func (l *residence) step(classes []class, frames float64) bool {
	young, old := l.lengths(classes, frames)
	wantOld := float64(l.room * l.ofWhole)
	wantYoung := l.room - wantOld
	fy, fo := wantYoung/math.Max(young, 1), wantOld/math.Max(old, 1)
	l.young = math.Min(longest, l.young*math.Sqrt(math.Max(0.1, math.Min(fy, 10))))
	l.old = math.Min(longest, l.old*math.Sqrt(math.Max(0.1, math.Min(fo, 10))))
	return math.Abs(fy-1)+math.Abs(fo-1) < residenceExact
}

// lengths are those of the two parts of the list, in pages, with the two times as they are.
func (l *residence) lengths(classes []class, frames float64) (young, old float64) {
	l.misses = 0
	for i := range classes {
		c := &classes[i]
		if c.touches <= 0 {
			continue
		}
		p := l.parts(c)
		n := float64(c.pages)
		young += float64(n * p.head)
		old += float64(n * (p.fresh + p.sunk))
		l.misses += float64(n * p.out * c.rate)
	}
	l.calm = 0
	if l.misses > 0 {
		l.calm = frames * (1 - l.ofWhole) / youngEnough / l.misses
	}
	return young, old
}

// parts is where a page is found: not resident; read and not yet made young; young; sunk from there into the
// old part.
type parts struct{ out, fresh, head, sunk float64 }

// later is the probability that purge's visit comes more than a time after the change: visits are spread
// evenly up to twice the mean.
func (l *residence) later(than float64) float64 {
	if l.lag <= 0 {
		return 0
	}
	return float64(l.purge * math.Max(0, 1-than/(2*l.lag)))
}

// parts weighs the states by the mean time that a cycle spends in them. Purge's visit makes a page young
// that was read for the change, when it comes between old_blocks_time and the end of the old part; later
// ones are touches like any.
func (l *residence) parts(c *class) parts {
	c.rate = c.touches * (1 + float64(c.echo*l.later(l.old)))
	free := math.Min(l.quiet, l.old)
	by := float64(c.echo * math.Max(0, l.later(free)-l.later(l.old)))
	fresh := float64((1-by)*stay(c.rate, free, l.old)) + float64(by*(free+l.old)/2)
	promoted := 1 - float64((1-by)*left(c.rate, free, l.old))
	end := l.young + l.old
	calm := math.Min(l.calm, end)
	again := 1 - left(c.rate, calm, end)
	visits := promoted / math.Max(1-again, 1e-12)
	head := stay(c.rate, math.Min(calm, l.young), l.young)
	sunk := stay(c.rate, calm, end) - head
	p := parts{out: 1 / c.rate, fresh: fresh, head: float64(visits * head), sunk: float64(visits * sunk)}
	sum := p.out + p.fresh + p.head + p.sunk
	return parts{p.out / sum, p.fresh / sum, p.head / sum, p.sunk / sum}
}

// left is the probability that no touch ends a stay before its end: touches count after free only.
func left(touches, free, end float64) float64 { return rng.Exp(-touches * math.Max(0, end-free)) }

// stay is the mean length of such a stay.
func stay(touches, free, end float64) float64 {
	if end <= free {
		return end
	}
	return free + (1-left(touches, free, end))/touches
}

// soFar draws how long a stay that is found at a random moment has lasted.
func soFar(s *rng.Stream, touches, free, end float64) float64 {
	at := float64(s.Float64() * stay(touches, free, end))
	if at <= free {
		return at
	}
	rest := 1 - float64(touches*(at-free))
	return math.Min(end, free-rng.Log(math.Max(rest, 1e-300))/touches)
}

// lasted draws the length of a stay that a touch has ended.
func lasted(s *rng.Stream, touches, free, end float64) float64 {
	gone := 1 - left(touches, free, end)
	return math.Min(end, free-rng.Log(math.Max(1-float64(s.Float64()*gone), 1e-300))/touches)
}
