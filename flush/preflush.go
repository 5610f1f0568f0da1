package flush

import (
	"math"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// helper is a client that flushes old pages itself.
type helper struct {
	worker
	ok     sim.Wake
	next   int // instance to flush
	awaits int // instance whose list batch it waits for
}

// Preflush gets pages older than upTo on disk for a client that found them too old: log_preflush_pool_modified_pages. With the
// page cleaner of 5.6 the client ok.Ref does it, instance by instance, and is told at the end; an instance whose batch is
// running already is left to it. Later cleaners are told to, if innodb_flush_sync allows; the answer is then false.
func (c *Cleaner) Preflush(k *sim.Kernel, upTo redo.LSN, ok sim.Wake) bool {
	if !c.o.Lone {
		if c.kn.FlushSync {
			c.WakeCleaner(k)
		}
		return false
	}
	for int(ok.Ref) >= len(c.helpers) {
		c.helpers = append(c.helpers, helper{})
	}
	h := &c.helpers[ok.Ref]
	*h = helper{ok: ok, worker: worker{thread: ok.Ref, user: true, upTo: upTo}}
	c.metrics.PassesSync++
	c.nextInstance(k, h)
	return true
}

// nextInstance begins the list batch of the next instance that has none running; behind the last one it waits for all.
func (c *Cleaner) nextInstance(k *sim.Kernel, h *helper) {
	for h.next < c.o.Instances {
		h.instance = h.next
		h.next++
		c.env.Tab.Owe(h.thread, c.o.Costs.Slot)
		if c.startBatch(&h.worker, bufferpool.List) {
			c.metrics.ListBatches++
			h.left = math.MaxInt
			c.nextPage(k, &h.worker)
			return
		}
	}
	c.awaitLists(k, h)
}

// awaitLists waits for the list batches of all instances: buf_flush_wait_batch_end.
func (c *Cleaner) awaitLists(k *sim.Kernel, h *helper) {
	for h.awaits < c.o.Instances {
		i := h.awaits
		h.awaits++
		if c.env.Pool.AwaitFlush(k, i, bufferpool.List, c.me(kindUserWait, h.thread)) != sim.NoWait {
			return
		}
	}
	c.run(k, 0, h.ok)
}
