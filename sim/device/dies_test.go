package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// sixDies is a drive of six dies that reads 16 KiB in 100 us and programs 96 KiB in 600 us.
func sixDies() Config {
	return Config{
		ReadLatency: 100 * us, WriteLatency: 20 * us, WriteCache: Protected, CacheSize: 6 * 96 * kib,
		Dies: 6, DieQueues: true, ProgramTime: 600 * us, ProgramSize: 96 * kib,
	}
}

// TestReadsQueueAtTheirDie: n readers that find their die by address use n/(n+dies-1) of the dies if service times are
// exponential, and somewhat more if they are equal; a pool of servers would be full with six.
func TestReadsQueueAtTheirDie(t *testing.T) {
	for _, n := range []int{1, 6, 30} {
		k := sim.New()
		d, out := New(k, "data", sixDies(), 1), newSink(k)
		at := int64(0)
		out.next = func(k *sim.Kernel, ev sim.Event) {
			at += 7
			d.Submit(k, page(Read, at), ev.Wake)
		}
		for range n {
			k.Soon(out.wake(0))
		}
		k.Run(sim.Time(sim.Second), 0)
		exponential := float64(n) / float64(n+5)
		busy := float64(d.Metrics().Ops[Read].Count) / 60000
		require.GreaterOrEqual(t, busy, 0.97*exponential, "%d readers", n)
		require.LessOrEqual(t, busy, exponential+float64(1-exponential)/2+1e-3, "%d readers", n)
	}
}

// TestAReadWaitsForTheProgramInHand: and not for those behind it.
func TestAReadWaitsForTheProgramInHand(t *testing.T) {
	k := sim.New()
	c := sixDies()
	c.CacheSize = 12 * 96 * kib
	d, out := New(k, "data", c, 1), newSink(k)
	d.Submit(k, Request{Op: Write, Offset: 1 << 30, Bytes: uint32(12 * 96 * kib)}, out.wake(0)) // two programs for each die
	k.Run(sim.Time(200*us), 0)
	d.Submit(k, page(Read, 1), out.wake(1))
	k.Run(forever-1, 0)
	require.Equal(t, []sim.Time{sim.Time(20 * us), sim.Time(700 * us)}, out.times())

	c.ProgramSuspend = 50 * us
	k = sim.New()
	d, out = New(k, "data", c, 1), newSink(k)
	d.Submit(k, Request{Op: Write, Offset: 1 << 30, Bytes: uint32(12 * 96 * kib)}, out.wake(0))
	k.Run(sim.Time(200*us), 0)
	d.Submit(k, page(Read, 1), out.wake(1))
	k.Run(forever-1, 0)
	require.Equal(t, sim.Time(350*us), out.last())
}

// TestFullCacheWritesAsTheDiesProgram: 6 · 96 KiB in 600 us, a third of it when each byte is programmed three times.
func TestFullCacheWritesAsTheDiesProgram(t *testing.T) {
	for _, amplification := range []float64{1, 3} {
		k := sim.New()
		c := sixDies()
		c.WriteAmplification = amplification
		d, out := New(k, "data", c, 1), newSink(k)
		done := 0
		out.next = func(k *sim.Kernel, ev sim.Event) {
			done++
			d.Submit(k, page(Write, int64(2*done)), ev.Wake)
		}
		for range 8 {
			k.Soon(out.wake(0))
		}
		k.Run(sim.Time(sim.Second), 0)
		require.InEpsilon(t, 60000/amplification, d.Metrics().Ops[Write].Count, 0.02)
	}
}
