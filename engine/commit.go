package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// planCommit is the page work of a commit, also of the one that a BEGIN makes of a transaction that is open: nothing for a
// transaction that has written nothing; with the binlog the prepare, otherwise the commit's own mini-transaction
// (trx_commit_low).
func (e *Engine) planCommit(c *client, t *task) {
	switch {
	case !c.trx.started:
	case e.cfg.Settings.LogBin:
		t.add(step{kind: stepPrepare, bytes: redoXA})
	default:
		t.add(e.historyStep(&c.trx))
	}
}

func (e *Engine) historyStep(x *trx) step {
	if x.update.page == 0 {
		return step{kind: stepHistory, bytes: redoTrxInsert}
	}
	return step{kind: stepHistory, bytes: redoTrxUpdate}
}

// commit is the end of a COMMIT's page work: row locks go before durability, so their hold time has no fsync
// in it; with the binlog, the transaction joins the group commit first and keeps its locks until the commit
// stage.
func (e *Engine) commit(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	if !c.trx.started {
		e.releaseLocks(k, th)
		e.commitDone(k, th)
		return
	}
	done := sim.Wake{To: e.id, Kind: evCommitted, Ref: th}
	if c.trx.promised == 0 {
		c.trx.promised = c.trx.lsn
	}
	if e.cfg.Settings.LogBin && !c.trx.logged {
		if e.prepareWaits(k, &c.trx, done) {
			return
		}
		c.trx.logged = true
		e.binlog.Commit(k, e.binlogBytes(c), c.trx.lsn, done)
		return
	}
	e.noteVersions(th)
	e.releaseLocks(k, th)
	if e.cfg.Settings.LogBin {
		if !e.settleWaits(k, &c.trx, done) {
			e.commitDone(k, th)
		}
		return
	}
	if e.log.CommitWait(k, c.trx.lsn, done) == sim.NoWait {
		e.commitDone(k, th)
		return
	}
	if e.syncsReported() {
		e.reportWait(k, th)
	}
}

// commitDone answers the commit. A transaction that comes out of the binlog's commit stage first does its
// engine commit.
func (e *Engine) commitDone(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	x := &c.trx
	if x.prepared && !x.logged {
		e.commit(k, th)
		return
	}
	if x.started && e.cfg.Settings.LogBin && !x.finished {
		x.finished = true
		t := &e.tasks[th]
		t.reset()
		t.add(e.historyStep(x))
		e.proceed(k, th)
		return
	}
	if x.started && e.binlog == nil && e.cfg.Host.SemisyncRTT > 0 && !x.acknowledged {
		x.acknowledged = true
		e.waits.Switch(th, k.Now(), WaitSemisync)
		k.After(e.cfg.Host.SemisyncRTT, sim.Wake{To: e.id, Kind: evCommitted, Ref: th})
		return
	}
	if x.started {
		e.stats.commits++
		e.acked.acknowledge(x.promised, e.log.Flushed())
		e.load.activity++
	}
	e.beginTrx(x) // without BEGIN, each statement is a transaction of its own
	c.open = 0
	e.reply(k, th)
}

// prepareWaits is the end of a prepare in MariaDB: the thread itself waits for its redo, before it joins the
// group commit of the binary log; the log's leader takes everybody along who prepares at the same time. The
// engine commit that follows is not synced: crash recovery finds it in the binary log (trx_prepare,
// innobase_commit_ordered).
func (e *Engine) prepareWaits(k *sim.Kernel, x *trx, done sim.Wake) bool {
	if e.cfg.Profile.Binlog != profile.BinlogPrepared || x.prepared {
		return false
	}
	x.prepared = true
	x.logged = e.log.CommitWait(k, x.lsn, done) == sim.NoWait
	return !x.logged
}

// settleWaits is innodb_flush_log_at_trx_commit = 3: the engine commit is synced too.
func (e *Engine) settleWaits(k *sim.Kernel, x *trx, done sim.Wake) bool {
	if e.settings.FlushLogAtTrxCommit != 3 || x.settled {
		return false
	}
	x.settled = true
	return e.log.CommitWait(k, x.lsn, done) != sim.NoWait
}

// prepare writes the undo log's PREPARED state and XID.
func (e *Engine) prepare(k *sim.Kernel, th uint32, t *task, s *step) bool {
	x := &e.clients[th].trx
	page := x.update.page
	if page == 0 {
		page = x.insert.page
	}
	if t.phase == getPage {
		f, ok := e.fetch(k, th, t, page, bufferpool.Write)
		if !ok {
			return false
		}
		t.frames[0], t.phase = f, logChange
	}
	if !e.logPages(k, th, t, 1, s.bytes) {
		return false
	}
	x.lsn = t.span.End
	return true
}

// rollback gives up a deadlock victim: sysbench counts an ignored error and starts the same transaction
// again. What it had changed is undone by as many changes again, which the model leaves out: victims are
// rare.
func (e *Engine) rollback(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	e.releaseLocks(k, th)
	if c.trx.started {
		e.abandon(&c.trx)
	}
	c.trx.readOnly = false
	e.stats.ignored++
	e.leave(k, th)
	e.begin(k, th)
}

// abandon gives back the undo segments of a rolled-back transaction.
func (e *Engine) abandon(x *trx) {
	r := &e.undo.rsegs[x.rseg]
	if x.insert.page != 0 {
		r.insert = append(r.insert, undoSeg{page: x.insert.page})
	}
	if x.update.page != 0 {
		r.update = append(r.update, undoSeg{page: x.update.page})
	}
	for i := range x.nFull {
		e.freeUndo(r.space, x.full[i])
	}
	e.freeInserts(x)
}

// Bytes of a row-based binlog event group.
const (
	binlogTrx    = 300 // GTID, BEGIN, table map, XID events
	binlogRow    = 210 // one full row image of sbtest
	binlogInsert = 250
)

// Bytes of the parts of a row event with binlog_row_image = MINIMAL; each has the header of its event.
const (
	binlogKey      = 30  // primary key only: what is before a change
	binlogChangedC = 150 // the new c
	binlogChangedK = 30  // the new k
)

// binlogRow is the size of the events of one changed row. sbtest has no BLOB, so that NOBLOB is FULL.
func (e *Engine) binlogRow(kind workload.Kind) uint32 {
	if e.settings.BinlogRowImage != "MINIMAL" {
		return 2 * binlogRow
	}
	switch kind {
	case workload.UpdateIndex:
		return binlogKey + binlogChangedK
	case workload.UpdateNonIndex:
		return binlogKey + binlogChangedC
	case workload.Delete:
		return binlogKey
	}
	return binlogRow
}

// binlogBytes is the size of the transaction's binlog cache.
func (e *Engine) binlogBytes(c *client) uint32 {
	n := uint32(binlogTrx)
	for i := max(c.at, c.open) - 1; i >= 0 && c.ops[i].Kind != workload.AutoCommit; i-- {
		if op := &c.ops[i]; op.Kind.Class() == workload.ClassWrite {
			n += e.binlogOf(op)
		}
	}
	return n
}
