package bufferpool

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim/rng"
)

// TestSortByStartTwin compares with the library's stable sort, over ranges of one digit to five.
func TestSortByStartTwin(t *testing.T) {
	s := rng.New(1, "test", 0)
	for _, n := range []int{0, 1, 2, 1000} {
		for bits := range 50 {
			pages := make([]redirty, n)
			for i := range pages {
				pages[i] = redirty{FrameID(i + 1), redo.LSN(1<<20 + s.Uint64()>>(63-bits))}
			}
			want := slices.Clone(pages)
			slices.SortStableFunc(want, func(a, b redirty) int { return cmp.Compare(a.start, b.start) })
			got, _ := sortByStart(pages, nil)
			require.Equal(t, want, got)
		}
	}
}
