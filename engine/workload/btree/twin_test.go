package btree

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim/rng"
)

// numbers is a tablespace: the next 64 page numbers.
type numbers struct{ next bufferpool.PageNo }

func (c *numbers) Extend() bufferpool.PageNo {
	c.next += extentPages
	return c.next
}

// naiveLeaf is a leaf with its keys, as a page has them: free counts entries that fit the contiguous space behind the
// heap, garbage those that fit what removed ones have left.
type naiveLeaf struct {
	low           Key
	keys          []Key
	free, garbage int
}

// naive is an index of real keys under the server's rules.
type naive struct {
	leaves         []*naiveLeaf
	splits, merges int
}

func newNaive(keys []Key) *naive {
	n := &naive{}
	for chunk := range slices.Chunk(keys, EntriesPerLeaf) {
		n.leaves = append(n.leaves, &naiveLeaf{chunk[0], slices.Clone(chunk), EntriesPerLeaf - len(chunk), 0})
	}
	n.leaves[0].low = 0
	return n
}

func (n *naive) find(k Key) int {
	i := 0
	for i+1 < len(n.leaves) && n.leaves[i+1].low <= k {
		i++
	}
	return i
}

// insert is btr_cur_optimistic_insert, then btr_page_split_and_insert.
func (n *naive) insert(k Key) {
	i := n.find(k)
	l := n.leaves[i]
	if !l.fits() {
		n.split(i)
		n.insert(k)
		return
	}
	if l.garbage > 0 {
		l.garbage--
	} else {
		l.free--
	}
	at, _ := slices.BinarySearch(l.keys, k)
	l.keys = slices.Insert(l.keys, at, k)
}

func (l *naiveLeaf) fits() bool {
	if l.garbage == 0 {
		return l.free > 0
	}
	return l.free > 0 || (l.free+l.garbage)*secRecord >= pageSize/32
}

// split moves the upper half to a new page, which has no garbage.
func (n *naive) split(i int) {
	l := n.leaves[i]
	half := len(l.keys) / 2
	right := &naiveLeaf{low: l.keys[half], keys: slices.Clone(l.keys[half:])}
	right.free = EntriesPerLeaf - len(right.keys)
	l.keys = l.keys[:half]
	l.garbage += len(right.keys)
	n.leaves = slices.Insert(n.leaves, i+1, right)
	n.splits++
}

// remove is the purge of an entry, then btr_compress where the leaf has become less than half full.
func (n *naive) remove(k Key) {
	i := n.find(k)
	l := n.leaves[i]
	at, ok := slices.BinarySearch(l.keys, k)
	if !ok {
		panic("no such key")
	}
	l.keys = slices.Delete(l.keys, at, at+1)
	l.garbage++
	if len(l.keys)*secRecord >= pageSize/2 || len(n.leaves) == 1 {
		return
	}
	for _, j := range []int{i - 1, i + 1} {
		if j >= 0 && j < len(n.leaves) && len(n.leaves[j].keys)+len(l.keys) <= EntriesPerLeaf {
			n.merge(i, j)
			return
		}
	}
}

func (n *naive) merge(i, j int) {
	from, to := n.leaves[i], n.leaves[j]
	to.keys = slices.Sorted(slices.Values(append(to.keys, from.keys...)))
	to.free, to.garbage, to.low = EntriesPerLeaf-len(to.keys), 0, min(to.low, from.low)
	n.leaves = slices.Delete(n.leaves, i, i+1)
	n.merges++
}

// model drives a Secondary as the engine does.
type model struct {
	Secondary
	sp             Space
	top            Key
	splits, merges int
}

func (m *model) insert(k Key) {
	i := m.Find(k)
	if m.Insert(i) {
		return
	}
	between := m.Middle(i, m.top)
	m.Split(i, m.NewPage(m.sp), between)
	m.splits++
	if k >= between {
		i++
	}
	m.Insert(i)
}

