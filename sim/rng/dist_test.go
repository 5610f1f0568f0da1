package rng

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// kolmogorov returns √n times the largest distance between the draws' distribution and cdf: below 1.95 for
// all but one in a thousand of samples that do follow it.
func kolmogorov(draws []float64, cdf func(float64) float64) float64 {
	slices.Sort(draws)
	n := float64(len(draws))
	var d float64
	for i, x := range draws {
		f := cdf(x)
		d = max(d, f-float64(i)/n, float64(i+1)/n-f)
	}
	return d * math.Sqrt(n)
}

func drawn(n int, draw func() float64) []float64 {
	draws := make([]float64, n)
	for i := range draws {
		draws[i] = draw()
	}
	return draws
}

func moments(draws []float64) (mean, cv float64) {
	var sum, squares float64
	for _, x := range draws {
		sum += x
	}
	mean = sum / float64(len(draws))
	for _, x := range draws {
		squares += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(squares/float64(len(draws))) / mean
}

const sampleSize = 1 << 18

func TestLognormalFollowsItsFormula(t *testing.T) {
	for _, c := range []struct{ mean, cv float64 }{{700_000, 0.4}, {1, 1}, {5, 3}, {1e-3, 0.01}} {
		l := NewLognormal(c.mean, c.cv)
		sigma := math.Sqrt(math.Log1p(c.cv * c.cv))
		twin := distuv.LogNormal{Mu: math.Log(c.mean) - sigma*sigma/2, Sigma: sigma}
		s := New(4, "test.lognormal", 0)
		draws := drawn(sampleSize, func() float64 { return l.Draw(&s) })
		mean, cv := moments(draws)
		require.InEpsilon(t, c.mean, mean, 5*c.cv/math.Sqrt(sampleSize)+1e-6, "%v", c)
		require.InEpsilon(t, c.cv, cv, 0.02+0.1*c.cv, "%v", c)
		require.Less(t, kolmogorov(draws, twin.CDF), 1.95, "%v", c)
		for _, p := range []float64{1e-6, 0.001, 0.5, 0.99, 0.999999} {
			require.InEpsilon(t, twin.Quantile(p), l.Quantile(p), 1e-9)
		}
		require.InDelta(t, c.mean, l.Mean(), 0)
	}
}

func TestTheTableIsNoBias(t *testing.T) {
	l := NewLognormal(100, 0.8)
	var table, exact float64
	const steps = 1 << 20
	for i := range uint64(steps) {
		u := i<<44 | 1<<43
		exact += l.Quantile(openUnit(u))
		if inner(u) {
			table += l.table.at(u)
		} else {
			table += l.Quantile(openUnit(u))
		}
	}
	require.InEpsilon(t, exact, table, 2e-5)
}

func TestConstantsAreLognormalToo(t *testing.T) {
	s := New(1, "test", 0)
	l, zero := NewLognormal(7, 0), NewLognormal(0, 2)
	require.InDelta(t, 7, l.Draw(&s), 0)
	require.InDelta(t, 7, l.Quantile(0.99), 0)
	require.Zero(t, zero.Draw(&s))
	require.Zero(t, Lognormal{}.Draw(&s))
	for _, bad := range [][2]float64{{-1, 1}, {1, -1}, {math.NaN(), 1}, {math.Inf(1), 1}} {
		require.Panics(t, func() { NewLognormal(bad[0], bad[1]) })
	}
}

func TestNormalAndExponentialFollowTheirFormulas(t *testing.T) {
	s := New(5, "test.normal", 0)
	require.Less(t, kolmogorov(drawn(sampleSize, s.Normal), distuv.UnitNormal.CDF), 1.95)
	twin := distuv.Exponential{Rate: 0.25}
	draws := drawn(sampleSize, func() float64 { return s.Exponential(4) })
	mean, cv := moments(draws)
	require.InEpsilon(t, 4, mean, 0.01)
	require.InEpsilon(t, 1, cv, 0.02)
	require.Less(t, kolmogorov(draws, twin.CDF), 1.95)
}

func TestQuantilesGoThroughTheirPoints(t *testing.T) {
	q, err := ParseQuantiles("0.5:85us 0.99:210us 0.999:1.2ms")
	require.NoError(t, err)
	require.Equal(t, "0.5:85us 0.99:210us 0.999:1.2ms", q.String())
	s := New(6, "test.quantiles", 0)
	draws := drawn(sampleSize, func() float64 { return q.Draw(&s) })
	slices.Sort(draws)
	for _, p := range []Point{{0.5, 85e3}, {0.99, 210e3}, {0.999, 1.2e6}} {
		require.InEpsilon(t, p.Value, q.Quantile(p.P), 1e-12)
		require.InEpsilon(t, p.Value, draws[int(p.P*sampleSize)], 0.05)
	}
	mean, _ := moments(draws)
	require.InEpsilon(t, mean, q.Mean(), 0.01)
	require.False(t, q.Zero())
	require.True(t, Quantiles{}.Zero())
}

func TestTwoQuantilesAreALognormal(t *testing.T) {
	l := NewLognormal(100, 0.6)
	q, err := NewQuantiles(Point{0.3, l.Quantile(0.3)}, Point{0.95, l.Quantile(0.95)})
	require.NoError(t, err)
	for _, p := range []float64{1e-6, 0.01, 0.5, 0.99, 0.9999999} {
		require.InEpsilon(t, l.Quantile(p), q.Quantile(p), 1e-12)
	}
	require.InEpsilon(t, 100, q.Mean(), 1e-3)
}

func TestOneQuantileIsAConstant(t *testing.T) {
	q, err := ParseQuantiles("0.5:2ms")
	require.NoError(t, err)
	s := New(1, "test", 0)
	require.InDelta(t, 2e6, q.Draw(&s), 1e-9)
	require.InDelta(t, 2e6, q.Mean(), 1e-6)
}

func TestQuantilesRefuseNonsense(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "at least one point",
		"0.5":               "not of the form",
		"x:5ms":             "not a probability",
		"0.5:5furlongs":     "not a time",
		"0:5ms":             "not between 0 and 1",
		"1:5ms":             "not between 0 and 1",
		"NaN:5ms":           "not between 0 and 1",
		"0.5:0":             "not above zero",
		"0.5:5ms 0.5:6ms":   "does not rise",
		"0.5:5ms 0.9:4.9ms": "falls below",
	} {
		_, err := ParseQuantiles(text)
		require.ErrorContains(t, err, want, "%q", text)
	}
}

