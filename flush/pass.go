package flush

import (
	"github.com/innosim/innosim/sim"
)

// decided hands the slots of a pass out: pc_request.
func (c *Cleaner) decided(k *sim.Kernel) {
	co := &c.co
	co.passBegan = k.Now()
	if co.pass == passIdle && co.plan.Pages == 0 {
		co.flushed = 0
		c.again(k)
		return
	}
	c.metrics.Passes++
	switch co.pass {
	case passSync:
		c.metrics.PassesSync++
	case passLRU:
		c.metrics.PassesEvent++
	}
	co.left = len(c.slots)
	for i := range c.slots {
		c.slots[i] = slot{state: slotRequested, pages: c.share(i)}
	}
	if co.pass != passIdle {
		for i := 1; i < len(c.workers); i++ {
			c.wake(k, 0, c.me(kindClaim, c.workers[i].thread))
		}
	}
	c.claim(k, &c.workers[0])
}

// share is the target of an instance's slot.
func (c *Cleaner) share(instance int) int {
	co := &c.co
	switch {
	case co.plan.Pages == 0:
		return 0
	case co.pass == passIdle:
		return (co.plan.Pages + len(c.slots) - 1) / len(c.slots)
	}
	return co.plan.Slots[instance]
}

// claim takes the next requested slot: pc_flush_slot. Without one, a worker sleeps, and the coordinator waits
// for all.
func (c *Cleaner) claim(k *sim.Kernel, w *worker) {
	for i := range c.slots {
		if c.slots[i].state == slotRequested {
			c.slots[i].state = slotFlushing
			c.begin(k, w, i)
			return
		}
	}
	if w != &c.workers[0] {
		c.park(k, w.thread, WaitCleanerIdle)
		return
	}
	if c.co.left == 0 {
		c.slotsEnd(k)
		return
	}
	c.co.waiting = true
	c.park(k, w.thread, WaitCleanerSlots)
}

// begin works on a slot: the LRU batch first, then the list batch. An idle pass has no LRU batch, nor has any where
// LRU managers are at work.
func (c *Cleaner) begin(k *sim.Kernel, w *worker, instance int) {
	w.instance = instance
	c.env.Tab.Owe(w.thread, c.o.Costs.Slot)
	if c.co.pass == passIdle || c.co.lists || len(c.managers) > 0 {
		c.beginList(k, w)
		return
	}
	c.beginLRU(k, w)
}

// finish ends a slot: the thread burns what it still owes first.
func (c *Cleaner) finish(k *sim.Kernel, w *worker) {
	c.run(k, 0, c.me(kindEnd, w.thread))
}

func (c *Cleaner) slotEnd(k *sim.Kernel, w *worker) {
	c.slots[w.instance].state = slotFinished
	c.co.left--
	if c.co.left == 0 && c.co.waiting {
		c.co.waiting = false
		c.wake(k, 0, c.me(kindSlots, c.coordinatorThread()))
	}
	c.claim(k, w)
}

// passEnd sums the slots up: pc_wait_finished.
func (c *Cleaner) passEnd(k *sim.Kernel) {
	co := &c.co
	list, lru := 0, 0
	for i := range c.slots {
		list += c.slots[i].list
		lru += c.slots[i].lru
		c.slots[i].state = slotNone
	}
	co.flushed = list + lru
	c.count(list)
	if co.plan.Pages != 0 && co.pass != passIdle && !co.plan.Apart {
		co.last = list
	}
	c.metrics.PagesLRU += uint64(lru)
	c.metrics.PassTime += k.Now().Sub(co.passBegan)
	c.env.Log.CleanerTick(k)
	c.again(k)
}

// count files the list pages of a pass under what caused them.
func (c *Cleaner) count(list int) {
	n := uint64(list)
	switch {
	case c.co.pass == passSync:
		c.metrics.PagesSync += n
	case c.co.pass == passIdle:
		c.metrics.PagesIdle += n
	case c.co.plan.ByDirty > c.co.plan.ByAge:
		c.metrics.PagesDirty += n
	default:
		c.metrics.PagesAdaptive += n
	}
}

var _ sim.Actor = (*Cleaner)(nil)
