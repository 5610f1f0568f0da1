package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
)

// Phases of the index on k beyond a descent: a change of one leaf, then those of a change of the tree.
const (
	secLog uint8 = 10 + iota
	secLogWaited
	treeParent
	treeLeft
	treeLeaf
	treeRight
	treeTop
	treeHeader
	treeBitmap
	treeInode
	treePage
	treeGrow
	treeApply
	treeLogged
)

// secLeaf descends to the leaf of a key and leaves it in frames[0] and index; false when parked. The tree may
// change while the thread waits, so the leaf is looked up again when its page is granted.
func (e *Engine) secLeaf(k *sim.Kernel, th uint32, t *task, tr *btree.Secondary, s *step) bool {
	key := btree.MakeKey(s.k, s.key)
	for {
		switch t.phase {
		case atRoot:
			if !e.visitTree(k, th, t, tr.Root()) {
				return false
			}
			t.phase = atInner
		case atInner:
			if !e.visitTree(k, th, t, tr.Inner(tr.Find(key))) {
				return false
			}
			t.phase = atLeaf
		default:
			i := tr.Find(key)
			if t.granted == 0 && e.bufferable(s, tr, i) {
				t.index, t.phase = i, ibufTree
				return true
			}
			f, ok := e.fetch(k, th, t, tr.At(i).Page, bufferpool.Write)
			if !ok {
				e.shareParent(t, e.parentOf(tr, i))
				return false
			}
			e.leaveParent(k, t)
			if e.pool.Page(f) == tr.At(i).Page {
				t.frames[0], t.index = f, i
				s.bytes += e.ibufMerge(t, tr.At(i).Page)
				return true
			}
			e.pool.Unfix(f)
		}
	}
}

// visitTree is visit for a page that a change of the tree may hold.
func (e *Engine) visitTree(k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo) bool {
	if t.granted == 0 && e.latched(k, th, pg) {
		return false
	}
	return e.visit(k, th, t, pg)
}

// markSec delete-marks an entry of the index on k: the leaf does not change shape.
func (e *Engine) markSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, s) {
			return false
		}
		if t.phase != ibufTree {
			t.phase = secLog
		}
	}
	if t.phase >= ibufTree {
		return e.bufferChange(k, th, t, s, tr)
	}
	return e.logLeaf(k, th, t, s.bytes)
}

// logLeaf is logPages for the leaf in frames[0], with phases that do not collide with a descent's.
func (e *Engine) logLeaf(k *sim.Kernel, th uint32, t *task, payload uint32) bool {
	if t.phase == secLog {
		t.phase = secLogWaited
		if !e.reserve(k, th, t, payload) {
			return false
		}
		e.modified(k, th, t, 1, false)
		return true
	}
	e.modified(k, th, t, 1, true)
	return true
}

// insertSec adds an entry to the index on k: optimistically, or by splitting the leaf.
func (e *Engine) insertSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, s) {
			return false
		}
		switch {
		case t.phase == ibufTree:
		case tr.Insert(t.index):
			t.phase = secLog
		default:
			e.restart(t)
		}
	}
	if t.phase >= ibufTree {
		return e.bufferChange(k, th, t, s, tr)
	}
	if t.phase >= treeParent {
		return e.changeTree(k, th, t, s, tr)
	}
	return e.logLeaf(k, th, t, s.bytes)
}

// purgeSec removes a delete-marked entry; a leaf that becomes too empty by that is merged with a neighbour.
func (e *Engine) purgeSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, s) {
			return false
		}
		switch {
		case t.phase == ibufTree:
		case tr.WouldMerge(t.index):
			e.restart(t)
		default:
			tr.Remove(t.index)
			t.phase = secLog
		}
	}
	if t.phase >= ibufTree {
		return e.bufferChange(k, th, t, s, tr)
	}
	if t.phase >= treeParent {
		return e.changeTree(k, th, t, s, tr)
	}
	return e.logLeaf(k, th, t, s.bytes)
}

// restart lets go of the leaf: a change of the tree comes down again with other latches.
func (e *Engine) restart(t *task) {
	e.pool.Unfix(t.frames[0])
	t.frames[0] = 0
	t.phase = treeParent
}

// changeTree splits or merges the leaf of the step's key: with the parent latched, the left neighbour, the
// leaf and the right neighbour are latched in this order, then the tablespace's header for the page that is
// allocated or freed; all that changed goes into one mini-transaction.
func (e *Engine) changeTree(k *sim.Kernel, th uint32, t *task, s *step, tr *btree.Secondary) bool {
	for {
		if t.phase == treeApply {
			t.phase = treeLogged
			if !e.reserve(k, th, t, s.bytes+e.applyTree(t, s, tr)) {
				return false
			}
			return e.treeDone(k, th, t, false)
		}
		if t.phase == treeLogged {
			return e.treeDone(k, th, t, true)
		}
		if !e.latchNext(k, th, t, s, tr) {
			return false
		}
		t.phase++
	}
}

func (e *Engine) treeDone(k *sim.Kernel, th uint32, t *task, parked bool) bool {
	e.modifiedAll(k, th, t, parked)
	e.unlatchParent(k, th)
	return true
}

