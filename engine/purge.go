package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// purgeRow is one delete-marked index entry, or the end of a transaction's undo log. 24 bytes.
type purgeRow struct {
	id    uint64
	k     uint32
	page  uint32 // undo page that holds the record
	table uint16
	kind  purgeKind
	space uint8
}

type purgeKind uint8

const (
	purgeSecEntry purgeKind = iota // an entry of the index on k
	purgeRowGone                   // a deleted row that was not inserted again
	purgeTrxEnd                    // end of an undo log: page is to be freed when id is not 0
	purgeTruncate                  // take k logs off the history list of rollback segment id
)

// purge is the history list and the threads that work it off: a coordinator, which works too, and helpers.
// Source: trx0purge.cc (trx_purge, trx_purge_attach_undo_recs), srv0srv.cc (srv_do_purge,
// srv_purge_coordinator_thread).
type purge struct {
	ring       []purgeRow // circular; length is a power of two
	head, tail uint64     // rows taken by purge, rows committed
	committed  uint64     // transactions that entered the history
	purged     uint64     // transactions whose rows are purged
	truncated  uint64     // transactions freed from the history list
	saw        sawtooth   // history list length: committed - truncated

	workers  []purgeWorker
	running  int // workers still busy with the batch
	inUse    int // threads that the last batch used
	batches  uint64
	idle     purgeIdle
	gen      uint64 // of the suspension timer
	seen     uint64 // history length when the coordinator went to sleep
	lastLen  uint64 // history length at the last batch
	batchEnd uint64 // transactions purged when the batch is done
	found    bool   // the present call of srv_do_purge has purged something

	delay      sim.Duration // innodb_max_purge_lag: of every change of a row
	truncating bool         // the coordinator takes purged logs off the history lists

	Batches, Rows, UndoPages uint64
}

type purgeWorker struct {
	thread uint32
	rows   []purgeRow
	at     int
}

type purgeIdle uint8

const (
	purgeBusy    purgeIdle = iota
	purgeNapping           // suspended with a 10 ms time-out
	purgeAsleep            // suspended until somebody wakes it
)

// Constants of the coordinator (srv0srv.cc).
const (
	purgeNap        = 10 * sim.Millisecond // SRV_PURGE_MAX_TIMEOUT
	purgeSleepBelow = 5000                 // history length below which it stays asleep when nothing changed
)

func (p *purge) init(threads []uint32) {
	p.ring = make([]purgeRow, 1<<12)
	p.workers = make([]purgeWorker, len(threads))
	for i, th := range threads {
		p.workers[i].thread = th
	}
	p.inUse = 1
	p.idle = purgeAsleep
}

// startHistory is the history list of a server that has just started: transactions of its own, purged but not yet taken
// off the list. Measured: 4 in all runs of the laboratory that only read.
const startHistory = 4

func (p *purge) justStarted() {
	p.committed, p.purged, p.saw.length = startHistory, startHistory, startHistory
}

// push puts a committed transaction into the history list.
func (p *purge) push(e *Engine, x *trx, r *rseg) {
	for _, row := range x.rows {
		p.add(row)
	}
	end := purgeRow{kind: purgeTrxEnd, page: uint32(x.update.page), space: r.space}
	if x.update.used >= undoReuse {
		end.id = 1
	}
	for i := range x.nFull {
		p.add(purgeRow{kind: purgeTrxEnd, page: uint32(x.full[i]), space: r.space, id: 2})
	}
	p.add(end)
	p.committed++
	p.saw.set(e.k.Now(), p.saw.length+1)
	r.logs++
}

func (p *purge) add(r purgeRow) {
	if p.tail-p.head == uint64(len(p.ring)) {
		next := make([]purgeRow, 2*len(p.ring))
		for i := p.head; i < p.tail; i++ {
			next[i&uint64(len(next)-1)] = p.ring[i&uint64(len(p.ring)-1)]
		}
		p.ring = next
	}
	p.ring[p.tail&uint64(len(p.ring)-1)] = r
	p.tail++
}

// wakePurge is what a commit does: it wakes a sleeping coordinator. By the source it would only from a history of
// innodb_purge_threads × innodb_purge_batch_size on, and else the master thread once a second; but then a server with
// 12 transactions a second would need 40 s for the 128 batches between two truncations, and 500 transactions of history.
// Servers of MySQL 9.7 that were measured at this rate had 5, 24 and 45.
func (e *Engine) wakePurge(k *sim.Kernel) {
	p := &e.purge
	if p.idle == purgeAsleep {
		e.startPurge(k)
	}
}

// startPurge wakes the suspended coordinator.
func (e *Engine) startPurge(k *sim.Kernel) {
	p := &e.purge
	p.idle = purgeBusy
	p.gen++
	e.cpu.Wake(k, serverCPU, e.handoff, e.costs.purgeBatch, sim.Wake{To: e.id, Kind: evPurgeBatch, Ref: p.workers[0].thread})
}

