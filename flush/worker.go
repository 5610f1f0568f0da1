package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// evictChunk is how many clean pages an LRU batch frees before their processor time is spent; ours.
const evictChunk = 64

// worker is a cleaner thread at work on one slot.
type worker struct {
	thread   uint32
	instance int
	kind     bufferpool.FlushType // of the running batch
	left     int                  // pages still to be flushed by a list batch
	upTo     redo.LSN
	page     bufferpool.FrameID // in hand
	newest   redo.LSN           // its last change when it was taken: the latch keeps others out
	lru      bufferpool.LRUBatch
	scanned  int
	chunks   int  // LRU pages that a lone cleaner has asked for in its slot
	user     bool // a client, no cleaner thread
	near     near
	manages  bool // it is an LRU manager's
}

// beginLRU starts the LRU batch of a slot, unless the previous one's pages are still being written.
func (c *Cleaner) beginLRU(k *sim.Kernel, w *worker) {
	if !c.startBatch(w, bufferpool.LRU) {
		if c.o.Lone {
			c.finish(k, w)
			return
		}
		c.beginList(k, w)
		return
	}
	c.metrics.LRUBatches++
	w.lru = bufferpool.LRUBatch{Chunk: evictChunk, Max: c.chunk()}
	c.nextPage(k, w)
}

// beginList starts the list batch of a slot.
func (c *Cleaner) beginList(k *sim.Kernel, w *worker) {
	n := c.slots[w.instance].pages
	if n == 0 || !c.startBatch(w, bufferpool.List) {
		c.finish(k, w)
		return
	}
	c.metrics.ListBatches++
	w.left, w.upTo = n, c.co.plan.UpTo
	c.nextPage(k, w)
}

// startBatch is buf_flush_start: false when pages of the last batch of this kind are not written yet.
func (c *Cleaner) startBatch(w *worker, t bufferpool.FlushType) bool {
	if !c.env.Pool.BatchStart(w.instance, t) {
		c.metrics.Blocked++
		return false
	}
	w.kind, w.near = t, near{}
	return true
}

// nextPage takes pages until one parks the thread or the batch is over.
func (c *Cleaner) nextPage(k *sim.Kernel, w *worker) {
	for {
		if c.env.Tab.Owed(w.thread) >= c.o.Costs.Slice {
			c.run(k, 0, c.me(kindNext, w.thread))
			return
		}
		if (w.kind == bufferpool.LRU || c.o.OneMutex) && c.env.Pool.AwaitLRU(k, w.instance, c.me(kindNext, w.thread)) != sim.NoWait {
			return
		}
		if !c.take(k, w) {
			c.endBatch(k, w)
			return
		}
		if w.page != 0 && c.flushPage(k, w) != sim.NoWait {
			return
		}
	}
}

// take puts the batch's next page into the worker's hand.
func (c *Cleaner) take(k *sim.Kernel, w *worker) bool {
	if c.takeNear(w) {
		return true
	}
	if w.kind == bufferpool.List {
		return c.takeList(w)
	}
	f, more := c.env.Pool.NextLRU(k, w.instance, &w.lru)
	c.env.Tab.Owe(w.thread, w.lru.Cost)
	w.lru.Cost = 0
	w.page = f
	if f != 0 {
		c.countLRU(w)
		c.aroundPage(w)
	}
	return more
}

func (c *Cleaner) takeList(w *worker) bool {
	if w.left <= 0 {
		return false
	}
	w.page = c.env.Pool.NextList(w.instance, w.upTo, &w.scanned)
	if w.page == 0 {
		return false
	}
	c.counted(w)
	c.aroundPage(w)
	return true
}

// counted counts the page in hand, a neighbour or a list page, against the target.
func (c *Cleaner) counted(w *worker) {
	if w.kind == bufferpool.LRU {
		w.lru.Flushed++
		c.countLRU(w)
		return
	}
	w.left--
	if w.user {
		c.metrics.PagesSync++
		return
	}
	c.slots[w.instance].list++
}

// flushPage writes the page in hand: buf_flush_page. Redo goes first.
func (c *Cleaner) flushPage(k *sim.Kernel, w *worker) sim.Wait {
	w.newest = c.env.Pool.Newest(w.page)
	c.env.Tab.Owe(w.thread, c.o.Costs.Page+c.o.Costs.Checksum)
	if c.o.LateRedo || c.env.Log.Flushed() >= w.newest {
		c.metrics.RedoNoWaits++
		return c.enqueue(k, w)
	}
	c.metrics.RedoWaits++
	if wait := c.env.Log.Durable(k, w.newest, redo.Synced, c.me(kindDurable, w.thread)); wait != sim.NoWait {
		return wait
	}
	return c.enqueue(k, w)
}

func (c *Cleaner) durable(k *sim.Kernel, w *worker) {
	if c.enqueue(k, w) == sim.NoWait {
		c.nextPage(k, w)
	}
}

func (c *Cleaner) enqueue(k *sim.Kernel, w *worker) sim.Wait {
	if !c.o.LateRedo && c.env.Log.Flushed() < w.newest {
		panic("flush: a page is written before its redo is durable")
	}
	return c.env.Doublewrite.Enqueue(k, c.batch(w), w.page, c.me(kindNext, w.thread))
}

func (c *Cleaner) batch(w *worker) doublewrite.Batch {
	return doublewrite.Batch{Instance: w.instance, Type: w.kind}
}

// endBatch is buf_flush_end.
func (c *Cleaner) endBatch(k *sim.Kernel, w *worker) {
	c.metrics.Scanned += uint64(w.scanned)
	w.scanned = 0
	if c.o.Rounds && c.cleanPass(k, w) {
		c.nextPage(k, w)
		return
	}
	c.env.Pool.BatchEnd(k, w.instance, w.kind)
	if c.o.Rounds && c.rounds.step == roundList { // the LRU batch that follows fills the slot up
		c.batchOut(k, w)
		return
	}
	if c.env.Doublewrite.ForceOut(k, c.batch(w), c.me(kindOut, w.thread)) == sim.NoWait {
		c.batchOut(k, w)
	}
}

func (c *Cleaner) batchOut(k *sim.Kernel, w *worker) {
	if c.o.Rounds {
		c.roundBatchOut(k, w)
		return
	}
	if w.manages {
		c.managerOut(k, c.manager(w.thread))
		return
	}
	switch {
	case w.kind == bufferpool.LRU:
		c.metrics.Evicted += uint64(w.lru.Evicted)
		if c.o.Lone {
			c.endChunk(k, w)
			return
		}
		c.beginList(k, w)
	case w.user:
		c.run(k, 0, c.me(kindUserNext, w.thread))
	default:
		c.finish(k, w)
	}
}
