package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// kept is a full pool of dirty pages, 1 … 600, whose LRU list mutex an I/O thread keeps.
func kept(t *testing.T) *rig {
	r := newRig(small(600))
	for pg := PageNo(1); pg <= 600; pg++ {
		r.change(pg, redo.LSN(pg)*100)
	}
	require.Equal(t, 0, r.p.KeepLRU(r.k.Now(), 1))
	return r
}

// TestNobodySearchesWhileTheMutexIsKept: a thread that needs a frame writes none while another thread syncs files with
// the LRU list mutex. Then it writes a page, although a frame has become free meanwhile: it waited with its decision made.
func TestNobodySearchesWhileTheMutexIsKept(t *testing.T) {
	r := kept(t)
	begin := r.k.Now()
	_, w := r.get(1, 1001, Read)
	require.Equal(t, WaitLRUMutex, w)
	r.run(20 * sim.Millisecond)
	require.Equal(t, WaitLRUMutex, r.parked[1])
	require.Zero(t, r.single)
	r.p.GiveLRU(r.k, 0)
	r.await(1)
	require.Equal(t, 1, r.single)
	require.Equal(t, r.flush+r.readTime, r.finished[1].Sub(begin.Add(20*sim.Millisecond)))
}

// TestAFreeFrameDoesNotHelp: a frame of the free list can be had without the mutex, but its page must be entered into the
// list before it is read.
func TestAFreeFrameDoesNotHelp(t *testing.T) {
	r := newRig(small(600))
	r.p.KeepLRU(r.k.Now(), 1)
	_, w := r.get(1, 1001, Read)
	require.Equal(t, WaitLRUMutex, w)
	r.run(20 * sim.Millisecond)
	r.p.GiveLRU(r.k, 0)
	require.Equal(t, uint64(20*sim.Millisecond), r.p.Metrics().LRUKept)
	r.await(1)
	require.Equal(t, 20*sim.Millisecond+r.readTime, r.finished[1].Sub(0))
}

// TestHitsGoOn: a page in memory that is not made young is had without the mutex.
func TestHitsGoOn(t *testing.T) {
	r := kept(t)
	_, w := r.get(1, 600, Read)
	require.Equal(t, sim.NoWait, w)
}

// TestTheBatchWaitsToo: the page cleaner and I/O threads ask before they go on; they come as soon as the mutex is given up.
func TestTheBatchWaitsToo(t *testing.T) {
	r := kept(t)
	begin := r.k.Now()
	require.Equal(t, WaitLRUMutex, r.p.AwaitLRUOf(r.k, 7, r.ok(2)))
	r.parked[2] = WaitLRUMutex
	r.run(sim.Millisecond)
	require.Equal(t, WaitLRUMutex, r.parked[2])
	r.p.GiveLRU(r.k, 0)
	r.await(2)
	require.Equal(t, sim.Millisecond, r.finished[2].Sub(begin))
	require.Equal(t, sim.NoWait, r.p.AwaitLRUOf(r.k, 7, r.ok(2)))
}

// TestAReadNeedsTheOneMutex: where all of an instance has one mutex, the page that a client has read is nobody's before the
// mutex is given up; where the LRU list has one of its own, the client goes on at once.
func TestAReadNeedsTheOneMutex(t *testing.T) {
	for one, took := range map[bool]sim.Duration{false: 100 * sim.Microsecond, true: sim.Millisecond} {
		o := small(1000)
		o.OneMutex = one
		r := newRig(o)
		begin := r.k.Now()
		_, w := r.get(1, 7, Read)
		require.Equal(t, WaitPageRead, w)
		r.run(50 * sim.Microsecond)
		r.p.KeepLRU(r.k.Now(), 1)
		r.run(950 * sim.Microsecond)
		r.p.GiveLRU(r.k, 0)
		r.await(1)
		require.Equal(t, took, r.finished[1].Sub(begin), "one mutex: %v", one)
	}
}
