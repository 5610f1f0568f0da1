package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// TestWriterStopsAtTheHardLimit: mini-transactions of many threads at once exceed the margin of a small
// log: the writer stops short of the hard limit, everybody goes on after the next checkpoint.
func TestWriterStopsAtTheHardLimit(t *testing.T) {
	for _, writers := range []Writers{LogThreads, UserThreads} {
		s := paced()
		s.kn.Writers, s.kn.Capacity = writers, 8<<20
		s.clients, s.think, s.payload, s.mtrs, s.work = 128, 0, 60000, 1, us
		s.pages, s.syncRate, s.cpus = 100, 400, 128
		w := newWorld(t, s)
		m := w.run(20 * sim.Second)
		require.Positive(t, m.WriterOnFileSpaceWaits, "writers %d", writers)
		require.Greater(t, w.maxAge, w.log.Limits().Soft)
		before := w.commits
		w.run(5 * sim.Second)
		require.Greater(t, w.commits, before, "no deadlock")
	}
}

// TestBrokenLaws: Check finds what must not be.
func TestBrokenLaws(t *testing.T) {
	w := newWorld(t, paced())
	w.run(sim.Second)
	breakIt := func(name string, f func(l *Log)) {
		l := *w.log
		f(&l)
		require.Error(t, l.Check(), name)
	}
	require.NoError(t, w.log.Check())
	breakIt("flushed", func(l *Log) { l.flushed = l.written + 1 })
	breakIt("written", func(l *Log) { l.written = l.current + 1 })
	breakIt("checkpoint", func(l *Log) { l.ckpt.last = l.flushed + 1 })
	breakIt("dirty", func(l *Log) { l.ckpt.last = w.dirty[w.clean] + 1 })
	breakIt("ready", func(l *Log) { l.ready = l.written - 1 })
	breakIt("hard", func(l *Log) { l.limits.Hard = 512 })
	breakIt("debt", func(l *Log) { l.spin.owed = -1 })
}

// TestSwarm: random servers for a second each, with random changes of variables, all laws on; then
// everybody finishes.
func TestSwarm(t *testing.T) {
	n := uint64(60)
	if testing.Short() {
		n = 15
	}
	for seed := range n {
		r := rng.New(seed, "redo.swarm", 0)
		w := newWorld(t, randomSetup(&r))
		for range 6 {
			w.run(150 * ms)
			kn := w.log.Knobs()
			randomKnobs(&r, &kn)
			w.kn.FlushAtCommit = 0 // the promise of a commit in flight is not known across a change
			require.NoError(t, w.log.SetKnobs(w.k, kn))
		}
		w.stopped = true
		w.run(20 * sim.Second)
		require.Zero(t, len(w.log.queue), "seed %d: reservations left", seed)
		require.Zero(t, w.log.Stalled(), "seed %d: threads left in the free check", seed)
		require.Zero(t, w.log.onW.last()+w.log.onF.last(), "seed %d: waiters left", seed)
		require.Equal(t, w.log.Current(), w.log.Flushed(), "seed %d: idle logs get synced", seed)
		require.Equal(t, w.running(), 0, "seed %d", seed)
	}
}

func randomSetup(r *rng.Stream) setup {
	s := standard()
	pick := func(of ...int) int { return of[r.Uint32n(uint32(len(of)))] }
	randomKnobs(r, &s.kn)
	s.clients, s.cpus = pick(1, 3, 20, 100), pick(1, 2, 16)
	s.mtrs, s.payload = pick(1, 4, 9), uint32(pick(60, 700, 9000, 60000))
	s.work, s.think = sim.Duration(pick(1, 30, 200))*us, sim.Duration(pick(0, 1, 30))*ms
	s.o.Mode = FileMode(pick(0, 0, 0, 1, 2))
	s.dev.WriteLatency, s.dev.FlushLatency = sim.Duration(pick(0, 50, 900))*us, sim.Duration(pick(0, 80, 5000))*us
	s.dev.LatencyCV = 0.5
	s.pages, s.syncRate, s.force = pick(100, 5000, 100000), pick(3000, 100000), pick(0, 1) == 1
	s.load = &fakeLoad{one: float64(pick(10, 100, 400)), all: float64(pick(5, 30, 80))}
	return s
}

func randomKnobs(r *rng.Stream, kn *Knobs) {
	pick := func(of ...int) int { return of[r.Uint32n(uint32(len(of)))] }
	kn.FlushAtCommit, kn.Writers = pick(0, 1, 2), Writers(pick(0, 1))
	kn.FlushTimeout = sim.Duration(pick(0, 1, 1, 2)) * sim.Second
	kn.BufferSize = int64(pick(256<<10, 1<<20, 64<<20))
	kn.WriteAhead = int64(pick(512, 4096, 8192, 16384))
	kn.Capacity = int64(pick(8<<20, 32<<20, 100<<20, 1<<30))
	kn.ThreadConcurrency = pick(0, 0, 64)
}
