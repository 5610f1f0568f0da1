package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Waits of the server itself.
const (
	// WaitRowLock is time behind another transaction's row lock.
	WaitRowLock sim.Wait = sim.WaitsEngine + iota
	// WaitPurge is time of a purge thread without work.
	WaitPurge
	// WaitAdmission is time before a transaction may start: an open-loop client that is busy, or a thread pool.
	WaitAdmission
	// WaitBinlogOrder is time in a queue of binlog group commit.
	WaitBinlogOrder
	// WaitBinlogSync is time of the binlog's write and sync.
	WaitBinlogSync
	// WaitCommitOrder is time until the earlier commits of the group are done.
	WaitCommitOrder
	// WaitSemisync is time until a standby has acknowledged the commit.
	WaitSemisync
	// WaitIndexLatch is time behind a split or merge that holds the parent of the leaf.
	WaitIndexLatch
	// WaitRseg is time for the latch of a rollback segment.
	WaitRseg
	// WaitPurgeLagDelay is innodb_max_purge_lag's delay of a row operation.
	WaitPurgeLagDelay
	// WaitExtensionRead is time of a page read from the second-level cache.
	WaitExtensionRead
	// WaitGate is time before innodb_thread_concurrency lets a statement in.
	WaitGate
)

var simNames = [...]string{
	sim.NoWait: "other", sim.WaitCPU: "cpu", sim.WaitRunQueue: "run_queue", sim.WaitWakeup: "wakeup",
	sim.WaitNetwork: "network", sim.WaitThink: "think",
}

var engineNames = [...]string{
	"row_lock", "purge_idle", "admission", "binlog_order", "binlog_sync", "commit_order", "semisync", "index_latch", "rseg_latch",
	"purge_lag_delay", "extension_read", "innodb_queue",
}

// WaitName returns the name of a wait class, as reports print it.
func WaitName(w sim.Wait) string {
	switch {
	case w < sim.WaitsRedo:
		if int(w) < len(simNames) {
			return simNames[w]
		}
		return "other"
	case w < sim.WaitsBufferPool:
		return redo.WaitName(w)
	case w < sim.WaitsDoublewrite:
		return bufferpool.WaitName(w)
	case w < sim.WaitsFlush:
		return doublewrite.WaitName(w)
	case w < sim.WaitsEngine:
		return flush.WaitName(w)
	}
	if i := int(w - sim.WaitsEngine); i < len(engineNames) {
		return engineNames[i]
	}
	return "other"
}
