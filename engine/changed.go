package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim/rng"
)

// changes know of each page the redo block of its last change, in memory or not: what recovery would have to
// read. 4 bytes a page: 2 TiB of redo.
type changes struct {
	block []uint32 // by page; 0: none that redo remembers
}

const redoBlock = 512 // bytes; OS_FILE_LOG_BLOCK_SIZE

// note takes a change of a page, which ends at an LSN.
func (c *changes) note(pg bufferpool.PageNo, end redo.LSN) {
	if int(pg) >= len(c.block) {
		grown := make([]uint32, int(pg)+int(pg)/4+1)
		copy(grown, c.block)
		c.block = grown
	}
	c.block[pg] = max(c.block[pg], uint32((end+redoBlock-1)/redoBlock))
}

// witness is told of every change of a page: by tests that keep a log of their own.
type witness interface {
	Changed(f bufferpool.FrameID, span redo.Span)
}

// modify changes the page in a frame by the task's mini-transaction.
func (e *Engine) modify(f bufferpool.FrameID, span redo.Span) {
	e.pool.Modify(e.k, f, span)
	e.changes.note(e.pool.Page(f), span.End)
	if e.witness != nil {
		e.witness.Changed(f, span)
	}
}

// rememberChanges gives the pages of a warm start the changes that they had since the checkpoint: those of a
// page come at random, with its own rate.
func (e *Engine) rememberChanges() {
	w := e.warm
	s := rng.New(e.cfg.Seed, "engine.changes", 0)
	age := float64(w.lsn - w.base)
	e.eachPage(func(pg bufferpool.PageNo, kind pageKind, touches float64) {
		c := w.classOf(kind, touches)
		rate := float64(c.touches * c.write)
		if rate <= 0 || w.rates.redo <= 0 {
			return
		}
		if ago := s.Exponential(w.rates.redo / rate); ago < age {
			e.changes.note(pg, w.lsn-redo.LSN(ago))
		}
	})
}
