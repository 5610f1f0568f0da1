package engine

import (
	"github.com/innosim/innosim/bufferpool"
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
