package bufferpool

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim/rng"
)

// A sorted slice is the histogram's twin; at the borders of buckets they must agree exactly.
func TestAgesCountLikeASortedSlice(t *testing.T) {
	a, twin := newAges(), []redo.LSN(nil)
	draw := rng.New(1, "ages", 0)
	base := uint64(1 << 30)
	for i := range 30_000 {
		base += draw.Uint64n(1 << 18)
		if i == 20_000 {
			base += 1 << 38 // a span of 256 GiB widens the buckets
		}
		l := redo.LSN(base - draw.Uint64n(2<<20)) // relaxed order
		a.add(l)
		twin = append(twin, l)
		if len(twin) > 5000 || draw.Uint32n(3) == 0 {
			at := draw.Uint32n(uint32(len(twin)))
			a.remove(twin[at])
			twin[at] = twin[len(twin)-1]
			twin = twin[:len(twin)-1]
		}
		if i%1000 != 0 {
			continue
		}
		slices.Sort(twin)
		for range 50 {
			limit := redo.LSN(base-draw.Uint64n(1<<31)) >> a.shift << a.shift
			n, _ := slices.BinarySearch(twin, limit)
			require.Equal(t, n, a.older(limit))
		}
		require.Equal(t, len(twin), a.older(redo.LSN(base+1<<40)))
	}
	require.Greater(t, a.shift, uint8(ageShift))
	for _, l := range twin {
		a.remove(l)
	}
	require.Zero(t, a.n)
	require.Zero(t, a.older(1<<47))
	require.Equal(t, make([]uint32, ageBuckets), a.count)
}
