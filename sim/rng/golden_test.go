package rng

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryBitIsGolden folds a hundred thousand draws of each kind into one number, which is the same on
// every machine: a fused multiply-add or a call into assembly would change it.
func TestEveryBitIsGolden(t *testing.T) {
	s := New(1, "test.golden", 0)
	l, z := NewLognormal(1e5, 0.7), NewZipf(20_000_000, 0.8)
	q, err := ParseQuantiles("0.5:85us 0.99:210us 0.999:1.2ms")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		draw func() float64
		want string
	}{
		"lognormal":   {func() float64 { return l.Draw(&s) }, "bc5425ecbef1b7bd"},
		"quantiles":   {func() float64 { return q.Draw(&s) }, "0e52f55b5a083c4c"},
		"normal":      {s.Normal, "e12b7b5b419ca53f"},
		"exponential": {func() float64 { return s.Exponential(3) }, "49e703698951f7c3"},
		"zipf":        {func() float64 { return float64(z.Draw(&s)) }, "88fe63c38b3a56b4"},
		"pow":         {func() float64 { return Pow(s.Float64()*10, s.Normal()*10) }, "cf9bfbfd5f2de0b7"},
		"log1p":       {func() float64 { return log1p(s.Normal()*1e-3) + expm1(s.Normal()) }, "bc332f8eb2f8f44d"},
	} {
		s.At(HashString(name))
		var digest uint64
		for range 100_000 {
			digest = Hash2(digest, math.Float64bits(c.draw()))
		}
		require.Equal(t, c.want, fmt.Sprintf("%016x", digest), name)
	}
}