func (m *model) remove(k Key) {
	i := m.Find(k)
	merge := m.Remove(i)
	if j := m.MergeTarget(i, m.At(i).Records()); merge && j >= 0 {
		m.Merge(i, j)
		m.merges++
	}
}

// check verifies what every index must be.
func (m *model) check(t *testing.T, entries int) {
	t.Helper()
	sum, pages := 0, map[bufferpool.PageNo]bool{}
	for i := range m.Len() {
		l := m.At(i)
		sum += l.Records()
		require.LessOrEqual(t, int(l.recs)+int(l.free), EntriesPerLeaf)
		require.False(t, pages[l.Page], "a page is two leaves")
		pages[l.Page] = true
		if i > 0 {
			require.Greater(t, l.low, m.At(i-1).low)
		}
		require.Equal(t, i, m.Find(l.low))
	}
	require.Equal(t, entries, sum)
	for _, p := range m.seg.freed {
		require.False(t, pages[p], "a page in use is free")
	}
	m.InnerPages(func(p bufferpool.PageNo) { require.False(t, pages[p]) })
}

// twins builds the same index twice: uniform values of k, one row each.
func twins(rows uint64) (*model, *naive, []uint64) {
	keys := make([]Key, rows)
	ks := make([]uint64, rows) // by id - 1
	s := rng.New(1, "test.keys", rows)
	for i := range ks {
		ks[i] = 1 + s.Uint64n(rows)
		keys[i] = MakeKey(ks[i], uint64(i+1))
	}
	slices.Sort(keys)
	m := &model{sp: &numbers{}, top: MakeKey(rows+2, 0)}
	m.Secondary = newSecondary(m.sp, rows, 1<<32-2, func(rank uint32) Key { return keys[uint64(rank)*rows>>32] })
	return m, newNaive(keys), ks
}

// TestTwin updates k in random rows, with purge a few hundred updates behind: leaves, splits and merges of the counters
// are those of real keys, as near as chance allows.
func TestTwin(t *testing.T) {
	for _, behind := range []int{0, 300, 5000} {
		const rows = 60000
		m, n, ks := twins(rows)
		s := rng.New(2, "test.updates", 0)
		var purge []Key
		for round := range 60000 {
			id := s.Uint64n(rows)
			k := ks[id]
			ks[id]++
			purge = append(purge, MakeKey(k, id+1))
			m.insert(MakeKey(k+1, id+1))
			n.insert(MakeKey(k+1, id+1))
			if len(purge) > behind {
				m.remove(purge[0])
				n.remove(purge[0])
				purge = purge[1:]
			}
			if round%15000 == 0 {
				m.check(t, rows+len(purge))
			}
		}
		t.Log(behind, "leaves", m.Len(), len(n.leaves), "splits", m.splits, n.splits, "merges", m.merges, n.merges)
		require.InEpsilon(t, len(n.leaves), m.Len(), 0.15)
		require.InDelta(t, n.splits, m.splits, 0.2*float64(n.splits)+8)
		require.InDelta(t, n.merges, m.merges, 0.2*float64(n.merges)+8)
	}
}

// TestFirstInsertSplits: on an index as it was built, every first insert into a leaf splits it, and the purge of one
// entry of a half merges it again, unless more entries have come meanwhile.
func TestFirstInsertSplits(t *testing.T) {
	m, n, ks := twins(12030)
	for i := range uint64(5) {
		k := MakeKey(ks[i], 1<<31+i)
		m.insert(k)
		n.insert(k)
	}
	require.Equal(t, n.splits, m.splits)
	require.Equal(t, len(n.leaves), m.Len())
	require.Positive(t, m.splits)
	require.Equal(t, EntriesPerLeaf, m.At(m.Len()-1).Records()+int(m.At(m.Len()-1).free))
}

