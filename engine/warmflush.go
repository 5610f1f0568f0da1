package engine

import (
	"math"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim/rng"
)

// moment is a page at a random moment of its cycle; times are transactions before the start of the run.
type moment struct {
	resident bool
	fresh    bool    // read and not made young since
	since    float64 // of the read, or of the last move to the LRU head
	dirty    bool
	first    float64 // of the first change since the last write
}

// find draws where a page of the class is in its cycle, and what that means for its changes.
func (w *warm) find(s *rng.Stream, c *class) moment {
	l, touches := &w.life, c.touches
	if touches <= 0 {
		return moment{}
	}
	if l.fits {
		m := moment{resident: true, since: longest}
		m.dirty, m.first = w.always(s, touches*c.write)
		return m
	}
	touches = c.rate
	p := &c.parts
	u := s.Float64()
	if u < p.out {
		return moment{}
	}
	m := moment{resident: true}
	if u < p.out+p.fresh {
		m.fresh = true
		m.since = soFar(s, touches, math.Min(l.quiet, l.old), l.old)
	} else {
		m.since = soFar(s, touches, math.Min(l.calm, l.young+l.old), l.young+l.old)
	}
	w.follow(s, c, &m)
	return m
}

// always is a page that stays in memory: clean until a change, dirty until the list flush, and so on.
func (w *warm) always(s *rng.Stream, changes float64) (dirty bool, first float64) {
	busy := float64(changes * w.written)
	if s.Float64()*(1+busy) >= busy {
		return false, 0
	}
	return true, s.Float64() * w.written
}

// stays is how many moves to the LRU head the history of a page is followed back for.
const stays = 16

// follow goes back to the page's read, or far enough for its flushes since to have forgotten what was
// before, and from there forward through its changes and flushes.
func (w *warm) follow(s *rng.Stream, c *class, m *moment) {
	if c.write == 0 {
		return
	}
	l, touches := &w.life, c.rate
	free, end := math.Min(l.calm, l.young+l.old), l.young+l.old
	again := 1 - left(touches, free, end)
	var begin [stays]float64
	n := 0
	begin[0] = m.since
	born := m.fresh
	for !born && n < stays-1 && begin[n] < 3*w.written {
		n++
		if born = s.Float64() >= again; born {
			begin[n] = begin[n-1] + lasted(s, touches, math.Min(l.quiet, l.old), l.old)
			continue
		}
		begin[n] = begin[n-1] + lasted(s, touches, free, end)
	}
	changes := touches * c.write
	if !born {
		if m.dirty, m.first = w.always(s, changes); m.dirty {
			m.first += begin[n]
		}
	}
	for i := n; i >= 0; i-- {
		last := 0.0
		if i > 0 {
			last = begin[i-1]
		}
		span := free
		if born && i == n {
			span = math.Min(l.quiet, l.old)
		}
		m.flushed(begin[i], w.written)
		if !m.dirty && s.Bool(c.write) {
			m.dirty, m.first = true, begin[i]
		}
		w.change(s, m, changes, begin[i], math.Max(last, begin[i]-span))
	}
	m.flushed(0, w.written)
}

// flushed makes the page clean when its list flush came before the time at.
func (m *moment) flushed(at, written float64) {
	if m.dirty && m.first-written >= at {
		m.dirty = false
	}
}

// forgets is after how many cycles of changes and flushes a page's state says nothing about what it was.
const forgets = 8

// change lets touches that do not move the page change it, from one time to a later one. Of a long time only the last
// cycles matter.
func (w *warm) change(s *rng.Stream, m *moment, changes, from, to float64) {
	at := from
	if most := float64(forgets * (w.written + 1/changes)); at-to > most {
		at = to + most
		if m.dirty, m.first = w.always(s, changes); m.dirty {
			m.first += at
		}
	}
	for at > to {
		if m.dirty {
			if at = math.Min(at, m.first-w.written); at <= to {
				return
			}
			m.dirty = false
		}
		if at -= s.Exponential(1 / changes); at > to {
			m.dirty, m.first = true, at
		}
	}
}

// sampled is what pages drawn at random say about a time to list flush.
type sampled struct{ dirty, list float64 }

const (
	samplePages = 30000
	sampleLeast = 200 // of a class
	sampleEdge  = 0.2 // part of the time to the flush in which pages are counted as about to be flushed
)

