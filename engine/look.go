package engine

import (
	"fmt"

	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// Glimpse is what a client is doing at one moment; for explanations.
type Glimpse struct {
	Transaction uint64 // transactions that the client has begun
	Inside      bool   // its transaction has begun and is not answered
	Statement   int    // position in the transaction
	Text        string // of the statement
	Step        string // part of the statement's work on pages
	Wait        string // class of what it waits for
}

// Look says what a client is doing now.
func (e *Engine) Look(client int) Glimpse {
	c := &e.clients[client]
	g := Glimpse{Transaction: c.n, Inside: c.inside, Statement: c.at, Wait: WaitName(e.waits.Current(uint32(client)))}
	if c.at < len(c.ops) {
		g.Text = statementText(&c.ops[c.at])
	}
	if t := &e.tasks[client]; t.at < t.n && (t.at > 0 || t.phase > 0) { // before the first step it is the statement's own time
		g.Step = stepNames[t.steps[t.at].kind]
	}
	return g
}

// Clients is the number of clients that the run can have.
func (e *Engine) Clients() int { return len(e.clients) }

// Measuring reports whether the measured window is open.
func (e *Engine) Measuring() bool { return e.run.window }

// Over reports whether the run has ended.
func (e *Engine) Over() bool { return e.run.over }

// Begun is the number of transactions that have begun in the phase that runs.
func (e *Engine) Begun() uint64 { return e.run.begun }

// IsClient reports whether an event is about a client, and which.
func (e *Engine) IsClient(ev sim.Event) (client int, ok bool) {
	return int(ev.Ref), ev.To == e.id && int(ev.Ref) < len(e.clients)
}

// stepNames are the steps in words, by kind.
var stepNames = [...]string{
	stepFreeCheck: "log_free_check", stepRead: "find the row", stepReadSec: "find by k", stepLock: "lock the row",
	stepUndo: "undo record", stepWriteClust: "change the row", stepAppend: "append the row",
	stepMarkSec: "delete-mark the entry of k", stepInsertSec: "add an entry of k", stepPurgeSec: "purge an entry of k",
	stepPurgeClust: "purge the row", stepMergeSec: "merge buffered changes", stepDelay: "purge-lag delay",
	stepHistory: "undo state and history",
	stepPrepare: "prepare", stepPurgeUndo: "purge undo", stepTruncate: "truncate the history",
}

// statementNames are the statements of sysbench's scripts, by kind; %d is the table.
var statementNames = [workload.NumKinds]string{
	workload.Begin: "BEGIN", workload.Commit: "COMMIT", workload.AutoCommit: "COMMIT (autocommit)",
	workload.PointSelect: "SELECT c FROM sbtest%d WHERE id=%d", workload.SimpleRange: "SELECT c FROM sbtest%d WHERE id BETWEEN %d AND …",
	workload.SumRange:      "SELECT SUM(k) FROM sbtest%d WHERE id BETWEEN %d AND …",
	workload.OrderRange:    "SELECT c FROM sbtest%d WHERE id BETWEEN %d AND … ORDER BY c",
	workload.DistinctRange: "SELECT DISTINCT c FROM sbtest%d WHERE id BETWEEN %d AND … ORDER BY c",
	workload.SelectByK:     "SELECT … FROM sbtest%d WHERE k=…", workload.UpdateIndex: "UPDATE sbtest%d SET k=k+1 WHERE id=%d",
	workload.UpdateNonIndex: "UPDATE sbtest%d SET c=… WHERE id=%d", workload.Delete: "DELETE FROM sbtest%d WHERE id=%d",
	workload.Insert: "INSERT INTO sbtest%d (id, …) VALUES (%d, …)", workload.InsertAuto: "INSERT INTO sbtest%d …",
	workload.BulkInsert: "INSERT INTO sbtest%d VALUES (…), (…), …",
}

// statementText prints a statement as sysbench sends it, shortened.
func statementText(op *workload.Op) string {
	format := statementNames[op.Kind]
	switch op.Kind {
	case workload.Begin, workload.Commit, workload.AutoCommit:
		return format
	case workload.SelectByK, workload.InsertAuto, workload.BulkInsert:
		return fmt.Sprintf(format, op.Table+1)
	}
	if format == "" {
		return fmt.Sprintf("statement of kind %d", op.Kind)
	}
	return fmt.Sprintf(format, op.Table+1, op.Key)
}
