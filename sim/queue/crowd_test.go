package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// closedLoop is the throughput, per second, of threads that take one of n mutexes of a crowd in turn, and spend a
// think time between, on a host with 16 processors.
func closedLoop(threads, n int, think sim.Duration) float64 {
	k := sim.New()
	c := NewCrowd(NewCPU(k, CPUOptions{CPUs: 16, ThreadsPerCore: 1, Factor: 1, Share: 1}, nil), threads)
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

func TestWaitersMakeThroughputFallLikeOneOverThreads(t *testing.T) {
	many, few := closedLoop(256, 1, 10_000), closedLoop(64, 1, 10_000)
	require.InDelta(t, 4, few/many, 0.8)
}

// TestASecondMutexHelpsNoMoreThanTwice: the waiters of both share the same processors.
func TestASecondMutexHelpsNoMoreThanTwice(t *testing.T) {
	one, two := closedLoop(256, 1, 10_000), closedLoop(256, 2, 10_000)
	require.InDelta(t, 2, two/one, 0.2)
}

// TestFewWaitersDoNotSlowDown: there is a processor for each of them.
func TestFewWaitersDoNotSlowDown(t *testing.T) {
	k := sim.New()
	c := NewCrowd(NewCPU(k, CPUOptions{CPUs: 16, ThreadsPerCore: 1, Factor: 1, Share: 1}, nil), 100)
	m := c.Mutex(0)
	for range 10 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}

func TestWithoutProcessorsNobodySlowsDown(t *testing.T) {
	c := NewCrowd(nil, 100)
	m := c.Mutex(0)
	for range 100 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}
