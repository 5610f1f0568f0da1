package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// closedLoop is the throughput, per second, of threads that take one of n mutexes of a crowd in turn for 500 ns, and spend
// a think time between, on a host with 16 processors. They try for the mutex for that long before they sleep.
func closedLoop(threads, n int, think, spin sim.Duration) float64 {
	k := sim.New()
	c := NewCrowd(host16(k), CrowdOptions{Spin: spin, Most: threads})
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

func host16(k *sim.Kernel) *CPU {
	return NewCPU(k, CPUOptions{CPUs: 16, ThreadsPerCore: 1, Factor: 1, Share: 1}, nil)
}

func TestSleepersMakeThroughputFallLikeOneOverThreads(t *testing.T) {
	many, few := closedLoop(256, 1, 10_000, 1000), closedLoop(64, 1, 10_000, 1000)
	require.InDelta(t, 4, few/many, 0.8)
}

// TestASecondMutexHelpsNoMoreThanTwice: the waiters of both share the same processors.
func TestASecondMutexHelpsNoMoreThanTwice(t *testing.T) {
	one, two := closedLoop(256, 1, 10_000, 1000), closedLoop(256, 2, 10_000, 1000)
	require.InDelta(t, 2, two/one, 0.2)
}

// TestALineOfTheTriesIsNoCrowd: the same 256 threads stand in a line of 0.13 ms. Who tries for twice as long never sleeps,
// and the mutex changes hands at once.
func TestALineOfTheTriesIsNoCrowd(t *testing.T) {
	require.InEpsilon(t, 2e6, closedLoop(256, 1, 10_000, 256_000), 0.01)
	require.Less(t, closedLoop(256, 1, 10_000, 64_000), 1e6)
}

// TestFewWaitersDoNotSlowDown: there is a processor for each of them.
func TestFewWaitersDoNotSlowDown(t *testing.T) {
	c := NewCrowd(host16(sim.New()), CrowdOptions{Spin: 1000, Most: 100})
	m := c.Mutex(0)
	for range 10 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}

// TestSleepersCostAShareOfAProcessorEach: with 16 of them a hold takes twice as long.
func TestSleepersCostAShareOfAProcessorEach(t *testing.T) {
	c := NewCrowd(host16(sim.New()), CrowdOptions{Most: 16})
	m := c.Mutex(0)
	c.lines[0] = line{free: 100 * sim.Time(sim.Microsecond), hold: 100}
	_, held := m.Book(0, 100)
	require.EqualValues(t, 200, held, "1000 sleep, and no more than 16 are awake")
}

func TestWithoutProcessorsNobodySlowsDown(t *testing.T) {
	c := NewCrowd(nil, CrowdOptions{})
	m := c.Mutex(0)
	for range 100 {
		_, held := m.Book(0, 50)
		require.EqualValues(t, 50, held)
	}
}
