package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
)

// Phases beyond a descent of the index on k.
const (
	secLog uint8 = 10 + iota
	secLogged
	splitPage
	splitNeighbour
	splitParent
	splitLog
	splitLogged
	mergeSibling
	mergeNeighbour
	mergeParent
	mergeLog
	mergeLogged
)

// secLeaf descends to the leaf of a key and leaves it in frames[0] and index; false when parked. The tree may change
// while the thread waits, so the leaf is looked up again when its page is granted.
func (e *Engine) secLeaf(k *sim.Kernel, th uint32, t *task, tr *btree.Secondary, key btree.Key, m bufferpool.Mode) bool {
	for {
		switch t.phase {
		case atRoot:
			if !e.visit(k, th, t, tr.Root()) {
				return false
			}
			t.phase = atInner
		case atInner:
			if !e.visit(k, th, t, tr.Inner(tr.Find(key))) {
				return false
			}
			t.phase = atLeaf
		default:
			i := tr.Find(key)
			f, ok := e.fetch(k, th, t, tr.At(i).Page, m)
			if !ok {
				return false
			}
			if e.pool.Page(f) == tr.At(i).Page {
				t.frames[0], t.index = f, i
				return true
			}
			e.pool.Unfix(f)
		}
	}
}

// markSec delete-marks an entry of the index on k: the leaf does not change shape.
func (e *Engine) markSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, btree.MakeKey(s.k, s.key), bufferpool.Write) {
			return false
		}
		t.phase = logChange + secLog
	}
	return e.secLogged(k, th, t, 1, s.bytes)
}

// secLogged is logPages with phases that do not collide with a descent's.
func (e *Engine) secLogged(k *sim.Kernel, th uint32, t *task, n int, payload uint32) bool {
	if t.phase == logChange+secLog {
		t.phase = logWaited + secLog
		if !e.reserve(k, th, t, payload) {
			return false
		}
		e.modified(k, th, t, n, false)
		return true
	}
	e.modified(k, th, t, n, true)
	return true
}

// insertSec adds an entry to the index on k: optimistically, or by splitting the leaf.
func (e *Engine) insertSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, btree.MakeKey(s.k, s.key), bufferpool.Write) {
			return false
		}
		t.phase = logChange + secLog
		if !tr.Insert(t.index) {
			t.phase = splitPage
		}
	}
	if t.phase >= splitPage && t.phase <= splitLogged {
		return e.split(k, th, t, s, tr)
	}
	return e.secLogged(k, th, t, 1, s.bytes)
}

// split makes room by moving the upper half of the leaf to a new page: leaf, new page, right neighbour (its link) and
// parent change in one mini-transaction.
func (e *Engine) split(k *sim.Kernel, th uint32, t *task, s *step, tr *btree.Secondary) bool {
	for {
		switch t.phase {
		case splitPage:
			if t.granted == 0 {
				t.page = tr.NewPage(e.spaceOf(s.table))
			}
			f, ok := e.create(k, th, t, t.page)
			if !ok {
				return false
			}
			t.frames[1], t.phase = f, splitNeighbour
		case splitNeighbour:
			f, ok := e.neighbour(k, th, t, tr, e.leafOf(t, tr, s)+1)
			if !ok {
				return false
			}
			t.frames[2], t.phase = f, splitParent
		case splitParent:
			f, ok := e.fetch(k, th, t, e.parentOf(tr, e.leafOf(t, tr, s)), bufferpool.Write)
			if !ok {
				return false
			}
			t.frames[3], t.phase = f, splitLog
		case splitLog:
			payload := s.bytes + e.applySplit(t, tr, s)
			t.phase = splitLogged
			if !e.reserve(k, th, t, payload) {
				return false
			}
			e.modifiedAll(k, th, t, false)
			return true
		default:
			e.modifiedAll(k, th, t, true)
			return true
		}
	}
}

// leafOf finds the thread's leaf again: others may have split or merged around it while it waited.
func (e *Engine) leafOf(t *task, tr *btree.Secondary, s *step) int {
	return tr.Find(btree.MakeKey(s.k, s.key))
}

// applySplit splits the leaf and adds the entry to the half where it belongs; where another thread has made room in
// the meantime it only adds the entry. It returns the payload beyond the entry's own record.
func (e *Engine) applySplit(t *task, tr *btree.Secondary, s *step) uint32 {
	key := btree.MakeKey(s.k, s.key)
	i := tr.Find(key)
	if tr.At(i).Page != e.pool.Page(t.frames[0]) || tr.Insert(i) {
		tr.GiveBack(t.page)
		return 0
	}
	between := tr.Middle(i, e.schema.Top())
	moved := tr.Split(i, t.page, between)
	if key >= between {
		i++
	}
	tr.Insert(i)
	e.stats.pageSplits++
	t.cpu += e.costs.split
	return redoSplit + redoSplitRecord*uint32(moved)
}

