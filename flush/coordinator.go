package flush

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// coordinator is the state of the loop that starts passes: buf_flush_page_coordinator_thread.
type coordinator struct {
	begin      sim.Time // of the current second, loop_start
	generation uint64   // of the sleep; older timers are void
	sleeping   bool
	event      bool // buf_flush_event is set
	slept      sim.Time
	sync       bool
	upTo       redo.LSN // of synchronous flushing
	active     bool     // something happened in the last second
	wasActive  bool     // … in the one before
	activity   uint64
	flushed    int // pages of the last pass, both kinds
	last       int // list pages of the last pass with a target
	pass       passKind
	plan       Plan
	passBegan  sim.Time
	left       int // slots not finished
	waiting    bool
	lists      bool // of a lone cleaner's pass: the flush lists, after the LRU lists
}

type wakeReason uint64

const (
	wokeBusy    wakeReason = iota // it did not sleep, and the second is not over
	wokeTimeout                   // the second is over
	wokeEvent                     // buf_flush_event was set
)

type passKind uint8

const (
	passNormal passKind = iota
	passSync
	passLRU  // woken: LRU lists only
	passIdle // the server has nothing to do
)

const (
	loopPeriod = 1 * sim.Second // buf_flush_page_coordinator_thread
	slowPass   = 4 * sim.Second // "Page cleaner took … ms"
	percent    = 100
)

// WakeCleaner sets buf_flush_event: a pass over the LRU lists follows, at once when the coordinator sleeps.
func (c *Cleaner) WakeCleaner(k *sim.Kernel) {
	if c.o.Rounds {
		c.stir(k)
		return
	}
	if c.o.Lone {
		return
	}
	c.co.event = true
	if c.co.sleeping {
		c.rise(k, wokeEvent)
	}
}

// again is the head of the loop.
func (c *Cleaner) again(k *sim.Kernel) {
	co := &c.co
	now := k.Now()
	switch {
	case !co.sync && (co.active || co.wasActive || c.pendingReads() > 0 || co.flushed == 0):
		c.sleep(k)
	case now.Sub(co.begin) >= loopPeriod:
		c.decide(k, wokeTimeout)
	default:
		c.decide(k, wokeBusy)
	}
}

// sleep waits for the event, until the second is over.
func (c *Cleaner) sleep(k *sim.Kernel) {
	co := &c.co
	rest := co.begin.Add(loopPeriod).Sub(k.Now())
	switch {
	case rest <= 0:
		c.decide(k, wokeTimeout)
		return
	case co.event:
		c.decide(k, wokeEvent)
		return
	}
	co.sleeping, co.slept = true, k.Now()
	co.generation++
	c.park(k, c.coordinatorThread(), WaitCleanerIdle)
	k.After(rest, c.me(kindTick, c.coordinatorThread()).With(co.generation))
}

func (c *Cleaner) tick(k *sim.Kernel, generation uint64) {
	if c.co.sleeping && generation == c.co.generation {
		c.rise(k, wokeTimeout)
	}
}

// rise ends the sleep.
func (c *Cleaner) rise(k *sim.Kernel, why wakeReason) {
	c.co.sleeping = false
	c.metrics.IdleTime += k.Now().Sub(c.co.slept)
	latency := c.o.HandOff
	if why == wokeTimeout {
		latency = 0 // the timer of the sleep is exact enough for a loop of a second
	}
	done := c.me(kindAwake, c.coordinatorThread()).With(uint64(why))
	c.env.CPU.Wake(k, queue.Server, latency, c.o.Costs.Recommend, done)
}

func (c *Cleaner) awake(k *sim.Kernel, why wakeReason) {
	if c.o.Rounds {
		c.beginRound(k)
		return
	}
	c.prepare(k, why)
	c.decided(k)
}

// decide is awake for a coordinator that did not sleep.
func (c *Cleaner) decide(k *sim.Kernel, why wakeReason) {
	c.prepare(k, why)
	c.run(k, c.o.Costs.Recommend, c.me(kindDecided, c.coordinatorThread()))
}

// prepare chooses the kind of the pass and makes the plan.
func (c *Cleaner) prepare(k *sim.Kernel, why wakeReason) {
	co := &c.co
	if c.o.Lone {
		c.prepareLone(k)
		return
	}
	co.event = false
	if why == wokeTimeout {
		c.newSecond(k)
	}
	c.considerSync()
	if why == wokeTimeout {
		c.env.Log.ForceAsync(k)
	}
	co.plan = Plan{UpTo: NoLimit}
	busy := co.active || co.wasActive
	switch {
	case co.sync:
		co.pass = passSync
		co.plan = c.recommend(k)
	case busy && why == wokeTimeout:
		co.pass = passNormal
		co.plan = c.recommend(k)
	case busy:
		co.pass = passLRU
	default:
		co.pass = passIdle
		if why == wokeTimeout {
			co.plan.Pages = c.kn.IOCapacity * c.kn.IdleFlushPct / percent
		}
	}
}

// newSecond begins a period; it is not moved back by one that was too long.
func (c *Cleaner) newSecond(k *sim.Kernel) {
	co := &c.co
	if k.Now().Sub(co.begin) > slowPass {
		c.metrics.SlowPasses++
	}
	co.begin = k.Now()
	co.wasActive = co.active
	if c.env.Server != nil {
		n := c.env.Server.Activity()
		co.active, co.activity = n != co.activity, n
	}
}

// considerSync asks the log whether redo space is nearly used up.
func (c *Cleaner) considerSync() {
	co := &c.co
	co.sync = false
	if !c.kn.FlushSync {
		return
	}
	if target := c.env.Log.SyncFlushLSN(); target != 0 {
		co.sync = true
		co.upTo = target
		if !c.o.SyncExact {
			co.upTo += redo.LSN(scanFactor * c.mem.LSNAvg)
		}
	}
}

func (c *Cleaner) recommend(k *sim.Kernel) Plan {
	oldest, _ := c.env.Pool.OldestDirty()
	in := Inputs{
		Now: k.Now(), Sync: c.co.sync, UpTo: c.co.upTo, Added: c.env.Log.AddedDirty(), Oldest: oldest,
		Limits: c.env.Log.Limits(), Flushed: c.co.last + c.managed, Instances: c.o.Instances, Older: c.env.Pool,
	}
	for i := range c.o.Instances {
		in.Dirty += c.env.Pool.Dirty(i)
		in.LRU += c.env.Pool.LRULen(i)
		in.Free += c.env.Pool.Free(i)
	}
	plan := c.o.Policy.Recommend(in, c.kn, &c.mem)
	c.co.last, c.managed = 0, 0
	c.metrics.Requested += uint64(plan.Pages)
	c.metrics.ByAge += uint64(plan.ByAge)
	c.metrics.ByDirty += uint64(plan.ByDirty)
	return plan
}

func (c *Cleaner) pendingReads() int {
	if c.env.Server == nil {
		return 0
	}
	return c.env.Server.PendingReads()
}

func (c *Cleaner) coordinatorThread() uint32 { return c.o.FirstThread }
