package btree

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/workload"
)

// aged is a schema of two tables after long use.
func aged(t *testing.T, rows uint64, u Use) (*Schema, *counter) {
	t.Helper()
	o := workload.Defaults("oltp_write_only")
	sp := &counter{next: 1}
	load := workload.NewQuantile(workload.NewDist(workload.Special, o.Rand, rows))
	u.K = workload.NewQuantile(workload.NewDist(workload.Uniform, o.Rand, rows))
	s := NewSchema([]Space{sp, sp}, rows, load, 1, true)
	s.Age([]Space{sp, sp}, u)
	return s, sp
}

// TestAgedIndex: entries are kept, leaves stay in order on pages of their own, and are about 70 % full.
func TestAgedIndex(t *testing.T) {
	for _, rows := range []uint64{100000, 400000, 5000000} {
		s, _ := aged(t, rows, Use{Updates: 1, Replaces: 1, Seed: 1})
		for i := range s.Tables {
			tr := &s.Tables[i].K
			sum, pages := 0, map[uint32]bool{}
			for j := range tr.Len() {
				l := tr.At(j)
				sum += l.Records()
				require.False(t, pages[uint32(l.Page)])
				pages[uint32(l.Page)] = true
				require.LessOrEqual(t, int(l.recs+l.free), EntriesPerLeaf)
				require.True(t, j == 0 || tr.At(j-1).low < l.low)
			}
			for _, p := range tr.seg.freed {
				require.False(t, pages[uint32(p)], "a freed page is in use")
			}
			assert.InEpsilon(t, float64(rows), float64(sum), 0.04)
			fill := float64(sum) / float64(tr.Len()) / EntriesPerLeaf
			assert.InDelta(t, 0.72, fill, 0.08, "few leaves scatter more")
		}
	}
}

// TestAgedIndexHasSlack: the splits of long use have left unused pages behind, so that further ones take an extent for
// 64 pages and not one each, as they do in an index that has just been loaded.
func TestAgedIndexHasSlack(t *testing.T) {
	const splits = 8
	taken := func(tr *Secondary, sp *counter) int {
		before := sp.next
		for range splits {
			tr.NewPage(sp)
		}
		return int(sp.next - before)
	}
	for _, rows := range []uint64{400000, 5000000} {
		s, sp := aged(t, rows, Use{Updates: 1, Replaces: 1, Seed: 1})
		assert.LessOrEqual(t, taken(&s.Tables[0].K, sp), 2, "%d rows", rows)
	}
	s, sp := aged(t, 5000000, Use{})
	assert.Equal(t, splits, taken(&s.Tables[0].K, sp))
}

// TestUnusedIndexStays: a workload that leaves k alone leaves the index as it was loaded.
func TestUnusedIndexStays(t *testing.T) {
	s, _ := aged(t, 100000, Use{})
	assert.Equal(t, 1203, s.Tables[0].K.At(3).Records())
}