// TestRules are the limits of a single leaf.
func TestRules(t *testing.T) {
	s := Secondary{leaves: []Leaf{{recs: 100, free: 2}, {low: 1000, recs: 900, free: 303}}}
	s.leaves[0].free = EntriesPerLeaf - 100
	for range EntriesPerLeaf - 100 {
		require.True(t, s.Insert(0))
	}
	require.False(t, s.Insert(0), "full")
	for range reorganizeLimit - 1 {
		s.Remove(0)
	}
	require.False(t, s.Insert(0), "the garbage is too little to be worth a reorganization")
	s.Remove(0)
	require.True(t, s.Insert(0))
	require.Equal(t, 1, s.MergeTarget(0, EntriesPerLeaf-900))
	require.Equal(t, -1, s.MergeTarget(0, EntriesPerLeaf-899))
	require.Equal(t, 0, s.MergeTarget(1, reorganizeLimit-1))
	require.False(t, s.Remove(1))
	require.False(t, s.WouldMerge(1))
	s.leaves[1].recs = mergeThreshold + 1
	require.True(t, s.WouldMerge(1))
	require.True(t, s.Remove(1))
}

// TestPosition counts the entries between two keys.
func TestPosition(t *testing.T) {
	m, n, _ := twins(30000)
	for _, r := range [][2]uint64{{100, 200}, {1, 30001}, {5000, 25000}, {29000, 29010}} {
		from, to := MakeKey(r[0], 0), MakeKey(r[1], 0)
		want := 0
		for _, l := range n.leaves {
			for _, k := range l.keys {
				if k >= from && k < to {
					want++
				}
			}
		}
		i, a := m.Position(from, m.top)
		j, b := m.Position(to, m.top)
		got := b - a
		for ; i < j; i++ {
			got += float64(m.At(i).Records())
		}
		require.InDelta(t, want, got, 0.02*float64(want)+25)
	}
}

// TestClustered lays out, finds and appends rows.
func TestClustered(t *testing.T) {
	sp := &numbers{}
	c := newClustered(sp, 100_000)
	require.Equal(t, uint32(1370), c.Leaves())
	require.Equal(t, uint32(0), c.LeafIndex(73))
	require.Equal(t, uint32(1), c.LeafIndex(74))
	require.NotZero(t, c.Inner(0), "1370 leaves need two pages of level 1")
	require.NotEqual(t, c.Inner(0), c.Inner(1300))
	seen := map[bufferpool.PageNo]bool{}
	for i := range c.Leaves() {
		require.False(t, seen[c.LeafAt(i)])
		seen[c.LeafAt(i)] = true
	}
	created := 0
	for i := range uint64(730) {
		id, leaf, isNew := c.Append(sp)
		require.Equal(t, 100_001+i, id)
		require.Equal(t, c.LeafAt(c.LeafIndex(id)), leaf)
		if isNew {
			created++
		}
	}
	require.Equal(t, 10, created)
	small := newClustered(sp, 1)
	require.Zero(t, small.Inner(0), "the root is directly above")
	require.Equal(t, uint64(1), small.Rows())
}

// TestSegmentsReuseFreedPages before they grow.
func TestSegmentsReuseFreedPages(t *testing.T) {
	sp := &numbers{}
	var s Segment
	a, b := s.Alloc(sp), s.Alloc(sp)
	require.Equal(t, a+1, b)
	s.Free(a)
	require.Equal(t, a, s.Alloc(sp))
	for range extentPages {
		s.Alloc(sp)
	}
	require.Equal(t, bufferpool.PageNo(3*extentPages), sp.next+extentPages)
}

func BenchmarkUpdate(b *testing.B) {
	m, _, ks := twins(1 << 17)
	s := rng.New(2, "test.updates", 0)
	b.ReportAllocs()
	for range b.N {
		id := s.Uint64n(1 << 17)
		m.insert(MakeKey(ks[id]+1, id+1))
		m.remove(MakeKey(ks[id], id+1))
		ks[id]++
	}
}