func FuzzParseQuantiles(f *testing.F) {
	f.Add("0.5:85us 0.99:210us 0.999:1.2ms")
	f.Add("0.5:85us")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseQuantiles(text)
		if err != nil {
			return
		}
		again, err := ParseQuantiles(q.String())
		require.NoError(t, err)
		require.Equal(t, q.points, again.points)
	})
}

func TestZipfFollowsItsFormula(t *testing.T) {
	for _, exponent := range []float64{0.2, 0.8, 0.99, 1, 1.5, 3} {
		for _, n := range []uint64{1, 2, 10, 100} {
			z, s := NewZipf(n, exponent), New(7, "test.zipf", n)
			counts := make([]float64, n)
			for range sampleSize {
				counts[z.Draw(&s)]++
			}
			var norm, chi float64
			for i := range n {
				norm += math.Pow(float64(i+1), -exponent)
			}
			for i := range n {
				want := sampleSize * math.Pow(float64(i+1), -exponent) / norm
				chi += (counts[i] - want) * (counts[i] - want) / want
			}
			if n > 1 {
				limit := distuv.ChiSquared{K: float64(n - 1)}.Quantile(0.9999)
				require.Less(t, chi, limit, "exponent %v over %d", exponent, n)
			}
		}
	}
	require.Panics(t, func() { NewZipf(0, 1) })
	require.Panics(t, func() { NewZipf(1, 0) })
}

func TestZipfStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 1<<40).Draw(t, "n")
		z := NewZipf(n, rapid.Float64Range(0.01, 4).Draw(t, "exponent"))
		s := New(rapid.Uint64().Draw(t, "seed"), "test.zipf", 0)
		for range 100 {
			if r := z.Draw(&s); r >= n {
				t.Fatalf("rank %d of %d", r, n)
			}
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	s := New(1, "bench", 0)
	l, z := NewLognormal(1e5, 0.4), NewZipf(20_000_000, 0.8)
	q, err := ParseQuantiles("0.5:85us 0.99:210us 0.999:1.2ms")
	require.NoError(b, err)
	for name, draw := range map[string]func(){
		"at":          func() { s.At(uint64(sink)) },
		"float64":     func() { sink = s.Float64() },
		"lognormal":   func() { sink = l.Draw(&s) },
		"quantiles":   func() { sink = q.Draw(&s) },
		"normal":      func() { sink = s.Normal() },
		"exponential": func() { sink = s.Exponential(4) },
		"zipf":        func() { sink = float64(z.Draw(&s)) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				draw()
			}
		})
	}
}
