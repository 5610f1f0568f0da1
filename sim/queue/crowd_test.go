package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// closedLoop is the throughput, per second, of threads that take one of n mutexes of a crowd in turn, and spend a
// think time between.
func closedLoop(threads, n int, think sim.Duration) float64 {
	c := NewCrowd(threads, 100, 1000)
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

// TestSleepersOfOtherMutexesCount: all threads pass through one sync array, so a second mutex does not help.
func TestSleepersOfOtherMutexesCount(t *testing.T) {
	one, two := closedLoop(128, 1, 10_000), closedLoop(128, 2, 10_000)
	require.Less(t, two, one*3)
	require.Greater(t, two, one*1.5) // each has half of the line, and pays for both halves
}

func TestNobodySleepsWhileWaitsAreShort(t *testing.T) {
	c := NewCrowd(100, 100, 1000)
	m := c.Mutex(0)
	for range 10 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}
