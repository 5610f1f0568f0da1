package bufferpool

import (
	"testing"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/stretchr/testify/require"
)

// TestLatchIsTriedBeforeSleeping: a writer that finds its page being written uses processor time first. It gets the page
// when that is over if the write has ended meanwhile, and sleeps otherwise.
func TestLatchIsTriedBeforeSleeping(t *testing.T) {
	const spin = 90 * sim.Microsecond
	for _, write := range []sim.Duration{spin / 2, 10 * spin} {
		o := small(64)
		o.Costs.Latch = spin
		r := newRig(o)
		r.change(7, 1000)
		var scanned int
		f := r.p.NextList(0, 1<<40, &scanned)
		before := r.p.env.CPU.Used(queue.Server)
		_, w := r.get(2, 7, Write)
		require.Equal(t, WaitPageWriting, w)
		r.run(write)
		require.Equal(t, write > spin, r.waits.Current(2) == WaitPageWriting, "asleep")
		r.p.Written(r.k, f, List)
		r.p.BatchEnd(r.k, 0, List)
		r.settle()
		require.Equal(t, f, r.got[2])
		require.GreaterOrEqual(t, r.p.env.CPU.Used(queue.Server)-before, min(write, spin))
		r.p.Unfix(f)
		r.check(t)
	}
}
