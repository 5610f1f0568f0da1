package doublewrite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// TestEveryPageIsWrittenOnce: random threads on all strategies; a dumb twin counts pages.
func TestEveryPageIsWrittenOnce(t *testing.T) {
	r := rng.New(1, "test.laws", 0)
	for round := range 40 {
		ro := defaultRig()
		ro.strategy = [...]string{"files", "detect", "off", "system", "sharded"}[round%5]
		ro.o.Pages, ro.o.PoolInstances = 1+int(r.Uint32n(40)), 4
		ro.o.Files = 1 + int(r.Uint32n(4))
		ro.o.SpareSegments = r.Uint32n(2) == 0
		ro.fo.NativeAIO = r.Uint32n(2) == 0
		ro.dev.LatencyCV, ro.costs, ro.cpus = 0.7, r.Uint32n(2) == 0, 4
		g := newRig(t, ro)
		batched, single := 0, 0
		for i := range 12 {
			n := int(r.Uint32n(100))
			j := job{pages: pages(n, 160*i, 1), single: i >= 8}
			j.batch = Batch{Instance: i % 4, Type: bufferpool.FlushType(i / 4 % 2)}
			if j.single {
				single += n
			} else {
				batched += n
			}
			g.start(uint32(i), j)
		}
		g.run()
		require.Len(t, g.written, batched)
		m := g.metrics()
		require.EqualValues(t, batched+single, m.DataWrites)
		require.Zero(t, g.fil.Unflushed())
		if ro.strategy != "off" {
			require.EqualValues(t, batched+single, m.PagesWritten)
			require.EqualValues(t, single, m.SingleWrites)
		}
	}
}

// TestMoreSegmentsNeverHurt is metamorphic: a spare segment in each file makes no drain slower.
func TestMoreSegmentsNeverHurt(t *testing.T) {
	drain := func(spare bool) sim.Time {
		ro := defaultRig()
		ro.o.Pages, ro.o.PoolInstances, ro.o.SpareSegments = 8, 4, spare
		g := newRig(t, ro)
		for i := range 4 {
			b := Batch{Instance: i, Type: bufferpool.List}
			g.start(uint32(i), job{batch: b, pages: pages(200, 500*i, 2)})
		}
		g.run()
		return g.end
	}
	require.LessOrEqual(t, drain(true), drain(false))
}

// TestAThreadDoesNotWaitForItself: one thread that flushes alone finds the mutex of the requests free at each of them.
func TestAThreadDoesNotWaitForItself(t *testing.T) {
	for _, strategy := range []string{"files", "off", "system", "sharded"} {
		ro := defaultRig()
		ro.strategy, ro.costs = strategy, true
		g := newRig(t, ro)
		g.start(0, job{batch: Batch{Type: bufferpool.List}, pages: pages(100, 64, 1)})
		g.run()
		m := g.fil.Metrics()
		require.GreaterOrEqual(t, m.MutexBooks, uint64(100), strategy)
		require.Zero(t, m.MutexWaited, strategy)
	}
}

func TestValidate(t *testing.T) {
	o := Defaults()
	require.NoError(t, o.Validate())
	o.Files, o.Pages, o.PoolInstances = 0, 513, 65
	require.ErrorContains(t, o.Validate(), "doublewrite.Files: 0 is not within 1..256")
	require.ErrorContains(t, o.Validate(), "doublewrite.Pages")
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for _, strategy := range []string{"files", "off", "system", "sharded"} {
		ro := defaultRig()
		ro.strategy = strategy
		g := newRig(t, ro)
		list := pages(200, 0, 1)
		step := func() {
			g.written = g.written[:0]
			g.start(1, job{batch: Batch{Type: bufferpool.List}, pages: list})
			g.start(2, job{single: true, pages: list[:8]})
			g.k.Run(g.k.Now().Add(100*sim.Millisecond), 0)
		}
		for range 10 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(10, step))
	}
}

func BenchmarkBatch(b *testing.B) {
	ro := defaultRig()
	ro.costs = true
	g := newRig(&testing.T{}, ro)
	list := pages(128, 0, 1)
	for b.Loop() {
		g.written = g.written[:0]
		g.start(1, job{batch: Batch{Type: bufferpool.List}, pages: list})
		g.k.Run(g.k.Now().Add(10*sim.Millisecond), 0)
	}
	b.ReportMetric(float64(g.k.Events())/float64(b.N*len(list)), "events/page")
}
