package engine

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
)

// naiveLocks is the table of row locks as one would write it down: a map of holders and queues.
type naiveLocks struct {
	holder map[uint64]uint32
	queue  map[uint64][]uint32
	waits  map[uint32]uint64 // thread → row
}

func newNaiveLocks() *naiveLocks {
	return &naiveLocks{map[uint64]uint32{}, map[uint64][]uint32{}, map[uint32]uint64{}}
}

func (n *naiveLocks) lock(th uint32, row uint64) lockResult {
	holder, held := n.holder[row]
	switch {
	case !held:
		n.holder[row] = th
		return lockGranted
	case holder == th:
		return lockGranted
	}
	for at := holder; ; {
		next, waits := n.waits[at]
		if !waits {
			break
		}
		if at = n.holder[next]; at == th {
			return lockDeadlock
		}
	}
	n.queue[row] = append(n.queue[row], th)
	n.waits[th] = row
	return lockWait
}

// release returns who has got a row.
func (n *naiveLocks) release(th uint32) (woken map[uint32]uint64) {
	woken = map[uint32]uint64{}
	for row, holder := range n.holder {
		if holder != th {
			continue
		}
		if q := n.queue[row]; len(q) > 0 {
			n.holder[row], n.queue[row] = q[0], q[1:]
			woken[q[0]] = row
			delete(n.waits, q[0])
			continue
		}
		delete(n.holder, row)
	}
	return woken
}

// withdraw ends a wait without the row.
func (n *naiveLocks) withdraw(th uint32) {
	row := n.waits[th]
	at := slices.Index(n.queue[row], th)
	n.queue[row] = slices.Delete(n.queue[row], at, at+1)
	delete(n.waits, th)
}

// TestLocksAgreeWithTwin locks, gives up and releases at random, with few rows and many.
func TestLocksAgreeWithTwin(t *testing.T) {
	for seed := range uint64(20) {
		s := rng.New(seed, "test.locks", 0)
		rows := uint64(3 + seed*seed*5)
		n, e := newNaiveLocks(), &Engine{k: sim.New(), locks: newLocks(40)}
		e.cpu = queue.NewCPU(e.k, queue.CPUOptions{CPUs: 1, Factor: 1, Share: 1}, nil)
		dead := 0
		for i := range 4000 {
			th := s.Uint32n(40)
			if _, waits := n.waits[th]; waits {
				require.NotZero(t, e.locks.waiting[th])
				if s.Uint32n(4) == 0 {
					n.withdraw(th)
					e.locks.withdraw(th)
					require.NoError(t, e.locks.check())
				}
				continue
			}
			require.Zero(t, e.locks.waiting[th])
			if s.Uint32n(4) > 0 {
				row := s.Uint64n(rows)
				want := n.lock(th, row)
				require.Equal(t, want, e.locks.lock(th, row), fmt.Sprint(seed, i))
				if want != lockDeadlock {
					continue
				}
				dead++ // the victim rolls back
			}
			woken := n.release(th)
			require.Equal(t, len(woken), releaseAll(e, th))
			require.NoError(t, e.locks.check())
		}
		require.Equal(t, uint64(dead), e.locks.Dead)
		for row, holder := range n.holder {
			require.Equal(t, holder, e.locks.slots[e.locks.find(row)].holder)
		}
		require.Equal(t, len(n.holder), e.locks.used)
		if rows < 100 {
			require.Positive(t, dead)
		}
	}
}

// releaseAll releases a thread's rows and returns how many threads have got one.
func releaseAll(e *Engine, th uint32) (woken int) {
	before := e.locks.Current
	wasWaiting := make([]bool, len(e.locks.waiting))
	for i, w := range e.locks.waiting {
		wasWaiting[i] = w != 0
	}
	e.releaseLocks(e.k, th)
	for i, w := range e.locks.waiting {
		if wasWaiting[i] && w == 0 {
			woken++
		}
	}
	if e.locks.Current != before-uint64(woken) {
		return -1
	}
	return woken
}

// TestDeadlock: a thread may not wait for one that waits for it.
func TestDeadlock(t *testing.T) {
	l := newLocks(5)
	require.Equal(t, lockGranted, l.lock(0, 1))
	require.Equal(t, lockGranted, l.lock(1, 2))
	require.Equal(t, lockWait, l.lock(0, 2))
	require.Equal(t, lockWait, l.lock(2, 1))
	require.Equal(t, lockDeadlock, l.lock(1, 1), "1 → 0 → 1")
	require.NoError(t, l.check())
	l.blind = true
	require.Equal(t, lockWait, l.lock(1, 1), "nobody looks")
	require.Equal(t, lockGranted, l.lock(2, 3))
	l.blind = false
	require.Equal(t, lockWait, l.lock(3, 3))
	require.Equal(t, lockWait, l.lock(4, 1), "behind a cycle of others")
	require.NoError(t, l.check())
}
