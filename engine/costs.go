package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// redoBytes are the payload bytes that a row operation writes to the redo log, without block headers and
// trailers. They follow from the record formats of mtr0log and trx0rec; the sums agree with a measured MySQL
// 9.7 within 3 %: 545 bytes of LSN for an autocommitted update of c, 350 for an insert, 1277 for
// oltp_write_only without splits, merges and purge, 1455 with purge.
const (
	redoTrxUpdate    = 180 // undo segment, header, state, history of a transaction with update undo
	redoTrxInsert    = 60  // the same with insert undo only: no history
	redoXA           = 250 // prepare and XID when the binlog is on
	redoUpdateC      = 170 // new c, index description
	undoUpdateC      = 150 // old c
	redoUpdateK      = 55
	undoUpdateK      = 60
	redoSecMark      = 25
	redoSecInsert    = 45
	redoDelete       = 50
	undoDelete       = 60
	redoInsert       = 215
	undoInsert       = 30
	redoInsertModify = 150 // insert over a delete-marked row: only fields that differ
	undoInsertModify = 140
	redoPurgeSec     = 70
	redoPurgeTrx     = 28
	redoPurgeClust   = 70
	redoSplit        = 150 // page headers, links, node pointer
	redoSplitRecord  = 4   // each moved entry: MLOG_LIST_END_COPY_CREATED logs what differs from the one before
	redoMerge        = 150
	redoMergeRecord  = 20 // each moved entry: an insert record of its own
	redoNewLeaf      = 200
	redoBulkRow      = 35
)

// cpuCosts is server CPU time per piece of work on the reference host (factor 1: the lab's virtual machine),
// fitted to the measured CPU time of the server process.
type cpuCosts struct {
	statement  [workload.NumKinds]sim.Duration // parse, plan, execute, reply; rows of a range apart
	rangeRow   sim.Duration
	byKRow     sim.Duration
	bulkRow    sim.Duration
	commit     sim.Duration // a commit that wrote something
	split      sim.Duration
	merge      sim.Duration
	purgeRow   sim.Duration
	purgeBatch sim.Duration
	client     sim.Duration // load generator, per statement
	clientRow  sim.Duration // load generator, per row received
	clientCold sim.Duration // load generator, after a long wait for the reply
	latchSpin  sim.Duration // tries for a latch before the thread sleeps
}

// clientColdGap is the wait for a reply that costs the load generator half of clientCold.
const clientColdGap = 3 * sim.Millisecond

// What a thread tries before it sleeps for a latch: innodb_sync_spin_loops rounds; half of innodb_spin_wait_delay times
// innodb_spin_wait_pause_multiplier pauses in each on average (sync0rw.cc, ut0ut.cc: the defaults 30, 6, 50); and the length
// of a PAUSE on AMD Zen 2, 64 cycles.
const (
	spinRounds = 30
	spinPauses = 6 * 50 / 2
	spinPause  = 20 * sim.Nanosecond
)

func referenceCosts() cpuCosts {
	us := func(f float64) sim.Duration { return sim.Duration(f * float64(sim.Microsecond)) }
	c := cpuCosts{
		rangeRow: us(0.45), byKRow: us(3), bulkRow: us(1.6),
		commit: us(22), split: us(220), merge: us(110),
		purgeRow: us(14), purgeBatch: us(15),
		client: us(19), clientRow: us(0.01), clientCold: us(60),
		latchSpin: spinRounds * spinPauses * spinPause,
	}
	c.statement = [workload.NumKinds]sim.Duration{
		workload.Begin: us(11), workload.Commit: us(11), workload.PointSelect: us(43),
		workload.SimpleRange: us(55), workload.SumRange: us(55), workload.OrderRange: us(85), workload.DistinctRange: us(95),
		workload.UpdateIndex: us(78), workload.UpdateNonIndex: us(66), workload.Delete: us(62),
		workload.Insert: us(70), workload.InsertAuto: us(75), workload.BulkInsert: us(60), workload.SelectByK: us(20),
		workload.PageRead: us(3), workload.PageWrite: us(32), workload.Statement: us(43),
	}
	return c
}

// scaled is the costs of a build whose code takes f of the CPU time; 0 is the same. The load generator's stay.
func (c cpuCosts) scaled(f float64) cpuCosts {
	if f == 0 {
		return c
	}
	own := []*sim.Duration{
		&c.rangeRow, &c.byKRow, &c.bulkRow, &c.commit, &c.split, &c.merge, &c.purgeRow, &c.purgeBatch,
	}
	for i := range c.statement {
		own = append(own, &c.statement[i])
	}
	for _, d := range own {
		*d = sim.Duration(float64(*d) * f)
	}
	return c
}
