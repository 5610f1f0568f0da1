package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// supply runs clients that modify one new page each, rate pages a second in all, for some seconds, beside a
// cleaner that does one LRU batch a second on a fast disk. It returns the counts and the longest get.
func supply(t *testing.T, rate, seconds int) (Metrics, sim.Duration) {
	o := small(8192)
	o.Costs, o.Threads = DefaultCosts(), 64
	r := newRig(o)
	r.p.SetClock(0, 1)
	for pg := PageNo(1); pg <= 8192; pg++ {
		at := redo.LSN(pg) * 100
		require.True(t, r.p.Install(Resident{Page: pg, Young: true, Dirty: redo.Span{Start: at, End: at + 100}}))
	}
	r.p.Installed()
	lsn, next, longest := redo.LSN(1_000_000), PageNo(10_000), sim.Duration(0)
	var started [64]sim.Time
	done := func(thread uint32, f FrameID) {
		lsn += 100
		r.p.Modify(r.k, f, redo.Span{Start: lsn, End: lsn + 100})
		r.p.Unfix(f)
		longest = max(longest, r.k.Now().Sub(started[thread]))
	}
	r.granted = done
	for i := range rate * seconds {
		if i%rate == 0 {
			cleanLRU(r)
		}
		for thread := range uint32(64) {
			if r.parked[thread] == sim.NoWait {
				started[thread] = r.k.Now()
				next++
				if f, w := r.get(thread, next, Write); w == sim.NoWait {
					done(thread, f)
				}
				break
			}
		}
		r.run(sim.Second / sim.Duration(rate))
	}
	r.settle()
	r.check(t)
	return r.p.Metrics(), longest
}

// cleanLRU does one LRU batch, with its writes.
func cleanLRU(r *rig) {
	var b LRUBatch
	for f, more := r.p.NextLRU(r.k, 0, &b); more; f, more = r.p.NextLRU(r.k, 0, &b) {
		r.run(b.Cost)
		b.Cost = 0
		r.p.Written(r.k, f, LRU)
	}
	r.p.BatchEnd(r.k, 0, LRU)
}

// Behaviour 15, LRU supply: one batch a second frees innodb_lru_scan_depth pages of an instance; clients
// that need more get them by single-page flushes.
func TestBehaviour15FreePagesComeAtTheScanDepth(t *testing.T) {
	below, quick := supply(t, 900, 5)
	require.Zero(t, below.WaitFree)
	require.Zero(t, below.LRUSingleFlushNumScan)
	require.Less(t, quick, sim.Millisecond)

	above, slow := supply(t, 2000, 5)
	require.InDelta(t, 5*(2000-1024), above.WaitFree, 50)
	require.InDelta(t, 5*(2000-1024), above.PagesWritten-above.PagesFlushed, 50)
	require.Greater(t, slow, 3*quick)
}

// The second half of behaviour 15: with nothing that a single-page flush can use, latency comes in units of
// 10 ms.
func TestBehaviour15SleepsAreTenMilliseconds(t *testing.T) {
	o := small(600)
	o.Costs = DefaultCosts()
	r := newRig(o)
	for pg := PageNo(1); pg <= 600; pg++ {
		r.change(pg, redo.LSN(pg)*100)
	}
	var b LRUBatch
	b.Max = 600
	var pages []FrameID
	var scanned int
	for f := r.p.NextList(0, 1<<40, &scanned); f != 0; f = r.p.NextList(0, 1<<40, &scanned) {
		pages = append(pages, f)
	}
	require.Len(t, pages, 600)
	start := r.k.Now()
	r.get(1, 1000, Read)
	r.run(35 * sim.Millisecond)
	require.Equal(t, WaitFreePage, r.waits.Current(1))
	for _, f := range pages {
		r.p.Written(r.k, f, List)
	}
	r.await(1)
	require.InDelta(t, 40.35, r.finished[1].Sub(start).Millis(), 0.3)
	require.EqualValues(t, 4, r.p.m.LRUGetFreeWaits)
}

