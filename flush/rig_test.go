package flush

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/stat"
)

// Thread numbers of the rig.
const (
	clients      = 200
	logThreads   = 200 // six of them
	cleanThreads = 210
	ioThreads    = 280
	threads      = 420
)

// server is a page cleaner among the real packages below it, and clients that change random pages at a fixed
// rate.
type server struct {
	k      *sim.Kernel
	id     sim.ActorID
	waits  *stat.WaitClock
	cpu    *queue.CPU
	dev    *device.Device
	fil    *fil.System
	pool   *bufferpool.Pool
	log    *redo.Log
	dw     doublewrite.Strategy
	cl     *Cleaner
	o      serverOptions
	gap    sim.Duration // between two changes of a client; 0: at once
	active int          // clients at work
	pages  int
	rand   rng.Stream
	at     []bufferpool.PageNo
	frame  []bufferpool.FrameID
	step   []sim.Kind
	ops    uint64
}

type serverOptions struct {
	frames, instances int
	pages             int // of the data set
	install           int // pages in memory at the start
	payload           uint32
	dirtyStart        int // pages that are dirty at the start
	device            device.Config
	pool              bufferpool.Options
	poolKnobs         bufferpool.Knobs
	redoKnobs         redo.Knobs
	fil               fil.Options
	dw                doublewrite.Options
	off, system       bool // doublewrite
	flush             Options
	knobs             Knobs
	primed            bool // it has been at work for long
}

func defaultServer() serverOptions {
	o := serverOptions{
		frames: 20000, instances: 1, pages: 15000, install: 15000, payload: 200, pool: bufferpool.Options{},
		poolKnobs: bufferpool.DefaultKnobs(), redoKnobs: redo.DefaultKnobs(), fil: fil.Defaults(),
		dw: doublewrite.Defaults(), knobs: DefaultKnobs(),
	}
	o.device = device.Config{
		WriteLatency: 60 * sim.Microsecond, ReadLatency: 80 * sim.Microsecond, FlushLatency: 50 * sim.Microsecond,
		Channels: 32,
	}
	o.pool.Costs, o.pool.Threads, o.pool.Handoff = bufferpool.DefaultCosts(), threads, 5*sim.Microsecond
	o.redoKnobs.FlushAtCommit = 0
	o.flush = Options{
		Cleaners: 1, FirstThread: cleanThreads, HandOff: 5 * sim.Microsecond, Policy: Adaptive{}, Costs: DefaultCosts(),
	}
	o.fil.FirstThread = ioThreads
	return o
}

const (
	stepGet sim.Kind = iota
	stepChange
	stepApplied
	stepFree
	stepIdle
)

func newServer(o serverOptions) *server {
	s := &server{k: sim.New(), o: o, pages: o.pages, rand: rng.New(1, "test.pages", 0)}
	s.id = s.k.Register("test", s)
	s.waits = stat.NewWaitClock(threads)
	s.cpu = queue.NewCPU(s.k, queue.CPUOptions{CPUs: 16, ThreadsPerCore: 1, Factor: 1, Share: 1}, s.waits)
	s.dev = device.New(s.k, "data", o.device, 1)
	files := device.NewFiles(s.k, device.FilesOptions{Memory: 1 << 30, Waits: s.waits, CPU: s.cpu})
	s.fil = fil.New(s.k, o.fil, fil.Env{Files: files, Device: s.dev, CPU: s.cpu, Waits: s.waits})
	s.fil.AddSpace("ibdata1", false)
	space := s.fil.AddSpace("t", false)
	for range o.pages/fil.ExtentPages + 2 {
		s.fil.Extend(space)
	}
	s.fil.Settle()
	o.pool.Frames, o.pool.Instances, o.pool.Pages = o.frames, o.instances, o.pages+64
	s.pool = bufferpool.New(s.k, o.pool, o.poolKnobs, bufferpool.Env{Waits: s.waits, CPU: s.cpu})
	s.buildLog(files)
	s.buildCleaner(files)
	s.pool.Connect(s.fil, s.cl, s.cl)
	s.install()
	if o.primed {
		s.cl.Prime(100, 1<<20, s.log.Current())
	}
	s.cl.Start(s.k)
	s.at = make([]bufferpool.PageNo, clients)
	s.frame = make([]bufferpool.FrameID, clients)
	return s
}

func (s *server) buildLog(files *device.Files) {
	ro := redo.DefaultOptions()
	ro.Start = 1 << 30
	ro.Threads = redo.Threads{
		Writer: logThreads, Flusher: logThreads + 1, WriteNotifier: logThreads + 2, FlushNotifier: logThreads + 3,
		Checkpointer: logThreads + 4, Spin: logThreads + 5,
	}
	s.log = redo.New(s.k, ro, s.o.redoKnobs, redo.Env{
		Files: files, Device: s.dev, CPU: s.cpu, Waits: s.waits, Horizon: s.pool, Data: s.fil, Cleaner: s,
	})
}

