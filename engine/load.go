package engine

import (
	"cmp"
	"slices"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// poolLoad reads the pages of a dump after a restart: buf_load, buf0dump.cc. LoadByCapacity has one thread
// that reads a page after another. LoadAdaptive has several, which share what innodb_io_capacity_max leaves
// free beside the pages that others read and write.
type poolLoad struct {
	pages    []bufferpool.PageNo
	next     int
	fixed    []bool   // by loader: it holds the page that it has waited for
	since    sim.Time // of the last pause
	activity uint64
	mine     uint64 // pages that the load has asked for
	checked  uint64 // mine when its speed was checked
	others   uint64 // pages read and written beside them, at the last pause
	budget   int    // LoadAdaptive: reads left in this period
	stalled  []uint32
}

const (
	adaptiveLoaders = 16                   // threads; estimate: what keeps a network volume busy
	adaptivePeriod  = 50 * sim.Millisecond // after which free capacity is measured anew; estimate
)

// loaders is the number of threads that load.
func (e *Engine) loaders() int {
	if e.cfg.Profile.Load == profile.LoadAdaptive {
		return adaptiveLoaders
	}
	return 1
}

// dumpPool is the dump of a clean shutdown: innodb_buffer_pool_dump_pct of each instance's LRU list, from
// its head, in the order of the load.
func (e *Engine) dumpPool() []bufferpool.PageNo {
	var all []bufferpool.PageNo
	for i := range e.pool.Instances() {
		all = e.pool.Hottest(all, i, e.pool.LRULen(i)*e.settings.DumpPct/percent)
	}
	slices.SortFunc(all, func(a, b bufferpool.PageNo) int {
		p, q := e.recoveryPage(a), e.recoveryPage(b)
		return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Number, q.Number))
	})
	return all
}

// rememberDump gives a server that has run for long the dump of its last clean shutdown, where the run will need it. Its load
// was the same then, so that the dump is as good as one of the pages that are resident now.
func (e *Engine) rememberDump() {
	for i := range e.cfg.Timeline {
		switch e.cfg.Timeline[i].Action {
		case actionCrash, actionKill:
			e.down.dump = e.dumpPool()
			return
		}
	}
}

// startLoad begins to read the dump.
func (e *Engine) startLoad(k *sim.Kernel) {
	l := &e.poolLoad
	*l = poolLoad{pages: e.down.dump, since: k.Now(), activity: e.load.activity, fixed: make([]bool, e.loaders())}
	if len(l.pages) == 0 {
		return
	}
	if e.cfg.Profile.Load == profile.LoadAdaptive {
		l.others = e.pageIO()
		e.loadPace(k)
	}
	for i := range e.loaders() {
		e.loadOn(k, e.threads.loader+uint32(i))
	}
}

// pageIO is the number of pages read and written by others than the load.
func (e *Engine) pageIO() uint64 {
	m := e.pool.Metrics()
	return m.PagesRead + m.PagesWritten - min(e.poolLoad.mine, m.PagesRead)
}

// loadPage takes the page that a loader has waited for.
func (e *Engine) loadPage(k *sim.Kernel, th uint32, f bufferpool.FrameID) {
	if f != 0 {
		e.pool.Unfix(f)
	}
	e.loadOn(k, th)
}

// loadOn lets a loader read until it has to wait.
func (e *Engine) loadOn(k *sim.Kernel, th uint32) {
	l := &e.poolLoad
	for l.next < len(l.pages) && !e.down.now {
		if !e.mayLoad(k, th) {
			return
		}
		pg := l.pages[l.next]
		l.next++
		if e.pool.Resident(pg) {
			continue
		}
		l.mine++
		f, w := e.pool.Get(k, pg, bufferpool.Read, sim.Wake{To: e.id, Kind: evLoad, Ref: th})
		if w != sim.NoWait {
			return
		}
		e.pool.Unfix(f)
	}
}

// mayLoad paces the load; when it answers false the loader goes on later.
func (e *Engine) mayLoad(k *sim.Kernel, th uint32) bool {
	l := &e.poolLoad
	if e.cfg.Profile.Load == profile.LoadAdaptive {
		if l.budget > 0 {
			l.budget--
			return true
		}
		l.stalled = append(l.stalled, th)
		return false
	}
	if l.mine == l.checked || l.mine%uint64(max(1, e.settings.IOCapacity)) != 0 {
		return true
	}
	l.checked = l.mine
	busy, passed := e.load.activity != l.activity, k.Now().Sub(l.since)
	l.since, l.activity = k.Now(), e.load.activity
	if !busy || passed >= sim.Second {
		return true
	}
	l.since = l.since.Add(sim.Second - passed) // when it goes on
	k.After(sim.Second-passed, sim.Wake{To: e.id, Kind: evLoad, Ref: th})
	return false
}

// loadPace gives the loaders what was free in the last period.
func (e *Engine) loadPace(k *sim.Kernel) {
	l := &e.poolLoad
	if l.next >= len(l.pages) || e.down.now {
		return
	}
	others := e.pageIO()
	all := int(int64(e.settings.IOCapacityMax) * int64(adaptivePeriod) / int64(sim.Second))
	l.budget = max(0, all-int(others-l.others))
	l.others = others
	k.After(adaptivePeriod, sim.Wake{To: e.id, Kind: evLoadPace})
	waiting := l.stalled
	l.stalled = make([]uint32, 0, len(waiting))
	for _, th := range waiting {
		e.loadOn(k, th)
	}
}
