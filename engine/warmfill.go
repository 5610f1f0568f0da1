package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// placed is a resident page before it is installed: 16 bytes.
type placed struct {
	page  bufferpool.PageNo
	depth float32 // transactions that the LRU list takes from the head to its place
	since float32 // transactions since its read, negative, or its move to the LRU head
	first float32 // transactions since its first change, negative when it is clean
}

// warmClock is the number of evictions of an instance so far: any number far above the pool's size.
const warmClock = 1 << 30

// fillWarm installs every page as it is found at a random moment of the stationary state.
func (e *Engine) fillWarm() {
	w := e.warm
	if w.life.fits {
		e.fillAll()
	} else {
		e.fillByAge()
	}
	e.pool.Installed()
	if e.second != nil {
		e.fillExtension()
	}
	e.cleaner.Prime(uint64(w.perSecond(w.list)), uint64(w.perSecond(w.rates.redo)), e.log.Current())
}

// fillAll is a pool that holds all pages: nothing was ever evicted, so that their order does not matter.
func (e *Engine) fillAll() {
	w := e.warm
	e.eachPage(func(pg bufferpool.PageNo, kind pageKind, touches float64) {
		m := w.find(&w.stream, w.classOf(kind, touches))
		if !m.resident {
			return
		}
		r := bufferpool.Resident{Page: pg, Young: true, Accessed: true, At: longAgo}
		if m.dirty {
			r.Dirty = w.span(m.first)
		}
		e.pool.Install(r)
	})
}

// longAgo is the time of a first access beyond innodb_old_blocks_time.
const longAgo = sim.Time(-1000 * sim.Second)

// span is the redo of a page that was first changed some transactions ago.
func (w *warm) span(first float64) redo.Span {
	back := redo.LSN(first * w.rates.redo)
	start := max(w.oldest, w.lsn-min(back, w.lsn))
	return redo.Span{Start: min(start, w.lsn-1), End: w.lsn} // the redo of its change is durable
}

// fillByAge installs pages from the LRU tail to its head.
func (e *Engine) fillByAge() {
	w := e.warm
	all := make([]placed, 0, int(w.life.room)*17/16)
	through := e.second != nil && e.cfg.Devices.Extension.Mode == device.WriteThrough
	e.eachPage(func(pg bufferpool.PageNo, kind pageKind, touches float64) {
		c := w.classOf(kind, touches)
		m := w.find(&w.stream, c)
		if e.second != nil {
			w.noteCopy(pg, c, &m, through)
		}
		if !m.resident {
			return
		}
		p := placed{page: pg, depth: float32(m.since), since: float32(m.since), first: -1}
		if m.fresh {
			p.depth, p.since = float32(w.life.young+m.since), -p.since
		}
		if m.dirty {
			p.first = float32(m.first)
		}
		all = append(all, p)
	})
	for i := range e.settings.BufferPoolInstances {
		e.pool.SetClock(i, warmClock)
	}
	e.install(all)
}

const depthBuckets = 1 << 16

// install sorts the pages by depth into buckets and puts them in, deepest first; what an instance has no
// room for is left out at the tail.
func (e *Engine) install(all []placed) {
	w := e.warm
	scale := float32(depthBuckets-1) / float32(w.life.young+w.life.old)
	bucket := func(p *placed) int { return min(depthBuckets-1, int(p.depth*scale)) }
	count := make([]uint32, depthBuckets+1)
	surplus := make([]int, e.settings.BufferPoolInstances)
	for i := range surplus {
		surplus[i] = e.freeFrames(e.pool.Frames(i)) - e.pool.Frames(i)
	}
	for i := range all {
		count[bucket(&all[i])]++
		surplus[e.pool.InstanceOf(all[i].page)]++
	}
	for b := depthBuckets - 1; b >= 0; b-- {
		count[b] += count[b+1]
	}
	order := make([]uint32, len(all))
	for i := range all {
		b := bucket(&all[i])
		order[count[b+1]] = uint32(i)
		count[b+1]++
	}
	evictions := w.life.misses / float64(len(surplus))
	for _, i := range order {
		p := &all[i]
		in := e.pool.InstanceOf(p.page)
		if surplus[in] > 0 {
			surplus[in]--
			continue
		}
		e.pool.Install(w.resident(p, evictions))
	}
}

func (w *warm) resident(p *placed, evictions float64) bufferpool.Resident {
	r := bufferpool.Resident{Page: p.page, Young: true, Accessed: true, At: longAgo}
	if p.since < 0 {
		ago := sim.Time(float64(-p.since) / w.rates.tps * float64(sim.Second))
		r.At = min(-ago, -2*sim.Time(sim.Millisecond))
	} else {
		r.Age = uint32(min(float64(p.since)*evictions, warmClock))
	}
	if p.first >= 0 {
		r.Dirty = w.span(float64(p.first))
	}
	return r
}