// Behaviour 16: misses of readers need no flushing while the tail is clean; the client's own scan evicts.
func TestBehaviour16CleanTailNeedsNoFlush(t *testing.T) {
	o := small(1000)
	o.Costs = DefaultCosts()
	r := newRig(o)
	for pg := PageNo(1); pg <= 5000; pg++ {
		r.touch(pg)
	}
	m := r.p.Metrics()
	require.Zero(t, m.PagesWritten)
	require.Zero(t, m.WaitFree)
	require.Zero(t, r.signals)
	require.EqualValues(t, 4000, m.LRUSearchNumScan)
	require.EqualValues(t, 4000, m.LRUSearchScanned, "the page at the tail is the one")
	r.check(t)
}

// The exception of behaviour 16: a dirty tail longer than the scan of 100 pages.
func TestBehaviour16DirtyTailNeedsFlushes(t *testing.T) {
	o := small(1000)
	o.Costs = DefaultCosts()
	r := newRig(o)
	for pg := PageNo(1); pg <= 1000; pg++ {
		s := Resident{Page: pg, Young: true}
		if pg <= 200 {
			s.Dirty = redo.Span{Start: redo.LSN(pg), End: redo.LSN(pg) + 1}
		}
		require.True(t, r.p.Install(s))
	}
	for pg := PageNo(2001); pg <= 2100; pg++ {
		r.touch(pg)
	}
	m := r.p.Metrics()
	require.EqualValues(t, 100, m.WaitFree)
	require.EqualValues(t, 100, m.PagesWritten)
	require.EqualValues(t, 1, m.LRUSearchNumScan, "the first failure clears try_LRU_scan")
}

// scanTable has 1500 hot pages in a pool of 4096 frames, reads a table of 20,000 pages once, ten rows a
// page, and returns how many of the hot pages are left.
func scanTable(t *testing.T, oldTime sim.Duration, rowsApart sim.Duration) int {
	o := small(4096)
	o.OldBlocksTime, o.Costs = oldTime, DefaultCosts()
	r := newRig(o)
	for pg := PageNo(1); pg <= 1500; pg++ {
		require.True(t, r.p.Install(Resident{Page: 30_000 + pg, Young: true}))
	}
	for pg := PageNo(1); pg <= 1500; pg++ {
		require.True(t, r.p.Install(Resident{Page: pg, Young: true, Accessed: true}))
	}
	for pg := PageNo(2001); pg <= 22_000; pg++ {
		for range 10 {
			r.touch(pg)
			r.run(rowsApart)
		}
	}
	hot := 0
	for pg := PageNo(1); pg <= 1500; pg++ {
		if r.p.Resident(pg) {
			hot++
		}
	}
	r.check(t)
	return hot
}

// Behaviour 17: a table scan larger than the pool passes through the old part and leaves the hot pages
// alone, unless it touches a page again after innodb_old_blocks_time, or that is 0.
func TestBehaviour17ScanLeavesHotPagesAlone(t *testing.T) {
	require.Equal(t, 1500, scanTable(t, sim.Second, sim.Microsecond))
	require.Zero(t, scanTable(t, sim.Second, 200*sim.Millisecond), "touched again after more than a second")
	require.Zero(t, scanTable(t, 0, sim.Microsecond), "innodb_old_blocks_time = 0")
}

// The other half of behaviour 17: before the first eviction no access takes the LRU mutex or moves a page.
func TestBehaviour17NoPageMovesBeforeTheFirstEviction(t *testing.T) {
	o := small(1000)
	o.Costs = DefaultCosts()
	r := newRig(o)
	for pg := PageNo(1); pg <= 1000; pg++ {
		r.touch(pg)
	}
	before, _ := r.order(0)
	books := r.p.LRUMutex().Books
	require.EqualValues(t, 1000, books, "one insertion a page")
	r.run(10 * sim.Second)
	for pg := PageNo(1); pg <= 1000; pg++ {
		r.touch(pg)
	}
	after, _ := r.order(0)
	require.Equal(t, before, after)
	require.Equal(t, books, r.p.LRUMutex().Books)

	r.touch(2000)
	r.run(10 * sim.Second)
	r.touch(10)
	require.EqualValues(t, 1, r.p.m.PagesMadeYoung, "after it, old pages move")
	require.Equal(t, books+3, r.p.LRUMutex().Books, "scan, insertion, move")
}
