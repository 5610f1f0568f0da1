package btree

import "github.com/innosim/innosim/bufferpool"

// Clustered is the primary key of a sysbench table: row id lives on leaf (id-1)/73. Updates, and deletes
// whose key is inserted again, do not change its shape; ordered inserts append leaves.
type Clustered struct {
	inner   Segment // the tablespace's system pages, the root, then level 1
	leaves  Segment
	rows    uint64 // highest id
	perLeaf uint64 // rows on a leaf; 0: RowsPerLeaf
}

// newClustered lays out n rows as an ordered load leaves them.
func newClustered(sp Space, n uint64) Clustered {
	c := Clustered{rows: n}
	leaves := uint32((n + RowsPerLeaf - 1) / RowsPerLeaf)
	c.inner.reserve(sp, SystemPages+1+innerPages(leaves, clustFanout))
	c.leaves.reserve(sp, leaves)
	return c
}

// innerPages is how many pages of level 1 a tree with so many leaves has; none when the root holds them all.
func innerPages(leaves, fanout uint32) uint32 {
	if leaves <= fanout {
		return 0
	}
	return (leaves + fanout - 1) / fanout
}

// Rows is the highest id that was ever inserted.
func (c *Clustered) Rows() uint64 { return c.rows }

// Leaves is the number of leaves.
func (c *Clustered) Leaves() uint32 { return c.leaves.used }

// LeafAt returns the i-th leaf in key order.
func (c *Clustered) LeafAt(i uint32) bufferpool.PageNo { return c.leaves.page(i) }

// LeafIndex is the position of row id's leaf.
func (c *Clustered) LeafIndex(id uint64) uint32 {
	if c.perLeaf != 0 {
		return uint32((id - 1) / c.perLeaf)
	}
	return uint32((id - 1) / RowsPerLeaf)
}

// Room is how many rows the next INSERTs put on one leaf: what the last leaf still has room for, or a new one.
func (c *Clustered) Room() uint32 {
	per := c.perLeaf
	if per == 0 {
		per = RowsPerLeaf
	}
	return uint32(per - c.rows%per)
}

// SystemPages is the number of pages of a tablespace that allocating or freeing a leaf of a secondary index
// changes: space header, change buffer bitmap, segment inodes (pages 0 to 2 of the file; fsp0fsp.h,
// ibuf0ibuf.cc).
const SystemPages = 3

// System returns one of the tablespace's system pages, i from 0 to SystemPages-1.
func (c *Clustered) System(i int) bufferpool.PageNo { return c.inner.page(uint32(i)) }

// Root is the root page.
func (c *Clustered) Root() bufferpool.PageNo { return c.inner.page(SystemPages) }

// Inner returns the page of level 1 above a leaf, or 0 when the root is directly above.
func (c *Clustered) Inner(leaf uint32) bufferpool.PageNo {
	if c.inner.used == SystemPages+1 {
		return 0
	}
	return c.inner.page(SystemPages + 1 + min(leaf/clustFanout, c.inner.used-SystemPages-2))
}

// InnerPages calls f for the tablespace's system pages, the root and the pages of level 1.
func (c *Clustered) InnerPages(f func(bufferpool.PageNo)) {
	for i := range c.inner.used {
		f(c.inner.page(i))
	}
}

// Append adds a row at the end and returns its id and its leaf. Created is true when the leaf is new: the row
// did not fit the last one.
func (c *Clustered) Append(sp Space) (id uint64, leaf bufferpool.PageNo, created bool) {
	c.rows++
	i := c.LeafIndex(c.rows)
	if i >= c.leaves.used {
		created = true
		leaf = c.leaves.Alloc(sp)
		if want := SystemPages + 1 + innerPages(c.leaves.used, clustFanout); want > c.inner.used {
			c.inner.Alloc(sp)
		}
		return c.rows, leaf, created
	}
	return c.rows, c.leaves.page(i), false
}
