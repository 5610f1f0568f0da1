package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// rounds is the page cleaner of MariaDB: one thread, in rounds, each of which ends with a checkpoint.
//
//	FlushAhead(furious) ─▶ furious round: [LRU batch] ─ list batch below the target ─ all writes done ─ checkpoint
//	frames are needed   ─▶ LRU round:     all writes done ─ LRU batch ─ checkpoint
//	else, once a second ─▶ round:         list batch ─ LRU batch ─ checkpoint; idle when nothing asks for it
//
// Source: buf_flush_page_cleaner, buf_flush_sync_for_checkpoint (buf0flu.cc, MariaDB 10.11 and later).
type rounds struct {
	furious  redo.LSN // buf_flush_sync_lsn: pages older than this are wanted without pause; 0 none
	ahead    redo.LSN // buf_flush_async_lsn: … at innodb_io_capacity_max; 0 none
	idle     bool     // page_cleaner_idle: nothing is to be done until somebody says so
	next     sim.Time // end of the sleep between rounds
	step     roundStep
	writes   int // quota of the LRU batch that follows
	last     int // pages of the last rounds, for the average
	activity uint64
}

// roundStep is where a round is.
type roundStep uint8

const (
	roundLRUAlone   roundStep = iota // frames are needed: wait for pending writes, then an LRU batch
	roundList                        // the list batch; an LRU batch follows
	roundLRU                         // the LRU batch
	roundFuriousLRU                  // the LRU batch of a furious round
	roundFurious                     // the list batch of a furious round
	roundNothing                     // a checkpoint only
)

// roundChunk is after how many pages an LRU batch gives the mutex of the pool up; buf_flush_LRU_list_batch.
const roundChunk = 32

// Idler waits until no page is on its way to the disk.
type Idler interface {
	AwaitIdle(k *sim.Kernel, ok sim.Wake) sim.Wait
}

// FlushAhead asks for the pages that became dirty before an LSN: buf_flush_ahead.
func (c *Cleaner) FlushAhead(k *sim.Kernel, lsn redo.LSN, furious bool) {
	r := &c.rounds
	limit := &r.ahead
	if furious {
		limit = &r.furious
	}
	if *limit >= lsn {
		return
	}
	*limit = lsn
	if furious || r.idle {
		c.stir(k)
	}
}

// stir ends the cleaner's sleep: the condition do_flush_list.
func (c *Cleaner) stir(k *sim.Kernel) {
	c.rounds.idle = false
	if c.co.sleeping {
		c.rise(k, wokeEvent)
	}
}

// loop is the head of a round.
func (c *Cleaner) loop(k *sim.Kernel) {
	r := &c.rounds
	if r.furious != 0 && c.kn.FlushSync {
		c.beginFurious(k)
		return
	}
	if !c.env.Pool.NeedsFrames(0) && k.Now() < r.next {
		c.rest(k, r.next)
		return
	}
	c.beginRound(k)
}

// rest sleeps until a time at the latest. A thread that the server lets sleep until it is signalled, idle
// without a low-water mark, looks here once a second whether too many pages are dirty, where mini-transactions
// of the server look by themselves (buf_pool_t::page_cleaner_wakeup).
func (c *Cleaner) rest(k *sim.Kernel, until sim.Time) {
	co := &c.co
	co.sleeping, co.slept = true, k.Now()
	co.generation++
	c.park(k, c.coordinatorThread(), WaitCleanerIdle)
	k.At(until, c.me(kindTick, c.coordinatorThread()).With(co.generation))
}

// beginRound decides what a round does.
func (c *Cleaner) beginRound(k *sim.Kernel) {
	r := &c.rounds
	timeout := k.Now() >= r.next
	r.next = k.Now().Add(loopPeriod)
	if r.furious != 0 && c.kn.FlushSync {
		c.beginFurious(k)
		return
	}
	in := c.inputs(k)
	if in.Dirty == 0 {
		r.furious = 0
		c.nothing(k)
		return
	}
	if r.idle && timeout && c.kn.MaxDirtyPagesPctLWM == 0 && !c.env.Pool.NeedsFrames(0) &&
		dirtyPercent(&in) < c.kn.MaxDirtyPagesPct {
		c.rest(k, r.next) // it would still sleep
		return
	}
	soft := c.softLimit(k, in.Oldest)
	switch {
	case soft == 0 && c.env.Pool.NeedsFrames(0):
		r.idle = false
		c.co.pass, r.writes, r.step = passLRU, c.kn.IOCapacityMax, roundLRUAlone
		c.metrics.Passes++
		c.metrics.PassesEvent++
		c.awaitWrites(k)
		return
	case soft != 0 && in.Oldest >= soft:
		r.ahead, soft = 0, 0
	}
	c.listRound(k, &in, soft)
}

