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
	r.Results["lost_commits_max"] = d.LostCommitsMax
	r.Results["torn_pages"] = 0
	if d.TornPages {
		r.Results["torn_pages"] = 1
	}
	e.recover(r, d)
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
		if s.FlushLogAtTrxCommit == 2 {
			why("None of them is lost when only the server's process ends: the host has their redo.")
		}
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
	case e.devices[0].dev.Caps().VolatileCache && !flushMethod(s.FlushMethod).SyncsData():
		d.TornPages = true
		why("Pages can be torn or lost: the device's cache is volatile, and with %s nothing tells it to write them.", s.FlushMethod)
	case (s.Doublewrite == "ON" || s.Doublewrite == "fast") && atomic < s.PageSize && !e.copiesSurvive():
		d.TornPages = true
		why("Torn pages are possible: the device's volatile cache may lose the copy in the doublewrite files, which %s does not"+
			" sync, together with a part of the page.", s.FlushMethod)
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

// recover is the recovery that a crash now would need, and the clean shutdown that would avoid it.
func (e *Engine) recover(r *Result, d *Durability) {
	s := e.recoveryServer()
	up := s.Recover(e.crashed(false))
	d.RecoveryTime = up.Ready.Seconds()
	d.Recovery = up
	d.ShutdownTime = s.Stop(e.shutdown()).Ready.Seconds()
	r.Results["recovery_time"] = d.RecoveryTime
	r.Results["shutdown_time"] = d.ShutdownTime
}

// copiesSurvive tells whether a copy in the doublewrite files is on the medium before its page is written in
// place: the write says so, or the files are synced.
func (e *Engine) copiesSurvive() bool {
	dev := e.devices[0].dev
	for i := range e.devices {
		if e.devices[i].role == "doublewrite" {
			dev = e.devices[i].dev
		}
	}
	return !dev.Caps().VolatileCache || flushMethod(e.settings.FlushMethod).SyncsDoublewrite()
}
