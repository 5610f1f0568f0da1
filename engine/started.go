package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
)

// Pages that a server has in memory when it lets the first client in, the headers of the rollback segments among them: 617
// read and 148 made, whatever the size of the pool. Measured: MySQL 9.7, six starts without a pool dump, Innodb_buffer_pool_reads
// and Innodb_buffer_pool_pages_free at 0.3 s. Nobody asks for most of them again. For
// other servers, which have other dictionaries, an estimate.
const startedPages = 617 + 148

// startedUp is how long the page cleaner has been at work when the first client comes: the start makes redo, so its averages
// begin then, and are renewed innodb_flushing_avg_loops seconds later. Estimate by MySQL 9.7: two recordings see the first
// renewal 28.4 to 30 s after the first client; what five runs in memory flush until 30 s fits 1 to 5 s.
const startedUp = 2 * sim.Second

// layOutSystem makes room for what a start reads beside the rollback segments: the data dictionary, the system tables,
// the temporary tablespace.
func (e *Engine) layOutSystem() {
	if e.cfg.Start != Cold {
		return
	}
	id := e.fil.AddSpace("mysql", false)
	for n := len(e.undo.rsegs); n < startedPages; n += fil.ExtentPages {
		e.startPages = append(e.startPages, e.fil.Extend(id))
	}
}

// fillStarted gives a pool that begins empty the pages of the start, as far as they fit.
func (e *Engine) fillStarted() {
	left := startedPages
	for _, first := range e.startPages {
		for pg := first; pg < first+fil.ExtentPages && left > len(e.undo.rsegs); pg++ {
			e.pool.Install(bufferpool.Resident{Page: pg})
			left--
		}
	}
	for i := range e.undo.rsegs {
		e.pool.Install(bufferpool.Resident{Page: e.undo.rsegs[i].header})
	}
	e.pool.Installed()
	e.cleaner.PrimeStarted(startedUp, e.log.Current())
	e.startPages = nil
}
