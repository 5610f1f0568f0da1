package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
)

// Phases of a descent.
const (
	atRoot uint8 = iota
	atInner
	atLeaf
)

// read visits the leaves that hold rows key … key+rows-1, down from the root once, then from leaf to leaf.
func (e *Engine) read(k *sim.Kernel, th uint32, t *task, s *step) bool {
	c := &e.schema.Tables[s.table].Clust
	first := c.LeafIndex(min(s.key, c.Rows()))
	for {
		switch t.phase {
		case atRoot:
			if !e.visit(k, th, t, c.Root()) {
				return false
			}
			t.phase = atInner
		case atInner:
			if !e.visit(k, th, t, c.Inner(first)) {
				return false
			}
			t.phase, t.leaf = atLeaf, first
		case atLeaf:
			last := c.LeafIndex(min(s.key+uint64(s.rows)-1, c.Rows()))
			for ; t.leaf <= last; t.leaf++ {
				if !e.visit(k, th, t, c.LeafAt(t.leaf)) {
					return false
				}
			}
			return true
		}
	}
}

// Phases of a change to pages that are known: get them, log, apply.
const (
	getPage uint8 = iota
	logChange
	logWaited
)

// writeClust changes a row in place. The statement has found it before: no descent.
func (e *Engine) writeClust(k *sim.Kernel, th uint32, t *task, s *step) bool {
	c := &e.schema.Tables[s.table].Clust
	return e.writePage(k, th, t, c.LeafAt(c.LeafIndex(min(s.key, c.Rows()))), s.bytes)
}

// writePage is a mini-transaction that changes one page.
func (e *Engine) writePage(k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo, payload uint32) bool {
	if t.phase == getPage {
		f, ok := e.fetch(k, th, t, pg, bufferpool.Write)
		if !ok {
			return false
		}
		t.frames[0], t.phase = f, logChange
	}
	return e.logPages(k, th, t, 1, payload)
}

// logPages logs a change of the task's first n frames and applies it: the last two phases of every change.
func (e *Engine) logPages(k *sim.Kernel, th uint32, t *task, n int, payload uint32) bool {
	if t.phase == logChange {
		t.phase = logWaited
		if !e.reserve(k, th, t, payload) {
			return false
		}
		e.modified(k, th, t, n, false)
		return true
	}
	e.modified(k, th, t, n, true)
	return true
}

// Phases of an append.
const (
	appendPlace uint8 = 10 + iota
	appendOld
	appendNew
)

// appendRows adds rows at the end of the clustered index: one row for an INSERT, a leaf's worth at a time for
// a bulk insert. The step's key is set to the id of the last row.
func (e *Engine) appendRows(k *sim.Kernel, th uint32, t *task, s *step) bool {
	c := &e.schema.Tables[s.table].Clust
	for {
		switch t.phase {
		case 0:
			if s.rows == 0 {
				return true
			}
			t.phase = appendPlace
		case appendPlace:
			n := min(s.rows, btree.RowsPerLeaf)
			if s.kind == stepImport {
				n = min(s.rows, c.Room())
			}
			created := false
			for range n {
				var isNew bool
				s.key, t.page, isNew = c.Append(e.spaceOf(s.table))
				created = created || isNew
			}
			s.rows -= n
			t.leaf = n
			t.phase = appendOld
			if created {
				t.phase = appendNew
			}
		case appendOld, appendNew:
			f, ok := e.appendPage(k, th, t, s.table)
			if !ok {
				return false
			}
			payload := s.bytes * t.leaf
			if t.phase == appendNew {
				payload += redoNewLeaf
			}
			t.frames[0], s.k, t.phase = f, uint64(payload), logChange
		default:
			if !e.logPages(k, th, t, 1, uint32(s.k)) {
				return false
			}
			t.phase = 0
		}
	}
}

func (e *Engine) appendPage(k *sim.Kernel, th uint32, t *task, table uint16) (bufferpool.FrameID, bool) {
	if t.phase == appendNew {
		if t.granted == 0 && !e.grown(k, th, fil.SpaceID(table)) {
			return 0, false
		}
		e.stats.pageSplits++ // the server counts a new last leaf as a split
		return e.create(k, th, t, t.page)
	}
	return e.fetch(k, th, t, t.page, bufferpool.Write)
}
