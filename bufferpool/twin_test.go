package bufferpool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// twin is the LRU list as a slice, from the head, whose last nOld pages are old: slow and plain.
type twin struct {
	size, pct int
	pages     []PageNo
	touched   map[PageNo]sim.Time
	clocks    map[PageNo]int
	nOld      int
	clock     int
	young     int // pages moved from the old part to the head
	notYoung  int
}

func (w *twin) ratio() int { return max(w.pct*1024/100, 51) }

func (w *twin) adjust() {
	if len(w.pages) < 512 {
		w.nOld = 0
		return
	}
	target := min(len(w.pages)*w.ratio()/1024, len(w.pages)-25)
	if w.nOld > target+20 {
		w.nOld = target + 20
	}
	if w.nOld < target-20 {
		w.nOld = target - 20
	}
}

func (w *twin) insert(pg PageNo, young bool) {
	at := 0
	if !young && w.nOld != 0 {
		at = len(w.pages) - w.nOld + 1
	}
	if at == 0 {
		w.clocks[pg] = w.clock
	} else {
		w.nOld++
	}
	w.pages = slices.Insert(w.pages, at, pg)
	if len(w.pages) == 512 {
		w.nOld = 512
	}
	w.adjust()
}

func (w *twin) remove(pg PageNo) {
	at := slices.Index(w.pages, pg)
	first := len(w.pages) - w.nOld
	w.pages = slices.Delete(w.pages, at, at+1)
	if w.nOld != 0 && at > first { // the first old page leaves its place to its neighbour
		w.nOld--
	}
	w.adjust()
}

func (w *twin) evict(pg PageNo) {
	w.remove(pg)
	delete(w.touched, pg)
	delete(w.clocks, pg)
	w.clock++
}

func (w *twin) access(pg PageNo, now sim.Time, oldTime sim.Duration) {
	if _, seen := w.touched[pg]; !seen {
		w.touched[pg] = now
	}
	if w.clock == 0 {
		return
	}
	isOld := slices.Index(w.pages, pg) >= len(w.pages)-w.nOld
	if oldTime != 0 && isOld {
		if now/1e6-w.touched[pg]/1e6 < sim.Time(oldTime)/1e6 {
			w.notYoung++
			return
		}
	} else if w.clock < w.clocks[pg]+w.size*(1024-w.ratio())/4096 {
		return
	}
	if isOld {
		w.young++
	}
	w.remove(pg)
	w.insert(pg, true)
}

func TestLRUListIsItsTwin(t *testing.T) {
	for _, oldTime := range []sim.Duration{0, sim.Second} {
		o := small(700)
		o.OldBlocksTime = oldTime
		r := newRig(o)
		w := &twin{size: 700, pct: 37, touched: map[PageNo]sim.Time{}, clocks: map[PageNo]int{}}
		draw := rng.New(1, "twin", uint64(oldTime))
		in, used := &r.p.inst[0], 0
		for i := range 20_000 {
			pg := PageNo(draw.Uint32n(1200) + 1)
			used = max(used, twinStep(r, w, pg, &draw, oldTime))
			if i%5_000 == 4_999 { // innodb_old_blocks_pct is dynamic
				w.pct = []int{5, 95, 20, 50}[i/5_000]
				o.OldBlocksPct = w.pct
				r.p.SetKnobs(o.Knobs)
				w.adjust()
			}
			if i%50 == 0 {
				pages, oldPages := r.order(0)
				require.Equal(t, w.pages, pages)
				require.Equal(t, w.nOld, oldPages, "step %d", i)
				require.EqualValues(t, w.young, r.p.m.PagesMadeYoung)
				require.EqualValues(t, w.notYoung, r.p.m.PagesNotMadeYoung)
			}
		}
		require.Greater(t, used, 600, "the list was long")
		require.Equal(t, in.len, len(w.pages))
		require.Positive(t, w.young)
		r.check(t)
	}
}

// twinStep does one random thing to both lists and returns their length.
func twinStep(r *rig, w *twin, pg PageNo, draw *rng.Stream, oldTime sim.Duration) int {
	in := &r.p.inst[0]
	r.run(sim.Duration(draw.Uint32n(3_000_000)))
	if f := r.p.lookup(pg); f != 0 {
		if draw.Uint32n(4) == 0 {
			r.p.evict(in, f)
			r.p.giveFree(in, f)
			w.evict(pg)
		} else {
			r.get(0, pg, Read)
			r.p.Unfix(f)
			w.access(pg, r.k.Now(), oldTime)
		}
		return in.len
	}
	if in.free > 0 {
		young := draw.Uint32n(2) == 0
		r.p.Install(Resident{Page: pg, Young: young})
		if !young {
			r.p.frames[r.p.lookup(pg)].clock = 0
			w.clocks[pg] = 0
		}
		w.insert(pg, young)
		if !young && w.nOld == 0 {
			r.p.frames[r.p.lookup(pg)].clock = uint32(w.clocks[pg])
		}
	}
	return in.len
}