// purgeBatch clones the oldest read view, takes up to innodb_purge_batch_size undo pages of work and gives it
// to the threads by table.
func (e *Engine) purgeBatch(k *sim.Kernel) {
	p := &e.purge
	limit := e.oldestView()
	e.setLagDelay()
	for i := range p.workers {
		p.workers[i].rows, p.workers[i].at = p.workers[i].rows[:0], 0
	}
	e.adaptPurgeThreads()
	pages := 0
	done := p.purged
	for p.head < p.tail && done < limit && pages < e.cfg.Settings.PurgeBatchSize {
		row := p.ring[p.head&uint64(len(p.ring)-1)]
		p.head++
		w := &p.workers[int(row.table)%p.inUse]
		if row.kind == purgeTrxEnd {
			pages++
			if row.id != 2 {
				done++
			}
			w = &p.workers[0]
		}
		w.rows = append(w.rows, row)
	}
	if pages == 0 {
		e.nothingToPurge(k)
		return
	}
	p.found = true
	p.batchEnd = done
	p.Batches++
	p.UndoPages += uint64(pages)
	p.running = p.inUse
	for i := range p.inUse {
		e.nextPurgeRow(k, i)
	}
}

// nothingToPurge is a call of trx_purge without a result, which counts as a batch too. It ends srv_do_purge; the
// coordinator calls that again before it suspends, if the last one has purged anything.
func (e *Engine) nothingToPurge(k *sim.Kernel) {
	again := e.purge.found
	e.purge.found = false
	switch {
	case e.countBatch(k):
	case again:
		e.nextBatch(k)
	default:
		e.suspendPurge(k)
	}
}

// adaptPurgeThreads uses one thread more while the history grows, one less while it does not (srv_do_purge).
func (e *Engine) adaptPurgeThreads() {
	p := &e.purge
	most := min(len(p.workers), max(1, e.settings.PurgeThreads))
	p.inUse = min(p.inUse, most)
	switch {
	case p.saw.length > p.lastLen:
		p.inUse = min(p.inUse+1, most)
	case p.inUse > 1:
		p.inUse--
	}
	p.lastLen = p.saw.length
}

// oldestView is the number of transactions that purge may work on: those that every open read view sees.
func (e *Engine) oldestView() uint64 {
	limit := e.purge.committed
	for i := range e.clients {
		if x := &e.clients[i].trx; x.readOnly {
			limit = min(limit, x.view)
		}
	}
	return limit
}

// purgeSlice is how much CPU time a purge thread works off in one burst while nothing makes it wait: about a
// client's statement. With a run queue in order of arrival, equal bursts are equal shares, as a fair
// scheduler gives them.
const purgeSlice = 130 * sim.Microsecond

// nextPurgeRow goes on with worker i's part of the batch; at its end the worker is finished. Rows whose pages
// are all in memory are worked off together and burn their CPU time afterwards.
func (e *Engine) nextPurgeRow(k *sim.Kernel, i int) {
	w := &e.purge.workers[i]
	t := &e.tasks[w.thread]
	for w.at < len(w.rows) && t.cpu < purgeSlice {
		row := &w.rows[w.at]
		w.at++
		t.reset()
		e.purgeSteps(t, row)
		t.cpu += e.costs.purgeRow
		if !e.advance(k, w.thread) {
			return
		}
		e.spent(t)
	}
	if t.cpu > 0 {
		d := t.cpu
		t.cpu = 0
		e.cpu.Queue(k, serverCPU, d, sim.Wake{To: e.id, Kind: evPurgeRun, Ref: w.thread})
		return
	}
	e.workerDone(k, w)
}

// workerDone ends the batch when it was the last worker.
func (e *Engine) workerDone(k *sim.Kernel, w *purgeWorker) {
	if e.purge.running--; e.purge.running == 0 {
		if e.purge.truncating {
			e.truncated(k)
			return
		}
		e.purgeBatchDone(k)
		return
	}
	e.waits.Switch(w.thread, k.Now(), WaitPurge)
}

// purgeSteps is the work on one history entry.
func (e *Engine) purgeSteps(t *task, row *purgeRow) {
	switch row.kind {
	case purgeSecEntry:
		t.add(step{kind: stepFreeCheck})
		t.add(step{kind: stepRead, table: row.table, key: row.id, rows: 1})
		t.add(step{kind: stepPurgeSec, table: row.table, key: row.id, k: uint64(row.k), bytes: redoPurgeSec})
		e.purge.Rows++
	case purgeRowGone:
		t.add(step{kind: stepFreeCheck})
		t.add(step{kind: stepPurgeClust, table: row.table, key: row.id, bytes: redoPurgeClust})
		e.purge.Rows++
	case purgeTrxEnd:
		t.add(step{kind: stepPurgeUndo, key: uint64(row.page), rows: uint32(row.id), table: uint16(row.space)})
	case purgeTruncate:
		t.add(step{kind: stepTruncate, key: row.id, bytes: redoPurgeTrx * row.k})
	}
}

