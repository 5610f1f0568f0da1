package stat_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/stat"
)

func TestWaitingTimeIsConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const threads = 3
		c := stat.NewWaitClock(threads)
		var now sim.Time
		var reset [threads]sim.Time
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(sim.Duration(rapid.IntRange(0, 1000).Draw(t, "d")))
			thread := uint32(rapid.IntRange(0, threads-1).Draw(t, "thread"))
			if rapid.IntRange(0, 9).Draw(t, "reset") == 0 {
				c.Reset(thread, now)
				reset[thread] = now
				continue
			}
			to := sim.Wait(rapid.IntRange(0, sim.NumWaits-1).Draw(t, "wait"))
			c.Switch(thread, now, to)
			c.Move(thread, to, sim.Wait(rapid.IntRange(0, sim.NumWaits-1).Draw(t, "moved to")), 7)
			if c.Current(thread) != to {
				t.Fatalf("class %d, want %d", c.Current(thread), to)
			}
		}
		for thread := range uint32(threads) {
			var sum sim.Duration
			for _, d := range c.Close(thread, now) {
				sum += d
			}
			if sum != now.Sub(reset[thread]) {
				t.Fatalf("thread %d: classes sum to %v of %v", thread, sum, now.Sub(reset[thread]))
			}
		}
	})
}

func TestGaugeIntegratesExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g stat.Gauge
		var now sim.Time
		var area, value, peak float64
		start := g.Area(0)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			d := sim.Duration(rapid.IntRange(0, 1000).Draw(t, "d"))
			area += value * float64(d)
			now = now.Add(d)
			v := rapid.IntRange(0, 1000).Draw(t, "v")
			g.Add(now, int64(v)-int64(g.Value()))
			value, peak = float64(v), max(peak, float64(v))
		}
		end := g.Area(now)
		if end.Nanoseconds() != area || float64(g.Value()) != value || float64(g.Peak()) != peak {
			t.Fatalf("area %v of %v, value %v of %v", end, area, g.Value(), value)
		}
		if got, want := end.Sub(start).Over(now.Sub(0)), area/max(1, float64(now)); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("mean %v, want %v", got, want)
		}
	})
}

func TestGaugeHoldsMoreThan64Bits(t *testing.T) {
	var g stat.Gauge
	g.Set(0, 1<<50)
	first := g.Area(sim.Time(sim.Hour))
	second := g.Area(sim.Time(2 * sim.Hour))
	require.InEpsilon(t, 1<<50, second.Sub(first).Over(sim.Hour), 1e-15)
	require.Zero(t, second.Over(0))
	require.Panics(t, func() { g.Add(0, -1<<51) })
}

func TestSeries(t *testing.T) {
	s := stat.NewSeries(sim.Second, 10, "tps", "latency")
	require.Zero(t, s.Len())
	s.Append(1, 10)
	s.Append(2, 20)
	require.Equal(t, 2, s.Len())
	require.Equal(t, []float32{10, 20}, s.Column("latency"))
	require.Nil(t, s.Column("none"))
	require.Equal(t, []string{"tps", "latency"}, s.Names())
	require.Len(t, s.Columns(), 2)
	require.Equal(t, sim.Second, s.Interval())
	require.Panics(t, func() { s.Append(1) })
	require.InDelta(t, 15, stat.Mean(s.Column("latency")), 0)
	require.InDelta(t, 15, stat.Median(s.Column("latency")), 0)
	require.InDelta(t, 2, stat.Median([]float32{3, 1, 2}), 0)
	require.Zero(t, stat.Mean(nil))
	require.Zero(t, stat.Median(nil))
	require.Zero(t, stat.NewSeries(sim.Second, 0).Len())
}

func TestLatencyIsTheSortedValue(t *testing.T) {
	s := rng.New(1, "test.latency", 0)
	l := rng.NewLognormal(float64(5*sim.Millisecond), 2)
	h := stat.NewLatency()
	all := make([]float64, 50_000)
	for i := range all {
		all[i] = l.Draw(&s)
		stat.Record(h, sim.Duration(all[i]))
	}
	slices.Sort(all)
	for _, p := range []float64{1, 50, 95, 99, 99.9} {
		want := all[int(math.Round(p/100*float64(len(all))))-1] / 1e6
		require.InDelta(t, want, stat.Millis(h.ValueAtPercentile(p)), 0.0006+0.001*want, "p%v", p) // half a microsecond
	}
	stat.Record(h, 5*sim.Hour)
	require.InEpsilon(t, 3.6e9, float64(h.Max()), 2e-3)
}

