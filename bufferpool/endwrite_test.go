package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// TestWrittenPageStaysFixedUntilTheMutexIsHad: the thread that has written a page for a frame waits for the LRU list
// mutex with the page's io-fix, so that the page is free only then, and whoever scans the tail passes over it.
func TestWrittenPageStaysFixedUntilTheMutexIsHad(t *testing.T) {
	o := small(600)
	o.Costs = Costs{Evict: 10 * sim.Microsecond, ScanPage: sim.Microsecond}
	r := newRig(o)
	for pg := PageNo(1); pg <= 600; pg++ {
		r.change(pg, redo.LSN(pg)*100)
	}
	in := &r.p.inst[0]
	b := LRUBatch{Max: 3}
	var frames []FrameID
	for f, more := r.p.NextLRU(r.k, 0, &b); more; f, more = r.p.NextLRU(r.k, 0, &b) {
		frames = append(frames, f)
	}
	require.Len(t, frames, 3)
	r.run(sim.Millisecond)
	require.Zero(t, r.p.EndWrite(r.k, frames[0], LRU), "the mutex is free")
	require.Equal(t, 1, in.free)
	require.Equal(t, 10*sim.Microsecond, r.p.EndWrite(r.k, frames[1], LRU))
	require.Equal(t, 20*sim.Microsecond, r.p.EndWrite(r.k, frames[2], LRU))
	require.Equal(t, 2, in.flushing[LRU])
	_, n := r.p.scan(in, &in.reachOne, &in.singleHand, wholeList, false)
	require.Equal(t, 3, n, "two written pages and the one behind them")
	r.run(15 * sim.Microsecond)
	require.Equal(t, 2, in.free)
	r.run(10 * sim.Microsecond)
	require.Equal(t, 3, in.free)
	require.Zero(t, in.flushing[LRU])
	require.NoError(t, r.p.Check())
}

// TestListWritesNeedNoLRUMutex: their pages stay in memory.
func TestListWritesNeedNoLRUMutex(t *testing.T) {
	o := small(600)
	o.Costs = Costs{Evict: 10 * sim.Microsecond}
	r := newRig(o)
	for pg := PageNo(1); pg <= 600; pg++ {
		r.change(pg, redo.LSN(pg)*100)
	}
	scanned := 0
	f := r.p.NextList(0, 1<<40, &scanned)
	r.p.inst[0].mutex.Book(r.k.Now(), sim.Second)
	require.Zero(t, r.p.EndWrite(r.k, f, List))
	require.Zero(t, r.p.inst[0].flushing[List])
}
