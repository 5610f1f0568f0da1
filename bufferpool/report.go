package bufferpool

import "github.com/innosim/innosim/sim"

// Reporter is told of a client's waits for the end of a flush batch, as a thread pool of the server is: thd_wait_begin and
// thd_wait_end in buf_flush_wait_batch_end. Other waits for a frame are not reported: sleeps, mutexes, single-page flushes.
type Reporter interface {
	// WaitBegins tells that the thread has gone to sleep.
	WaitBegins(k *sim.Kernel, thread uint32)
	// WaitEnds tells that it goes on.
	WaitEnds(thread uint32)
}

// ReportTo sets who is told of waits for batches.
func (p *Pool) ReportTo(r Reporter) { p.env.Reports = r }

// awaitOver ends the report of a wait, if there was one.
func (p *Pool) awaitOver(ft *fetch) {
	if p.env.Reports != nil && ft.search.Last == AwaitBatch {
		p.env.Reports.WaitEnds(ft.ok.Ref)
	}
}
