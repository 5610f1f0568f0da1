package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Server tells whether the server has work: the coordinator flushes at full rate only when it has none.
type Server interface {
	// Activity is a counter that moves with every statement that changes data: srv_get_activity_count.
	Activity() uint64
	// PendingReads is the number of pages being read.
	PendingReads() int
}

// Env is what the page cleaner stands on.
type Env struct {
	Pool        *bufferpool.Pool
	Log         *redo.Log
	Doublewrite doublewrite.Strategy
	Tab         *fil.Tab
	CPU         *queue.CPU
	Waits       *stat.WaitClock
	Server      Server // nil: always at work
	Idle        Idler  // of Options.Rounds
}

// Cleaner is the page cleaner: its coordinator, its workers, and the clients' way to flush a single page.
type Cleaner struct {
	o       Options
	kn      Knobs
	env     Env
	id      sim.ActorID
	mem     Memory
	co      coordinator
	rounds  rounds
	slots   []slot
	workers []worker // 0 is the coordinator
	singles []single // by thread
	helpers []helper // by thread
	metrics Metrics

	managers []manager // by instance; none: the workers flush the LRU lists
	managed  int       // pages that they have written since the last pass with a target
	primed   bool      // the server has been at work for long
}

// slot is the work of a pass for one instance.
type slot struct {
	state slotState
	pages int // list pages wanted
	list  int // list pages flushed
	lru   int // LRU pages flushed
}

type slotState uint8

const (
	slotNone slotState = iota
	slotRequested
	slotFlushing
	slotFinished
)

const (
	kindTick    sim.Kind = iota // the coordinator's second is over; Arg is the generation of the sleep
	kindAwake                   // the coordinator has its processor time; Arg tells how its sleep ended
	kindDecided                 // … and has decided
	kindClaim                   // a worker looks for a slot
	kindNext                    // a worker goes on with its batch
	kindDurable                 // redo is durable up to the page in a worker's hand
	kindOut                     // the rest of a batch is out
	kindEnd                     // a worker has burned what its slot cost
	kindSlots                   // all slots are finished
	kindSingleDurable
	kindSingleWritten
	kindLoop        // the head of a round
	kindIdle        // no page is on its way to the disk
	kindCheckpoint  // the round's checkpoint is made
	kindManagerTick // an LRU manager's sleep, or its wait for its pages, is over
	kindManagerRun  // … and it begins a batch
	kindChunk       // the pages of an LRU chunk are on disk
	kindUserNext    // a client goes on with the next instance
	kindUserWait    // the list batch that a client waited for is over
)

// New registers the page cleaner; Start makes it run.
func New(k *sim.Kernel, o Options, kn Knobs, env Env) *Cleaner {
	c := &Cleaner{o: o, kn: kn, env: env, slots: make([]slot, o.Instances)}
	c.id = k.Register("cleaner", c)
	c.workers = make([]worker, max(1, min(o.Cleaners, o.Instances)))
	for i := range c.workers {
		c.workers[i].thread = o.FirstThread + uint32(i)
	}
	if o.LRUManagers {
		c.managers = make([]manager, o.Instances)
	}
	for i := range c.managers {
		c.managers[i].worker = worker{thread: o.FirstManager + uint32(i), instance: i, manages: true}
	}
	return c
}

// Start puts the coordinator to sleep until its first second is over.
func (c *Cleaner) Start(k *sim.Kernel) {
	for i := range c.workers {
		c.park(k, c.workers[i].thread, WaitCleanerIdle)
	}
	c.co.begin = k.Now()
	c.co.active, c.co.wasActive = true, true
	if c.o.Rounds {
		c.rounds.next = k.Now().Add(loopPeriod)
		c.rest(k, c.rounds.next)
		return
	}
	c.sleep(k)
	c.startManagers(k)
}

// SetKnobs changes the variables; the next pass uses them.
func (c *Cleaner) SetKnobs(kn Knobs) { c.kn = kn }

// Metrics returns a copy of the counters.
func (c *Cleaner) Metrics() Metrics { return c.metrics }

// Memory returns the averages of the policy.
func (c *Cleaner) Memory() Memory { return c.mem }

// Handle takes the steps of the coordinator, the workers and single-page flushes.
func (c *Cleaner) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindTick:
		c.tick(k, ev.Arg)
	case kindAwake:
		c.awake(k, wakeReason(ev.Arg))
	case kindDecided:
		c.decided(k)
	case kindClaim:
		c.claim(k, c.worker(ev.Ref))
	case kindNext:
		c.nextPage(k, c.worker(ev.Ref))
	case kindDurable:
		c.durable(k, c.worker(ev.Ref))
	case kindOut:
		c.batchOut(k, c.worker(ev.Ref))
	case kindEnd:
		c.slotEnd(k, c.worker(ev.Ref))
	case kindSlots:
		c.passEnd(k)
	case kindSingleDurable:
		c.writeSingle(k, ev.Ref)
	case kindSingleWritten:
		c.singleWritten(k, ev.Ref)
	case kindManagerTick:
		c.managerTick(k, c.manager(ev.Ref), ev.Arg)
	case kindManagerRun:
		c.managerRun(k, c.manager(ev.Ref))
	default:
		c.handleOld(k, ev)
	}
}

// handleOld takes the steps that only old servers have.
func (c *Cleaner) handleOld(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindChunk:
		c.nextChunk(k, c.worker(ev.Ref))
	case kindUserNext:
		c.nextInstance(k, &c.helpers[ev.Ref])
	case kindUserWait:
		c.awaitLists(k, &c.helpers[ev.Ref])
	default:
		c.handleRound(k, ev)
	}
}

func (c *Cleaner) me(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: c.id, Kind: kind, Ref: thread}
}

func (c *Cleaner) park(k *sim.Kernel, thread uint32, w sim.Wait) {
	if c.env.Waits != nil {
		c.env.Waits.Switch(thread, k.Now(), w)
	}
}

// run burns what a thread owes, and d.
func (c *Cleaner) run(k *sim.Kernel, d sim.Duration, done sim.Wake) {
	c.env.CPU.Run(k, queue.Server, c.env.Tab.Pay(done.Ref)+d, done)
}

// wake lets a sleeping cleaner thread go on.
func (c *Cleaner) wake(k *sim.Kernel, d sim.Duration, done sim.Wake) {
	c.env.CPU.Wake(k, queue.Server, c.o.HandOff, c.env.Tab.Pay(done.Ref)+d, done)
}
