package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Undo arithmetic of 16 KiB pages.
const (
	undoPageSpace = 16384 - 38 - 18 - 8 - 186 // bytes for records behind page, segment and log headers; trx0undo.h
	undoReuse     = 16384 * 3 / 4             // a segment filled less is cached for the next transaction; TRX_UNDO_PAGE_REUSE_LIMIT
)

// undoSeg is one undo segment of one page: all that OLTP transactions need.
type undoSeg struct {
	page bufferpool.PageNo
	used uint32 // bytes
}

// rseg is one rollback segment: its header page and the undo segments cached for reuse.
type rseg struct {
	header bufferpool.PageNo
	owner  uint32 // thread + 1 that holds rseg->latch
	logs   uint32 // committed since the history was truncated
	space  uint8
	update []undoSeg
	insert []undoSeg
}

// undo is all undo tablespaces. A transaction takes the next rollback segment in turn, and the undo segment
// used last there, so that undo pages stay hot; a full page stays in the history list until purge frees it.
// Source: trx0rseg.cc, trx0undo.cc (trx_undo_assign_undo, trx_undo_reuse_cached,
// trx_undo_set_state_at_finish).
type undo struct {
	rsegs  []rseg
	next   int
	lot    *queue.Lot // threads that wait for a latch, by rollback segment
	spaces []btree.Space
	pages  []btree.Segment // by space
	freed  uint64
	Pages  int // in use or cached
}

func (e *Engine) newUndo() {
	u := &e.undo
	n := len(u.spaces)
	u.pages = make([]btree.Segment, n)
	u.rsegs = make([]rseg, n*e.cfg.Settings.RollbackSegments)
	for i := range u.rsegs {
		sp := i % n
		u.rsegs[i] = rseg{header: u.pages[sp].Alloc(u.spaces[sp]), space: uint8(sp)}
	}
}

// trx is the transaction of a client thread.
type trx struct {
	rseg         int
	update       undoSeg
	insert       undoSeg
	full         [4]bufferpool.PageNo // further undo pages of a long transaction
	nFull        int
	started      bool // has written something
	readOnly     bool // has a read view
	logged       bool // is in the binlog's group commit
	finished     bool // is through it
	prepared     bool // its PREPARED state is as durable as asked for
	settled      bool // so is its commit, with innodb_flush_log_at_trx_commit = 3
	acknowledged bool // by the standby
	view         uint64
	lsn          redo.LSN // end of its last mini-transaction
	promised     redo.LSN // the client's answer means that redo up to here is as durable as configured
	rows         []purgeRow

	inserts []bufferpool.PageNo // further undo pages of a long insert: no one needs them after the commit
}

func (e *Engine) beginTrx(x *trx) {
	*x = trx{rows: x.rows[:0], inserts: x.inserts[:0]}
}

// startWriting assigns a rollback segment at the first change.
func (e *Engine) startWriting(x *trx) {
	x.started = true
	x.rseg = e.undo.next
	e.undo.next = (e.undo.next + 1) % len(e.undo.rsegs)
}

// Phases of an undo record's mini-transaction.
const (
	undoRseg uint8 = iota // the rollback segment's latch: taken for the first record, to find an undo segment
	undoPick
	undoGet
	undoCreate
	undoLog
	undoLogged
)

// writeUndo writes an undo record; rows is 1 for insert undo.
func (e *Engine) writeUndo(k *sim.Kernel, th uint32, t *task, s *step) bool {
	x := &e.clients[th].trx
	seg := &x.update
	if s.rows == 1 {
		seg = &x.insert
	}
	for {
		switch t.phase {
		case undoRseg:
			if !x.started {
				e.startWriting(x)
			}
			if seg.page == 0 && !e.latchRseg(k, th, x.rseg) {
				return false
			}
			t.phase = undoPick
		case undoPick:
			t.phase = e.pickUndo(x, seg, s)
		case undoGet, undoCreate:
			if t.phase == undoCreate && t.granted == 0 && !e.grown(k, th, e.undoSpace(x)) {
				return false
			}
			f, ok := e.undoPage(k, th, t, seg.page)
			if !ok {
				return false
			}
			t.frames[0], t.phase = f, undoLog
			e.unlatchRseg(k, th, x.rseg)
		case undoLog:
			seg.used += s.bytes
			t.phase = undoLogged
			if !e.reserve(k, th, t, s.bytes) {
				return false
			}
			e.modified(k, th, t, 1, false)
			return true
		default:
			e.modified(k, th, t, 1, true)
			return true
		}
	}
}

// undoPage gets the undo segment's page, or makes a new one.
func (e *Engine) undoPage(k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo) (bufferpool.FrameID, bool) {
	if t.phase == undoCreate {
		return e.create(k, th, t, pg)
	}
	return e.fetch(k, th, t, pg, bufferpool.Write)
}

