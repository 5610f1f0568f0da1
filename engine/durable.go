package engine

import (
	"fmt"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// durability says what a power cut at the end of the window can lose, and why.
func (e *Engine) durability(r *Result) {
	d := &r.Durability
	e.lostCommits(r, d)
	e.tornPages(d)
	d.RecoveryTime = e.recoveryEstimate()
	r.Results["lost_commits_max"] = d.LostCommitsMax
	r.Results["torn_pages"] = 0
	if d.TornPages {
		r.Results["torn_pages"] = 1
	}
	r.Results["recovery_time"] = d.RecoveryTime
}

func (e *Engine) lostCommits(r *Result, d *Durability) {
	s := &e.settings
	why := func(format string, a ...any) { d.Why = append(d.Why, fmt.Sprintf(format, a...)) }
	switch s.FlushLogAtTrxCommit {
	case 1, 3:
		why("No acknowledged commit is lost: innodb_flush_log_at_trx_commit = %d waits for the redo log's fsync.",
			s.FlushLogAtTrxCommit)
	default:
		d.LostWindow = max(s.FlushLogAtTimeout, sim.Millisecond)
		d.LostCommitsMax = r.Results["tps"] * d.LostWindow.Seconds()
		what := "are written at commit and synced"
		if s.FlushLogAtTrxCommit == 0 {
			what = "are written and synced"
		}
		why("Commits of up to %v can be lost: with innodb_flush_log_at_trx_commit = %d they %s in the background.",
			d.LostWindow, s.FlushLogAtTrxCommit, what)
	}
	if s.LogBin && s.SyncBinlog != 1 {
		why("The binary log may end before the last commits: sync_binlog = %d.", s.SyncBinlog)
	}
}

func (e *Engine) tornPages(d *Durability) {
	s := &e.settings
	atomic := e.cfg.Devices.Data.AtomicWrite
	why := func(format string, a ...any) { d.Why = append(d.Why, fmt.Sprintf(format, a...)) }
	switch {
	case s.Doublewrite == "ON", s.Doublewrite == "fast":
		why("No torn page: the doublewrite buffer has a copy of every page that is being written.")
	case atomic >= s.PageSize && !DirectWrites(s):
		d.TornPages = true
		why("Torn pages are possible: with innodb_flush_method = %s the page cache may write a page in parts.", s.FlushMethod)
	case atomic >= s.PageSize:
		why("No torn page: the device writes %d KiB atomically, a page has %d.", atomic>>10, s.PageSize>>10)
	case s.Doublewrite == "DETECT_ONLY":
		d.TornPages = true
		why("Torn pages are possible; DETECT_ONLY finds them and cannot repair them.")
	default:
		d.TornPages = true
		why("Torn pages are possible: no doublewrite, and the device promises no atomic write of a page.")
	}
}

// DirectWrites reports whether pages reach the device as the server writes them, past the page cache.
func DirectWrites(s *profile.Settings) bool { return flushMethod(s.FlushMethod).Direct() }

// Rates of crash recovery: redo is parsed by one thread; each page that is not in memory costs a read, and
// reads are kept in flight up to recoveryReads.
const (
	recoveryScan  = 250e6 // bytes of redo per second; estimate, reference range 150 … 500 MB/s
	recoveryReads = 128   // RECV_READ_AHEAD_AREA and the cap of outstanding reads; recv_read_in_area
)

// recoveryEstimate is the time that recovery from a crash now would need: scanning the redo since the
// checkpoint, then reading the pages that it touches.
func (e *Engine) recoveryEstimate() float64 {
	age := float64(e.log.Current() - e.log.Checkpoint())
	dirty := 0
	for i := range e.settings.BufferPoolInstances {
		dirty += e.pool.Dirty(i)
	}
	c := e.devices[0].dev.Config()
	perRead := c.ReadLatency.Seconds()
	parallel := float64(recoveryReads)
	if c.Channels > 0 {
		parallel = min(parallel, float64(c.Channels))
	}
	rate := 1e6
	if perRead > 0 {
		rate = parallel / perRead
	}
	if c.IOPS > 0 {
		rate = min(rate, c.IOPS)
	}
	scan, reads := age/recoveryScan, float64(dirty)/rate
	if e.cfg.Profile.Restart.Has(profile.ParallelRecovery) {
		return max(scan, reads) // pages are read and changed while the log is
	}
	return scan + reads
}
