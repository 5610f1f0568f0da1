package redo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

const (
	us = sim.Microsecond
	ms = sim.Millisecond
)

// setup describes a small server around the log: closed-loop clients, a page cleaner that works by count,
// one device.
type setup struct {
	o        Options
	kn       Knobs
	dev      device.Config
	clients  int
	cpus     int
	mtrs     int          // mini-transactions of a transaction
	payload  uint32       // bytes of each
	work     sim.Duration // CPU time of each
	think    sim.Duration
	pages    int  // pages per second that the cleaner writes; 0: everything is clean at once
	syncRate int  // pages per second of a sync flush
	force    bool // the cleaner forces the log once a second
	bare     bool // transactions do not use the log
	load     *fakeLoad
}

func standard() setup {
	o := DefaultOptions()
	return setup{
		o: o, kn: DefaultKnobs(), clients: 1, cpus: 16, mtrs: 4, payload: 400, work: 20 * us,
		dev: device.Config{FlushLatency: 1 * ms},
	}
}

type fakeLoad struct {
	one, all float64
	frozen   bool
	w        *world
}

func (f *fakeLoad) CPUPercentOfOneCore() float64 { return f.one }
func (f *fakeLoad) CPUPercentOfAll() float64     { return f.all }
func (f *fakeLoad) Activity() uint64 {
	if f.frozen {
		return 0
	}
	return f.w.commits
}

// world is the server: it is the client actor, the page cleaner, the buffer pool's horizon and the data
// files.
type world struct {
	setup
	t       testing.TB
	k       *sim.Kernel
	log     *Log
	cpu     *queue.CPU
	id      sim.ActorID
	todo    []int // by client: mini-transactions left
	lsn     []LSN
	began   []sim.Time
	commits uint64
	latency []sim.Duration
	keep    bool // latencies
	dirty   []LSN
	clean   int // dirty[:clean] are written
	passEnd int
	busy    bool
	wal     bool         // the cleaner waits for the log
	syncing sim.Duration // of data files
	maxAge  LSN
	waits   *stat.WaitClock
	stopped bool
	active  int        // transactions between start and commit
	points  []sim.Time // times at which the checkpoint has moved
	lastCk  LSN
}

const (
	stepStart sim.Kind = iota
	stepBurst
	stepAppend
	stepAppended
	stepCommitted
	stepClean
	stepCleaned
	stepDurable
)

func newWorld(t testing.TB, s setup) *world {
	require.NoError(t, s.o.Validate())
	require.NoError(t, s.kn.Validate())
	w := &world{setup: s, t: t, k: sim.New(), syncing: 500 * us}
	threads := s.clients + 8
	w.waits = stat.NewWaitClock(threads)
	w.cpu = queue.NewCPU(w.k, queue.CPUOptions{
		CPUs: s.cpus, ThreadsPerCore: 1, Factor: 1, Share: 1, Switch: 1500,
	}, w.waits)
	files := device.NewFiles(w.k, device.FilesOptions{CPU: w.cpu, Waits: w.waits, Wakeup: 10 * us})
	w.id = w.k.Register("world", w)
	n := uint32(s.clients)
	s.o.Threads = Threads{n, n + 1, n + 2, n + 3, n + 4, n + 5}
	if s.load == nil {
		s.load = &fakeLoad{}
	}
	s.load.w = w
	w.load = s.load
	w.log = New(w.k, s.o, s.kn, Env{
		Files: files, Device: device.New(w.k, "redo", s.dev, 1), CPU: w.cpu, Waits: w.waits,
		Horizon: w, Data: w, Cleaner: w, Load: s.load, Preflush: w,
	})
	w.todo, w.lsn, w.began = make([]int, n), make([]LSN, n), make([]sim.Time, n)
	for c := range n {
		w.k.After(sim.Duration(c)*us, sim.Wake{To: w.id, Kind: stepStart, Ref: c})
	}
	w.k.After(sim.Second, sim.Wake{To: w.id, Kind: stepClean})
	return w
}

func (w *world) OldestDirty() (LSN, bool) {
	if w.pages == 0 || w.clean == len(w.dirty) {
		return 0, false
	}
	return w.dirty[w.clean], true
}

func (w *world) SyncAll(k *sim.Kernel, done sim.Wake) { k.After(w.syncing, done) }

func (w *world) WakeCleaner(k *sim.Kernel) {
	if !w.busy {
		w.busy = true
		k.Soon(sim.Wake{To: w.id, Kind: stepClean, Ref: 1})
	}
}

// Preflush wakes the cleaner as 5.7 does.
func (w *world) Preflush(k *sim.Kernel, upTo LSN, ok sim.Wake) bool {
	w.WakeCleaner(k)
	return false
}

func (w *world) step(k sim.Kind, c uint32) sim.Wake { return sim.Wake{To: w.id, Kind: k, Ref: c} }

