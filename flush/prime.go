package flush

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Prime gives the policy the averages of a server that has flushed pages and written redo at these rates per
// second for long; lsn is where the redo log stands. Call it before Start.
func (c *Cleaner) Prime(pages, bytes uint64, lsn redo.LSN) {
	c.mem.Started, c.mem.PageAvg, c.mem.LSNAvg = true, pages, bytes
	c.mem.From, c.mem.Last = lsn, lsn
	c.co.last, c.rounds.last = int(pages), int(pages)
	c.primed = true
}

// PrimeStarted gives the policy the averages of a server that started a while ago and has done nothing since: their
// first period is that much shorter for its clients.
func (c *Cleaner) PrimeStarted(up sim.Duration, lsn redo.LSN) {
	c.Prime(0, 0, lsn)
	c.primed = false
	c.mem.Since = sim.Time(-up)
}
