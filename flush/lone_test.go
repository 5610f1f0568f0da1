package flush

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/sim"
)

// lone is a server with the page cleaner of 5.6.
func lone() serverOptions {
	o := defaultServer()
	o.flush.Lone, o.flush.Policy, o.system, o.knobs.FlushSync = true, Adaptive56{}, true, false
	return o
}

// TestLoneCleanerSleepsItsSecond: whoever calls; later cleaners come at once, for the LRU lists.
func TestLoneCleanerSleepsItsSecond(t *testing.T) {
	for _, old := range []bool{false, true} {
		o := defaultServer()
		if old {
			o = lone()
		}
		o.frames, o.pages, o.install = 4000, 60000, 3900
		o.poolKnobs.LRUScanDepth = 100
		s := newServer(o)
		s.load(64, sim.Millisecond)
		s.run(t, sim.Second)
		m := s.during(t, 2*sim.Second)
		require.Positive(t, m.PagesSingle)
		if old {
			require.LessOrEqual(t, m.Passes, uint64(3))
			continue
		}
		require.Greater(t, m.Passes, uint64(20))
	}
}

// TestLoneCleanerWorksInChunks of 100 pages, each awaited, and sees to the LRU lists of all instances before the flush lists.
func TestLoneCleanerWorksInChunks(t *testing.T) {
	o := lone()
	o.frames, o.pages, o.install, o.instances = 16000, 60000, 15000, 4
	o.poolKnobs.LRUScanDepth = 250
	s := newServer(o)
	s.load(16, 4*sim.Millisecond)
	s.run(t, 3*sim.Second)
	m := s.during(t, 4*sim.Second)
	require.Greater(t, m.PagesLRU+m.Evicted, uint64(1500))
	require.LessOrEqual(t, m.PagesLRU+m.Evicted, m.LRUBatches*lruChunk)
	require.LessOrEqual(t, m.LRUBatches, 4*3*(m.Passes+1), "three chunks an instance and second")
	require.Greater(t, m.LRUBatches, 4*m.Passes)
}

// TestLoneCleanerIdles: a server without work is drained at innodb_io_capacity, since the pages of a batch are still being
// written when the thread looks again.
func TestLoneCleanerIdles(t *testing.T) {
	o := lone()
	o.dirtyStart, o.knobs.IOCapacity = 14000, 1000
	s := newServer(o)
	s.run(t, 1500*sim.Millisecond)
	require.EqualValues(t, 4000, s.during(t, 4*sim.Second).PagesIdle)
}

// TestClientsFlushAllOldPages: Preflush takes the client through all instances; then no page is older.
func TestClientsFlushAllOldPages(t *testing.T) {
	o := lone()
	o.dirtyStart, o.instances = 5000, 3
	s := newServer(o)
	upTo := s.log.Current()
	require.True(t, s.cl.Preflush(s.k, upTo, s.me(stepIdle, 7)))
	s.run(t, sim.Second)
	oldest, dirty := s.pool.OldestDirty()
	require.True(t, !dirty || oldest >= upTo)
	m := s.cl.Metrics()
	require.EqualValues(t, 5000, m.PagesSync)
	require.EqualValues(t, 3, m.ListBatches)
	require.EqualValues(t, 5000, s.dw.(*doublewrite.SystemBuffer).Metrics().PagesWritten)
	o.flush.Lone = false
	require.False(t, newServer(o).cl.Preflush(s.k, upTo, s.me(stepIdle, 7)), "later cleaners do it themselves")
}
