package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// maria is the standard world with MariaDB's log, and room for all redo.
func maria() setup {
	s := standard()
	s.o.Policy, s.o.FileSize, s.o.Files, s.o.Format, s.o.Mode = LimitsMariaDB{}, 8<<30, 1, Unframed(), Direct
	s.o.CheckpointRecord = 100
	s.kn.Writers, s.kn.Capacity, s.kn.WriteAhead = GroupCommit, 8<<30, 512
	return s
}

// TestCommitLocks: one client gets a write and a sync of its own; many share them, one sync at a time, and each
// commit that leads takes everybody along whose redo was in the log buffer when it began to write.
func TestCommitLocks(t *testing.T) {
	s := maria()
	one, m1 := newWorld(t, s).rate(5 * sim.Second)
	require.Greater(t, one, 0.9/(0.001+100e-6))
	require.Less(t, one, 1000.0)
	require.InDelta(t, one*5, float64(m1.LogWrites), 10)
	require.InDelta(t, one*5, float64(m1.OSLogFsyncs), 10)
	s.clients = 64
	many, m64 := newWorld(t, s).rate(5 * sim.Second)
	require.Greater(t, many, 25*one)
	require.Less(t, float64(m64.OSLogFsyncs)/5, 1005.0, "one sync at a time")
	require.Less(t, m64.LogWrites, m64.OSLogFsyncs+10, "a leader of the flush lock writes once at most")
	require.Greater(t, float64(m64.OSLogWritten)/float64(m64.LogWrites), 5*float64(m1.OSLogWritten)/float64(m1.LogWrites))
}

// TestWriteOnly: mode 2 needs the write lock alone; the master thread syncs once a second. Mode 3 is mode 1 here.
func TestWriteOnly(t *testing.T) {
	s := maria()
	s.kn.FlushAtCommit, s.clients = 2, 8
	tps, m := newWorld(t, s).rate(5 * sim.Second)
	require.Greater(t, tps, 10000.0)
	require.InDelta(t, 5, m.OSLogFsyncs, 1)
	s.kn.FlushAtCommit = 3
	tps, _ = newWorld(t, s).rate(5 * sim.Second)
	require.Less(t, tps, 8000.0)
}

// TestCommitLockOrder: a release wakes whoever is served, and of the others the one that came last, to lead. A thread
// that comes before that one runs takes the lock.
func TestCommitLockOrder(t *testing.T) {
	w := newWorld(t, maria())
	l, k := w.log, w.k
	c := &l.group.flush
	base := c.value
	require.Equal(t, gripExpired, l.acquire(k, c, base, 0))
	require.Equal(t, gripHeld, l.acquire(k, c, base+10, 0))
	for i, lsn := range []LSN{10, 30, 20, 40} {
		require.Equal(t, gripParked, l.acquire(k, c, base+lsn, uint32(i+1)))
	}
	l.unhold(k, c, base+20)
	require.False(t, c.held)
	require.Equal(t, uint64(3), l.m.UserWakeups, "two are served, one shall lead")
	require.Equal(t, []lockWaiter{{base + 30, 2}}, c.waiters, "the last one leads: 40")
	require.Equal(t, gripHeld, l.acquire(k, c, base+50, 7), "a running thread is faster")
	require.Equal(t, gripParked, l.acquire(k, c, base+40, 4))
}

// TestWholeBlocks: a write begins with the block that the last one ended in, and ends with a whole block; so a lone
// client's small commits write each block several times.
func TestWholeBlocks(t *testing.T) {
	for _, block := range []int64{512, 4096} {
		s := maria()
		s.kn.WriteAhead, s.mtrs, s.payload = block, 1, 100
		w := newWorld(t, s)
		start := w.log.Current()
		_, m := w.rate(sim.Second)
		lsn := float64(w.log.Current() - start)
		require.InDelta(t, float64(block)/100, float64(m.OSLogWritten)/lsn, 1.3)
		require.Zero(t, m.OSLogWritten%uint64(block))
	}
}

// TestOwnCheckpoint: a thread's checkpoint stops short of the oldest dirty page, is not written by everybody who
// asks at the same time, and is not repeated while nothing but its own record has been logged.
func TestOwnCheckpoint(t *testing.T) {
	s := maria()
	s.clients = 4
	w := newWorld(t, s)
	w.run(100 * ms)
	w.stopped = true
	w.run(100 * ms)
	for th := range uint32(3) {
		w.log.MakeCheckpoint(w.k, w.step(stepDurable, th))
	}
	w.run(100 * ms)
	require.Less(t, w.log.Metrics().Checkpoints, uint64(3), "who finds a header being written goes on")
	require.LessOrEqual(t, w.log.Current()-w.log.Checkpoint(), LSN(3*s.o.CheckpointRecord))
	last := w.log.Current()
	w.log.MakeCheckpoint(w.k, w.step(stepDurable, 0))
	w.run(100 * ms)
	for range 3 {
		w.log.MakeCheckpoint(w.k, w.step(stepDurable, 0))
		w.run(100 * ms)
	}
	require.LessOrEqual(t, w.log.Current(), last+LSN(s.o.CheckpointRecord))
}
