package queue

import (
	"math"
	"testing"

	"github.com/innosim/innosim/sim"
	"github.com/stretchr/testify/require"
)

// TestWhoSleptInTheMiddleFindsColdCaches: a thread that goes on after a sleep pays by the length of the sleep, however
// short the burst behind it; one that begins something short, and a light one, pay for what they touch.
func TestWhoSleptInTheMiddleFindsColdCaches(t *testing.T) {
	o := host(2)
	o.Cold, o.ColdGap = 100*sim.Microsecond, sim.Millisecond
	const short = sim.Microsecond
	took := func(urgent bool, gap sim.Duration, f func(c *CPU, k *sim.Kernel, w sim.Wake)) sim.Duration {
		k := sim.New()
		c := NewCPU(k, o, nil)
		out := newSink(k)
		if urgent {
			c.SetUrgent(0, 1)
		}
		k.Run(sim.Time(gap), 0)
		f(c, k, out.wake(0))
		k.Run(math.MaxInt64, 0)
		return c.Used(Server)
	}
	wake := func(c *CPU, k *sim.Kernel, w sim.Wake) { c.Wake(k, Server, 0, short, w) }
	resume := func(c *CPU, k *sim.Kernel, w sim.Wake) { c.Resume(k, Server, short, w) }
	begin := func(c *CPU, k *sim.Kernel, w sim.Wake) { c.Queue(k, Server, short, w) }
	for _, f := range []func(*CPU, *sim.Kernel, sim.Wake){wake, resume} {
		require.Equal(t, short+50*sim.Microsecond, took(false, sim.Millisecond, f))
		require.Equal(t, short+90*sim.Microsecond, took(false, 9*sim.Millisecond, f))
		require.Equal(t, short+short/2, took(true, sim.Millisecond, f))
	}
	require.Equal(t, short+short/2, took(false, sim.Millisecond, begin))
}

// TestWhoWaitsForABusyProcessorLosesNoMoreThanItsCaches: others' work counts for a millisecond, idle time in full.
func TestWhoWaitsForABusyProcessorLosesNoMoreThanItsCaches(t *testing.T) {
	const ms = sim.Millisecond
	require.Equal(t, ms/2, Lost(ms/2, 0))
	require.Equal(t, ms, Lost(20*ms, 0))
	require.Equal(t, 6*ms, Lost(20*ms, 5*ms))
	require.Equal(t, 20*ms, Lost(20*ms, 20*ms))
	require.Equal(t, 20*ms, Lost(20*ms, 21*ms), "what the average processor idled may be more than this one did")

	o := host(1)
	o.Cold, o.ColdGap = 100*sim.Microsecond, ms
	for _, busy := range []bool{false, true} {
		k := sim.New()
		c := NewCPU(k, o, nil)
		out := newSink(k)
		if busy {
			c.Queue(k, Client, 9*ms, out.wake(1))
		}
		k.Run(sim.Time(9*ms), 0)
		c.Wake(k, Server, 0, sim.Microsecond, out.wake(0))
		k.Run(math.MaxInt64, 0)
		want := 90 * sim.Microsecond
		if busy {
			want = 50 * sim.Microsecond
		}
		require.Equal(t, sim.Microsecond+want, c.Used(Server), "busy: %v", busy)
	}
}

// TestLightThreadsWaitForHalfOfTheQueue: behind two bursts of 100 us an ordinary thread starts at 200 us, one that is
// light at 100 us, and an urgent one at once.
func TestLightThreadsWaitForHalfOfTheQueue(t *testing.T) {
	for _, c := range []struct {
		mark func(c *CPU)
		end  sim.Time
	}{
		{func(*CPU) {}, 210e3},
		{func(c *CPU) { c.SetLight(0, 1) }, 110e3},
		{func(c *CPU) { c.SetUrgent(0, 1) }, 10e3},
	} {
		k := sim.New()
		cpu := NewCPU(k, host(1), nil)
		out := newSink(k)
		k.Run(1, 0)
		c.mark(cpu)
		cpu.Queue(k, Server, 100*sim.Microsecond, out.wake(1))
		cpu.Queue(k, Server, 100*sim.Microsecond, out.wake(2))
		require.Equal(t, c.end, cpu.Run(k, Server, 10*sim.Microsecond, out.wake(0))-k.Now())
	}
}
