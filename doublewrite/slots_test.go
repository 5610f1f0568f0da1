package doublewrite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// slotThread completes the slots of TwoSlots.
const slotThread = 599

// durable is a log that has nothing to do.
type durable struct{ looks int }

// Durable is done at once.
func (*durable) Durable(*sim.Kernel, redo.LSN, redo.Need, sim.Wake) sim.Wait { return sim.NoWait }

// PagesFlushed counts.
func (d *durable) PagesFlushed(*sim.Kernel) { d.looks++ }

// Newest is any LSN.
func (*durable) Newest(bufferpool.FrameID) redo.LSN { return 1 }

// TestTwoSlots: the cleaner fills one slot while the other is in flight, and waits only when it has filled
// that one too; each slot costs one write of the area and one sync of it before any page is written in place.
func TestTwoSlots(t *testing.T) {
	doneAt := func(n int) (cleaner, all sim.Time, m Metrics) {
		ro := defaultRig()
		ro.strategy = "slots"
		r := newRig(t, ro)
		r.start(0, job{pages: pages(n, 0, 1)})
		r.run()
		return r.done[0], r.end, r.metrics()
	}
	one, end1, m1 := doneAt(slotPages)
	two, _, m2 := doneAt(2 * slotPages)
	three, _, m3 := doneAt(3 * slotPages)
	require.Zero(t, one, "the slot is submitted, not waited for")
	require.Equal(t, uint64(1), m1.Writes)
	require.Equal(t, uint64(slotPages*pageBytes), m1.Bytes)
	require.Equal(t, m1.Writes, m1.Syncs)
	require.Equal(t, end1, two, "the second slot goes out when the first one is over")
	require.Equal(t, uint64(1), m2.BatchWaits)
	require.Greater(t, three, two)
	require.Equal(t, uint64(2), m3.BatchWaits)
	require.Equal(t, uint64(3*slotPages), m3.PagesWritten)
}

// TestTwoSlotsAwaitIdle: who waits for pending writes goes on when the slot in flight is in place and synced.
func TestTwoSlotsAwaitIdle(t *testing.T) {
	ro := defaultRig()
	ro.strategy = "slots"
	r := newRig(t, ro)
	d := r.s.(*TwoSlots)
	require.Equal(t, sim.NoWait, d.AwaitIdle(r.k, sim.Wake{To: r.id, Ref: 1}))
	for f := range bufferpool.FrameID(3) {
		require.Equal(t, sim.NoWait, d.Enqueue(r.k, Batch{}, 64+f, sim.Wake{To: r.id, Ref: 0}))
	}
	require.Equal(t, sim.NoWait, d.ForceOut(r.k, Batch{}, sim.Wake{To: r.id, Ref: 0}))
	require.NotEqual(t, sim.NoWait, d.AwaitIdle(r.k, sim.Wake{To: r.id, Ref: 1}))
	r.run()
	require.Len(t, r.written, 3)
	require.Greater(t, r.done[1], r.written[2], "the data files are synced too")
}

// TestTwoSlotsCleanerIsFirst: who waits for pending writes looks again when a slot is over, unless the cleaner has filled
// the next one: then pages are on their way again before anybody has looked.
func TestTwoSlotsCleanerIsFirst(t *testing.T) {
	looks := func(n int) (int, uint64) {
		ro := defaultRig()
		ro.strategy = "slots"
		r := newRig(t, ro)
		r.start(0, job{pages: pages(n, 0, 1)})
		r.run()
		return r.s.(*TwoSlots).s.Redo.(*durable).looks, r.metrics().BatchSyncs
	}
	one, slots := looks(slotPages)
	require.EqualValues(t, 1, one)
	require.EqualValues(t, 1, slots)
	five, slots := looks(5 * slotPages)
	require.EqualValues(t, 1, five, "after the last slot")
	require.EqualValues(t, 5, slots)
}
