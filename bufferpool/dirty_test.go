package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Pages are dirty or not, one by one, as the flush list says; a dump takes them from the LRU head.
func TestDirtyPagesAndTheHottest(t *testing.T) {
	p := New(sim.New(), Options{Frames: 64, Instances: 1, Pages: 256, Threads: 1}, DefaultKnobs(), Env{})
	for i := range PageNo(20) {
		r := Resident{Page: 100 + i, Young: true}
		if i%3 == 0 {
			r.Dirty = redo.Span{Start: 10, End: 20}
		}
		assert.True(t, p.Install(r))
	}
	p.Installed()
	n := 0
	for i := range PageNo(20) {
		assert.Equal(t, i%3 == 0, p.IsDirty(100+i))
		if p.IsDirty(100 + i) {
			n++
		}
	}
	assert.Equal(t, p.Dirty(0), n)
	assert.False(t, p.IsDirty(99), "not in memory")
	assert.Equal(t, []PageNo{119, 118, 117}, p.Hottest(nil, 0, 3))
	assert.Len(t, p.Hottest(nil, 0, 100), 20)
}

// A page that was changed while it was being written comes back to the flush list behind the pages that are older, unless
// the list's order is relaxed so far: what the tails show is the oldest change.
func TestFlushListsAreAsOrderedAsTold(t *testing.T) {
	oldest := func(lag redo.LSN) (first redo.LSN) {
		k := sim.New()
		p := New(k, Options{Frames: 64, Instances: 1, Pages: 256, Threads: 1, OrderLag: lag}, DefaultKnobs(), Env{})
		for i, start := range []redo.LSN{100, 300, 500, 200, 400, 50} {
			p.Install(Resident{Page: PageNo(100 + i)})
			f, w := p.Get(k, PageNo(100+i), Write, sim.Wake{})
			assert.Equal(t, sim.NoWait, w)
			p.Modify(k, f, redo.Span{Start: start, End: start + 10})
			p.Unfix(f)
		}
		assert.NoError(t, p.CheckLists())
		first, _ = p.OldestDirty()
		return first
	}
	assert.Equal(t, redo.LSN(50), oldest(0))
	assert.Equal(t, redo.LSN(50), oldest(40))
	assert.Equal(t, redo.LSN(100), oldest(1000), "the log's checkpoint stays behind by as much")
}

// However long a thread shall spin, it looks often enough to see that the latch is free.
func TestSpinningIsDoneInParts(t *testing.T) {
	for _, total := range []sim.Duration{90 * sim.Microsecond, 601 * sim.Microsecond, 26_000_000 * sim.Second} {
		part, n := SpinParts(total)
		assert.LessOrEqual(t, part, spinPart)
		assert.GreaterOrEqual(t, n, int64(spinParts))
		assert.InEpsilon(t, float64(total), float64(part)*float64(n), 1e-3)
	}
}
