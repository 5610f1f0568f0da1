package queue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

func TestLotIsFirstComeFirstServedByKey(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	l := NewLot(4)
	for i := range uint32(6) {
		l.Park(uint64(i%2), out.wake(i))
	}
	require.Equal(t, 3, l.Waiting(0))
	require.True(t, l.UnparkOne(k, 1))
	require.Equal(t, 3, l.Unpark(k, 0))
	require.False(t, l.UnparkOne(k, 0))
	require.Equal(t, 2, l.Unpark(k, 1))
	require.Zero(t, l.Unpark(k, 99))
	require.Zero(t, l.Parked())
	k.Run(math.MaxInt64, 0)
	require.Equal(t, []uint32{1, 0, 2, 4, 3, 5}, out.refs())
}

// TestLotAgreesWithDumbTwin does random things to a lot with few chains, and to a list per key.
func TestLotAgreesWithDumbTwin(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	l := NewLot(1)
	twin := make([][]uint32, 200)
	var want []uint32
	r := rng.New(11, "lot", 0)
	for i := range uint32(50_000) {
		key := r.Uint64n(200)
		switch r.Uint64n(5) {
		case 0:
			require.Equal(t, len(twin[key]), l.Unpark(k, key))
			want = append(want, twin[key]...)
			twin[key] = nil
		case 1:
			require.Equal(t, len(twin[key]) > 0, l.UnparkOne(k, key))
			if len(twin[key]) > 0 {
				want, twin[key] = append(want, twin[key][0]), twin[key][1:]
			}
		default:
			l.Park(key, out.wake(i))
			twin[key] = append(twin[key], i)
		}
		require.Equal(t, len(twin[key]), l.Waiting(key))
	}
	k.Run(math.MaxInt64, 0)
	require.Equal(t, want, out.refs())
}

func TestLotDoesNotAllocate(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	out.next = func(*sim.Kernel, sim.Event) {}
	l := NewLot(16)
	round := func() {
		for i := range uint64(16) {
			l.Park(i, out.wake(0))
		}
		for i := range uint64(16) {
			l.Unpark(k, i)
		}
		k.Run(math.MaxInt64, 0)
	}
	round()
	require.Zero(t, testing.AllocsPerRun(10, round))
}
