package flush

import "github.com/innosim/innosim/redo"

// Prime gives the policy the averages of a server that has flushed pages and written redo at these rates per
// second for long; lsn is where the redo log stands. Call it before Start.
func (c *Cleaner) Prime(pages, bytes uint64, lsn redo.LSN) {
	c.mem.Started, c.mem.PageAvg, c.mem.LSNAvg = true, pages, bytes
	c.mem.From, c.mem.Last = lsn, lsn
	c.co.last, c.rounds.last = int(pages), int(pages)
}
