package rng

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// accuracy is what Exp, Log and Pow promise in tests; they are really good to about 2e-16.
const accuracy = 1e-13

func close(got, want float64) bool {
	return got == want || math.Abs(got-want) <= accuracy*math.Abs(want) || math.IsNaN(got) && math.IsNaN(want)
}

// logOf is math.Log, which is wrong for denormal numbers on amd64.
func logOf(x float64) float64 {
	if x > 0 && x < 1e-300 {
		return math.Log(x*(1<<60)) - 60*math.Ln2
	}
	return math.Log(x)
}

func TestExpAndLogAgreeWithMath(t *testing.T) {
	for i := range 200_001 {
		x := float64(i-100_000) * 0.0075
		require.True(t, close(Exp(x), math.Exp(x)) || math.Exp(x) < 1e-300, "exp(%v) = %v, not %v", x, Exp(x), math.Exp(x))
	}
	s := New(1, "test.math", 0)
	for range 200_000 {
		x := math.Float64frombits(s.Uint64() >> 1)
		require.True(t, close(Log(x), logOf(x)), "log(%v) = %v, not %v", x, Log(x), logOf(x))
		y := 1 + (s.Float64()-0.5)/16
		require.InDelta(t, math.Log(y), Log(y), 2e-16, "log(%v)", y)
	}
}

func TestExpAndLogAtTheEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, x := range []float64{0, 1, -1, inf, -inf, nan, 709.78, 709.79, 710, -708, -740, -745.1, -746, 1e-300, 5e-324} {
		require.True(t, math.Abs(Exp(x)-math.Exp(x)) <= math.Max(5e-324, accuracy*math.Exp(x)) || close(Exp(x), math.Exp(x)),
			"exp(%v) = %v, not %v", x, Exp(x), math.Exp(x))
	}
	for _, x := range []float64{0, 1, -1, inf, -inf, nan, math.MaxFloat64, 2.3e-308, 1e-310, 5e-324, math.E, 2, 0.5} {
		require.True(t, close(Log(x), logOf(x)), "log(%v) = %v, not %v", x, Log(x), logOf(x))
	}
}

func TestPowAgreesWithMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(0, 1e6).Draw(t, "x"), rapid.Float64Range(-20, 20).Draw(t, "y")
		if got, want := Pow(x, y), math.Pow(x, y); !close(got, want) {
			t.Fatalf("pow(%v, %v) = %v, not %v", x, y, got, want)
		}
	})
	for _, c := range [][2]float64{{0, 0}, {0, 1}, {0, -1}, {0, 2}, {1, 1e300}, {7, 0}, {3, 1}, {math.Inf(1), 2}} {
		require.True(t, close(Pow(c[0], c[1]), math.Pow(c[0], c[1])), "%v", c)
	}
}

func TestLog1pAndExpm1AgreeWithMath(t *testing.T) {
	for _, x := range []float64{0, 1e-300, 1e-17, -1e-17, 1e-9, -1e-9, 1e-4, -1e-4, 0.3, -0.3, 1, 5, 30, -30, 700} {
		require.True(t, close(expm1(x), math.Expm1(x)), "expm1(%v) = %v, not %v", x, expm1(x), math.Expm1(x))
		if x > -1 {
			require.True(t, close(log1p(x), math.Log1p(x)), "log1p(%v) = %v, not %v", x, log1p(x), math.Log1p(x))
		}
	}
	require.True(t, math.IsInf(expm1(1000), 1))
	require.InDelta(t, -1, expm1(-1000), 0)
}

func TestNormalQuantileAgreesWithGonum(t *testing.T) {
	s := New(2, "test.normal", 0)
	check := func(p float64) {
		want := distuv.UnitNormal.Quantile(p)
		require.InDelta(t, want, NormalQuantile(p), 2e-13*(1+math.Abs(want)), "p=%v", p)
	}
	for range 50_000 {
		check(s.open())
	}
	for _, p := range []float64{0.5, 0.075, 0.925, 1e-10, 1e-12, 1e-100, 1e-300, 1 - 1e-12} {
		check(p)
	}
	require.True(t, math.IsInf(NormalQuantile(0), -1))
	require.True(t, math.IsInf(NormalQuantile(1), 1))
}

func BenchmarkMath(b *testing.B) {
	x := 0.5
	b.Run("exp", func(b *testing.B) {
		for range b.N {
			x = Exp(x) - 1.1
		}
	})
	b.Run("log", func(b *testing.B) {
		for range b.N {
			x = Log(x*x + 1.5)
		}
	})
	sink = x
}

var sink float64
