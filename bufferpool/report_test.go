package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// reports notes who waits for a batch, and since when.
type reports struct {
	k           *sim.Kernel
	begun, over []sim.Time
}

func (r *reports) WaitBegins(k *sim.Kernel, _ uint32) { r.begun = append(r.begun, k.Now()) }
func (r *reports) WaitEnds(uint32)                    { r.over = append(r.over, r.k.Now()) }

// TestOnlyBatchesAreReported: of two threads without a frame, the one that meets a running batch is reported from the
// start of its wait until it runs again; the one that flushes a page itself is not (buf_flush_wait_batch_end).
func TestOnlyBatchesAreReported(t *testing.T) {
	o := small(300)
	o.free = SinglePageFlush{AwaitBatches: true}
	r := newRig(o)
	seen := &reports{k: r.k}
	r.p.ReportTo(seen)
	for pg := PageNo(1); pg <= 300; pg++ {
		require.True(t, r.p.Install(Resident{Page: pg, Young: true, Dirty: redo.Span{Start: redo.LSN(pg), End: redo.LSN(pg) + 1}}))
	}
	r.p.Installed()
	r.get(1, 301, Read)
	r.run(10 * sim.Millisecond)
	require.Equal(t, 1, r.single)
	require.Empty(t, seen.begun)

	b := LRUBatch{}
	f, more := r.p.NextLRU(r.k, 0, &b)
	require.True(t, more)
	began := r.k.Now()
	r.get(2, 302, Read)
	r.run(sim.Millisecond)
	require.Equal(t, []sim.Time{began}, seen.begun)
	require.Empty(t, seen.over)
	r.p.Written(r.k, f, LRU)
	r.p.BatchEnd(r.k, 0, LRU)
	r.run(10 * sim.Millisecond)
	require.Len(t, seen.over, 1)
	require.NotZero(t, r.p.lookup(302))
}
