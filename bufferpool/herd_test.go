package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// dirtyPool is a full pool of MariaDB, with clients who wait for a frame: the page at the tail is clean, the others are dirty.
func dirtyPool(t *testing.T, clients int, herd sim.Duration) *rig {
	o := small(1000)
	o.Threads = clients + 1
	o.Costs, o.free, o.KeepWritten = BusyCosts(), WaitForCleaner{}, true
	o.Costs.Herd = herd
	r := newRig(o)
	r.touch(64)
	for pg := range PageNo(999) {
		r.change(65+pg, redo.LSN(1000+pg))
	}
	r.run(sim.Second)
	r.p.inst[0].tryScan = false
	for c := range clients {
		_, w := r.get(uint32(c), PageNo(4000+c), Read)
		require.NotEqual(t, sim.NoWait, w)
	}
	r.run(sim.Second)
	require.Equal(t, clients, r.p.HungryThreads(0))
	return r
}

// cleanerWaits is what the page cleaner waits for the mutex when it has freed the page at the tail and goes on to a dirty one, which
// it has to look the tablespace up for.
func cleanerWaits(t *testing.T, clients int, herd sim.Duration) sim.Duration {
	r := dirtyPool(t, clients, herd)
	b := LRUBatch{Quota: true, Writes: 2}
	f, _ := r.p.NextLRU(r.k, 0, &b)
	require.NotZero(t, f)
	require.Equal(t, 1, b.Evicted)
	return b.Cost
}

// TestHerdStandsInTheWayOfFreePages: a free page sends all hungry clients to the mutex, where the page cleaner waits behind
// them. A mutex that wakes one client has no such line.
func TestHerdStandsInTheWayOfFreePages(t *testing.T) {
	one := cleanerWaits(t, 1, herdPass)
	few, many := cleanerWaits(t, 11, herdPass)-one, cleanerWaits(t, 101, herdPass)-one
	require.InDelta(t, float64(2*10*herdPass), float64(few), float64(4*herdPass))
	require.InDelta(t, float64(2*100*herdPass), float64(many), float64(4*herdPass))
	require.Less(t, cleanerWaits(t, 101, 0), 2*herdPass)
}

// TestWrittenPageStaysInTheList: MariaDB does not evict a page when its write ends; the next walk finds it clean at the tail.
func TestWrittenPageStaysInTheList(t *testing.T) {
	r := dirtyPool(t, 1, herdPass)
	b := LRUBatch{Quota: true, Writes: 1}
	f, _ := r.p.NextLRU(r.k, 0, &b)
	r.run(sim.Second)
	free := r.p.Free(0)
	require.Zero(t, r.p.EndWrite(r.k, f, LRU), "nobody needs the mutex")
	require.Equal(t, free, r.p.Free(0))
	r.p.BatchEnd(r.k, 0, LRU)
	b = LRUBatch{Quota: true, CleanOnly: true}
	r.p.NextLRU(r.k, 0, &b)
	require.Equal(t, 1, b.Evicted)
	require.Equal(t, free+1, r.p.Free(0))
}

// TestHerdIsWokenOnce: who has been woken and has not had the mutex is not woken again by the next free page.
func TestHerdIsWokenOnce(t *testing.T) {
	r := dirtyPool(t, 50, herdPass)
	in := &r.p.inst[0]
	for range 20 {
		r.p.rush(r.k.Now(), in)
	}
	wait, _ := in.mutex.Book(r.k.Now(), 1)
	require.Equal(t, 50*herdPass, wait)
}

// twoSpaces puts even and odd pages into tablespaces of their own.
type twoSpaces struct{ Consecutive }

// SameSpace compares parity.
func (twoSpaces) SameSpace(a, b PageNo) bool { return a%2 == b%2 }

// TestLRUBatchLooksUpTablespaces: for a page of another tablespace than the one before the batch gives the mutex up once
// more, and waits for it twice.
func TestLRUBatchLooksUpTablespaces(t *testing.T) {
	cost := func(pages PageSpace) sim.Duration {
		r := dirtyPool(t, 100, herdPass)
		r.p.env.Pages = pages
		b := LRUBatch{Quota: true, Writes: 5}
		r.p.NextLRU(r.k, 0, &b)
		r.run(sim.Millisecond)
		r.p.rush(r.k.Now(), &r.p.inst[0])
		b.Cost = 0
		r.p.NextLRU(r.k, 0, &b)
		return b.Cost
	}
	one, two := cost(Consecutive{}), cost(twoSpaces{})
	require.InDelta(t, float64(100*herdPass), float64(one), float64(5*herdPass))
	require.InDelta(t, float64(100*herdPass), float64(two-one), float64(2*herdPass))
}

// TestCleanOnlyEndsAtADirtyPage: the walk of an LRU batch that writes nothing ends where a page would have to be written;
// it does not go on to the clean pages behind, which are younger.
func TestCleanOnlyEndsAtADirtyPage(t *testing.T) {
	r := newRig(small(1000))
	for pg := range PageNo(600) {
		if pg == 5 {
			r.change(64+pg, 1000)
			continue
		}
		r.touch(64 + pg)
	}
	r.run(sim.Second)
	b := LRUBatch{Quota: true, CleanOnly: true}
	f, more := r.p.NextLRU(r.k, 0, &b)
	require.Zero(t, f)
	require.False(t, more)
	require.Equal(t, 5, b.Evicted)
}
