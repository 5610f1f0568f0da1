package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestGroupCommit (behaviour 1): one client gets 1/(z + s + wake-ups); many clients share the same number
// of syncs.
func TestGroupCommit(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		s := standard()
		s.kn.Writers = writers
		one, m1 := newWorld(t, s).rate(5 * sim.Second)
		hops := map[Writers]float64{LogThreads: 4, UserThreads: 1}[writers] // threads that must be woken in turn
		ideal := 1 / (0.001 + hops*20e-6 + 20e-6)                           // but for the processor time of the calls
		require.Less(t, one, 1.01*ideal, "writers %d", writers)
		require.Greater(t, one, 0.92*ideal, "writers %d", writers)
		require.InDelta(t, 1, float64(m1.OSLogFsyncs)/(one*5), 0.05)
		s.clients = 64
		many, m64 := newWorld(t, s).rate(5 * sim.Second)
		syncs := float64(m64.OSLogFsyncs) / 5
		require.Greater(t, syncs, 1/(0.001+6*20e-6), "writers %d: between syncs no more than a few wake-ups", writers)
		require.LessOrEqual(t, syncs, 1005.0, "writers %d: one sync at a time", writers)
		require.Greater(t, many/syncs, 25.0, "commits per sync")
		require.Less(t, many/syncs, 64.0)
	}
}

// TestFlushModes (behaviour 2): 2 saves the sync and keeps the write, 0 saves both; with a slow device only
// 1 is slow. The page cleaner's forced syncs go on in all modes.
func TestFlushModes(t *testing.T) {
	tps := map[int]float64{}
	for mode := range 3 {
		s := standard()
		s.kn.FlushAtCommit, s.clients, s.force = mode, 4, true
		s.dev.FlushLatency = 10 * ms
		s.kn.Capacity = 8 << 30
		var m Metrics
		tps[mode], m = newWorld(t, s).rate(5 * sim.Second)
		if mode != 1 {
			require.GreaterOrEqual(t, m.OSLogFsyncs, uint64(5))
			require.Less(t, m.OSLogFsyncs, uint64(20))
		}
	}
	require.Greater(t, tps[0], tps[2])
	require.Greater(t, tps[2], 20*tps[1])
	require.Greater(t, tps[2], 0.5*tps[0])
}

// TestMode2SyncsWhenAsked: without commits that sync, one sync per timeout, and one more for each thread
// that asks.
func TestMode2SyncsWhenAsked(t *testing.T) {
	s := standard()
	s.kn.FlushAtCommit = 2
	w := newWorld(t, s)
	require.InDelta(t, 10, float64(w.run(10*sim.Second).FlusherSyncs), 1)
	s.kn.FlushTimeout = 3 * sim.Second
	require.InDelta(t, 4, float64(newWorld(t, s).run(12*sim.Second).FlusherSyncs), 1)
}

// TestWriteAmplification (behaviour 3): a lone client rewrites the last block again and again, a crowd does
// not.
func TestWriteAmplification(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		amp := func(clients int) float64 {
			s := standard()
			s.kn.Writers, s.clients = writers, clients
			s.mtrs, s.payload = 2, 150
			w := newWorld(t, s)
			start := w.log.Current()
			m := w.run(3 * sim.Second)
			return float64(m.OSLogWritten) / float64(w.log.Current()-start)
		}
		lone, crowd := amp(1), amp(64)
		require.InDelta(t, 3, lone, 1.2, "writers %d", writers)
		require.InDelta(t, 1.1, crowd, 0.1, "writers %d", writers)
	}
}

// TestLogBufferWaits (behaviour 4): big mini-transactions trip a small buffer on a slow device, not a large
// one; every stalled transaction still commits in order.
func TestLogBufferWaits(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		waits := func(buffer int64) uint64 {
			s := standard()
			s.kn.Writers, s.kn.BufferSize = writers, buffer
			s.kn.Capacity = 4 << 30
			s.o.Mode = DSync
			s.clients, s.payload = 64, 30000
			s.dev.WriteLatency = 200 * us
			w := newWorld(t, s)
			m := w.run(2 * sim.Second)
			require.Positive(t, w.commits)
			return m.LogWaits
		}
		require.Positive(t, waits(1<<20), "writers %d", writers)
		require.Zero(t, waits(64<<20), "writers %d", writers)
	}
}

// TestDSyncNeedsNoSync: with O_DSYNC the write is durable and the flusher only publishes it.
func TestDSyncNeedsNoSync(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		s := standard()
		s.kn.Writers, s.o.Mode = writers, DSync
		s.clients = 8
		s.dev.WriteLatency = 500 * us
		tps, m := newWorld(t, s).rate(2 * sim.Second)
		require.Zero(t, m.OSLogFsyncs)
		require.Greater(t, tps, 1500.0)
	}
}

// TestChangingWriters: the committer can be changed under load, and nobody is forgotten.
func TestChangingWriters(t *testing.T) {
	s := standard()
	s.clients = 32
	w := newWorld(t, s)
	w.run(500 * ms)
	for n := range 20 {
		kn := w.log.Knobs()
		kn.Writers = Writers(n % 2)
		kn.FlushAtCommit = 1 + n%2
		w.kn = kn
		w.kn.FlushAtCommit = 2 // a commit that began in mode 2 may end in mode 1
		require.NoError(t, w.log.SetKnobs(w.k, kn))
		w.run(37 * ms)
	}
	w.stopped = true
	w.run(sim.Second)
	before := w.commits
	w.stopped = false
	for c := range uint32(s.clients) {
		w.k.Soon(w.step(stepStart, c))
	}
	w.run(100 * ms)
	require.GreaterOrEqual(t, w.commits-before, uint64(s.clients))
}
