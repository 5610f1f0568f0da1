package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// closedLoop is the throughput, per second, of threads that take one of n mutexes of a crowd in turn, and spend a
// think time between.
func closedLoop(threads, n int, think sim.Duration) float64 {
	c := NewCrowd(threads, 0.2, 1000)
	mutexes := make([]Mutex, n)
	for i := range mutexes {
		mutexes[i] = c.Mutex(0)
	}
	ready := make([]sim.Time, threads)
	const books = 200_000
	var now sim.Time
	for range books {
		first := 0
		for i, at := range ready {
			if at < ready[first] {
				first = i
			}
		}
		now = ready[first]
		wait, held := mutexes[first%n].Book(now, 500)
		ready[first] = now.Add(wait + held + think)
	}
	return books / sim.Duration(now).Seconds()
}

func TestSleepersMakeThroughputFallLikeOneOverThreads(t *testing.T) {
	many, few := closedLoop(256, 1, 10_000), closedLoop(64, 1, 10_000)
	require.InDelta(t, 4, few/many, 0.8)
}

// TestASecondMutexHalvesTheCrowd: each of two mutexes has half of the threads, and holds half as long.
func TestASecondMutexHalvesTheCrowd(t *testing.T) {
	one, two := closedLoop(256, 1, 10_000), closedLoop(256, 2, 10_000)
	require.InDelta(t, 4, two/one, 0.8)
}

func TestNobodySleepsWhileWaitsAreShort(t *testing.T) {
	c := NewCrowd(100, 0.2, 1000)
	m := c.Mutex(0)
	for range 10 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}
