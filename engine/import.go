package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
)

// Costs of an imported row beyond those of a statement. The redo of a row is its record and what says where it
// goes: 7 bytes for sbtest's, 9 for bulk_insert's.
const (
	redoImportRow  = 8                     // bytes beside the record; MLOG_REC_INSERT
	importByte     = 12 * sim.Nanosecond   // CPU of a byte of a row: lexer, conversion, copies; estimate
	importDumpByte = 1500 * sim.Nanosecond // CPU of the client for 1 KiB of the dump, read and sent; estimate
	binlogImport   = 10                    // bytes of a row event beside the columns
)

// planImport adds one piece of an INSERT of imported rows at the end of the table: an undo record for each row,
// then the rows.
func (e *Engine) planImport(t *task, op *workload.Op) {
	columns := int(op.K)
	e.planDelay(t)
	t.add(step{kind: stepFreeCheck})
	t.add(step{kind: stepUndoRows, rows: 1, bytes: undoInsert * op.Rows})
	bytes := uint32(btree.RecordBytes(columns) + redoImportRow)
	t.add(step{kind: stepImport, table: op.Table, rows: op.Rows, bytes: bytes})
	e.stats.rowsInserted += uint64(op.Rows)
}

// importCost is the server's CPU time of a piece of an INSERT: rows by number and bytes, and with the last
// piece the statement itself.
func (e *Engine) importCost(op *workload.Op) sim.Duration {
	d := sim.Duration(op.Rows) * (e.costs.bulkRow + sim.Duration(op.K)*importByte)
	if !op.More {
		d += e.costs.statement[workload.BulkInsert]
	}
	if e.cfg.Host.LocalClient {
		send := sim.Duration(uint64(op.Rows)*op.K) * importDumpByte / 1024
		e.bookClient(send)
		d += send
	}
	return d
}

// shapeDump gives the tables of an import rows of its size, and no index on k.
func (e *Engine) shapeDump() {
	if w := &e.cfg.Workload[0]; w.Script == workload.Import {
		e.schema.SetRowBytes(w.Dump.RowBytes)
	}
}

// freeInserts gives back the undo pages that a long insert has filled.
func (e *Engine) freeInserts(x *trx) {
	for _, pg := range x.inserts {
		e.freeUndo(e.undo.rsegs[x.rseg].space, pg)
	}
	x.inserts = x.inserts[:0]
}

// binlogOf is the size of a statement's rows in the binlog.
func (e *Engine) binlogOf(op *workload.Op) uint32 {
	if op.Kind == workload.ImportRows {
		return op.Rows * (uint32(op.K) + binlogImport)
	}
	return e.binlogRow(op.Kind) * max(op.Rows, 1)
}
