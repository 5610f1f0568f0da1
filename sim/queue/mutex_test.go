package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

func TestMutexIsBookedInOrder(t *testing.T) {
	m := NewMutex(0)
	wait, held := m.Book(0, 10)
	require.Zero(t, wait)
	require.EqualValues(t, 10, held)
	wait, _ = m.Book(0, 10)
	require.EqualValues(t, 10, wait)
	wait, _ = m.Book(15, 10)
	require.EqualValues(t, 5, wait)
	wait, _ = m.Book(100, 1)
	require.Zero(t, wait)
	require.EqualValues(t, 2, m.Waits)
	require.EqualValues(t, 4, m.Books)
	require.EqualValues(t, 15, m.Waited)
	require.EqualValues(t, 31, m.Held)
}

// TestThroughputFallsUnderContention: closed loop of n threads with no time outside: a hand-over that grows
// with the line makes more threads do less.
func TestThroughputFallsUnderContention(t *testing.T) {
	throughput := func(threads int) float64 {
		m := NewMutex(20)
		ready := make([]sim.Time, threads)
		const books = 20000
		for i := range books {
			now := ready[i%threads]
			wait, held := m.Book(now, 400)
			ready[i%threads] = now.Add(wait + held)
		}
		return books / ready[(books-1)%threads].Seconds()
	}
	one, eight, many := throughput(1), throughput(8), throughput(64)
	require.InEpsilon(t, 2.5e6, one, 0.001)
	require.Less(t, eight, one)
	require.Less(t, many, eight)
	require.Greater(t, many, one/4, "bounded: most waiters sleep")
}

// TestMutexCrowd: a herd makes the line as long as itself, not longer by itself.
func TestMutexCrowd(t *testing.T) {
	m := NewMutex(0)
	m.Crowd(100, 50)
	m.Crowd(120, 50)
	wait, _ := m.Book(120, 10)
	require.EqualValues(t, 50, wait)
	m.Crowd(120, 20)
	wait, _ = m.Book(120, 10)
	require.EqualValues(t, 60, wait, "those in line are not moved")
}
