package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// progress is where the run is: phase, clients, measured window.
type progress struct {
	phase    int
	threads  int // clients of the phase now
	busy     int // clients inside a transaction
	stopping bool
	begun    uint64 // transactions begun in the phase
	events   uint64 // transactions after which the phase ends; 0: by time
	window   bool   // the measured window is open
	measured bool   // it has been
	over     bool
	partial  bool
	stagger  sim.Duration // over which the clients of a server that has been running begin
	end      sim.Time
	length   sim.Duration // of a window that opens when the transient is over
	change   int          // next line of the timeline
	arrivals arrivals
}

// arrivals is the open loop's queue: transactions arrive at the offered rate whether a client is free or not.
type arrivals struct {
	stream rng.Stream
	rate   float64
	queue  []sim.Time // circular; length is a power of two
	head   uint64
	tail   uint64
	idle   []uint32 // clients without a transaction
	lost   uint64
}

// arrivalQueue is how many transactions may wait: sysbench's MAX_QUEUE_LEN.
const arrivalQueue = 1 << 17

// begun starts the clocks of a new run.
func (e *Engine) begun() {
	e.meter.init(e)
	e.laws.begin = e.log.Written()
	e.cleaner.Start(e.k)
	e.k.After(sim.Second, sim.Wake{To: e.id, Kind: evMaster})
	e.k.Observe(e.cfg.ReportInterval, sim.Wake{To: e.id, Kind: evSample})
	if len(e.cfg.Timeline) > 0 {
		e.k.At(e.cfg.Timeline[0].At, sim.Wake{To: e.id, Kind: evChange})
	}
	e.startPhase(e.k, 0)
	e.startTuning()
}

// startPhase lets the clients of phase i loose.
func (e *Engine) startPhase(k *sim.Kernel, i int) {
	p := &e.run
	ph := &e.cfg.Workload[i]
	p.phase, p.stopping, p.begun, p.events, p.end = i, false, 0, ph.events(), 0
	p.threads = ph.Threads
	e.source = workload.SourceOf(ph.Options, e.cfg.Seed)
	e.scheduleWindow(k, i)
	p.arrivals.idle = p.arrivals.idle[:0]
	if ph.Rate > 0 {
		e.openLoop(k, ph.Rate)
	}
	for th := range p.threads {
		e.kickAfter(k, uint32(th), p.stagger*sim.Duration(th)/sim.Duration(p.threads))
	}
	p.stagger = 0
}

// scheduleWindow plans the end of the phase and the measured window, which opens after the warm-up.
func (e *Engine) scheduleWindow(k *sim.Kernel, i int) {
	ph := &e.cfg.Workload[i]
	last := i == len(e.cfg.Workload)-1
	warm := sim.Duration(0)
	if i == 0 {
		warm = e.cfg.Warmup
	}
	switch {
	case e.cfg.Stretch.chosen() && i == 0:
		e.scheduleStretch(k)
	case e.cfg.measures(i) && !e.run.window && !e.cfg.Stretch.chosen():
		k.After(warm, sim.Wake{To: e.id, Kind: evWindow})
	}
	d := ph.Time
	if d == 0 && ph.events() == 0 && last {
		d = e.cfg.Time
	}
	if d == 0 {
		return
	}
	e.run.end = k.Now().Add(warm + d)
	if e.cfg.Steady && i == 0 && e.cfg.measures(0) && !e.cfg.Stretch.chosen() {
		e.run.length = d // the window decides
		return
	}
	k.At(e.run.end, sim.Wake{To: e.id, Kind: evPhase, Arg: uint64(i)})
}

// kick starts a client that has no transaction.
func (e *Engine) kick(k *sim.Kernel, th uint32) { e.kickAfter(k, th, 0) }

// kickAfter is kick in a while.
func (e *Engine) kickAfter(k *sim.Kernel, th uint32, d sim.Duration) {
	c := &e.clients[th]
	if !c.idle || e.down.now {
		return
	}
	c.idle = false
	e.run.busy++
	start := sim.Wake{To: e.id, Kind: evStart, Ref: th}
	if d == 0 {
		k.Soon(start)
		return
	}
	k.After(d, start)
}

// rest takes a client out of the loop.
func (e *Engine) rest(k *sim.Kernel, th uint32) {
	e.clients[th].idle = true
	e.run.busy--
	e.waits.Switch(th, k.Now(), sim.WaitThink)
	if e.run.stopping && e.run.busy == 0 {
		e.nextPhase(k)
	}
}