func (s *server) buildCleaner(files *device.Files) {
	s.o.dw.PoolInstances, s.o.flush.Instances = s.o.instances, s.o.instances
	env := doublewrite.Env{Pool: s.pool, Fil: s.fil, Files: files, Device: s.dev, CPU: s.cpu, Waits: s.waits}
	switch {
	case s.o.off:
		s.dw = doublewrite.NewOff(s.k, s.o.dw, env)
	case s.o.system:
		s.dw = doublewrite.NewSystemBuffer(s.k, s.o.dw, 0, env)
	default:
		s.dw = doublewrite.NewFiles(s.k, s.o.dw, doublewrite.Knobs{}, env)
	}
	s.cl = New(s.k, s.o.flush, s.o.knobs, Env{
		Pool: s.pool, Log: s.log, Doublewrite: s.dw, Tab: s.fil.Tab(), CPU: s.cpu, Waits: s.waits, Server: s,
	})
}

func (s *server) install() {
	for i := range s.o.instances {
		s.pool.SetClock(i, 1)
	}
	for i := range s.o.install {
		r := bufferpool.Resident{Page: bufferpool.PageNo(64 + i), Young: true}
		if i < s.o.dirtyStart {
			r.Dirty = redo.Span{Start: 1<<30 - 1000, End: 1<<30 - 500}
		}
		s.pool.Install(r)
	}
	s.pool.Installed()
}

// WakeCleaner passes the log's signal on.
func (s *server) WakeCleaner(k *sim.Kernel) { s.cl.WakeCleaner(k) }

// Activity counts changes.
func (s *server) Activity() uint64 { return s.ops }

// PendingReads is that of the pool.
func (s *server) PendingReads() int { return s.pool.Totals().Reading }

// load lets n clients change pages, each with a pause of gap between two changes.
func (s *server) load(n int, gap sim.Duration) {
	s.gap = gap
	for t := s.active; t < n; t++ {
		s.k.After(sim.Duration(t)*sim.Microsecond, s.me(stepFree, uint32(t)))
	}
	s.active = n
}

func (s *server) me(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: s.id, Kind: kind, Ref: thread}
}

// Handle does a client's steps: free check, page, redo, change.
func (s *server) Handle(k *sim.Kernel, ev sim.Event) {
	t := ev.Ref
	switch ev.Kind {
	case stepIdle:
	case stepFree:
		if int(t) >= s.active {
			return
		}
		s.at[t] = bufferpool.PageNo(64 + s.rand.Uint32n(uint32(s.pages)))
		if s.log.FreeCheck(k, s.me(stepGet, t)) != sim.NoWait {
			return
		}
		s.get(k, t)
	case stepGet:
		s.get(k, t)
	case stepChange:
		s.change(k, t, bufferpool.FrameID(ev.Arg))
	case stepApplied:
		s.apply(k, t, s.log.Reserved(t))
	}
}

func (s *server) get(k *sim.Kernel, t uint32) {
	if f, w := s.pool.Get(k, s.at[t], bufferpool.Write, s.me(stepChange, t)); w == sim.NoWait {
		s.change(k, t, f)
	}
}

func (s *server) change(k *sim.Kernel, t uint32, f bufferpool.FrameID) {
	s.frame[t] = f
	if span, w := s.log.Append(k, s.o.payload, s.me(stepApplied, t)); w == sim.NoWait {
		s.apply(k, t, span)
	}
}

func (s *server) apply(k *sim.Kernel, t uint32, span redo.Span) {
	s.pool.Modify(k, s.frame[t], span)
	s.pool.Unfix(s.frame[t])
	s.pool.Spent()
	s.ops++
	s.waits.Switch(t, k.Now(), sim.WaitThink)
	k.After(max(s.gap, sim.Microsecond), s.me(stepFree, t))
}

// run goes on for d, and checks the laws every simulated 10 ms.
func (s *server) run(t testing.TB, d sim.Duration) {
	for end := s.k.Now().Add(d); s.k.Now() < end; {
		s.k.Run(min(end, s.k.Now().Add(10*sim.Millisecond)), 0)
		require.NoError(t, s.fil.Check())
		require.NoError(t, s.pool.Check())
		require.NoError(t, s.cl.Check())
		require.LessOrEqual(t, s.log.Flushed(), s.log.Written())
	}
}

// rate is the metrics of one more period, per second.
func (s *server) during(t testing.TB, d sim.Duration) Metrics {
	before := s.cl.Metrics()
	s.run(t, d)
	return s.cl.Metrics().Sub(before)
}

func (s *server) dirty() int { return s.pool.Totals().Dirty }
