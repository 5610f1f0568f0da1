package flush

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// managerRounds prints an LRU manager's sleep after each round of the input: free pages, target, pages processed by the
// round before; and how often the round comes.
func managerRounds(t *testing.T, d *datadriven.TestData) string {
	p := ManagerPace{Sleep: managerMaxSleep, Processed: 1}
	var b strings.Builder
	for _, line := range strings.Split(d.Input, "\n") {
		var free, target, times int
		_, err := fmt.Sscanf(line, "free=%d target=%d processed=%d times=%d", &free, &target, &p.Processed, &times)
		require.NoError(t, err)
		for range times {
			p.Adapt(free, target)
		}
		fmt.Fprintf(&b, "%s: sleep %v\n", line, p.Sleep)
	}
	return b.String()
}

func managedServer() serverOptions {
	o := defaultServer()
	o.frames, o.pages, o.install, o.instances = 20000, 60000, 18000, 2
	o.flush.Cleaners, o.flush.LRUManagers, o.flush.FirstManager = 2, true, cleanThreads+10
	o.poolKnobs.LRUScanDepth = 512
	return o
}

// TestManagersFeedTheFreeLists: clients that miss find free pages, which the LRU managers alone provide; the page
// cleaner writes from the flush lists only.
func TestManagersFeedTheFreeLists(t *testing.T) {
	s := newServer(managedServer())
	s.load(20, 5*sim.Millisecond)
	s.run(t, 5*sim.Second)
	before := s.pool.Metrics()
	m := s.during(t, 5*sim.Second)
	p := s.pool.Metrics().Sub(before)
	require.Greater(t, p.Reads, uint64(10000))
	require.Less(t, p.WaitFree, p.Reads/100, "clients hardly ever help themselves")
	require.Greater(t, m.PagesLRU, uint64(1000))
	require.Greater(t, m.PagesAdaptive+m.PagesDirty, uint64(100))
	require.InDelta(t, float64(p.LRUBatchFlushed), float64(m.PagesLRU), 1024)
}

// TestManagerSleepsUntilItIsShortOfPages: idle, a batch of each instance a second; under load they follow each other as
// fast as their pages are written.
func TestManagerSleepsUntilItIsShortOfPages(t *testing.T) {
	s := newServer(managedServer())
	s.run(t, 2500*sim.Millisecond)
	require.InDelta(t, 10, s.during(t, 5*sim.Second).LRUBatches, 2)
	s.load(100, 0)
	s.run(t, 2*sim.Second)
	require.Greater(t, s.during(t, sim.Second).LRUBatches, uint64(40))
}

// TestManagerWaitsForItsPages: a slow device stretches the rounds; a second batch never begins before the first is
// written.
func TestManagerWaitsForItsPages(t *testing.T) {
	o := managedServer()
	o.device.WriteLatency, o.device.Channels = 300*sim.Millisecond, 0
	s := newServer(o)
	s.load(100, 0)
	m := s.during(t, 12*sim.Second)
	require.Less(t, m.LRUBatches, uint64(2*12*1000/300+2))
	require.Greater(t, m.LRUBatches, uint64(8))
}

// TestAnEmptyFreeListWakesTheManager: it does not sleep its second out, the other one does; calls while it is awake are
// one more batch, and old timers start none.
func TestAnEmptyFreeListWakesTheManager(t *testing.T) {
	s := newServer(managedServer())
	s.run(t, 2300*sim.Millisecond)
	s.cl.WakeLRU(s.k, 1)
	s.cl.WakeLRU(s.k, 1)
	m := s.during(t, 10*sim.Millisecond)
	require.EqualValues(t, 1, m.LRUBatches)
	require.InDelta(t, 10, s.during(t, 5*sim.Second).LRUBatches, 2)
}

// TestWithoutManagersTheCleanerIsWoken: for a pass over the LRU lists.
func TestWithoutManagersTheCleanerIsWoken(t *testing.T) {
	o := managedServer()
	o.flush.LRUManagers = false
	s := newServer(o)
	s.load(20, 5*sim.Millisecond)
	s.run(t, 2300*sim.Millisecond)
	before := s.cl.Metrics().LRUBatches
	s.cl.WakeLRU(s.k, 0)
	s.run(t, 5*sim.Millisecond)
	require.Greater(t, s.cl.Metrics().LRUBatches, before)
}

// TestManagersOfABusyServerAreOutOfStep: each has its time of the second, so that their pages do not come to the device, nor
// their syncs to the files, all at once. In a server that has just started they begin together.
func TestManagersOfABusyServerAreOutOfStep(t *testing.T) {
	for _, primed := range []bool{false, true} {
		o := managedServer()
		o.instances, o.primed = 4, primed
		s := newServer(o)
		var rounds []uint64
		for range 8 {
			rounds = append(rounds, s.during(t, 125*sim.Millisecond).LRUBatches)
		}
		rounds = append(rounds, s.during(t, 100*sim.Millisecond).LRUBatches)
		want := []uint64{0, 0, 0, 0, 0, 0, 0, 0, 4}
		if primed {
			want = []uint64{0, 0, 1, 0, 1, 0, 1, 0, 1}
		}
		require.Equal(t, want, rounds, "primed: %v", primed)
	}
}
