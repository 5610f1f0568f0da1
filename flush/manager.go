package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// manager is an LRU manager thread: it keeps the free list of one buffer pool instance filled, and nothing else. With
// such threads the page cleaner leaves the LRU lists alone.
//
//	sleep until the next start ─▶ adapt the sleep ─▶ one LRU batch ─▶ wait until its pages are written ─▶ …
//
// Source: buf_lru_manager_thread, buf_lru_manager_adapt_sleep_time of Percona Server 5.7, 8.0 and 8.4.11.
type manager struct {
	worker
	pace       ManagerPace
	next       sim.Time // planned start of the next batch
	called     bool     // somebody has found the free list empty since the batch began
	asleep     bool
	generation uint64 // of the sleep; older timers are void
}

// ManagerPace is what an LRU manager decides its sleep by.
type ManagerPace struct {
	Sleep     sim.Duration // between the starts of two batches
	Processed int          // pages that the last batch evicted or wrote
}

const (
	managerMaxSleep = 1 * sim.Second       // buf_lru_manager_thread
	managerSlower   = 1 * sim.Millisecond  // step up, a round; bug 1631309
	managerFaster   = 50 * sim.Millisecond // step down
	managerEmpty    = 100                  // free pages below 1/100 of the target: the free list is empty
	managerLow      = 20                   // below 1/20: filling is too slow
	managerPlenty   = 5                    // above 1/5: there is time
)

// Adapt changes the sleep by the number of free pages and the batch's target, the lesser of innodb_lru_scan_depth and
// the length of the LRU list.
func (p *ManagerPace) Adapt(free, target int) {
	switch {
	case free < target/managerEmpty && p.Processed > 0:
		p.Sleep = 0
	case free > target/managerPlenty, free < target/managerEmpty:
		p.Sleep = min(p.Sleep+managerSlower, managerMaxSleep)
	case free < target/managerLow && p.Sleep >= managerFaster:
		p.Sleep -= managerFaster
	}
}

// startManagers starts a thread for each instance; they sleep for a second first. In a server that has been at work for
// long each has its own time of the second: every round begins a sleep after the last began, or when its pages were
// written, and no thread looks at another. They are spread evenly then.
func (c *Cleaner) startManagers(k *sim.Kernel) {
	for i := range c.managers {
		m := &c.managers[i]
		m.pace = ManagerPace{Sleep: managerMaxSleep, Processed: 1}
		m.next = k.Now().Add(managerMaxSleep)
		if c.primed {
			m.next = k.Now().Add(managerMaxSleep * sim.Duration(i+1) / sim.Duration(len(c.managers)))
		}
		c.managerSleep(k, m)
	}
}

// managerSleep sleeps until the planned start, at most a second.
func (c *Cleaner) managerSleep(k *sim.Kernel, m *manager) {
	d := max(0, m.next.Sub(k.Now()))
	if d == 0 {
		c.run(k, 0, c.me(kindManagerRun, m.thread))
		return
	}
	m.asleep = true
	m.generation++
	c.park(k, m.thread, WaitCleanerIdle)
	k.After(min(d, managerMaxSleep), c.me(kindManagerTick, m.thread).With(m.generation))
}

// WakeLRU asks for a batch of an instance's LRU list: of its manager, or of the page cleaner where there is none. Source:
// buf_LRU_get_free_block of Percona Server after PS-11445 (lru_manager_event, buf_flush_event).
func (c *Cleaner) WakeLRU(k *sim.Kernel, instance int) {
	if len(c.managers) == 0 {
		c.WakeCleaner(k)
		return
	}
	m := &c.managers[instance]
	m.called = true
	if m.asleep {
		m.asleep = false
		m.generation++
		c.wake(k, 0, c.me(kindManagerRun, m.thread))
	}
}

// managerRun begins a batch.
func (c *Cleaner) managerRun(k *sim.Kernel, m *manager) {
	pool := c.env.Pool
	m.called = false
	m.pace.Adapt(pool.Free(m.instance), min(pool.Knobs().LRUScanDepth, pool.LRULen(m.instance)))
	m.next = k.Now().Add(m.pace.Sleep)
	c.env.Tab.Owe(m.thread, c.o.Costs.Slot)
	c.startBatch(&m.worker, bufferpool.LRU)
	c.metrics.LRUBatches++
	m.lru = bufferpool.LRUBatch{Chunk: evictChunk}
	c.nextPage(k, &m.worker)
}

// managerOut has handed out a batch, and waits for its pages.
func (c *Cleaner) managerOut(k *sim.Kernel, m *manager) {
	m.pace.Processed = m.lru.Evicted + m.lru.Flushed
	c.metrics.Evicted += uint64(m.lru.Evicted)
	c.managed += m.lru.Flushed
	if c.env.Pool.AwaitFlush(k, m.instance, bufferpool.LRU, c.me(kindManagerTick, m.thread).With(m.generation)) == sim.NoWait {
		c.managerWritten(k, m)
	}
}

// managerWritten ends a round: a thread that has nothing to wait for still takes processor time for it.
func (c *Cleaner) managerWritten(k *sim.Kernel, m *manager) {
	if m.next > k.Now() && !m.called {
		c.managerSleep(k, m)
		return
	}
	c.run(k, c.o.Costs.Recommend, c.me(kindManagerRun, m.thread))
}

// managerTick is the end of a sleep, or of the wait for a batch's pages.
func (c *Cleaner) managerTick(k *sim.Kernel, m *manager, generation uint64) {
	if generation != m.generation {
		return
	}
	m.asleep = false
	if m.next > k.Now() && !m.called {
		c.managerSleep(k, m)
		return
	}
	c.wake(k, 0, c.me(kindManagerRun, m.thread))
}

func (c *Cleaner) manager(thread uint32) *manager { return &c.managers[thread-c.o.FirstManager] }

// worker is the cleaner thread or LRU manager with a thread number.
func (c *Cleaner) worker(thread uint32) *worker {
	if thread < c.o.FirstThread {
		return &c.helpers[thread].worker
	}
	if len(c.managers) > 0 && thread >= c.o.FirstManager {
		return &c.manager(thread).worker
	}
	return &c.workers[thread-c.o.FirstThread]
}

// countLRU counts a page of an LRU batch.
func (c *Cleaner) countLRU(w *worker) {
	if w.manages {
		c.metrics.PagesLRU++
		return
	}
	c.slots[w.instance].lru++
}
