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
