package fil

import (
	"testing"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/stretchr/testify/require"
)

// TestFilesGrowByFourExtents: a table of 64 extents that fills extent after extent writes 256 pages of zeros, in four
// calls, and syncs once, for every four extents; an undo tablespace 1,024 pages for every 16.
func TestFilesGrowByFourExtents(t *testing.T) {
	for _, c := range []struct {
		space         SpaceID // of the rig: even ones are tables
		extents       int
		pages, writes uint64
		syncs         uint64
	}{{0, 16, 16 * 64, 16, 4}, {0, 19, 20 * 64, 20, 5}, {1, 16, 16 * 64, 16, 1}} {
		r := newRig(quiet(), device.Config{WriteLatency: sim.Millisecond}, 4, 2)
		for range c.extents {
			r.sys.Extend(c.space)
			r.sys.Grow(r.k, c.space, sim.Wake{To: r.id, Kind: kindOp, Ref: 1})
			r.run(t)
		}
		m := r.sys.Metrics()
		require.Equal(t, [...]uint64{c.pages, c.writes, c.syncs}, [...]uint64{m.Writes, m.WriteCalls, m.Syncs})
	}
}

// TestNobodyWaitsForAFileThatIsLongEnough: only what has been added since the last call is written, by the first to call.
func TestNobodyWaitsForAFileThatIsLongEnough(t *testing.T) {
	r := newRig(quiet(), device.Config{WriteLatency: sim.Millisecond}, 4, 1)
	done := func(thread uint32) sim.Wake { return sim.Wake{To: r.id, Kind: kindOp, Ref: thread} }
	require.Equal(t, sim.NoWait, r.sys.Grow(r.k, 0, done(1)))
	for r.sys.spaces[0].zeroed == r.sys.spaces[0].size {
		r.sys.Extend(0)
	}
	require.Equal(t, sim.Wait(WaitDataWrite), r.sys.Grow(r.k, 0, done(1)))
	require.Equal(t, sim.NoWait, r.sys.Grow(r.k, 0, done(2)))
	r.run(t)
	require.EqualValues(t, 4*sim.Millisecond, r.done[1], "a MiB a call")
}