// softLimit is the LSN below which pages are wanted at innodb_io_capacity_max.
func (c *Cleaner) softLimit(k *sim.Kernel, oldest redo.LSN) redo.LSN {
	r := &c.rounds
	soft := r.ahead
	if r.furious == 0 {
		return soft
	}
	if oldest < r.furious {
		return max(soft, r.furious)
	}
	r.furious = 0
	c.env.Log.PagesFlushed(k)
	return soft
}

// listRound chooses how many pages of the flush list are written.
func (c *Cleaner) listRound(k *sim.Kernel, in *Inputs, soft redo.LSN) {
	r := &c.rounds
	kn := c.kn
	idleFlush, quiet := c.quiet(in, &kn)
	if quiet && soft == 0 && in.age() <= in.Limits.LWM {
		c.nothing(k)
		return
	}
	r.idle = false
	plan := Plan{UpTo: NoLimit, Pages: kn.IOCapacity}
	c.co.pass = passNormal
	switch {
	case idleFlush:
		c.co.pass = passIdle
	case soft != 0:
		plan.Pages, plan.UpTo = kn.IOCapacityMax, soft
	case kn.AdaptiveFlushing:
		in.Flushed = r.last
		plan = c.o.Policy.Recommend(*in, kn, &c.mem)
		r.last = 0
		c.metrics.Requested += uint64(plan.Pages)
		c.metrics.ByAge += uint64(plan.ByAge)
	}
	r.step = roundList
	c.listBatch(k, plan)
}

// quiet applies the rules on dirty pages: whether the server is idle and shall flush, and whether nothing but
// the age of the redo can ask for flushing. Below the low-water mark the rule of that mark does not count.
func (c *Cleaner) quiet(in *Inputs, kn *Knobs) (idleFlush, quiet bool) {
	r := &c.rounds
	dirty := dirtyPercent(in)
	if kn.MaxDirtyPagesPctLWM == 0 {
		return false, dirty < kn.MaxDirtyPagesPct
	}
	active := c.env.Server == nil
	if c.env.Server != nil {
		n := c.env.Server.Activity()
		active, r.activity = n != r.activity, n
	}
	if !active && r.idle && c.pendingReads() == 0 {
		return true, false
	}
	if dirty < kn.MaxDirtyPagesPctLWM {
		kn.MaxDirtyPagesPctLWM = 0
		return false, true
	}
	return false, false
}

// inputs are what a round looks at.
func (c *Cleaner) inputs(k *sim.Kernel) Inputs {
	oldest, _ := c.env.Pool.OldestDirty()
	return Inputs{
		Now: k.Now(), Added: c.env.Log.AddedDirty(), Oldest: oldest, Limits: c.env.Log.Limits(), Instances: 1,
		Older: c.env.Pool, Dirty: c.env.Pool.Dirty(0), LRU: c.env.Pool.LRULen(0), Free: c.env.Pool.Free(0),
	}
}

// nothing ends a round that flushes nothing. An idle cleaner still makes a checkpoint.
func (c *Cleaner) nothing(k *sim.Kernel) {
	c.rounds.idle = true
	c.env.Log.PagesFlushed(k)
	if c.env.Pool.NeedsFrames(0) {
		c.rounds.idle = false
		c.co.pass = passLRU
		c.metrics.Passes++
		c.metrics.PassesEvent++
		c.lruBatch(k, c.kn.IOCapacityMax, roundLRU)
		return
	}
	c.rounds.step = roundNothing
	c.checkpoint(k)
}

// beginFurious is buf_flush_sync_for_checkpoint.
func (c *Cleaner) beginFurious(k *sim.Kernel) {
	c.metrics.PassesSync++
	c.co.pass = passSync
	if c.env.Pool.NeedsFrames(0) {
		c.lruBatch(k, c.kn.IOCapacity, roundFuriousLRU)
		return
	}
	c.furiousList(k)
}

func (c *Cleaner) furiousList(k *sim.Kernel) {
	c.rounds.step = roundFurious
	c.listBatch(k, Plan{Pages: c.kn.IOCapacityMax, UpTo: c.rounds.furious})
}

// listBatch writes pages of the flush list.
func (c *Cleaner) listBatch(k *sim.Kernel, plan Plan) {
	w := &c.workers[0]
	c.co.plan, c.co.passBegan = plan, k.Now()
	c.metrics.Passes++
	c.metrics.ListBatches++
	c.slots[0] = slot{}
	w.kind, w.near, w.left, w.upTo = bufferpool.List, near{}, plan.Pages, plan.UpTo
	c.nextPage(k, w)
}