// sample estimates the dirty pages and the list flushes per transaction.
func (w *warm) sample() sampled {
	s := rng.New(1, "engine.warm.sample", 0)
	var out sampled
	for i := range w.classes {
		c := &w.classes[i]
		changes := float64(c.touches * c.write)
		if changes <= 0 {
			continue
		}
		if w.life.fits {
			busy := float64(changes * w.written)
			out.dirty += float64(c.pages) * busy / (1 + busy)
			out.list += float64(c.pages) * changes / (1 + busy)
			continue
		}
		n := max(sampleLeast, samplePages/len(w.classes))
		each := float64(c.pages) / float64(n)
		for range n {
			m := w.find(&s, c)
			if !m.dirty {
				continue
			}
			out.dirty += each
			if m.first >= (1-sampleEdge)*w.written {
				out.list += each / (sampleEdge * w.written)
			}
		}
	}
	return out
}

// balance finds the age at which the page cleaner writes as many pages from the flush lists as come of that
// age.
func (e *Engine) balance() {
	w := e.warm
	if !w.use.writes() {
		return
	}
	limits := limitsPolicy(e.cfg.Profile).Limits(e.geometry())
	most := float64(limits.Sync-limits.Margin-limits.OrderLag) / w.rates.redo
	lo, hi := rng.Log(math.Max(1, most/(1<<24))), rng.Log(most)
	for range 24 {
		mid := (lo + hi) / 2
		w.written = rng.Exp(mid)
		s := w.sample()
		if e.recommended(limits, s)*w.rates.passes >= w.perSecond(s.list) {
			hi = mid
		} else {
			lo = mid
		}
	}
	w.written = rng.Exp(hi)
	e.wanted = w.sample().list
	if hi == rng.Log(most) && e.cfg.Profile.Flush == profile.AheadFurious && w.rates.wins > clearWin {
		w.written = e.midCycle(limits)
	}
	w.list = w.sample().list
	e.placeLog(limits)
}

// midCycle is the age of the oldest change, in transactions, where no age is stationary: flushing in rounds is
// too slow before the asynchronous limit, and furious rounds beyond the synchronous one do not end before
// everything is written that was dirty when they began. The age then swings between nothing and that limit;
// half of the way to the asynchronous limit is the middle of its way up, which takes most of the time. Where furious
// flushing hardly keeps pace, the age stays at the limit instead.
func (e *Engine) midCycle(limits redo.Limits) float64 {
	return float64(limits.Async) / 2 / e.warm.rates.redo
}

// clearWin is how much faster than pages come of age furious flushing must be for the age to swing; estimate.
const clearWin = 1.2

// geometry is what the redo log's limits are computed from.
func (e *Engine) geometry() redo.Geometry {
	s := &e.settings
	return redo.Geometry{
		Capacity: s.RedoLogCapacity, FileSize: s.LogFileSize, Files: s.LogFilesInGroup, PageSize: s.PageSize,
		ThreadConcurrency: s.ThreadConcurrency, AdaptiveLWM: s.AdaptiveFlushingLWM,
	}
}

// placeLog puts the oldest change as far behind the end of the log as pages wait for their flush, and the
// checkpoint where it would be written now.
func (e *Engine) placeLog(limits redo.Limits) {
	w := e.warm
	age := redo.LSN(w.written * w.rates.redo)
	const block = 512
	w.base = (limits.OrderLag + age + 1<<20) / block * block
	w.oldest = w.base + limits.OrderLag
	w.lsn = w.oldest + age
}

// evenly answers the policy's look-ahead: as many pages reach each age as are flushed there.
type evenly struct {
	from  redo.LSN
	pages float64 // per byte of redo and instance
}

// CountOlder implements flush.Counter.
func (c evenly) CountOlder(_ int, limit redo.LSN, most int) int {
	return min(most, int(float64(limit-c.from)*c.pages))
}

// recommended is what the server's own policy wants flushed per pass in a stationary state.
func (e *Engine) recommended(limits redo.Limits, s sampled) float64 {
	w := e.warm
	pages, bytes := w.perSecond(s.list), w.perSecond(w.rates.redo)
	in := flush.Inputs{
		Oldest: 1 << 40, Added: 1<<40 + redo.LSN(w.written*w.rates.redo), Limits: limits, Flushed: 0,
		Dirty: int(s.dirty), LRU: int(e.settings.BufferPoolSize / e.settings.PageSize),
		Instances: e.settings.BufferPoolInstances,
	}
	in.Older = evenly{in.Oldest, pages / math.Max(1, bytes) / float64(in.Instances)}
	mem := flush.Memory{
		Started: true, PageAvg: uint64(pages), LSNAvg: uint64(bytes), Pages: uint64(pages),
		From: in.Added - redo.LSN(bytes), Last: in.Added - 1,
	}
	plan := e.flushPolicy().Recommend(in, e.flushKnobs(), &mem)
	n := 0
	for _, p := range plan.Slots {
		n += p
	}
	return math.Min(float64(n), float64(plan.Pages+in.Instances))
}
