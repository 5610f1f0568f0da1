package queue

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// lonely is a thread that uses its processor without a pause, in bursts of 10 ms, and counts them.
type lonely struct {
	id   sim.ActorID
	c    *CPU
	done int
}

func (l *lonely) Handle(k *sim.Kernel, _ sim.Event) {
	l.done++
	l.c.Run(k, Server, 10*sim.Millisecond, sim.Wake{To: l.id})
}

func newLonely(o CPUOptions) (*sim.Kernel, *lonely) {
	k := sim.New()
	l := &lonely{}
	l.id = k.Register("lonely", l)
	l.c = NewCPU(k, o, nil)
	l.c.Run(k, Server, 10*sim.Millisecond, sim.Wake{To: l.id})
	return k, l
}

// TestSharedCoreBursts: a fifth of a processor that has saved 8 s runs at full speed for 8 s / (1 - 1/5), at a fifth of it
// from then on, and saves a fifth of the time again when it rests.
func TestSharedCoreBursts(t *testing.T) {
	k, l := newLonely(CPUOptions{CPUs: 1, Factor: 1, Share: 0.2, Burst: 8 * sim.Second})
	k.Run(sim.Time(10*sim.Second), 0)
	require.InDelta(t, 1000, l.done, 5)
	k.Run(sim.Time(30*sim.Second), 0)
	require.InDelta(t, 1000+20*100*0.2, l.done, 10)
	require.NoError(t, l.c.Check())
	require.InDelta(t, 0, l.c.saved.Credit(k.Now()), float64(20*sim.Millisecond))
	require.InDelta(t, float64(2*sim.Second), l.c.saved.Credit(k.Now().Add(10*sim.Second)), float64(20*sim.Millisecond))
}

// TestShareWithoutBurst is the share at every moment.
func TestShareWithoutBurst(t *testing.T) {
	k, l := newLonely(CPUOptions{CPUs: 1, Factor: 1, Share: 0.2})
	k.Run(sim.Time(10*sim.Second), 0)
	require.InDelta(t, 200, l.done, 1)
}
