package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// The page cleaner of MySQL 5.6 is one thread that sleeps until its second is over, whatever happens. It goes through the LRU
// lists of all instances first, in chunks, and waits for the end of each; then it decides about the flush lists. A server
// without work has its pages flushed without a pause, but while pages of the last batch are still being written the thread
// cannot begin another, and sleeps: buf_flush_page_cleaner_thread, buf_flush_LRU_tail.

// lruChunk is the size of an LRU batch of 5.6 in pages; PAGE_CLEANER_LRU_BATCH_CHUNK_SIZE.
const lruChunk = 100

// chunk is the size of an LRU batch; 0: innodb_lru_scan_depth.
func (c *Cleaner) chunk() int {
	if c.o.Lone {
		return lruChunk
	}
	return 0
}

// prepareLone chooses the kind of a pass. The plan for the flush lists follows when the LRU lists are done.
func (c *Cleaner) prepareLone(k *sim.Kernel) {
	co := &c.co
	c.newSecond(k)
	co.plan, co.lists = Plan{UpTo: NoLimit}, false
	co.pass = passNormal
	if !co.active {
		co.pass, co.wasActive = passIdle, false
		co.plan.Pages = c.kn.IOCapacity * c.kn.IdleFlushPct / percent
	}
}

// slotsEnd ends a pass; a lone cleaner turns from the LRU lists to the flush lists.
func (c *Cleaner) slotsEnd(k *sim.Kernel) {
	co := &c.co
	if !c.o.Lone || co.lists || co.pass == passIdle {
		c.passEnd(k)
		return
	}
	co.lists = true
	co.plan = c.recommend(k)
	co.left = len(c.slots)
	for i := range c.slots {
		c.slots[i].state, c.slots[i].pages = slotRequested, c.share(i)
	}
	c.run(k, c.o.Costs.Recommend, c.me(kindClaim, c.coordinatorThread()))
}

// endChunk waits until the pages of an LRU batch are on disk: only one batch an instance is allowed.
func (c *Cleaner) endChunk(k *sim.Kernel, w *worker) {
	w.chunks += lruChunk
	next := c.me(kindChunk, w.thread)
	if c.env.Pool.AwaitFlush(k, w.instance, bufferpool.LRU, next) == sim.NoWait {
		c.run(k, 0, next)
	}
}

// nextChunk goes on with the instance's LRU list while that brings something, up to innodb_lru_scan_depth.
func (c *Cleaner) nextChunk(k *sim.Kernel, w *worker) {
	depth := min(c.env.Pool.ScanDepth(), c.env.Pool.LRULen(w.instance))
	if w.lru.Evicted+w.lru.Flushed == 0 || w.chunks >= depth {
		w.chunks = 0
		c.finish(k, w)
		return
	}
	c.beginLRU(k, w)
}