// worker is the number of the purge worker that runs as a thread.
func (e *Engine) worker(th uint32) int { return int(th - e.purge.workers[0].thread) }

// purgeClust removes the delete-marked row from its leaf.
func (e *Engine) purgeClust(k *sim.Kernel, th uint32, t *task, s *step) bool {
	return e.writeClust(k, th, t, s)
}

// purgeUndo reads the undo log's page, and frees it when the log was the last on it.
func (e *Engine) purgeUndo(k *sim.Kernel, th uint32, t *task, s *step) bool {
	if !e.visit(k, th, t, bufferpool.PageNo(s.key)) {
		return false
	}
	if s.rows != 0 {
		e.freeUndo(uint8(s.table), bufferpool.PageNo(s.key))
	}
	return true
}

// purgeBatchDone goes on at once.
func (e *Engine) purgeBatchDone(k *sim.Kernel) {
	p := &e.purge
	p.purged = p.batchEnd
	if !e.countBatch(k) {
		e.nextBatch(k)
	}
}

func (e *Engine) nextBatch(k *sim.Kernel) {
	w := sim.Wake{To: e.id, Kind: evPurgeBatch, Ref: e.purge.workers[0].thread}
	e.cpu.Queue(k, serverCPU, e.costs.purgeBatch, w)
}

// countBatch counts a batch. Every innodb_purge_rseg_truncate_frequency batches the coordinator frees
// history, and countBatch says true: it goes on when that is done.
func (e *Engine) countBatch(k *sim.Kernel) bool {
	p := &e.purge
	p.batches++
	if p.batches%uint64(max(1, e.cfg.Settings.PurgeRsegTruncateFreq)) != 0 {
		return false
	}
	w := &p.workers[0]
	w.rows, w.at = w.rows[:0], 0
	for i := range e.undo.rsegs {
		if r := &e.undo.rsegs[i]; r.logs > 0 {
			w.rows = append(w.rows, purgeRow{kind: purgeTruncate, id: uint64(i), k: r.logs})
			r.logs = 0
		}
	}
	if len(w.rows) == 0 {
		return false
	}
	p.truncating, p.running = true, 1
	e.nextPurgeRow(k, 0)
	return true
}

// truncated ends the freeing of history: what is purged is off the list.
func (e *Engine) truncated(k *sim.Kernel) {
	p := &e.purge
	p.truncating = false
	p.truncated = p.purged
	p.saw.cut(k.Now(), p.committed-p.truncated)
	e.nextBatch(k)
}

// Phases of truncating a rollback segment's history.
const (
	truncateLatch uint8 = iota
	truncateHeader
	truncateUndo
	truncateLog
	truncateLogged
)

// truncate takes purged undo logs off the history list of a rollback segment: under its latch, its header and
// the page of the oldest log that stays change (trx_purge_truncate_rseg_history).
func (e *Engine) truncate(k *sim.Kernel, th uint32, t *task, s *step) bool {
	i := int(s.key)
	r := &e.undo.rsegs[i]
	for {
		switch t.phase {
		case truncateLatch:
			if !e.latchRseg(k, th, i) {
				return false
			}
		case truncateHeader:
			if !e.take(k, th, t, 0, r.header) {
				return false
			}
		case truncateUndo:
			var pg bufferpool.PageNo
			if n := len(r.update); n > 0 {
				pg = r.update[n-1].page
			}
			if !e.take(k, th, t, 1, pg) {
				return false
			}
		default:
			parked := t.phase == truncateLogged
			t.phase = truncateLogged
			if !parked && !e.reserve(k, th, t, s.bytes) {
				return false
			}
			e.modifiedAll(k, th, t, parked)
			e.unlatchRseg(k, th, i)
			return true
		}
		t.phase++
	}
}

// suspendPurge puts the coordinator to sleep: 10 ms, and then for good if the history has not changed
// (srv_purge_coordinator_suspend).
func (e *Engine) suspendPurge(k *sim.Kernel) {
	p := &e.purge
	p.idle = purgeNapping
	p.seen = p.committed
	p.gen++
	e.waits.Switch(p.workers[0].thread, k.Now(), WaitPurge)
	k.After(purgeNap, sim.Wake{To: e.id, Kind: evPurgeNap, Arg: p.gen})
}

// purgeNapOver decides at the end of a nap.
func (e *Engine) purgeNapOver(k *sim.Kernel, gen uint64) {
	p := &e.purge
	if p.idle != purgeNapping || p.gen != gen {
		return
	}
	if p.committed == p.seen && p.saw.length < purgeSleepBelow {
		p.idle = purgeAsleep
		return
	}
	e.startPurge(k)
}
