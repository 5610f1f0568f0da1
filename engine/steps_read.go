package engine

import (
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// Phases of readSec beyond a descent.
const (
	secScan uint8 = 20 + iota
	secRowInner
	secRowLeaf
)

// readSec visits the entries with k <= column < k+rows in the index on k, leaf by leaf, and then, when the
// statement needs whole rows (key is 1), the clustered leaf of each of them.
func (e *Engine) readSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	table := &e.schema.Tables[s.table]
	tr := &table.K
	from, to := btree.MakeKey(s.k, 0), btree.MakeKey(s.k+uint64(s.rows), 0)
	for {
		switch t.phase {
		case atRoot:
			if !e.visit(k, th, t, tr.Root()) {
				return false
			}
			t.phase = atInner
		case atInner:
			if !e.visit(k, th, t, tr.Inner(tr.Find(from))) {
				return false
			}
			t.phase, t.leaf = secScan, uint32(tr.Find(from))
		case secScan:
			for ; int(t.leaf) <= tr.Find(to) && int(t.leaf) < tr.Len(); t.leaf++ {
				if !e.visit(k, th, t, tr.At(int(t.leaf)).Page) {
					return false
				}
			}
			n := entries(tr, from, to, e.schema.Top())
			t.cpu += sim.Duration(n) * e.costs.rangeRow
			if s.key == 0 || n == 0 {
				return true
			}
			t.cpu += sim.Duration(n) * e.costs.byKRow
			t.leaf, t.phase = uint32(n), secRowInner
		default:
			if t.leaf == 0 {
				return true
			}
			if !e.visitRow(k, th, t, s, &table.Clust) {
				return false
			}
		}
	}
}

// visitRow visits the clustered leaf of the next matching row. Rows of one value of k are spread over the
// table.
func (e *Engine) visitRow(k *sim.Kernel, th uint32, t *task, s *step, c *btree.Clustered) bool {
	id := 1 + rng.Hash3(e.cfg.Seed, s.k, uint64(t.leaf))%c.Rows()
	i := c.LeafIndex(id)
	if t.phase == secRowInner {
		if !e.visit(k, th, t, c.Inner(i)) {
			return false
		}
		t.phase = secRowLeaf
	}
	if !e.visit(k, th, t, c.LeafAt(i)) {
		return false
	}
	t.phase = secRowInner
	t.leaf--
	return true
}

// entries is how many entries of the index lie between two keys.
func entries(tr *btree.Secondary, from, to, top btree.Key) int {
	i, a := tr.Position(from, top)
	j, b := tr.Position(to, top)
	n := b - a
	for ; i < j; i++ {
		n += float64(tr.At(i).Records())
	}
	return int(n + 0.5)
}
