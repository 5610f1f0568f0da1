package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// old57 is a log of 5.7 whose pages become too old.
func old57() setup {
	s := paced()
	s.kn.Writers, s.o.Policy, s.o.Timing = UserThreads, Limits57{}, Timing57()
	s.clients, s.think, s.payload = 32, 0, 4000
	s.pages, s.syncRate = 100, 3000
	return s
}

// TestAgePoll: threads that wait for old pages look every 10 ms in 5.7, and the load goes on in steps of that.
func TestAgePoll(t *testing.T) {
	s := old57()
	w := newWorld(t, s)
	w.keep = true
	w.run(10 * sim.Second)
	w.latency = w.latency[:0]
	m := w.run(10 * sim.Second)
	require.Positive(t, m.OnFileSpaceWaits)
	stalled := 0
	for _, d := range w.latency {
		if d > 2*ms {
			stalled++
		}
	}
	require.Greater(t, stalled, len(w.latency)/4, "most transactions meet a look-out")
	require.Greater(t, m.SpaceWaitTime/m.OnFileSpaceWaits, uint64(ms))
}

// TestSyncBeforeWrite: in 5.7 a thread that wants a sync waits for the running one and then writes for all, so there is one
// write a sync; else each thread writes its own part while another syncs.
func TestSyncBeforeWrite(t *testing.T) {
	perSync := func(first bool) float64 {
		s := standard()
		s.kn.Writers, s.clients, s.o.SyncFirst = UserThreads, 16, first
		s.mtrs, s.payload = 1, 100
		_, m := newWorld(t, s).rate(5 * sim.Second)
		return float64(m.LogWrites) / float64(m.OSLogFsyncs)
	}
	one, many := perSync(true), perSync(false)
	require.Less(t, one, 1.8, "a second write where the first ends at a region that is written ahead")
	require.Greater(t, many, 1.5*one)
}

// TestLockedWrites: in 5.6 nobody copies to the log buffer during a write. With O_DSYNC, where a write is as long as the device
// takes, mini-transactions of threads that do not commit wait too.
func TestLockedWrites(t *testing.T) {
	waits := func(locked bool) uint64 {
		s := standard()
		s.kn.Writers, s.clients, s.mtrs = UserThreads, 16, 40
		s.o.Mode, s.o.LockedWrites = DSync, locked
		s.dev.WriteLatency = ms
		w := newWorld(t, s)
		w.run(5 * sim.Second)
		return w.log.Metrics().OnRecentWrittenLoops
	}
	require.Positive(t, waits(true))
	require.Zero(t, waits(false))
}

// TestCheckpointAhead: 5.7 asks for a checkpoint when one is due, before anybody has to wait for it.
func TestCheckpointAhead(t *testing.T) {
	s := paced()
	s.kn.Writers, s.o.Policy, s.o.Timing = UserThreads, Limits57{}, Timing57()
	s.payload, s.pages = 16000, 0
	w := newWorld(t, s)
	w.run(20 * sim.Second)
	m := w.run(10 * sim.Second)
	require.Greater(t, float64(m.Checkpoints), 4.0, "more than one in seven seconds")
	require.Zero(t, m.OnFileSpaceWaits)
}

// TestCheckpointEverySecond: up to 8.0.19 a busy server had one a second, later one in seven.
func TestCheckpointEverySecond(t *testing.T) {
	for _, old := range []bool{false, true} {
		s := paced()
		if old {
			s.o.Policy, s.o.Timing = Limits8020{}, Timing8019()
		}
		w := newWorld(t, s)
		w.run(10 * sim.Second)
		m := w.run(30 * sim.Second)
		require.InDelta(t, map[bool]int{true: 30, false: 4}[old], int(m.Checkpoints), 3)
	}
}
