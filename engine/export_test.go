package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/binlog"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// The parts of an engine, for tests.
func (e *Engine) Kernel() *sim.Kernel         { return e.k }
func (e *Engine) Log() *redo.Log              { return e.log }
func (e *Engine) Pool() *bufferpool.Pool      { return e.pool }
func (e *Engine) Fil() *fil.System            { return e.fil }
func (e *Engine) Files() *device.Files        { return e.files }
func (e *Engine) CPU() *queue.CPU             { return e.cpu }
func (e *Engine) Waits() *stat.WaitClock      { return e.waits }
func (e *Engine) Cleaner() *flush.Cleaner     { return e.cleaner }
func (e *Engine) Schema() *btree.Schema       { return e.schema }
func (e *Engine) Device(i int) *device.Device { return e.devices[i].dev }
func (e *Engine) Dblwr() doublewrite.Metrics  { return e.dblwr.Metrics() }
func (e *Engine) Binlog() binlog.Metrics      { return e.binlog.Metrics() }
func (e *Engine) History() uint64             { return e.purge.saw.length }
func (e *Engine) PurgedRows() uint64          { return e.purge.Rows }
func (e *Engine) PurgeBatches() uint64        { return e.purge.Batches }
func (e *Engine) UndoPages() int              { return e.undo.Pages }
func (e *Engine) Commits() uint64             { return e.stats.commits }
func (e *Engine) Transactions() uint64        { return e.stats.trx }
func (e *Engine) Statements() uint64          { return e.stats.reads + e.stats.writes + e.stats.other }
func (e *Engine) RowsInserted() uint64        { return e.stats.rowsInserted }
func (e *Engine) RowsChanged() uint64 {
	return e.stats.rowsInserted + e.stats.rowsUpdated + e.stats.rowsDeleted
}
func (e *Engine) LockWaits() uint64            { return e.locks.Waits }
func (e *Engine) Deadlocks() uint64            { return e.locks.Dead }
func (e *Engine) Versions() uint64             { return e.changed.Stale }
func (e *Engine) Inside() int                  { return e.laws.inside }
func (e *Engine) Presence() sim.Duration       { l := e.laws; l.pass(e.k.Now()); return l.area }
func (e *Engine) BytesOnDevices() uint64       { return e.bytesOnDevices() }
func (e *Engine) BytesAsked() uint64           { return e.bytesAsked() }
func (e *Engine) BreakLocks()                  { e.locks.Current++ }
func (e *Engine) BreakPresence()               { e.laws.inside++ }
func (e *Engine) BreakWaits(th uint32)         { e.waits.Reset(th, e.k.Now()) }
func (e *Engine) GuardPage(f uint32)           { guardedPages{e}.Page(bufferpool.FrameID(f)) }
func (e *Engine) SetThreadsNow(n string) error { return e.setThreads(e.k, n) }

// Extension is the second-level cache.
func (e *Engine) Extension() *extension.Cache { return e.second }

// IsSample tells the sampler's own events from those of the model.
func (e *Engine) IsSample(ev sim.Event) bool { return ev.To == e.id && ev.Kind == evSample }

// HoldView gives an idle client an open read view, as a long-running report has.
func (e *Engine) HoldView(client int) {
	x := &e.clients[client].trx
	x.readOnly, x.view = true, e.purge.committed
}

// DropView ends it.
func (e *Engine) DropView(client int) { e.clients[client].trx.readOnly = false }

// ChangeBuffer counts changes that were buffered, those merged, and those that still wait.
func (e *Engine) ChangeBuffer() (buffered, merged, left uint64) {
	b := &e.ibuf
	for _, n := range b.pending {
		left += uint64(n)
	}
	return b.Buffered, b.Merged, left
}

// PoolThreads counts the workers of the thread pool that run, and those in a reported wait.
func (e *Engine) PoolThreads() (active, waiting int) {
	for i := range e.workers.groups {
		active += e.workers.groups[i].active
	}
	return active, e.workers.threads - active
}

// Gate is how many threads are inside, how many sleep before it, and how long the next sleep is.
func (e *Engine) Gate() (active, waiting int, delay sim.Duration) {
	return e.gate.active, e.gate.waiting, e.gate.delay
}

// LatchSpin is how long a thread tries for a latch.
func (e *Engine) LatchSpin() sim.Duration { return e.costs.latchSpin }

// LoadProgress is how many pages of the dump have been looked at, of how many, and how many were read.
func (e *Engine) LoadProgress() (next, all int, read uint64) {
	return e.poolLoad.next, len(e.poolLoad.pages), e.poolLoad.mine
}

// Down tells whether the server is out of service.
func (e *Engine) Down() bool { return e.down.now }

// LongestLockWait is how long the thread has waited that has waited longest for a row.
func (e *Engine) LongestLockWait() sim.Duration { return e.longestWait(e.k) }
