package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// pageReads tells the thread pool of threads that read a page.
type pageReads struct{ e *Engine }

// batchWaits tells the thread pool of threads that wait for the end of a flush batch.
type batchWaits struct{ e *Engine }

// WaitBegins implements bufferpool.Reporter.
func (r batchWaits) WaitBegins(k *sim.Kernel, thread uint32) { r.e.reportWait(k, thread) }

// WaitEnds implements bufferpool.Reporter.
func (r batchWaits) WaitEnds(thread uint32) { r.e.reportEnd(thread) }

// ReadPage implements bufferpool.Reader.
func (r pageReads) ReadPage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	r.e.reportWait(k, done.Ref)
	r.e.fil.ReadPage(k, pg, done)
}

// Prefetch implements bufferpool.Reader.
func (r pageReads) Prefetch(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	r.e.fil.Prefetch(k, pg, done)
}

// syncsReported tells whether a commit that waits for the redo log's sync is in a reported wait: log_wait_for_flush since
// MySQL 8.0.30 (THD_WAIT_GROUP_COMMIT, log0write.cc), group_commit_lock::acquire of MariaDB (log0sync.cc).
func (e *Engine) syncsReported() bool {
	redo := e.cfg.Profile.Redo
	return e.settings.FlushLogAtTrxCommit == 1 && (redo == profile.LogThreads || redo == profile.GroupCommitLock)
}