// Places of a tree change's pages in the task.
const (
	frameLeaf = iota
	frameLeft
	frameRight
	frameParent
	frameSystem // the first of the tablespace's system pages
	frameNew    = frameSystem + btree.SystemPages
)

// latchNext takes the page of the present phase; false when parked.
func (e *Engine) latchNext(k *sim.Kernel, th uint32, t *task, s *step, tr *btree.Secondary) bool {
	i := tr.Find(btree.MakeKey(s.k, s.key))
	switch t.phase {
	case treeParent:
		return e.latchParent(k, th, e.parentOf(tr, i))
	case treeLeft:
		return e.take(k, th, t, frameLeft, e.leafPage(tr, i-1))
	case treeLeaf:
		return e.take(k, th, t, frameLeaf, e.leafPage(tr, i))
	case treeRight:
		return e.take(k, th, t, frameRight, e.leafPage(tr, i+1))
	case treeTop:
		return e.take(k, th, t, frameParent, e.parentOf(tr, i))
	case treeHeader, treeBitmap, treeInode:
		n := int(t.phase - treeHeader)
		return e.take(k, th, t, frameSystem+n, e.schema.Tables[s.table].Clust.System(n))
	}
	if s.kind != stepInsertSec {
		return true
	}
	if t.phase == treeGrow {
		return e.grown(k, th, fil.SpaceID(s.table))
	}
	if t.granted == 0 {
		t.page = tr.NewPage(e.spaceOf(s.table))
	}
	f, ok := e.create(k, th, t, t.page)
	if ok {
		t.frames[frameNew] = f
	}
	return ok
}

// take gets a page for writing into a place of the task; page 0 is none.
func (e *Engine) take(k *sim.Kernel, th uint32, t *task, place int, pg bufferpool.PageNo) bool {
	if pg == 0 {
		return true
	}
	f, ok := e.fetch(k, th, t, pg, bufferpool.Write)
	if ok {
		t.frames[place] = f
	}
	return ok
}

// leafPage is the page of the leaf at a position, 0 beyond the ends.
func (e *Engine) leafPage(tr *btree.Secondary, i int) bufferpool.PageNo {
	if i < 0 || i >= tr.Len() {
		return 0
	}
	return tr.At(i).Page
}

func (e *Engine) parentOf(tr *btree.Secondary, i int) bufferpool.PageNo {
	if p := tr.Inner(i); p != 0 {
		return p
	}
	return tr.Root()
}

// applyTree changes the tree's shape and returns the payload beyond the entry's own record. Pages that turn
// out not to change are let go.
func (e *Engine) applyTree(t *task, s *step, tr *btree.Secondary) uint32 {
	i := tr.Find(btree.MakeKey(s.k, s.key))
	var merged uint32
	for _, f := range t.frames[frameLeaf : frameRight+1] {
		if f != 0 {
			merged += e.ibufMerge(t, e.pool.Page(f))
		}
	}
	if s.kind == stepInsertSec {
		return merged + e.applySplit(t, s, tr, i)
	}
	return merged + e.applyMerge(t, tr, i)
}

// applySplit moves the upper half of the leaf to the new page and adds the entry to the half where it
// belongs; where another thread has made room in the meantime it only adds the entry. The right neighbour's
// link changes, the left one's does not.
func (e *Engine) applySplit(t *task, s *step, tr *btree.Secondary, i int) uint32 {
	e.drop(t, frameLeft, frameRight)
	if tr.Insert(i) {
		tr.GiveBack(t.page)
		e.drop(t, frameRight, frameNew)
		return 0
	}
	between := tr.Middle(i, e.schema.Top())
	moved := tr.Split(i, t.page, between)
	if btree.MakeKey(s.k, s.key) >= between {
		i++
	}
	tr.Insert(i)
	e.stats.pageSplits++
	t.cpu += e.costs.split
	return redoSplit + redoSplitRecord*uint32(moved)
}

// applyMerge removes the entry and moves what is left on the leaf to a neighbour that has room for it.
func (e *Engine) applyMerge(t *task, tr *btree.Secondary, i int) uint32 {
	merge := tr.Remove(i)
	j := tr.MergeTarget(i, tr.At(i).Records())
	if !merge || j < 0 {
		e.drop(t, frameLeft, frameNew)
		return 0
	}
	moved := tr.Merge(i, j)
	e.stats.pageMerges++
	t.cpu += e.costs.merge
	return redoMerge + redoMergeRecord*uint32(moved)
}

// drop lets go of pages that were latched and not changed: those in places from … to-1.
func (e *Engine) drop(t *task, from, to int) {
	for i := from; i < to; i++ {
		if f := t.frames[i]; f != 0 {
			e.pool.Unfix(f)
			t.frames[i] = 0
		}
	}
}

// modifiedAll is modified for all frames of the task, some of which may be absent.
func (e *Engine) modifiedAll(_ *sim.Kernel, th uint32, t *task, parked bool) {
	if parked {
		t.span = e.log.Reserved(th)
	}
	for i, f := range t.frames {
		if f == 0 {
			continue
		}
		e.modify(f, t.span)
		e.pool.Unfix(f)
		t.frames[i] = 0
	}
}
