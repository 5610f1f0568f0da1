package bufferpool

import (
	"testing"

	"github.com/innosim/innosim/sim"
	"github.com/stretchr/testify/require"
)

// TestFirstUsesAreInEachOthersWay: alone a first use takes its time; one that another processor has begun keeps it waiting
// for the part that only one can be in, and never for more than the other processors can be ahead.
func TestFirstUsesAreInEachOthersWay(t *testing.T) {
	const us = sim.Microsecond
	c := Costs{FirstUse: 240 * us, FirstAlone: 100 * us}
	one, two := newMemory(c, 1), newMemory(c, 2)
	for i := range 5 {
		at := sim.Time(0)
		require.Equal(t, 240*us, one.firstUse(at), "a single processor is never in its own way")
		want := 240*us + min(sim.Duration(i), 1)*100*us
		require.Equal(t, want, two.firstUse(at))
	}
	require.Equal(t, 240*us, two.firstUse(sim.Time(500*us)), "all is over")
	require.Equal(t, 290*us, two.firstUse(sim.Time(550*us)))
}

// TestFirstUseIsOfFramesNeverUsed: a frame that comes back to the free list is memory already.
func TestFirstUseIsOfFramesNeverUsed(t *testing.T) {
	o := rigOptions{Options: Options{Frames: 64, Instances: 1, Pages: 256}}
	o.Costs = Costs{FirstUse: 240 * sim.Microsecond}
	r := newRig(o)
	in := &r.p.inst[0]
	f := r.p.takeFree(0, in)
	spent, _ := r.p.Spent()
	require.Equal(t, 240*sim.Microsecond, spent)
	r.p.giveFree(in, f)
	require.Equal(t, f, r.p.takeFree(0, in))
	spent, _ = r.p.Spent()
	require.Zero(t, spent)
}