// admit gives the client its next transaction; false when it has none: the phase is over, the client is one
// too many, or in an open loop nothing has arrived.
func (e *Engine) admit(k *sim.Kernel, th uint32, c *client) bool {
	p := &e.run
	if p.stopping || int(th) >= p.threads || p.events > 0 && p.begun >= p.events {
		e.rest(k, th)
		if p.events > 0 && p.begun >= p.events && !p.stopping && p.busy == 0 {
			e.phaseOver(k, p.phase)
		}
		return false
	}
	c.started = k.Now()
	a := &p.arrivals
	if a.rate > 0 {
		if a.head == a.tail {
			a.idle = append(a.idle, th)
			e.rest(k, th)
			return false
		}
		c.started = a.queue[a.head&uint64(len(a.queue)-1)]
		a.head++
		e.waits.Switch(th, k.Now(), WaitAdmission)
	}
	e.admitted(k, c, a.rate > 0)
	e.waits.Reset(th, c.started)
	c.ops = e.source.Next(th, e.trxNumber(c), c.ops[:0])
	c.n++
	p.begun++
	return true
}

// trxNumber tells the source which transaction is wanted: each client has its own, but a dump is one for all.
func (e *Engine) trxNumber(c *client) uint64 {
	if e.cfg.Workload[e.run.phase].Script == workload.Import {
		return e.run.begun
	}
	return c.n
}

// afterTrx lets the client think, or begin the next transaction at once.
func (e *Engine) afterTrx(k *sim.Kernel, th uint32) {
	if think := e.cfg.Workload[e.run.phase].ThinkTime; think > 0 {
		e.waits.Switch(th, k.Now(), sim.WaitThink)
		k.After(think, sim.Wake{To: e.id, Kind: evStart, Ref: th})
		return
	}
	e.startTrx(k, th)
}

// openLoop starts the arrivals.
func (e *Engine) openLoop(k *sim.Kernel, rate float64) {
	a := &e.run.arrivals
	a.rate = rate
	a.stream = rng.New(e.cfg.Seed, "client.arrivals", uint64(e.run.phase))
	if a.queue == nil {
		a.queue = make([]sim.Time, arrivalQueue)
	}
	e.scheduleArrival(k)
}

func (e *Engine) scheduleArrival(k *sim.Kernel) {
	a := &e.run.arrivals
	gap := sim.Duration(a.stream.Exponential(1e9 / a.rate))
	k.After(gap, sim.Wake{To: e.id, Kind: evArrival})
}

// arrival puts a transaction into the queue and wakes a client for it. sysbench gives up when its queue is
// full; here the transaction is lost and counted.
func (e *Engine) arrival(k *sim.Kernel) {
	a := &e.run.arrivals
	if e.run.stopping || a.rate == 0 {
		return
	}
	e.scheduleArrival(k)
	if a.tail-a.head == uint64(len(a.queue)) {
		a.lost++
		return
	}
	a.queue[a.tail&uint64(len(a.queue)-1)] = k.Now()
	a.tail++
	e.laws.enter(k.Now())
	if n := len(a.idle); n > 0 && !e.down.now {
		th := a.idle[n-1]
		a.idle = a.idle[:n-1]
		e.kick(k, th)
	}
}

// phaseOver stops the clients of a phase; the next one starts when the last transaction is done.
func (e *Engine) phaseOver(k *sim.Kernel, i int) {
	p := &e.run
	if i == stretchOver {
		e.finish(k)
		return
	}
	if i != p.phase || p.stopping {
		return
	}
	if i == len(e.cfg.Workload)-1 {
		e.finish(k)
		return
	}
	if p.window && !e.cfg.measures(i+1) && !e.cfg.Stretch.chosen() {
		e.lastInterval(k)
		e.closeWindow(k)
	}
	p.stopping = true
	if p.busy == 0 {
		e.nextPhase(k)
	}
}

// nextPhase starts the phase after this one, after its pause.
func (e *Engine) nextPhase(k *sim.Kernel) {
	p := &e.run
	p.stopping = false
	p.arrivals.rate = 0
	e.dropArrivals(k)
	k.After(e.cfg.Workload[p.phase].Pause, sim.Wake{To: e.id, Kind: evNextPhase, Arg: uint64(p.phase + 1)})
}

// finish ends the run.
func (e *Engine) finish(k *sim.Kernel) {
	e.lastInterval(k)
	if e.run.window {
		e.closeWindow(k)
	}
	e.obey(k)
	e.run.over = true
	k.Halt()
}

// master is srv_master_thread: once a second it samples the CPU use and wakes purge. The threads of
// the same period look with it.
func (e *Engine) master(k *sim.Kernel) {
	if e.down.now {
		k.After(sim.Second, sim.Wake{To: e.id, Kind: evMaster})
		return
	}
	e.lookForTimeouts(k)
	e.load.sample(k.Now(), e.cpu, e.stats.clientCPU)
	if e.load.activity != e.stats.lastActivity {
		e.stats.masterActive++
	} else {
		e.stats.masterIdle++
	}
	e.mergeRound(k, e.load.activity != e.stats.lastActivity)
	e.stats.lastActivity = e.load.activity
	if e.purge.idle == purgeAsleep {
		e.startPurge(k)
	}
	k.After(sim.Second, sim.Wake{To: e.id, Kind: evMaster})
}