// neighbour gets the leaf at position i, whose link to its neighbour changes; frame 0 where there is none.
func (e *Engine) neighbour(
	k *sim.Kernel, th uint32, t *task, tr *btree.Secondary, i int,
) (bufferpool.FrameID, bool) {
	if i < 0 || i >= tr.Len() {
		if t.granted != 0 { // the neighbour was merged away while the thread waited for it
			e.pool.Unfix(t.granted)
			t.granted = 0
		}
		return 0, true
	}
	return e.fetch(k, th, t, tr.At(i).Page, bufferpool.Write)
}

func (e *Engine) parentOf(tr *btree.Secondary, i int) bufferpool.PageNo {
	if p := tr.Inner(i); p != 0 {
		return p
	}
	return tr.Root()
}

// modifiedAll is modified for up to four frames, some of which may be absent or one and the same.
func (e *Engine) modifiedAll(k *sim.Kernel, th uint32, t *task, parked bool) {
	if parked {
		t.span = e.log.Reserved(th)
	}
	for i, f := range t.frames {
		if f == 0 {
			continue
		}
		e.pool.Modify(k, f, t.span)
		e.pool.Unfix(f)
		t.frames[i] = 0
	}
}

// purgeSec removes a delete-marked entry. Before that, purge looks at the clustered row (row_purge_poss_sec); after it,
// a leaf that has become too empty is merged with a neighbour.
func (e *Engine) purgeSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, btree.MakeKey(s.k, s.key), bufferpool.Write) {
			return false
		}
		t.phase = logChange + secLog
		if tr.WouldMerge(t.index) {
			t.phase = mergeSibling
		} else {
			tr.Remove(t.index)
		}
	}
	if t.phase >= mergeSibling && t.phase <= mergeLogged {
		return e.merge(k, th, t, s, tr)
	}
	return e.secLogged(k, th, t, 1, s.bytes)
}

// merge removes the entry and moves what is left on the leaf to a neighbour with room for it: leaf, neighbour, the
// leaf beyond (its link) and parent change in one mini-transaction.
func (e *Engine) merge(k *sim.Kernel, th uint32, t *task, s *step, tr *btree.Secondary) bool {
	for {
		switch t.phase {
		case mergeSibling:
			i := e.leafOf(t, tr, s)
			f, ok := e.neighbour(k, th, t, tr, tr.MergeTarget(i, tr.At(i).Records()-1))
			if !ok {
				return false
			}
			t.frames[1], t.phase = f, mergeNeighbour
		case mergeNeighbour:
			i := e.leafOf(t, tr, s)
			j := tr.MergeTarget(i, tr.At(i).Records()-1)
			beyond := i + (i - j)
			if j < 0 {
				beyond = -1
			}
			f, ok := e.neighbour(k, th, t, tr, beyond)
			if !ok {
				return false
			}
			t.frames[2], t.phase = f, mergeParent
		case mergeParent:
			f, ok := e.fetch(k, th, t, e.parentOf(tr, e.leafOf(t, tr, s)), bufferpool.Write)
			if !ok {
				return false
			}
			t.frames[3], t.phase = f, mergeLog
		case mergeLog:
			payload := s.bytes + e.applyMerge(k, t, tr, s)
			t.phase = mergeLogged
			if !e.reserve(k, th, t, payload) {
				return false
			}
			e.modifiedAll(k, th, t, false)
			return true
		default:
			e.modifiedAll(k, th, t, true)
			return true
		}
	}
}

// applyMerge removes the entry and merges the leaf where that is possible. It returns the payload beyond the removal.
func (e *Engine) applyMerge(k *sim.Kernel, t *task, tr *btree.Secondary, s *step) uint32 {
	i := tr.Find(btree.MakeKey(s.k, s.key))
	e.stats.mergeAttempts++
	merge := tr.Remove(i)
	j := tr.MergeTarget(i, tr.At(i).Records())
	if !merge || j < 0 {
		e.dropUnchanged(t)
		return 0
	}
	moved := tr.Merge(i, j)
	e.stats.pageMerges++
	t.cpu += e.costs.merge
	return redoMerge + redoMergeRecord*uint32(moved)
}

// dropUnchanged lets go of the pages that a merge would have changed.
func (e *Engine) dropUnchanged(t *task) {
	for i := 1; i < len(t.frames); i++ {
		if f := t.frames[i]; f != 0 {
			e.pool.Unfix(f)
			t.frames[i] = 0
		}
	}
}