func TestSysbenchPrintsItsOwnValues(t *testing.T) {
	s := stat.NewSysbench()
	require.Zero(t, s.Percentile(95))
	for range 100 {
		s.Record(20 * sim.Millisecond)
	}
	require.Equal(t, "20.00", fmt.Sprintf("%.2f", s.Percentile(95))) // a value that sysbench is known to print
	s.Reset()
	require.Zero(t, s.Count())
	for _, d := range []sim.Duration{0, 1, sim.Hour} {
		s.Record(d)
	}
	require.InEpsilon(t, 0.001, s.Percentile(50), 1e-12)
	require.InEpsilon(t, 100_000, s.Percentile(100), 1e-12)
	o := stat.NewSysbench()
	o.Record(sim.Millisecond)
	o.Merge(s)
	require.EqualValues(t, 4, o.Count())
}

func TestSysbenchPercentileIsWithinABucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := stat.NewSysbench()
		values := rapid.SliceOfN(rapid.Int64Range(2_000, 50_000_000_000), 1, 300).Draw(t, "latencies")
		for _, v := range values {
			s.Record(sim.Duration(v))
		}
		slices.Sort(values)
		p := float64(rapid.IntRange(1, 100).Draw(t, "percentile"))
		rank := max(1, int(math.Floor(float64(len(values))*p/100+0.5)))
		want := sim.Duration(values[rank-1]).Millis()
		if got := s.Percentile(p); math.Abs(got-want) > 0.0092*want {
			t.Fatalf("p%v is %v, want %v", p, got, want)
		}
	})
}

func TestStudentTAgreesWithGonum(t *testing.T) {
	for _, level := range []float64{0.8, 0.9, 0.95, 0.99, 0.999} {
		for n := 2; n < 200; n++ {
			want := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n)}.Quantile(0.5 + level/2)
			require.InEpsilon(t, want, stat.StudentT(n, level), 5e-4, "n=%d level=%v", n, level)
		}
	}
	require.Panics(t, func() { stat.StudentT(1, 0.95) })
}

// autoregressive returns samples about a mean of 100 with correlation r between neighbours.
func autoregressive(s *rng.Stream, n int, r float64) []float32 {
	samples := make([]float32, n)
	x := s.Normal() / math.Sqrt(1-r*r)
	for i := range samples {
		x = r*x + s.Normal()
		samples[i] = float32(100 + x)
	}
	return samples
}

func TestIntervalsCoverTheMean(t *testing.T) {
	const runs = 2000
	for _, c := range []struct {
		r        float64
		from, to float64
	}{{0, 0.935, 0.97}, {0.5, 0.92, 0.97}} {
		covered := 0
		for run := range uint64(runs) {
			s := rng.New(run, "test.interval", 0)
			if e := stat.Interval(autoregressive(&s, 320, c.r), 0.95); math.Abs(e.Mean-100) <= e.Half {
				covered++
			}
		}
		share := float64(covered) / runs
		require.True(t, share > c.from && share < c.to, "correlation %v: covered in %.1f %%", c.r, 100*share)
	}
}

func TestIntervalOfFewSamplesIsUnknown(t *testing.T) {
	e := stat.Interval([]float32{1, 2, 3}, 0.95)
	require.InDelta(t, 2, e.Mean, 0)
	require.True(t, math.IsInf(e.Half, 1))
	require.True(t, math.IsInf(e.Relative(), 1))
	require.True(t, math.IsInf(stat.Estimate{}.Relative(), 1))
	require.InDelta(t, 0.1, stat.Estimate{Mean: -10, Half: 1}.Relative(), 1e-15)
	require.Panics(t, func() { stat.BatchMeans(nil, 2, 0.95) })
	constant := stat.Interval(make([]float32, 64), 0.95)
	require.Zero(t, constant.Half)
}

func TestRecordingDoesNotAllocate(t *testing.T) {
	c, h, s := stat.NewWaitClock(4), stat.NewLatency(), stat.NewSysbench()
	series := stat.NewSeries(sim.Second, 2000, "a", "b")
	var g stat.Gauge
	var now sim.Time
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		now += 1000
		c.Switch(1, now, 5)
		stat.Record(h, sim.Duration(now))
		s.Record(sim.Duration(now))
		g.Set(now, uint64(now))
		series.Append(1, float64(now))
	}))
}

func BenchmarkRecord(b *testing.B) {
	h, s := stat.NewLatency(), stat.NewSysbench()
	b.Run("latency", func(b *testing.B) {
		for i := range b.N {
			stat.Record(h, sim.Duration(i%1000)*sim.Millisecond)
		}
	})
	b.Run("sysbench", func(b *testing.B) {
		for i := range b.N {
			s.Record(sim.Duration(i%1000) * sim.Millisecond)
		}
	})
	b.Run("gauge", func(b *testing.B) {
		var g stat.Gauge
		for i := range b.N {
			g.Set(sim.Time(i), uint64(i&7))
		}
	})
}
