package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

func TestBucketKeepsItsRateForHours(t *testing.T) {
	b := NewBucket(3000, 0)
	var last sim.Duration
	const n = 3000 * 3600
	for range n + 1 {
		last = b.Book(0, 1)
	}
	require.InEpsilon(t, sim.Hour.Seconds(), last.Seconds(), 2e-9, "the 3000th of each second, an hour long")
}

func TestBucketSpacesEvenlyWithoutDepth(t *testing.T) {
	b := NewBucket(1000, 0)
	require.Zero(t, b.Book(0, 4))
	require.Equal(t, 4*sim.Millisecond, b.Book(0, 1))
	require.Equal(t, sim.Millisecond, b.Book(sim.Time(4*sim.Millisecond), 1))
	require.Zero(t, b.Book(sim.Time(sim.Second), 1), "a pause earns nothing but the next slot")
	require.Equal(t, sim.Millisecond, b.Book(sim.Time(sim.Second), 1))
}

// TestBucketCredits holds the duration of a burst against balance / (spent - refilled), the formula of the
// EBS guide.
func TestBucketCredits(t *testing.T) {
	const rate, peak, credits = 300.0, 3000.0, 54_000.0
	b := NewBucket(rate, credits)
	var now sim.Time
	for b.Delay(now) == 0 {
		b.Book(now, 1)
		now = now.Add(sim.Second / peak)
	}
	require.InEpsilon(t, credits/(peak-rate), now.Seconds(), 0.001)
	require.Zero(t, int(b.Credit(now)))
	require.InDelta(t, rate*10, b.Credit(now.Add(10*sim.Second)), 2, "refilled at the rate")
	require.InDelta(t, credits, b.Credit(now.Add(sim.Hour)), 0.001, "never above the depth")
}

func TestZeroBucketLimitsNothing(t *testing.T) {
	var b Bucket
	for range 10 {
		require.Zero(t, b.Book(0, 1<<40))
	}
	require.False(t, b.Limits())
}

func TestBucketSetRate(t *testing.T) {
	b := NewBucket(1000, 0)
	b.Book(0, 10)
	b.SetRate(10, 0)
	require.Equal(t, 10*sim.Millisecond, b.Book(0, 1), "a debt stays due at the time it was")
	require.Equal(t, 110*sim.Millisecond, b.Book(0, 1))
}

func BenchmarkBucketBook(b *testing.B) {
	x := NewBucket(3000, 0)
	var now sim.Time
	for b.Loop() {
		now = now.Add(333_333)
		x.Book(now, 1)
	}
}
