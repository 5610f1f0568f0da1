package rng

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStreamIsTheStandardLibrarysPCG(t *testing.T) {
	s := New(1, "test.pcg", 2)
	twin := rand.NewPCG(s.hi, s.lo)
	for range 10_000 {
		require.Equal(t, twin.Uint64(), s.Uint64())
	}
}

func TestStreamsAreGolden(t *testing.T) {
	s := New(1, "client.pages", 3)
	first := s.Uint64()
	s.At(17)
	require.Equal(t, "f0fc24d7e0b1ecef 636842e7d67aa66b", fmt.Sprintf("%x %x", first, s.Uint64()))
}

func TestStreamsDifferInSeedNameAndNumber(t *testing.T) {
	seen := map[uint64]string{}
	for _, seed := range []uint64{0, 1, 2, math.MaxUint64} {
		for _, name := range []string{"", "a", "b", "ab", "client.pages", "client.pages2", "client.page\x00"} {
			for i := range uint64(2000) {
				s := New(seed, name, i)
				id := fmt.Sprint(seed, name, i)
				u := s.Uint64()
				require.Empty(t, seen[u], id)
				seen[u] = id
			}
		}
	}
}

func TestAtForgetsThePast(t *testing.T) {
	a, b := New(1, "x", 0), New(1, "x", 0)
	for n := range uint64(100) {
		for range n {
			a.Uint64()
		}
		a.At(n)
		b.At(n)
		require.Equal(t, a, b)
		require.Equal(t, a.Uint64(), b.Uint64())
	}
	other := New(1, "x", 1)
	other.At(5)
	a.At(5)
	require.NotEqual(t, a.Uint64(), other.Uint64())
}

// chiSquare returns by how many standard deviations the counts are too uneven.
func chiSquare(counts []int, total int) float64 {
	want := float64(total) / float64(len(counts))
	var sum float64
	for _, c := range counts {
		sum += (float64(c) - want) * (float64(c) - want) / want
	}
	df := float64(len(counts) - 1)
	return (sum - df) / math.Sqrt(2*df)
}

// TestFirstDrawsAreIndependent looks at what a run really uses: the first few draws after each At, over
// neighbouring ordinals, clients and seeds.
func TestFirstDrawsAreIndependent(t *testing.T) {
	draws := map[string]func(i uint64) Stream{
		"ordinals": func(i uint64) Stream { s := New(1, "client.pages", 0); s.At(i); return s },
		"clients":  func(i uint64) Stream { s := New(1, "client.pages", i); s.At(3); return s },
		"seeds":    func(i uint64) Stream { return New(i, "client.pages", 7) },
	}
	const n, cells = 1 << 17, 32
	for name, stream := range draws {
		pairs := make([]int, cells*cells) // of neighbours' first draws
		serial := make([]int, cells*cells)
		var ones [64]int
		last := uint64(0)
		for i := range uint64(n) {
			s := stream(i)
			a, b := s.Uint64(), s.Uint64()
			pairs[last>>59*cells+a>>59]++
			serial[a>>59*cells+b>>59]++
			for bit := range ones {
				ones[bit] += int(a ^ last>>bit&1&1)
			}
			require.NotEqual(t, a, b)
			last = a
		}
		require.Less(t, math.Abs(chiSquare(pairs, n)), 4.0, name)
		require.Less(t, math.Abs(chiSquare(serial, n)), 4.0, name)
	}
}

func TestHashesAvalanche(t *testing.T) {
	hashes := map[string]func(x uint64) uint64{
		"Hash1":  Hash1,
		"Hash2a": func(x uint64) uint64 { return Hash2(x, 7) },
		"Hash2b": func(x uint64) uint64 { return Hash2(7, x) },
		"Hash3a": func(x uint64) uint64 { return Hash3(x, 7, 8) },
		"Hash3b": func(x uint64) uint64 { return Hash3(7, x, 8) },
		"Hash3c": func(x uint64) uint64 { return Hash3(7, 8, x) },
	}
	const n = 2000
	for name, h := range hashes {
		for bit := range 64 {
			var flips int
			for x := range uint64(n) {
				flips += bits.OnesCount64(h(x) ^ h(x^1<<bit))
			}
			require.InDelta(t, 32, float64(flips)/n, 0.6, "%s bit %d", name, bit)
		}
	}
	require.NotEqual(t, Hash2(1, 2), Hash2(2, 1))
	require.NotEqual(t, HashString("ab"), HashString("ba"))
	require.NotEqual(t, HashString("12345678"), HashString("12345678\x00"))
}

func TestBoundedNumbersAreUniform(t *testing.T) {
	s := New(3, "test.bounded", 0)
	const n, total = 1000, 1 << 20
	counts := make([]int, n)
	for range total {
		counts[s.Uint32n(n)]++
	}
	require.Less(t, math.Abs(chiSquare(counts, total)), 4.0)
	for range 1000 {
		require.Zero(t, s.Uint64n(1))
		require.Less(t, s.Uint64n(1<<63+1), uint64(1<<63+1))
	}
	require.Panics(t, func() { s.Uint64n(0) })
	require.Panics(t, func() { s.Uint32n(0) })
}

func TestUnitNumbersStayInside(t *testing.T) {
	require.Zero(t, float64(uint64(0)>>11)*ulp53)
	require.Less(t, float64(uint64(math.MaxUint64)>>11)*ulp53, 1.0)
	require.Positive(t, openUnit(0))
	require.Less(t, openUnit(math.MaxUint64), 1.0)
	s := New(1, "test.float", 0)
	var sum float64
	hits := 0
	const n = 1 << 18
	for range n {
		sum += s.Float64()
		if s.Bool(0.25) {
			hits++
		}
	}
	require.InDelta(t, 0.5, sum/n, 0.003)
	require.InDelta(t, 0.25, float64(hits)/n, 0.004)
}

func TestDrawingDoesNotAllocate(t *testing.T) {
	s := New(1, "test", 0)
	l, z := NewLognormal(1, 1), NewZipf(1000, 0.8)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		s.At(s.Uint64())
		sink += l.Draw(&s) + float64(z.Draw(&s)) + s.Normal()
	}))
}

// TestKeysDoNotCollide takes as many clients as nobody has.
func TestKeysDoNotCollide(t *testing.T) {
	keys := make([]uint64, 1<<20)
	for i := range keys {
		keys[i] = New(1, "client.pages", uint64(i)).key
	}
	slices.Sort(keys)
	require.Len(t, slices.Compact(keys), 1<<20)
}
