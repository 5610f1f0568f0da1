package doublewrite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// TestTheOldBatchKeepsAMutexToo: with the area in the system tablespace the I/O thread with a batch's last page keeps, while it
// syncs four files, what it took to complete that page: with one mutex for all of an instance (5.7) for a page of either
// list, later for a page of the LRU list only. The batch is over before the mutex is given up.
func TestTheOldBatchKeepsAMutexToo(t *testing.T) {
	for _, c := range []struct {
		kind  bufferpool.FlushType
		one   bool
		times int
	}{{bufferpool.LRU, false, 1}, {bufferpool.LRU, true, 1}, {bufferpool.List, false, 0}, {bufferpool.List, true, 1}} {
		ro := defaultRig()
		ro.strategy, ro.spaces = "system", 4
		r := newRig(t, ro)
		mutex := &keeper{k: r.k}
		d := r.s.(*SystemBuffer)
		d.env.Keeper, d.env.OneMutex = mutex, c.one
		r.start(1, job{batch: Batch{Type: c.kind}, pages: pages(16, 0, 64)})
		r.run()
		require.Len(t, r.written, 16)
		require.Equal(t, c.times, mutex.times, "%+v", c)
		require.Equal(t, sim.Duration(c.times)*4*ro.dev.FlushLatency, mutex.total, "%+v", c)
		require.False(t, mutex.kept)
	}
}

// TestPagesWaitForTheOldMutex: the page of another batch's thread is in place while the mutex is kept, and is done when it is
// given up.
func TestPagesWaitForTheOldMutex(t *testing.T) {
	ro := defaultRig()
	ro.strategy = "system"
	r := newRig(t, ro)
	mutex := &keeper{k: r.k}
	r.s.(*SystemBuffer).env.Keeper = mutex
	mutex.KeepLRU(0, 0)
	r.start(1, job{batch: Batch{Type: bufferpool.LRU}, pages: pages(8, 0, 1)})
	r.k.Run(sim.Time(20*sim.Millisecond), 0)
	require.Empty(t, r.written)
	mutex.GiveLRU(r.k, 3)
	r.run()
	require.Len(t, r.written, 8)
	require.GreaterOrEqual(t, r.written[0], sim.Time(20*sim.Millisecond))
}
