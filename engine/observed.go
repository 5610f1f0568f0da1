package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/redo"
)

// planPageWrite is a change of the script "observed": a row of a page of the working set, with its undo record.
// The two share what redo the transaction has left for each of its changes;
// what a binlog adds (redoXA) comes on top. No row is locked: counters tell how popular pages are, not which rows of
// them transactions fight for.
func (e *Engine) planPageWrite(t *task, op *workload.Op) {
	undo, row := e.observedRedo(&e.cfg.Workload[e.run.phase].Observed)
	e.planDelay(t)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepRead, table: op.Table, key: op.Key, rows: 1})
	t.add(step{kind: stepUndo, bytes: undo})
	t.add(step{kind: stepWriteClust, table: op.Table, key: op.Key, bytes: row})
}

// observedRedo splits the redo of a change, in payload bytes: what the transaction logs less its own records,
// halved between the old values in the undo log and the new ones on the page. An undo record is at most that of a
// row of sysbench: larger changes are inserts and blobs, whose undo is small.
func (e *Engine) observedRedo(o *workload.ObservedOptions) (undo, row uint32) {
	const own = redoTrxUpdate + redoPurgeTrx
	f := redo.Blocks512()
	payload := o.RedoBytes * float64(f.Payload()) / float64(f.Block)
	each := (payload - float64(own*o.Writing())) / o.PageWrites
	undo = uint32(min(each/2, undoUpdateC))
	return undo, uint32(each) - undo
}

// The relation, checked by the compiler: an allowed redo-bytes leaves something for each change.
var _ = [workload.TrxRedo*blockPayload/blockSize - redoTrxUpdate - redoPurgeTrx]struct{}{}

// blockPayload of blockSize bytes of a redo block are payload; redo.Blocks512.
const blockPayload, blockSize = 496, 512
