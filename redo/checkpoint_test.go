package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// paced is a server whose clients make about 1 MB of redo a second, with pages to flush.
func paced() setup {
	s := standard()
	s.kn.FlushAtCommit = 2
	s.clients, s.think = 8, 12*ms
	s.pages, s.syncRate = 4000, 20000
	return s
}

// TestCheckpointCadence (behaviour 10): every 7 s under moderate load, every second when idle, at least the
// order lag behind the oldest dirty page.
func TestCheckpointCadence(t *testing.T) {
	w := newWorld(t, paced())
	w.run(30 * sim.Second)
	w.points = nil
	m := w.run(70 * sim.Second)
	require.InDelta(t, 10, float64(m.Checkpoints), 1)
	for i := 2; i < len(w.points); i++ {
		require.InDelta(t, 7, w.points[i].Sub(w.points[i-1]).Seconds(), 1.1)
	}
	oldest, dirty := w.OldestDirty()
	require.True(t, dirty)
	require.LessOrEqual(t, w.log.Checkpoint()+orderLag, oldest)

	w.load.frozen = true // the server looks idle, though some redo still comes
	m = w.run(20 * sim.Second)
	require.InDelta(t, 20, float64(m.Checkpoints), 2)

	w.stopped = true
	w.run(20 * sim.Second)
	require.Equal(t, w.log.Current(), w.log.Checkpoint(), "drained, so no lag")
	require.Zero(t, w.run(5*sim.Second).Checkpoints, "nothing to advance")
}

// TestRedoSaturation (behaviour 8): when dirtying outruns flushing, sync flush starts at its age; when that
// is not enough either, user threads stop at the free-check capacity, and the hard limit is never crossed.
func TestRedoSaturation(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		s := paced()
		s.kn.Writers = writers
		s.clients, s.think, s.payload, s.mtrs = 32, 0, 4000, 8
		s.pages, s.syncRate = 100, 3000
		w := newWorld(t, s)
		w.run(10 * sim.Second)
		m := w.run(20 * sim.Second)
		l := w.log.Limits()
		require.Positive(t, m.SyncFlushes)
		require.Positive(t, m.OnFileSpaceWaits, "user threads stall")
		require.Positive(t, m.SpaceWaitTime)
		require.Greater(t, w.maxAge, l.Free)
		require.Less(t, w.maxAge, l.Free+l.Margin, "row operations past the check fit into the margin")
		require.Greater(t, m.Checkpoints, uint64(20*1.5), "checkpoints follow the sync flush passes")
		require.InDelta(t, 6000, float64(w.commits)*8/30, 1500, "the pace of the page cleaner")
		require.Zero(t, m.WriterOnFileSpaceWaits)
	}
}

// TestSyncFlushStart: the request appears when the age without margin exceeds its limit, not before.
func TestSyncFlushStart(t *testing.T) {
	s := paced()
	s.pages, s.syncRate, s.clients = 1, 0, 0
	s.o.Start, s.o.Truncated = 100<<20+12, 96<<20+12
	w := newWorld(t, s)
	l := w.log.Limits()
	at := LSN(0)
	for at == 0 {
		sp, wait := w.log.Append(w.k, 4000, w.step(stepStart, 0))
		require.Equal(t, sim.NoWait, wait)
		w.dirty = append(w.dirty, sp.Start)
		w.k.Run(w.k.Now().Add(ms), 0)
		if w.log.SyncFlushLSN() != 0 {
			at = w.log.Current() - w.log.available()
		}
	}
	require.InDelta(t, mib(l.Sync-l.Margin), mib(at), 0.02)
	require.InDelta(t, 77.83, mib(at), 0.02)
	oldest, _ := w.OldestDirty()
	require.InDelta(t, mib(at)-2, mib(w.log.Current()-oldest), 0.02, "the page age is the order lag less")
}

// TestUserFlush57: with the limits of 5.7 threads wait by page age, and go on when the cleaner has moved it.
func TestUserFlush57(t *testing.T) {
	s := paced()
	s.kn.Writers, s.o.Policy = UserThreads, Limits57{}
	s.clients, s.think, s.payload = 32, 0, 4000
	s.pages, s.syncRate = 100, 3000
	w := newWorld(t, s)
	w.run(10 * sim.Second)
	m := w.run(10 * sim.Second)
	require.Positive(t, m.OnFileSpaceWaits)
	require.Less(t, w.maxAge, w.log.Limits().Soft)
	require.InDelta(t, 6000, float64(m.LogWriteRequests)/10, 1500)
}

// TestFileSwitch (behaviour 29): each capacity/32 of redo costs the writer a switch, visible in the slowest
// commits.
func TestFileSwitch(t *testing.T) {
	s := standard()
	s.payload = 2000
	w := newWorld(t, s)
	w.keep = true
	start := w.log.Current()
	m := w.run(20 * sim.Second)
	files := float64(w.log.Current()-start) / float64(w.log.Limits().FileBytes)
	require.InDelta(t, files, float64(m.NextFile), 2)
	slow := 0
	for _, d := range w.latency {
		if d > 3*ms {
			slow++
		}
	}
	require.InDelta(t, float64(m.NextFile), float64(slow), 2)
}

// TestResize: growing takes effect at once, shrinking when the redo in use fits; the cleaner sees the
// wanted limits.
func TestResize(t *testing.T) {
	s := paced()
	s.clients, s.think, s.payload = 32, 0, 2000
	s.kn.Capacity = 512 << 20
	s.pages, s.syncRate = 100, 40000
	w := newWorld(t, s)
	w.run(10 * sim.Second)
	kn := w.log.Knobs()
	kn.Capacity = 32 << 20
	require.NoError(t, w.log.SetKnobs(w.k, kn))
	require.Equal(t, "Resizing down", w.log.ResizeStatus())
	require.Less(t, mib(w.log.Limits().Hard), 32.0)
	require.Greater(t, mib(w.log.limits.Hard), 400.0)
	w.run(20 * sim.Second)
	require.Equal(t, "OK", w.log.ResizeStatus())
	kn.Capacity = 1 << 30
	require.NoError(t, w.log.SetKnobs(w.k, kn))
	require.Equal(t, "OK", w.log.ResizeStatus())
	w.run(10 * sim.Second)
	kn.Capacity = 1
	require.ErrorContains(t, w.log.SetKnobs(w.k, kn), "innodb_redo_log_capacity")
}