// latchRseg takes the rollback segment's latch. It is held while a page is waited for: a transaction that
// finds its cached undo page being written keeps the next one waiting that comes to this rollback segment.
func (e *Engine) latchRseg(k *sim.Kernel, th uint32, i int) bool {
	r := &e.undo.rsegs[i]
	if r.owner != 0 && r.owner != th+1 {
		e.awaitLatch(k, th, e.undo.lot, latchWait{uint64(i), WaitRseg})
		return false
	}
	r.owner, e.tasks[th].spun = th+1, 0
	return true
}

// unlatchRseg gives the latch up, if the thread has it.
func (e *Engine) unlatchRseg(k *sim.Kernel, th uint32, i int) {
	if r := &e.undo.rsegs[i]; r.owner == th+1 {
		r.owner = 0
		e.undo.lot.Unpark(k, uint64(i))
	}
}

// pickUndo makes sure that seg has room for the record, and returns how to get at its page.
func (e *Engine) pickUndo(x *trx, seg *undoSeg, s *step) uint8 {
	r := &e.undo.rsegs[x.rseg]
	if seg.page == 0 {
		cached := &r.update
		if s.rows == 1 {
			cached = &r.insert
		}
		if n := len(*cached); n > 0 {
			*seg = (*cached)[n-1]
			*cached = (*cached)[:n-1]
		}
	}
	if seg.page != 0 && seg.used+s.bytes <= undoPageSpace {
		return undoGet
	}
	if seg.page != 0 && s.kind == stepUndoRows {
		x.inserts = append(x.inserts, seg.page)
	} else if seg.page != 0 && x.nFull < len(x.full) {
		x.full[x.nFull] = seg.page
		x.nFull++
	}
	*seg = undoSeg{page: e.undo.pages[r.space].Alloc(e.undo.spaces[r.space])}
	e.undo.Pages++
	return undoCreate
}

// Phases of the commit's mini-transaction.
const (
	historyLatch uint8 = iota
	historyUndo
	historyInsert
	historyRseg
	historyLog
	historyLogged
)

// history is the commit's mini-transaction: the undo log's state, and for update undo its place in the
// history list.
func (e *Engine) history(k *sim.Kernel, th uint32, t *task, s *step) bool {
	x := &e.clients[th].trx
	for {
		switch t.phase {
		case historyLatch:
			if !e.latchRseg(k, th, x.rseg) {
				return false
			}
			t.phase = historyUndo
		case historyUndo:
			if !e.historyPage(k, th, t, 0, x.update.page) {
				return false
			}
			t.phase = historyInsert
		case historyInsert:
			if !e.historyPage(k, th, t, 1, x.insert.page) {
				return false
			}
			t.phase = historyRseg
		case historyRseg:
			header := e.undo.rsegs[x.rseg].header
			if x.update.page == 0 {
				header = 0
			}
			if !e.historyPage(k, th, t, 2, header) {
				return false
			}
			t.phase = historyLog
		case historyLog:
			t.phase = historyLogged
			if !e.reserve(k, th, t, s.bytes) {
				return false
			}
			e.committed(k, th, t, false)
			return true
		default:
			e.committed(k, th, t, true)
			return true
		}
	}
}

func (e *Engine) historyPage(k *sim.Kernel, th uint32, t *task, i int, pg bufferpool.PageNo) bool {
	if pg == 0 {
		return true
	}
	f, ok := e.fetch(k, th, t, pg, bufferpool.Write)
	if ok {
		t.frames[i] = f
	}
	return ok
}

// committed applies the commit: pages change, the transaction gets its number, its undo segments go to the
// cache or into the history, purge gets to know it.
func (e *Engine) committed(k *sim.Kernel, th uint32, t *task, parked bool) {
	e.modifiedAll(k, th, t, parked)
	x := &e.clients[th].trx
	e.unlatchRseg(k, th, x.rseg)
	x.lsn = t.span.End
	r := &e.undo.rsegs[x.rseg]
	if x.insert.page != 0 {
		if x.insert.used < undoReuse {
			r.insert = append(r.insert, undoSeg{page: x.insert.page})
		} else {
			e.freeUndo(r.space, x.insert.page)
		}
	}
	e.freeInserts(x)
	if x.update.page != 0 {
		e.purge.push(e, x, r)
		if x.update.used < undoReuse {
			r.update = append(r.update, x.update)
		}
		e.wakePurge(k)
	}
}

// freeUndo gives an undo page back to its tablespace.
func (e *Engine) freeUndo(space uint8, pg bufferpool.PageNo) {
	e.undo.pages[space].Free(pg)
	e.undo.Pages--
	e.undo.freed++
}
