package queue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

const waitLatch sim.Wait = 40

func TestLatchIsFairBetweenReadersAndWriters(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	l := NewLatch(waitLatch)
	require.Equal(t, sim.NoWait, l.Lock(k, Shared, out.wake(1)))
	require.Equal(t, sim.NoWait, l.Lock(k, Shared, out.wake(2)))
	require.Equal(t, waitLatch, l.Lock(k, Exclusive, out.wake(3)))
	require.Equal(t, waitLatch, l.Lock(k, Shared, out.wake(4)), "does not overtake the writer")
	require.Equal(t, waitLatch, l.Lock(k, Shared, out.wake(5)))
	require.Equal(t, 2, l.Holders())
	l.Unlock(k, Shared)
	l.Unlock(k, Shared)
	require.Equal(t, 1, l.Holders())
	l.Unlock(k, Exclusive)
	require.Equal(t, 2, l.Holders())
	k.Run(math.MaxInt64, 0)
	require.Equal(t, []uint32{3, 4, 5}, out.refs())
	require.Zero(t, l.Waiting())
	l.Unlock(k, Shared)
	l.Unlock(k, Shared)
	require.Panics(t, func() { l.Unlock(k, Shared) })
	require.Panics(t, func() { l.Unlock(k, Exclusive) })
}

func TestLatchDoesNotAllocate(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	out.next = func(*sim.Kernel, sim.Event) {}
	l := NewLatch(waitLatch)
	round := func() {
		for range 100 {
			l.Lock(k, Exclusive, out.wake(0))
			l.Lock(k, Exclusive, out.wake(1))
			l.Lock(k, Shared, out.wake(2))
			l.Unlock(k, Exclusive)
			l.Unlock(k, Exclusive)
			l.Unlock(k, Shared)
		}
		k.Run(math.MaxInt64, 0)
	}
	round()
	require.Zero(t, testing.AllocsPerRun(10, round))
}
