package redo

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
)

// TestSpinRule (behaviour 23): the spin budget by CPU use and by the average sync time.
func TestSpinRule(t *testing.T) {
	datadriven.RunTest(t, "testdata/spin", func(t *testing.T, d *datadriven.TestData) string {
		var b strings.Builder
		s := standard()
		s.load = &fakeLoad{}
		w := newWorld(t, s)
		for _, line := range strings.Split(d.Input, "\n") {
			var flush int
			_, err := fmt.Sscanf(line, "core=%f all=%f fsync=%dus", &s.load.one, &s.load.all, &flush)
			require.NoError(t, err, line)
			w.log.flush.average = sim.Duration(flush) * us
			fmt.Fprintf(&b, "%s: rounds=%d write=%v flush=%v threads=%v\n", line, w.log.UserSpinRounds(),
				w.log.userSpin(false), w.log.userSpin(true), w.log.threadsSpin())
		}
		return b.String()
	})
}

// TestSpinningSavesWakeups (behaviour 23): on a fast device with moderate CPU use spinning shortens commits
// and costs CPU time; with high CPU use it stops.
func TestSpinningSavesWakeups(t *testing.T) {
	run := func(one, all float64) (float64, Metrics, sim.Duration) {
		s := standard()
		s.dev.FlushLatency = 50 * us
		s.load = &fakeLoad{one: one, all: all}
		w := newWorld(t, s)
		tps, m := w.rate(2 * sim.Second)
		return tps, m, w.cpu.Used(0)
	}
	idle, mIdle, cpuIdle := run(10, 1)
	spin, mSpin, cpuSpin := run(150, 10)
	high, mHigh, _ := run(1500, 90)
	require.Greater(t, spin, 1.03*idle)
	require.Greater(t, cpuSpin, 2*cpuIdle)
	require.Positive(t, mSpin.UserSpins)
	require.Zero(t, mIdle.UserSpins+mHigh.UserSpins)
	require.Zero(t, mSpin.UserWakeups)
	require.Less(t, high, spin)
	require.Zero(t, mIdle.SpinTime/uint64(100*ms), "only lost wake-ups are owed")
}

// TestReplayIsExact: a spinning writer for which nobody waits makes the same writes whether they are
// replayed in one batch or made one by one.
func TestReplayIsExact(t *testing.T) {
	run := func(window sim.Duration) (writes, bytes float64) {
		s := standard()
		s.kn.FlushAtCommit, s.kn.Capacity = 0, 8<<30
		s.clients, s.think = 4, 50*us
		s.o.Costs.LazyWindow = window
		s.load = &fakeLoad{one: 200, all: 20}
		w := newWorld(t, s)
		w.log.rate.interval = 10 * us
		m := w.run(500 * ms)
		return float64(m.LogWrites) / float64(w.commits), float64(m.OSLogWritten) / float64(w.commits)
	}
	writes, bytes := run(100 * us)
	writes1, bytes1 := run(1 * us)
	require.InEpsilon(t, writes1, writes, 0.02)
	require.InEpsilon(t, bytes1, bytes, 0.02)
}

// TestSyncsDoNotWaitForAReplay: a flusher begins its next sync as soon as the one before it ends, if redo has come
// meanwhile, however seldom a writer for which nobody waits is looked after.
func TestSyncsDoNotWaitForAReplay(t *testing.T) {
	run := func(window sim.Duration) float64 {
		s := standard()
		s.kn.Capacity = 8 << 30
		s.clients, s.think, s.mtrs, s.dev.FlushLatency = 4, 50*us, 20, 20*us
		s.o.Costs.LazyWindow = window
		s.load = &fakeLoad{one: 200, all: 20}
		w := newWorld(t, s)
		w.log.rate.interval = 10 * us
		return float64(w.run(500*ms).FlusherSyncs) / float64(w.commits)
	}
	syncs := run(100 * us)
	require.InEpsilon(t, run(1*us), syncs, 0.05)
}

// TestEventsPerCommit: the budget of a memory-resident run is six events a commit, wake-ups included.
func TestEventsPerCommit(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		for mode := range 3 {
			for _, busy := range []bool{false, true} {
				e := eventsPerCommit(t, writers, mode, busy)
				t.Logf("writers %d mode %d busy %v: %.2f events a commit", writers, mode, busy, e)
				assert.LessOrEqual(t, e, 6.0, "writers %d mode %d busy %v", writers, mode, busy)
			}
		}
	}
}

// eventsPerCommit counts the events beyond those of a run in which nobody uses the log.
func eventsPerCommit(t testing.TB, writers Writers, mode int, busy bool) float64 {
	s := standard()
	s.kn.Writers, s.kn.FlushAtCommit, s.kn.Capacity = writers, mode, 32<<30
	s.clients, s.cpus, s.work = 64, 32, 150*us
	s.dev.FlushLatency = 200 * us
	if busy {
		s.load = &fakeLoad{one: 1000, all: 40}
	}
	count := func() float64 {
		w := newWorld(t, s)
		w.run(200 * ms)
		events, commits := w.k.Events(), w.commits
		w.run(200 * ms)
		return float64(w.k.Events()-events) / float64(w.commits-commits)
	}
	used := count()
	s.bare = true
	return used - count()
}

// TestSteadyStateDoesNotAllocate: no allocation after warm-up.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		s := standard()
		s.kn.Writers, s.clients = writers, 64
		w := newWorld(t, s)
		w.run(2 * sim.Second)
		n := testing.AllocsPerRun(5, func() { w.k.Run(w.k.Now().Add(200*ms), 0) })
		require.Zero(t, n, "writers %d", writers)
	}
}

// TestSameRunSameDigest: equal runs, and a clone, do the same things.
func TestSameRunSameDigest(t *testing.T) {
	a, b := newWorld(t, paced()), newWorld(t, paced())
	a.run(sim.Second)
	b.run(sim.Second)
	require.Equal(t, a.k.Digest(), b.k.Digest())
	b.t = nil
	c := clone.Deep(b)
	c.t, b.t = t, t
	a.run(5 * sim.Second)
	c.run(5 * sim.Second)
	require.Equal(t, a.k.Digest(), c.k.Digest())
	require.Equal(t, a.log.Metrics(), c.log.Metrics())
}

// BenchmarkCommit is one commit of a memory-resident server, mode 2.
func BenchmarkCommit(b *testing.B) {
	s := standard()
	s.kn.FlushAtCommit, s.kn.Capacity = 2, 32<<30
	s.clients, s.cpus = 64, 32
	w := newWorld(b, s)
	w.run(100 * ms)
	runtime.GC()
	b.ReportAllocs()
	b.ResetTimer()
	for start := w.commits; w.commits-start < uint64(b.N); {
		w.k.Run(w.k.Now().Add(ms), 0)
	}
}
