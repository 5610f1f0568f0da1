package bufferpool

import (
	"runtime"
	"testing"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

const millions = 20_000_000 // frames of the largest pool

// mix is a fast random sequence.
func mix(x *uint64) uint64 {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return *x >> 11
}

// full returns a pool of 8 instances whose pages 64 … 64+n-1 are in memory.
func full(b *testing.B, n int) *rig {
	b.Helper()
	o := small(n + n/64)
	o.Instances, o.Pages, o.Costs = 8, n+64, DefaultCosts()
	r := newRig(o)
	for pg := PageNo(64); pg < PageNo(n+64); pg++ {
		if !r.p.Install(Resident{Page: pg, Young: true, Accessed: true}) {
			b.Fatal("no room for page", pg)
		}
	}
	return r
}

func benchmarkGet(b *testing.B, n int, clock uint32) {
	r := full(b, n)
	for i := range 8 {
		r.p.SetClock(i, clock)
	}
	x := uint64(88172645463325252)
	b.ReportAllocs()
	for b.Loop() {
		f, w := r.p.Get(r.k, PageNo(mix(&x)%uint64(n))+64, Read, sim.Wake{})
		if w != sim.NoWait {
			b.Fatal("a miss")
		}
		r.p.Unfix(f)
	}
}

// A hit and its Unfix, in a pool that fits the processor's cache.
func BenchmarkGetHit(b *testing.B) { benchmarkGet(b, 8192, 0) }

// The same with make-young decisions, none of which moves a page.
func BenchmarkGetHitAfterEvictions(b *testing.B) { benchmarkGet(b, 8192, 1) }

func BenchmarkGetHit20M(b *testing.B) { benchmarkGet(b, millions, 0) }

func benchmarkModify(b *testing.B, n int) {
	r := full(b, n)
	x, lsn := uint64(88172645463325252), redo.LSN(1000)
	b.ReportAllocs()
	for b.Loop() {
		f, _ := r.p.Get(r.k, PageNo(mix(&x)%uint64(n))+64, Write, sim.Wake{})
		lsn += 100
		r.p.Modify(r.k, f, redo.Span{Start: lsn, End: lsn + 100})
		r.p.Unfix(f)
	}
}

func BenchmarkModify(b *testing.B) { benchmarkModify(b, 8192) }

func BenchmarkModify20M(b *testing.B) { benchmarkModify(b, millions) }

// A miss with everything that belongs to it: scan, eviction, read, completion: 5 events.
func BenchmarkMiss(b *testing.B) {
	o := small(8192)
	o.Costs, o.Pages = DefaultCosts(), 1<<20
	r := newRig(o)
	x := uint64(88172645463325252)
	for range 20_000 {
		r.touch(PageNo(mix(&x)%(1<<20)) + 1)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		r.touch(PageNo(mix(&x)%(1<<20)) + 1)
	}
}

// A search that looks at the whole of a dirty list and finds nothing, with the single-page flush that
// follows.
func BenchmarkMissInDirtyPool(b *testing.B) {
	o := small(100_000)
	o.Costs, o.Pages = DefaultCosts(), 1<<22
	r := newRig(o)
	lsn := redo.LSN(100)
	for pg := PageNo(1); pg <= 100_000; pg++ {
		r.change(pg, lsn)
		lsn += 100
	}
	pg := PageNo(200_000)
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		r.change(pg, lsn)
		pg = 200_000 + (pg+1)%2_000_000
		lsn += 100
	}
}

// An empty pool of 20 million frames, and what it takes.
func BenchmarkStart20M(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		o := small(millions)
		o.Instances, o.Pages = 8, millions
		r := newRig(o)
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(r)
		runtime.GC()
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
}

// Filling a pool of 20 million frames, every second page dirty in random order of age.
func BenchmarkInstall20M(b *testing.B) {
	for b.Loop() {
		o := small(millions)
		o.Instances, o.Pages = 8, millions+64
		r := newRig(o)
		x := uint64(88172645463325252)
		for pg := PageNo(64); pg < millions; pg++ {
			s := Resident{Page: pg, Young: true}
			if pg%2 == 0 {
				at := redo.LSN(mix(&x) % (1 << 36))
				s.Dirty = redo.Span{Start: at, End: at + 100}
			}
			r.p.Install(s)
		}
		r.p.Installed()
	}
}
