package extension

import (
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// slot is the place of one page on the disk. Slots with a copy form a list from the oldest to the newest; unused ones are
// linked through newer. 16 bytes.
type slot struct {
	page         bufferpool.PageNo
	newer, older uint32 // slots; 0 is none
	state        state
}

type state uint8

const (
	unused  state = iota
	filling       // being written
	valid
	doomed // being written, and already out of date
)

// Cache is the second-level cache. It implements bufferpool.Reader and bufferpool.Extension.
type Cache struct {
	o              Options
	env            Env
	k              *sim.Kernel
	id             sim.ActorID
	slots          []slot   // 0 is no slot
	place          []uint32 // slot by page; 0: not here
	newest, oldest uint32
	free           uint32
	fills          int
	m              Metrics
}

// New returns an empty cache. The options must be valid.
func New(k *sim.Kernel, o Options, env Env) *Cache {
	c := &Cache{o: o}
	c.slots = make([]slot, 1, 1+min(o.Pages, o.DataPages+o.DataPages/4))
	c.place = make([]uint32, o.DataPages)
	c.Restart(k, env)
	return c
}

// Restart connects the cache to a new process of the server. Its contents are lost, as the services say; counters go on.
func (c *Cache) Restart(k *sim.Kernel, env Env) {
	c.k, c.env = k, env
	c.id = k.Register("extension", c)
	c.slots = c.slots[:1]
	clear(c.place)
	c.newest, c.oldest, c.free, c.fills, c.m.Pages = 0, 0, 0, 0, 0
}

// Metrics returns the counters.
func (c *Cache) Metrics() Metrics { return c.m }

// Capacity is the number of pages that fit.
func (c *Cache) Capacity() int { return c.o.Pages }

// Handle ends the write of a page.
func (c *Cache) Handle(_ *sim.Kernel, ev sim.Event) {
	s := &c.slots[ev.Ref]
	c.fills--
	switch s.state {
	case filling:
		s.state = valid
	case doomed:
		c.giveFree(ev.Ref)
	default:
		panic("extension: the write of a page that was not being written has ended")
	}
}

// ReadPage reads a page in the thread done.Ref: from here, or from its data file.
func (c *Cache) ReadPage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	s := c.hit(pg)
	if s == 0 {
		c.env.Next.ReadPage(k, pg, done)
		return
	}
	c.env.Files.Call(k, device.Call{
		Op: device.Read, File: c.env.File, Offset: c.offset(s), Bytes: uint32(c.o.PageSize), Wait: c.env.Wait,
		CPU: c.o.Costs.Read, Account: queue.Server,
	}, done)
}

// Prefetch reads a page in the background.
func (c *Cache) Prefetch(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	s := c.hit(pg)
	if s == 0 {
		c.env.Next.Prefetch(k, pg, done)
		return
	}
	c.env.Files.Read(k, c.env.File, c.offset(s), uint32(c.o.PageSize), done)
}

// hit returns the slot from which a page can be read now, and makes it the newest; 0 when there is none.
func (c *Cache) hit(pg bufferpool.PageNo) uint32 {
	s := c.slotOf(pg)
	if s == 0 || c.slots[s].state != valid {
		c.m.Misses++
		return 0
	}
	c.m.Hits++
	c.touch(s)
	return s
}

func (c *Cache) offset(s uint32) int64 { return int64(s-1) * c.o.PageSize }

// Evicted is told of a clean page that leaves memory, and returns CPU time of the thread that evicts it.
func (c *Cache) Evicted(pg bufferpool.PageNo) sim.Duration {
	if s := c.slotOf(pg); s != 0 {
		c.touch(s)
		return 0
	}
	return c.admit(pg)
}

// Cleaned is told of a page whose last change has been written to its data file, and returns CPU time.
func (c *Cache) Cleaned(pg bufferpool.PageNo) sim.Duration {
	if !c.o.WriteThrough {
		return 0
	}
	return c.admit(pg)
}

// Dirtied drops the copy of a page that is being changed.
func (c *Cache) Dirtied(pg bufferpool.PageNo) {
	s := c.slotOf(pg)
	if s == 0 {
		return
	}
	c.m.Invalidated++
	c.remove(s)
}

// admit writes a page to the cache.
func (c *Cache) admit(pg bufferpool.PageNo) sim.Duration {
	if c.fills == mostFills {
		c.m.Skipped++
		return 0
	}
	s := c.takeFree()
	c.put(s, pg, filling)
	c.fills++
	c.m.Admitted++
	c.env.Files.Write(c.k, c.env.File, c.offset(s), uint32(c.o.PageSize), sim.Wake{To: c.id, Ref: s})
	return c.o.Costs.Admit
}

// Install puts a page in as the newest, without time passing; false when the cache is full or has the page.
func (c *Cache) Install(pg bufferpool.PageNo) bool {
	if c.m.Pages == c.o.Pages || c.slotOf(pg) != 0 {
		return false
	}
	c.put(c.takeFree(), pg, valid)
	return true
}

// Each calls f for every page that can be read from here.
func (c *Cache) Each(f func(bufferpool.PageNo)) {
	for s := c.oldest; s != 0; s = c.slots[s].newer {
		if c.slots[s].state == valid {
			f(c.slots[s].page)
		}
	}
}

// Check verifies the counts.
func (c *Cache) Check() error {
	if c.m.Pages < 0 || c.m.Pages > c.o.Pages || c.fills < 0 || c.fills > mostFills {
		return fmt.Errorf("extension: %d of %d pages, %d are being written", c.m.Pages, c.o.Pages, c.fills)
	}
	return nil
}
