package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// stepKind is one mini-transaction's worth of work on pages.
type stepKind uint8

const (
	stepFreeCheck  stepKind = iota // log_free_check, before anything is latched
	stepRead                       // rows of the clustered index, from key on
	stepReadSec                    // entries of the index on k, from k on; with matching rows when key is 1
	stepLock                       // exclusive lock on the row
	stepUndo                       // undo record
	stepUndoRows                   // undo records of imported rows
	stepWriteClust                 // change in place of a row
	stepAppend                     // new row at the end of the clustered index
	stepImport                     // new rows there, a leaf's worth at a time
	stepMarkSec                    // delete-mark an entry of the index on k
	stepInsertSec                  // add an entry to the index on k
	stepPurgeSec                   // remove a delete-marked entry of the index on k
	stepPurgeClust                 // remove a delete-marked row
	stepMergeSec                   // apply buffered changes of a leaf of the index on k
	stepDelay                      // innodb_max_purge_lag
	stepHistory                    // commit: undo state, history list
	stepPrepare                    // XA prepare: undo state and XID
	stepPurgeUndo                  // read an undo page; free it when rows is not 0
	stepTruncate                   // take logs off the history list of a rollback segment
)

// step is one entry of a task.
type step struct {
	key, k uint64
	rows   uint32
	bytes  uint32 // redo payload
	table  uint16
	kind   stepKind
}

const maxSteps = 24

// task is what a thread is doing to pages: a list of steps, and where it stands in the current one. Clients
// and purge threads run the same steps.
type task struct {
	steps   [maxSteps]step
	n, at   uint8
	phase   uint8
	granted bufferpool.FrameID // answer of the page get that the thread was parked for
	frames  [frameNew + 1]bufferpool.FrameID
	span    redo.Span
	page    bufferpool.PageNo // a new page taken for a split
	parent  bufferpool.PageNo // held shared while the thread waits for a leaf
	leaf    uint32            // next leaf of a range
	spun    int64             // parts of the tries for a latch that are over
	index   int               // leaf of k under work
	cpu     sim.Duration      // CPU time of unplanned work, burnt at the end of the statement
}

func (t *task) reset() { t.n, t.at, t.phase = 0, 0, 0 }

func (t *task) add(s step) {
	t.steps[t.n] = s
	t.n++
}

// advance goes on with the thread's task and reports whether it is finished; if not, the thread is parked and
// Handle will be called with its resumption.
func (e *Engine) advance(k *sim.Kernel, th uint32) bool {
	t := &e.tasks[th]
	for t.at < t.n {
		if !e.exec(k, th, t, &t.steps[t.at]) {
			return false
		}
		t.at++
		t.phase = 0
	}
	return true
}

func (e *Engine) exec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	switch s.kind {
	case stepFreeCheck:
		return e.freeCheck(k, th, t)
	case stepRead:
		return e.read(k, th, t, s)
	case stepReadSec:
		return e.readSec(k, th, t, s)
	case stepLock:
		return e.lockRow(k, th, t, s)
	case stepUndo, stepUndoRows:
		return e.writeUndo(k, th, t, s)
	case stepWriteClust:
		return e.writeClust(k, th, t, s) && e.changedRow(th)
	case stepAppend, stepImport:
		return e.appendRows(k, th, t, s)
	case stepMarkSec:
		return e.markSec(k, th, t, s)
	case stepInsertSec:
		return e.insertSec(k, th, t, s)
	case stepPurgeSec:
		return e.purgeSec(k, th, t, s)
	case stepMergeSec:
		return e.mergeSec(k, th, t, s)
	case stepDelay:
		return e.lagDelay(k, th, t)
	case stepPurgeClust:
		return e.purgeClust(k, th, t, s)
	case stepHistory:
		return e.history(k, th, t, s)
	case stepPrepare:
		return e.prepare(k, th, t, s)
	case stepPurgeUndo:
		return e.purgeUndo(k, th, t, s)
	case stepTruncate:
		return e.truncate(k, th, t, s)
	}
	panic("engine: unknown step")
}

// resumed is the continuation that brings a thread back to its task with a page: the answer is its frame.
func (e *Engine) resumed(th uint32) sim.Wake { return sim.Wake{To: e.id, Kind: evResume, Ref: th} }

// goesOn is the continuation that brings a thread back to its task; the answer means nothing to it.
func (e *Engine) goesOn(th uint32) sim.Wake { return sim.Wake{To: e.id, Kind: evStatement, Ref: th} }

// fetch gets a page for the thread; false when it is parked. After parking, the same call returns the granted
// frame.
func (e *Engine) fetch(
	k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo, m bufferpool.Mode,
) (bufferpool.FrameID, bool) {
	if f := t.granted; f != 0 {
		t.granted = 0
		return f, true
	}
	f, w := e.pool.Get(k, pg, m, e.resumed(th))
	return f, w == sim.NoWait
}

// create makes a new page resident for the thread; false when it is parked.
func (e *Engine) create(k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo) (bufferpool.FrameID, bool) {
	if f := t.granted; f != 0 {
		t.granted = 0
		return f, true
	}
	f, w := e.pool.Create(k, pg, e.resumed(th))
	return f, w == sim.NoWait
}

// visit reads a page that is not kept: a root or an inner page on the way down.
func (e *Engine) visit(k *sim.Kernel, th uint32, t *task, pg bufferpool.PageNo) bool {
	if pg == 0 {
		return true
	}
	f, ok := e.fetch(k, th, t, pg, bufferpool.Read)
	if ok {
		e.pool.Unfix(f)
	}
	return ok
}

// reserve appends the mini-transaction's redo and leaves its span in the task; false when the thread is
// parked. The caller must move to a phase that ends with e.reserved.
func (e *Engine) reserve(k *sim.Kernel, th uint32, t *task, payload uint32) bool {
	span, w := e.log.Append(k, payload, e.goesOn(th))
	t.span = span
	return w == sim.NoWait
}

// modified marks the task's first n frames as changed by its span and lets go of them.
func (e *Engine) modified(_ *sim.Kernel, th uint32, t *task, n int, parked bool) {
	if parked {
		t.span = e.log.Reserved(th)
	}
	for i := range n {
		e.modify(t.frames[i], t.span)
		e.pool.Unfix(t.frames[i])
		t.frames[i] = 0
	}
}

func (e *Engine) freeCheck(k *sim.Kernel, th uint32, t *task) bool {
	if t.phase == 1 {
		return true
	}
	t.phase = 1
	return e.log.FreeCheck(k, e.goesOn(th)) == sim.NoWait
}