// lruBatch evicts pages from the tail of the LRU list, writing some of them.
func (c *Cleaner) lruBatch(k *sim.Kernel, writes int, step roundStep) {
	w := &c.workers[0]
	c.rounds.step = step
	c.metrics.LRUBatches++
	c.slots[0].lru = 0
	w.kind, w.near = bufferpool.LRU, near{}
	w.lru = bufferpool.LRUBatch{Chunk: roundChunk, Quota: true, Writes: writes}
	c.nextPage(k, w)
}

// cleanPass starts the second walk of an LRU batch whose quota is used up: it frees clean pages only.
func (c *Cleaner) cleanPass(k *sim.Kernel, w *worker) bool {
	if w.kind != bufferpool.LRU || w.lru.CleanOnly || w.lru.Flushed < w.lru.Writes {
		return false
	}
	c.env.Pool.BatchEnd(k, 0, bufferpool.LRU)
	w.lru = bufferpool.LRUBatch{
		Chunk: roundChunk, Quota: true, CleanOnly: true, Evicted: w.lru.Evicted, Flushed: w.lru.Flushed,
		Scanned: w.lru.Scanned,
	}
	return true
}

// roundBatchOut goes on after a batch.
func (c *Cleaner) roundBatchOut(k *sim.Kernel, w *worker) {
	r := &c.rounds
	if w.kind == bufferpool.LRU {
		c.metrics.Evicted += uint64(w.lru.Evicted)
		c.metrics.PagesLRU += uint64(w.lru.Flushed)
		if w.lru.Evicted > 0 {
			c.env.Pool.FeedHungry(k, 0)
		}
	} else {
		c.count(c.slots[0].list)
	}
	switch r.step {
	case roundFuriousLRU:
		c.furiousList(k)
	case roundFurious:
		c.awaitWrites(k)
	case roundList:
		list := c.slots[0].list
		if c.co.pass == passNormal {
			r.last = list
		}
		quota := max(c.kn.IOCapacityMax-list, 0)
		c.lruBatch(k, max(quota, min(c.kn.IOCapacityMax, c.env.Pool.Knobs().LRUScanDepth)), roundLRU)
	default:
		r.last += w.lru.Flushed
		c.checkpoint(k)
	}
}

// awaitWrites waits until no page is on its way to the disk.
func (c *Cleaner) awaitWrites(k *sim.Kernel) {
	if c.env.Idle.AwaitIdle(k, c.me(kindIdle, c.coordinatorThread())) == sim.NoWait {
		c.writesDone(k)
	}
}

func (c *Cleaner) writesDone(k *sim.Kernel) {
	if c.rounds.step == roundFurious {
		c.env.Log.PagesFlushed(k) // threads that wait for pending writes go on before the sync
		c.checkpoint(k)
		return
	}
	c.lruBatch(k, c.rounds.writes, roundLRU)
}

func (c *Cleaner) checkpoint(k *sim.Kernel) {
	if c.env.Log.MakeCheckpoint(k, c.me(kindCheckpoint, c.coordinatorThread())) == sim.NoWait {
		c.roundEnd(k)
	}
}

// roundEnd looks whether the targets are reached, and begins the next round.
func (c *Cleaner) roundEnd(k *sim.Kernel) {
	r := &c.rounds
	oldest, dirty := c.env.Pool.OldestDirty()
	switch {
	case !dirty:
		r.furious, r.ahead, r.idle = 0, 0, true
	case r.step == roundFurious && oldest >= r.furious:
		r.furious = 0
	case r.step != roundNothing && oldest >= r.ahead:
		r.ahead = 0
	}
	if r.step == roundFurious {
		r.last = 0
		r.next = k.Now().Add(loopPeriod)
	}
	if c.co.passBegan > 0 && r.step != roundNothing {
		c.metrics.PassTime += k.Now().Sub(c.co.passBegan)
	}
	c.env.Log.PagesFlushed(k)
	c.env.CPU.Run(k, queue.Server, c.env.Tab.Pay(c.coordinatorThread())+c.o.Costs.Recommend,
		c.me(kindLoop, c.coordinatorThread()))
}

// handleRound takes the steps of rounds.
func (c *Cleaner) handleRound(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindLoop:
		c.loop(k)
	case kindIdle:
		c.writesDone(k)
	case kindCheckpoint:
		c.roundEnd(k)
	default:
		panic("flush: unknown event kind")
	}
}
