package clone

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"unsafe"
)

// merge leaves only blocks that do not overlap, in order of address: one inside another goes, and slices that
// share part of an array become one.
func (c *copier) merge() {
	slices.SortFunc(c.blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.start(), b.start()), cmp.Compare(b.end(), a.end()))
	})
	kept := c.blocks[:0]
	for _, b := range c.blocks {
		if n := len(kept); n > 0 && b.start() < kept[n-1].end() {
			kept[n-1] = kept[n-1].join(b)
			continue
		}
		kept = append(kept, b)
	}
	c.blocks, c.from, c.seen = kept, nil, nil
}

// join returns the block that covers a and b; b starts inside a.
func (a block) join(b block) block {
	if b.end() <= a.end() {
		return a
	}
	if a.plan != b.plan || (b.start()-a.start())%a.plan.size != 0 {
		panic(fmt.Sprintf("clone: memory of type %v overlaps that of type %v", b.plan.typ, a.plan.typ))
	}
	a.n = int((b.end() - a.start()) / a.plan.size)
	return a
}

// moved returns where the copy has what the original has at p.
func (c *copier) moved(p unsafe.Pointer) unsafe.Pointer {
	i := c.before(p)
	return unsafe.Add(c.copies[i], uintptr(p)-c.blocks[i].start())
}

// before returns the last merged block that does not start behind p, −1 when there is none.
func (c *copier) before(p unsafe.Pointer) int {
	return sort.Search(len(c.blocks), func(i int) bool { return c.blocks[i].start() > uintptr(p) }) - 1
}