func (w *world) Handle(k *sim.Kernel, ev sim.Event) {
	c := ev.Ref
	switch ev.Kind {
	case stepStart:
		if w.stopped {
			return
		}
		w.active++
		w.todo[c], w.began[c] = w.mtrs, k.Now()
		w.check(c)
	case stepBurst:
		w.cpu.Run(k, queue.Server, w.work, w.step(stepAppend, c))
	case stepAppend:
		if w.bare {
			w.appended(c, Span{})
			return
		}
		s, wait := w.log.Append(k, w.payload, w.step(stepAppended, c))
		w.lsn[c] = s.End
		if wait == sim.NoWait {
			w.appended(c, s)
		}
	case stepAppended:
		s := w.log.Reserved(c)
		if uint64(s.End) != ev.Arg {
			w.t.Fatalf("span %v, answer %d", s, ev.Arg)
		}
		w.appended(c, s)
	case stepCommitted:
		w.committed(c)
	case stepClean:
		w.cleanPass(ev.Ref == 0)
	case stepDurable:
		w.wal = false
	case stepCleaned:
		w.cleaned(ev.Ref == 0)
	}
}

func (w *world) check(c uint32) {
	if w.log.FreeCheck(w.k, w.step(stepBurst, c)) == sim.NoWait {
		w.cpu.Run(w.k, queue.Server, w.work, w.step(stepAppend, c))
	}
}

func (w *world) appended(c uint32, s Span) {
	if w.pages > 0 {
		w.dirty = append(w.dirty, s.Start)
	}
	w.maxAge = max(w.maxAge, w.log.Current()-w.log.Checkpoint())
	if ck := w.log.Checkpoint(); ck != w.lastCk {
		w.lastCk = ck
		w.points = append(w.points, w.k.Now())
	}
	if w.todo[c]--; w.todo[c] > 0 {
		w.check(c)
		return
	}
	if w.bare || w.log.CommitWait(w.k, w.lsn[c], w.step(stepCommitted, c)) == sim.NoWait {
		w.committed(c)
	}
}

func (w *world) committed(c uint32) {
	mode := w.kn.FlushAtCommit
	if lost := mode == 1 && w.lsn[c] > w.log.Flushed() || mode == 2 && w.lsn[c] > w.log.Written(); lost && !w.bare {
		w.t.Fatalf("commit of %d before its redo is safe", w.lsn[c])
	}
	w.commits++
	w.active--
	if w.keep {
		w.latency = append(w.latency, w.k.Now().Sub(w.began[c]))
	}
	w.k.After(w.think, w.step(stepStart, c))
}

// cleanPass writes the pages of one second, or up to the sync-flush LSN; it takes the time that the rates
// say.
func (w *world) cleanPass(timed bool) {
	if timed {
		w.k.After(sim.Second, sim.Wake{To: w.id, Kind: stepClean})
		if w.force {
			w.log.ForceAsync(w.k)
		}
		if w.busy {
			return
		}
	}
	w.busy = true
	n, rate := min(w.pages, len(w.dirty)-w.clean), max(w.pages, 1)
	if limit := w.log.SyncFlushLSN(); limit > 0 && w.syncRate > 0 {
		rate = w.syncRate
		for n = 0; n < w.syncRate/4 && w.clean+n < len(w.dirty) && w.dirty[w.clean+n] < limit; n++ {
		}
	} else if !timed {
		n = 0
	}
	w.passEnd = w.clean + n
	if n > 0 && !w.wal { // the write-ahead rule
		upTo := min(w.dirty[w.passEnd-1], w.log.Written())
		w.wal = w.log.Durable(w.k, upTo, Synced, w.step(stepDurable, uint32(w.clients)+6)) != sim.NoWait
	}
	w.k.After(sim.Duration(int64(n)*int64(sim.Second)/int64(rate)/2+int64(100*us)), sim.Wake{To: w.id, Kind: stepCleaned})
}

func (w *world) cleaned(bool) {
	w.clean, w.busy = w.passEnd, false
	if w.clean > 1<<16 {
		w.dirty = append(w.dirty[:0], w.dirty[w.clean:]...)
		w.clean, w.passEnd = 0, 0
	}
	w.log.CleanerTick(w.k)
	if w.syncRate > 0 && w.log.SyncFlushLSN() > 0 {
		w.WakeCleaner(w.k)
	}
}

// run advances by d, checking the laws every millisecond.
func (w *world) run(d sim.Duration) Metrics {
	before := w.log.Metrics()
	end := w.k.Now().Add(d)
	for w.k.Now() < end {
		w.k.Run(min(w.k.Now().Add(10*ms), end), 0)
		require.NoError(w.t, w.log.Check())
	}
	return w.log.Metrics().Sub(before)
}

func (w *world) running() int { return w.active }

// rate runs for d and returns commits per second with the counters.
func (w *world) rate(d sim.Duration) (float64, Metrics) {
	c := w.commits
	m := w.run(d)
	return float64(w.commits-c) / d.Seconds(), m
}
