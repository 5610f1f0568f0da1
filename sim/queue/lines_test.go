package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestLinesTakeTurns: a read behind a hundred writes waits for as many writes as there are reads before it.
func TestLinesTakeTurns(t *testing.T) {
	l := NewLines(1000, 0)
	for i := range 100 {
		require.Equal(t, sim.Duration(i)*sim.Millisecond, l.Book(0, 1, 1), "alone the line has the whole rate")
	}
	require.Zero(t, l.Book(0, 0, 1))
	require.Equal(t, 2*sim.Millisecond, l.Book(0, 0, 1))
	require.Equal(t, 4*sim.Millisecond, l.Book(0, 0, 1))
	require.Equal(t, 103*sim.Millisecond, l.Book(0, 1, 1), "the reads take their part of the rate")
}

// TestLinesOfOneKindAreABucket: with one kind of requests it is the bucket that it contains.
func TestLinesOfOneKindAreABucket(t *testing.T) {
	for _, depth := range []float64{0, 50} {
		l, b := NewLines(777, depth), NewBucket(777, depth)
		var now sim.Time
		for i := range uint64(5000) {
			now = now.Add(sim.Duration(i*i%2_600_000) * sim.Nanosecond)
			require.Equal(t, b.Book(now, 1+i%3), l.Book(now, 0, 1+i%3))
		}
	}
}

// TestLinesHoldTheRate: whoever comes in whatever order, the mean rate is the limit while somebody waits, and each line
// is served in its order.
func TestLinesHoldTheRate(t *testing.T) {
	const rate, depth = 5000.0, 100.0
	l := NewLines(rate, depth)
	var now, last sim.Time
	var passed [2]sim.Time
	seed := uint32(7)
	const n = 60_000
	for range n {
		seed = seed*1664525 + 1013904223
		line := int(seed >> 30 & 1)
		if seed>>20&63 == 0 {
			line = 1
			for range 50 { // a burst of writes
				last = max(last, now.Add(l.Book(now, 1, 1)))
			}
		}
		at := now.Add(l.Book(now, line, 1))
		require.GreaterOrEqual(t, at, passed[line]-1)
		passed[line], last = at, max(last, at)
		now = now.Add(150 * sim.Microsecond)
	}
	require.Greater(t, last.Sub(now), sim.Second, "more is asked for than passes")
	bursts := (last.Seconds()*rate - n + depth) / 50
	require.InEpsilon(t, n/64.0, bursts, 0.05)
}

// TestLinesGetOnWhileNobodyAsks: a debt is paid by time, half for each line while both wait.
func TestLinesGetOnWhileNobodyAsks(t *testing.T) {
	l := NewLines(1000, 0)
	for range 10 {
		l.Book(0, 0, 1)
		l.Book(0, 1, 1)
	}
	now := sim.Time(10 * sim.Millisecond) // five of each are served
	require.Equal(t, 10*sim.Millisecond, l.Book(now, 0, 1))
	require.Zero(t, l.Book(sim.Time(sim.Second), 1, 1))
	var none Lines
	require.Zero(t, none.Book(0, 1, 1<<40))
}

func BenchmarkLinesBook(b *testing.B) {
	x := NewLines(3000, 300)
	var now sim.Time
	i := 0
	for b.Loop() {
		now = now.Add(333_333)
		x.Book(now, i&1, 1)
		i++
	}
}
