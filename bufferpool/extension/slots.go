package extension

import "github.com/innosim/innosim/bufferpool"

func (c *Cache) slotOf(pg bufferpool.PageNo) uint32 {
	if int(pg) < len(c.place) {
		return c.place[pg]
	}
	return 0
}

// put binds an empty slot to a page, as the newest.
func (c *Cache) put(s uint32, pg bufferpool.PageNo, st state) {
	if int(pg) >= len(c.place) {
		grown := make([]uint32, int(pg)+int(pg)/4+1)
		copy(grown, c.place)
		c.place = grown
	}
	c.place[pg] = s
	c.slots[s].page, c.slots[s].state = pg, st
	c.link(s)
	c.m.Pages++
}

// remove takes a copy out; its slot is free, or will be when its write has ended.
func (c *Cache) remove(s uint32) {
	x := &c.slots[s]
	c.unlink(s)
	c.place[x.page] = 0
	c.m.Pages--
	if x.state == filling {
		x.state = doomed
		return
	}
	c.giveFree(s)
}

// takeFree returns a slot without a page: a returned one, a new one, or that of the oldest copy.
func (c *Cache) takeFree() uint32 {
	if c.free == 0 && len(c.slots) > c.o.Pages {
		c.replace()
	}
	if s := c.free; s != 0 {
		c.free = c.slots[s].newer
		c.slots[s].newer = 0
		return s
	}
	c.slots = append(c.slots, slot{})
	return uint32(len(c.slots) - 1)
}

// replace drops the oldest copy. Those being written are among the newest of many more: see LeastPages.
func (c *Cache) replace() {
	s := c.oldest
	for c.slots[s].state == filling {
		s = c.slots[s].newer
	}
	c.m.Replaced++
	c.remove(s)
}

func (c *Cache) giveFree(s uint32) {
	c.slots[s] = slot{newer: c.free}
	c.free = s
}

// touch makes a copy the newest.
func (c *Cache) touch(s uint32) {
	if s != c.newest {
		c.unlink(s)
		c.link(s)
	}
}

func (c *Cache) link(s uint32) {
	x := &c.slots[s]
	x.newer, x.older = 0, c.newest
	if c.newest != 0 {
		c.slots[c.newest].newer = s
	} else {
		c.oldest = s
	}
	c.newest = s
}

func (c *Cache) unlink(s uint32) {
	x := &c.slots[s]
	if x.newer != 0 {
		c.slots[x.newer].older = x.older
	} else {
		c.newest = x.older
	}
	if x.older != 0 {
		c.slots[x.older].newer = x.newer
	} else {
		c.oldest = x.newer
	}
	x.newer, x.older = 0, 0
}
