package engine

import (
	"github.com/innosim/innosim/engine/workload"
)

// plan writes the steps of a statement into the task.
func (e *Engine) plan(c *client, t *task, op *workload.Op) {
	switch op.Kind {
	case workload.Begin, workload.Commit, workload.AutoCommit:
		e.planCommit(c, t)
	case workload.PointSelect, workload.SimpleRange, workload.SumRange, workload.OrderRange, workload.DistinctRange:
		e.openView(c)
		t.add(step{kind: stepRead, table: op.Table, key: op.Key, rows: max(op.Rows, 1)})
		e.stats.rowsRead += uint64(op.Rows)
	case workload.SelectByK:
		e.openView(c)
		s := step{kind: stepReadSec, table: op.Table, k: op.K, rows: op.Rows}
		if op.Rows == 1 {
			s.key = 1 // the statement wants whole rows
		}
		t.add(s)
	case workload.UpdateIndex:
		e.planUpdateIndex(c, t, op)
	case workload.UpdateNonIndex:
		e.planFind(t, op)
		t.add(step{kind: stepUndo, bytes: undoUpdateC})
		t.add(step{kind: stepWriteClust, table: op.Table, key: op.Key, bytes: redoUpdateC})
	case workload.Delete:
		e.planDelete(c, t, op)
	case workload.Insert:
		e.planInsert(c, t, op)
	case workload.InsertAuto:
		e.planAppend(t, op, redoInsert)
	case workload.BulkInsert:
		e.planAppend(t, op, redoBulkRow)
	case workload.ImportRows:
		e.planImport(t, op)
	case workload.PageRead:
		e.openView(c)
		t.add(step{kind: stepRead, table: op.Table, key: op.Key, rows: 1})
		e.stats.rowsRead++
	case workload.PageWrite:
		e.planPageWrite(t, op)
	case workload.Statement:
	}
}

// openView gives a transaction its read view at its first consistent read; READ-UNCOMMITTED reads without one.
func (e *Engine) openView(c *client) {
	if !c.trx.readOnly && e.settings.TransactionIsolation != "READ-UNCOMMITTED" {
		c.trx.readOnly = true
		c.trx.view = e.purge.committed
	}
}

// closeView ends a statement: READ-COMMITTED gives its view up then, and purge may work on what it saw
// (ha_innobase::external_lock).
func (e *Engine) closeView(c *client) {
	if !e.repeatable() {
		c.trx.readOnly = false
	}
}

// planFind is how every change begins: room in the log, the row found and locked.
func (e *Engine) planFind(t *task, op *workload.Op) {
	e.planDelay(t)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepRead, table: op.Table, key: op.Key, rows: 1})
	t.add(step{kind: stepLock, table: op.Table, key: op.Key})
}

// planDelay is how every change of a row begins while purge lags too far behind.
func (e *Engine) planDelay(t *task) {
	if e.purge.delay > 0 {
		t.add(step{kind: stepDelay})
	}
}

func (e *Engine) hasK(table uint16) bool { return e.schema.Tables[table].HasK }

// planUpdateIndex is k = k+1: the old entry of the index is delete-marked, a new one added next to it.
func (e *Engine) planUpdateIndex(c *client, t *task, op *workload.Op) {
	e.planFind(t, op)
	t.add(step{kind: stepUndo, bytes: undoUpdateK})
	t.add(step{kind: stepWriteClust, table: op.Table, key: op.Key, bytes: redoUpdateK})
	if !e.hasK(op.Table) {
		return
	}
	k := e.schema.KOf(op.Table, op.Key)
	e.schema.SetK(op.Table, op.Key, k+1)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepMarkSec, table: op.Table, key: op.Key, k: k, bytes: redoSecMark})
	t.add(step{kind: stepInsertSec, table: op.Table, key: op.Key, k: k + 1, bytes: redoSecInsert})
	c.trx.rows = append(c.trx.rows, purgeRow{kind: purgeSecEntry, table: op.Table, id: op.Key, k: uint32(k)})
}

// planDelete delete-marks the row and its entry of the index.
func (e *Engine) planDelete(c *client, t *task, op *workload.Op) {
	e.planFind(t, op)
	if e.deleted.gone(op.Table, op.Key) {
		return // no such row: nothing to change
	}
	t.add(step{kind: stepUndo, bytes: undoDelete})
	t.add(step{kind: stepWriteClust, table: op.Table, key: op.Key, bytes: redoDelete})
	if e.deleted.remove(op.Table, op.Key) {
		c.trx.rows = append(c.trx.rows, purgeRow{kind: purgeRowGone, table: op.Table, id: op.Key})
	}
	if !e.hasK(op.Table) {
		return
	}
	k := e.schema.KOf(op.Table, op.Key)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepMarkSec, table: op.Table, key: op.Key, k: k, bytes: redoSecMark})
	c.trx.rows = append(c.trx.rows, purgeRow{kind: purgeSecEntry, table: op.Table, id: op.Key, k: uint32(k)})
}

// planInsert adds a row with a given key: over the delete-marked one that sysbench's transaction has left
// there.
func (e *Engine) planInsert(c *client, t *task, op *workload.Op) {
	e.planFind(t, op)
	t.add(step{kind: stepUndo, bytes: undoInsertModify})
	t.add(step{kind: stepWriteClust, table: op.Table, key: op.Key, bytes: redoInsertModify})
	e.schema.SetK(op.Table, op.Key, op.K)
	if e.hasK(op.Table) {
		t.add(step{kind: stepFreeCheck})
		kind, bytes := stepInsertSec, uint32(redoSecInsert)
		if e.unmark(c, op) {
			kind, bytes = stepMarkSec, redoSecMark
		}
		t.add(step{kind: kind, table: op.Table, key: op.Key, k: op.K, bytes: bytes})
	}
}

// planAppend adds rows at the end of the table.
func (e *Engine) planAppend(t *task, op *workload.Op, bytes uint32) {
	rows := max(op.Rows, 1)
	e.planDelay(t)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepUndo, rows: 1, bytes: undoInsert})
	t.add(step{kind: stepAppend, table: op.Table, rows: rows, bytes: bytes})
	e.stats.rowsInserted += uint64(rows)
	if e.hasK(op.Table) && op.Kind == workload.InsertAuto {
		id := e.schema.Tables[op.Table].Clust.Rows() + 1
		e.schema.SetK(op.Table, id, op.K)
		t.add(step{kind: stepFreeCheck})
		t.add(step{kind: stepInsertSec, table: op.Table, key: id, k: op.K, bytes: redoSecInsert})
	}
}
