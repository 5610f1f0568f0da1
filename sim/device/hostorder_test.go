package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestTheNextFlushGoesFirst: who asks for a flush while one runs gets the next at once, ahead of a read that waits.
func TestTheNextFlushGoesFirst(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	d.Submit(k, Request{Op: Flush}, out.wake(0))
	d.Submit(k, page(Read, 1), out.wake(1))
	d.Submit(k, Request{Op: Flush}, out.wake(2))
	k.Run(forever-1, 0)
	require.Equal(t, []uint32{0, 2, 1}, out.refs())
	require.Equal(t, []sim.Time{sim.Time(50 * us), sim.Time(100 * us), sim.Time(200 * us)}, out.times())
}

// TestWhoAsksForAFlushNeedsATag: behind eight reads it gets one when the first of them is answered, and its time begins then.
func TestWhoAsksForAFlushNeedsATag(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	for i := range int64(8) {
		d.Submit(k, page(Read, 10*i), out.wake(0))
	}
	d.Submit(k, Request{Op: Flush}, out.wake(1))
	k.Run(forever-1, 0)
	require.Equal(t, []uint32{0, 0, 0, 0, 1, 0, 0, 0, 0}, out.refs())
	require.Equal(t, sim.Time(150*us), out.times()[4])
	require.Equal(t, 50*us, d.Metrics().Ops[Write].Time, "the caller, as a write of no bytes")
	require.Zero(t, d.host.tags)
}

// TestACommitRecordPassesWrites that wait: its flush is done, and it goes on with that one's tag.
func TestACommitRecordPassesWrites(t *testing.T) {
	c := ncq()
	c.QueueDepth, c.HostQueue = 1, 4
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	out.afterFirst(d, Request{Op: Write, Part: Last, Bytes: 4096})
	d.Submit(k, Request{Op: Flush, Part: FlushBefore}, out.wake(0))
	for i := range uint32(4) {
		d.Submit(k, page(Write, 10*int64(i)), out.wake(2+i))
	}
	k.Run(forever-1, 0)
	require.Equal(t, []uint32{0, 2, 1, 3, 4, 5}, out.refs())
	require.Zero(t, d.host.tags)
}

// TestTheHeadGoesUp: a batch takes what lies ahead, and when nothing does, the oldest.
func TestTheHeadGoesUp(t *testing.T) {
	c := ncq()
	c.QueueDepth = 1
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	for i, at := range []int64{50, 10, 70, 30} {
		d.Submit(k, page(Read, at), out.wake(uint32(i)))
	}
	k.Run(forever-1, 0)
	require.Equal(t, []uint32{0, 2, 1, 3}, out.refs())
}

// refs are those of all completions.
func (s *sink) refs() []uint32 {
	var out []uint32
	for _, ev := range s.got {
		out = append(out, ev.Ref)
	}
	return out
}

// TestTagsAreHandedOutInBatches: of 16 tags two must be free before those who wait are woken; who comes before that takes
// the free one.
func TestTagsAreHandedOutInBatches(t *testing.T) {
	c := ncq()
	c.QueueDepth, c.HostQueue = 1, 16
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	for i := range int64(17) {
		d.Submit(k, page(Read, 10*i), out.wake(uint32(i)))
	}
	k.Run(sim.Time(110*us), 0)
	require.Equal(t, 15, d.host.tags, "one is free, and one waits")
	d.Submit(k, page(Read, 500), out.wake(17))
	require.Equal(t, 16, d.host.tags)
	k.Run(forever-1, 0)
	require.Len(t, out.got, 18)
	require.Zero(t, d.host.tags)
}

// TestAFlushThatWasHeldBackGoesBeforeThoseWithoutATag: when the write that held it back is complete, the flush is sent before
// the tags that become free bring new reads in.
func TestAFlushThatWasHeldBackGoesBeforeThoseWithoutATag(t *testing.T) {
	c := ncq()
	c.NoFUA, c.HostQueue = false, 2
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	out.afterFirst(d, Request{Op: Write, Part: Last, Bytes: 4096}, Request{Op: Flush}, page(Read, 1), page(Read, 5))
	d.Submit(k, Request{Op: Flush, Part: FlushBefore}, out.wake(0))
	k.Run(forever-1, 0)
	require.Equal(t, []uint32{0, 1, 2, 3, 4}, out.refs())
	require.Equal(t, sim.Time((50+10+50+100)*us), out.got[4].At)
}
