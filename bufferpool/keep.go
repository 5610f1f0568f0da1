package bufferpool

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// The I/O thread that completes a page of an LRU batch takes the LRU list mutex first, because it will evict the page. When
// that page is the last one of its doublewrite batch, the same call syncs all data files, and only then gives the mutex up.
// Meanwhile everybody who needs the mutex waits: who searches the list, who enters a page that he wants to read, who makes
// one young, the page cleaner, and the I/O threads with the next pages. What can be had without the mutex goes on: pages in
// the young part, frames of the free list, the writes and syncs of single pages up to their end. Source:
// buf_page_io_complete (buf0buf.cc), buf_flush_write_complete (buf0flu.cc), Double_write::write_complete (buf0dblwr.cc),
// MySQL 8.0.20 to 9.x.

// keptKey is the key of those who wait for the mutex of an instance.
func keptKey(in *instance) uint64 { return keyKept | uint64(in.id) }

// KeepLRU takes the LRU list mutex of the instance of a frame, which it returns, until GiveLRU.
func (p *Pool) KeepLRU(now sim.Time, f FrameID) (instance int) {
	in := p.of(&p.frames[f])
	in.kept, in.keptAt = true, now
	return int(in.id)
}

// GiveLRU gives the mutex of an instance up: all who slept for it look again.
func (p *Pool) GiveLRU(k *sim.Kernel, instance int) {
	in := &p.inst[instance]
	in.kept = false
	p.m.LRUKept += uint64(k.Now().Sub(in.keptAt))
	p.lot.Unpark(k, keptKey(in))
}

// AwaitLRU parks the thread ok.Ref while somebody keeps the mutex of an instance.
func (p *Pool) AwaitLRU(k *sim.Kernel, instance int, ok sim.Wake) sim.Wait {
	in := &p.inst[instance]
	if !in.kept {
		return sim.NoWait
	}
	p.env.Waits.Switch(ok.Ref, k.Now(), WaitLRUMutex)
	p.lot.Park(keptKey(in), ok)
	return WaitLRUMutex
}

// AwaitLRUOf is AwaitLRU for the instance of a frame.
func (p *Pool) AwaitLRUOf(k *sim.Kernel, f FrameID, ok sim.Wake) sim.Wait {
	return p.AwaitLRU(k, int(p.of(&p.frames[f]).id), ok)
}

// locks tells whether a move begins with the LRU list mutex.
func (m Move) locks() bool { return m == ScanTail || m == ScanAll || m == FlushSingle }

// reopened goes on with what a thread wanted of the mutex.
func (p *Pool) reopened(k *sim.Kernel, ft *fetch) {
	p.env.CPU.Wake(k, queue.Server, p.o.Handoff, 0, p.wake(ft.after, ft.ok.Ref))
}

// keptOut parks a thread that looks for a frame, or has one.
func (p *Pool) keptOut(k *sim.Kernel, in *instance, ft *fetch, after sim.Kind) sim.Wait {
	ft.after = after
	return p.AwaitLRU(k, int(in.id), p.wake(opened, ft.ok.Ref))
}
