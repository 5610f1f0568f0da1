package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/binlog"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Engine is one simulated server with its host, its devices and its clients.
type Engine struct {
	cfg      Config
	settings profile.Settings // as they are now; cfg.Settings is how the run began
	k        *sim.Kernel
	id       sim.ActorID
	costs    cpuCosts
	handoff  sim.Duration

	cpu     *queue.CPU
	waits   *stat.WaitClock
	caps    *device.HostCaps // of the virtual machine, over all devices; nil without
	devices []namedDevice
	files   *device.Files
	fil     *fil.System
	log     *redo.Log
	pool    *bufferpool.Pool
	dblwr   strategy
	cleaner *flush.Cleaner
	binlog  *binlog.Group
	second  *extension.Cache // nil without a second-level cache

	schema     *btree.Schema
	spaces     []btree.Space
	startPages []bufferpool.PageNo // extents of the pages that a start reads
	source     workload.Source
	clients    []client
	workers    threadPool
	gate       gate
	tasks      []task
	threads    threadNumbers
	locks      locks
	lockTimer  lockTimer
	changed    rowVersions
	latches    treeLatches
	undo       undo
	ibuf       ibuf
	purge      purge
	deleted    deleted
	load       load
	changes    changes
	acked      acked
	witness    witness `clone:"zero"`
	down       down
	poolLoad   poolLoad
	run        progress
	stats      counters
	meter      meter
	tuning     tuning
	warm       *warm   // of a warm start
	wanted     float64 // list flushes per transaction that a warm start was made for
	laws       laws
}

// namedDevice is a device and the role that it has first: data, redo, doublewrite, binlog or extension.
type namedDevice struct {
	role string
	dev  *device.Device
}

// strategy is a doublewrite strategy with its counters.
type strategy = DoublewriteStrategy

// New builds the server in its start state. The error names every fault of the configuration.
func New(c Config) (*Engine, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	r := firstGuess
	if c.Start == Warm {
		r = pilot(&c)
	}
	return build(c, &r), nil
}

// build puts the server together from a valid configuration; r are the speeds that a warm start is made for.
func build(c Config, r *rates) *Engine {
	e := &Engine{cfg: c, settings: c.Settings, k: sim.New(), costs: referenceCosts().scaled(c.Profile.CPUFactor)}
	e.costs.latchSpin = e.latchSpin()
	e.id = e.k.Register("engine", e)
	e.handoff = handoff(&e.cfg.Host)
	e.numberThreads()
	e.buildHost()
	e.buildFiles()
	e.prepareStart(r)
	e.buildLog()
	e.buildPool()
	e.buildFlushing()
	e.buildBinlog()
	e.buildExtension()
	e.buildClients()
	e.startState()
	e.begun()
	return e
}

// Clone returns an independent copy of the engine in its present state: both go on alike unless they are
// changed.
func (e *Engine) Clone() *Engine { return clone.Deep(e) }

// Now is the simulated time.
func (e *Engine) Now() sim.Time { return e.k.Now() }

// Digest is a hash of every event so far: two engines with equal digests did the same things.
func (e *Engine) Digest() uint64 { return e.k.Digest() }

// Events is the number of events so far.
func (e *Engine) Events() uint64 { return e.k.Events() }

// Watch calls f before each event is handled; for explanations and tests.
func (e *Engine) Watch(f func(sim.Event)) { e.k.Watch(f) }

// Step dispatches at most budget events and reports whether the run is over.
func (e *Engine) Step(budget int) (done bool) {
	if e.run.over {
		return true
	}
	e.k.Run(sim.Never, budget)
	return e.run.over
}

// RunUntil dispatches all events up to a time, for tests and for branches after the warm-up.
func (e *Engine) RunUntil(t sim.Time) { e.k.Run(t, 0) }

// Progress is how far the run is: the simulated time, and the time at which it will end at the latest; zero
// when it ends after a number of transactions.
func (e *Engine) Progress() (now, end sim.Time) { return e.k.Now(), e.run.end }
