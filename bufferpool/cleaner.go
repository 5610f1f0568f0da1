package bufferpool

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// lruMinLen is the length of the LRU list at which the cleaner stops; BUF_LRU_MIN_LEN.
const lruMinLen = 256

// LRUBatch is the state of one LRU batch of an instance.
type LRUBatch struct {
	// Max is how many pages to evict or write; 0: innodb_lru_scan_depth, or the length of the list if
	// shorter.
	Max int
	// Chunk makes NextLRU return 0, true after so many evictions, so that their time can be spent; 0: it
	// never does. A chunk ends behind an eviction where others stand in line for the mutex: the next one
	// waits for the line of its own time, not once more for that which the chunk has found. When all clients
	// wait for the end of the batch they come together, and their line is soon over. (With Quota the mutex is
	// not given up at each eviction.)
	Chunk int

	// Quota limits the writes to Writes, and nothing else but the state of the lists ends the batch: dirty
	// pages beyond Writes end it too. CleanOnly writes none: the first dirty page that nobody writes ends it (MariaDB).
	Quota, CleanOnly bool
	Writes           int

	Evicted, Flushed, Scanned int

	// Cost is the thread's time under the LRU mutex, waiting for it included. The cleaner should spend it,
	// and set it to 0, before it goes on: contention is not modelled between calls at one instant.
	Cost sim.Duration

	started bool
	next    sim.Time // earliest time of the next booking of the mutex
	last    PageNo   // the dirty page before
	moved   bool     // the dirty page of the last step lies in another tablespace
}

// BatchStart begins a batch of an instance; false while the pages of the last one are still being written:
// buf_flush_start.
func (p *Pool) BatchStart(instance int, t FlushType) bool {
	in := &p.inst[instance]
	if in.batchRunning(t) {
		return false
	}
	in.batch[t] = true
	return true
}

// BatchEnd ends the submission of a batch: clients may look at the LRU tail again: buf_flush_end.
func (p *Pool) BatchEnd(k *sim.Kernel, instance int, t FlushType) {
	in := &p.inst[instance]
	in.batch[t] = false
	in.tryScan = true
	switch t {
	case List:
		in.listing, in.listHand = false, 0
	case LRU:
		in.batchHand = 0
	}
	p.batchOver(k, in, t)
}

func (p *Pool) batchOver(k *sim.Kernel, in *instance, t FlushType) {
	if !in.batchRunning(t) {
		p.lot.Unpark(k, batchKey(in, t))
	}
}

func (in *instance) batchRunning(t FlushType) bool { return in.batch[t] || in.flushing[t] > 0 }

// AwaitFlush parks a thread until no batch of the type runs and all its pages are written:
// buf_flush_wait_batch_end.
func (p *Pool) AwaitFlush(k *sim.Kernel, instance int, t FlushType, ok sim.Wake) sim.Wait {
	in := &p.inst[instance]
	if !in.batchRunning(t) {
		return sim.NoWait
	}
	p.env.Waits.Switch(ok.Ref, k.Now(), WaitFlushBatch)
	p.lot.Park(batchKey(in, t), ok)
	return WaitFlushBatch
}

// startFlush marks an idle page as being written.
func (p *Pool) startFlush(in *instance, f FrameID, t FlushType) {
	h := &p.frames[f]
	in.engage(h)
	h.startWrite(t)
	in.flushing[t]++
	if t != Single {
		p.m.PagesFlushed++
	}
}

// NextList returns the next page of a list batch, marked as being written: the oldest whose change began
// before limit, 0 at the end. It adds the pages that it looked at to scanned. Pages that are being written
// already are passed over. The batch goes from old to new, and starts over after BatchEnd.
func (p *Pool) NextList(instance int, limit redo.LSN, scanned *int) FrameID {
	in := &p.inst[instance]
	if !in.listing {
		in.listing, in.listHand, in.batch[List] = true, in.oldest, true
	}
	for in.listHand != 0 {
		f := in.listHand
		h := &p.frames[f]
		*scanned++
		p.m.FlushBatchScanned++
		if h.oldest() >= limit {
			return 0
		}
		in.listHand = h.newer
		if h.state&ioMask == 0 {
			p.startFlush(in, f, List)
			return f
		}
	}
	return 0
}

// NextLRU goes on with an LRU batch, from the tail: it evicts clean pages, and returns a dirty one marked
// as being written; false at the end of the batch.
func (p *Pool) NextLRU(k *sim.Kernel, instance int, b *LRUBatch) (FrameID, bool) {
	in := &p.inst[instance]
	if !b.started {
		b.started = true
		in.batch[LRU], in.batchHand = true, in.tail
		if b.Max == 0 {
			b.Max = min(p.kn.LRUScanDepth, in.len)
		}
	}
	scanned, evicted := b.Scanned, b.Evicted
	f, more := p.lruStep(k, in, b)
	scanned, evicted = b.Scanned-scanned, b.Evicted-evicted
	p.m.LRUBatchScanned += uint64(scanned)
	p.m.LRUBatchEvicted += uint64(evicted)
	p.chargeLRU(k, in, b, scanned, evicted)
	return f, more
}

// goesOn tells whether the batch may take another page.
func (b *LRUBatch) goesOn() bool {
	if b.Quota {
		return b.CleanOnly || b.Flushed < b.Writes
	}
	return b.Evicted+b.Flushed < b.Max
}

// lruStep walks until a dirty page is found, a chunk is full, or the batch is at its end.
func (p *Pool) lruStep(k *sim.Kernel, in *instance, b *LRUBatch) (FrameID, bool) {
	chunk := b.Evicted + b.Chunk
	b.moved = false
	for in.batchHand != 0 && b.goesOn() && in.free < p.kn.LRUScanDepth && in.len > lruMinLen {
		f := in.batchHand
		h := &p.frames[f]
		in.batchHand = h.prev
		b.Scanned++
		switch {
		case h.replaceable():
			before := p.cpu
			p.evict(in, f)
			b.Cost, p.cpu = b.Cost+p.cpu-before, before // the cleaner's time, not a client's
			p.giveFree(in, f)
			p.freed(k, in)
			b.Evicted++
			if b.Evicted == chunk || b.Chunk > 0 && !b.Quota && in.mutex.Taken(k.Now()) {
				return 0, true
			}
		case h.flushable() && b.CleanOnly:
			return 0, false
		case h.flushable():
			p.startFlush(in, f, LRU)
			p.m.LRUBatchFlushed++
			b.Flushed++
			b.moved = b.Quota && p.otherSpace(b.last, h.page)
			b.last = h.page
			return f, true
		}
	}
	return 0, false
}

// otherSpace tells whether a page lies in another tablespace than the one before, 0 being none.
func (p *Pool) otherSpace(before, pg PageNo) bool {
	return before == 0 || p.env.Pages != nil && !p.env.Pages.SameSpace(before, pg)
}

// chargeLRU books the mutex for one step. The mutex is given up at each eviction, so that others get in
// between: only the walk and one eviction are held in one piece. For each of the others the thread comes back as one of those
// who compete for the mutex, spinning or just woken, and none of them is preferred (TTASEventMutex): it waits as long as
// they do. MariaDB gives the mutex up less often: after 32 pages, and before a page is written twice, to look its
// tablespace up, if that is another one than the page's before, and to write it. A thread does not wait for itself: one
// booking an instant.
func (p *Pool) chargeLRU(k *sim.Kernel, in *instance, b *LRUBatch, scanned, evicted int) {
	walk := sim.Duration(scanned) * p.o.Costs.ScanPage
	pieces := 1
	if b.Quota {
		pieces = evicted
	}
	hold := walk + sim.Duration(min(evicted, pieces))*p.o.Costs.Evict
	more := sim.Duration(max(evicted-pieces, 0))
	if hold == 0 || k.Now() < b.next {
		b.Cost += hold + more*p.o.Costs.Evict
		return
	}
	wait, held := in.mutex.Book(k.Now(), hold)
	if b.moved {
		b.Cost += wait
	}
	b.Cost += wait + held + more*(p.o.Costs.Evict+wait)
	b.next = k.Now() + 1
}

// Claim marks a neighbour of a page that is being flushed as being written, if a flush may take it along:
// dirty, idle and, for LRU flushes, in the old part. It returns 0 otherwise: buf_flush_try_neighbors.
func (p *Pool) Claim(pg PageNo, t FlushType) FrameID {
	f := p.lookup(pg)
	if f == 0 || !p.frames[f].flushable() || t == LRU && p.frames[f].state&old == 0 {
		return 0
	}
	p.startFlush(p.of(&p.frames[f]), f, t)
	return f
}

// Written ends the write of a page: it is clean, and writers that waited for it go on. Pages that were
// written to get a frame are evicted, unless somebody has fixed them meanwhile. For that the thread needs the LRU list
// mutex, and gets it before it takes the io-fix away: until then the page lies at the tail, of no use to those who scan
// it (buf_page_io_complete).
func (p *Pool) Written(k *sim.Kernel, f FrameID, t FlushType) { p.EndWrite(k, f, t) }

// EndWrite is Written for a caller who waits with the thread: it returns how long, and the page is done then.
func (p *Pool) EndWrite(k *sim.Kernel, f FrameID, t FlushType) sim.Duration {
	h := &p.frames[f]
	if h.state&writing == 0 || h.flushType() != t {
		panic("bufferpool: Written for a page that is not being written for this reason")
	}
	in := p.of(h)
	if t == List || h.tag&stale != 0 || h.pins != 0 || p.o.KeepWritten {
		p.writeEnded(k, in, f)
		return 0
	}
	wait, _ := in.mutex.Book(k.Now(), p.o.Costs.Evict)
	if wait == 0 {
		p.writeEnded(k, in, f)
		return 0
	}
	k.After(wait, sim.Wake{To: p.id, Kind: unfixed, Ref: uint32(f)})
	return wait
}

// writeEnded takes the io-fix of a write away.
func (p *Pool) writeEnded(k *sim.Kernel, in *instance, f FrameID) {
	h := &p.frames[f]
	t := h.flushType()
	p.unlistDirty(in, f)
	h.state &^= writing | typeMask
	p.relist(in, f)
	in.release(h)
	in.flushing[t]--
	p.m.PagesWritten++
	if p.env.Extension != nil && h.state&dirty == 0 && h.tag&stale == 0 {
		p.env.Extension.Cleaned(h.page)
	}
	p.lot.Unpark(k, writeKey(f))
	switch {
	case h.tag&stale != 0 && h.idle():
		p.discard(in, f)
	case t != List && h.replaceable() && !p.o.KeepWritten:
		before := p.cpu
		p.evict(in, f)
		p.cpu = before // not a client's: an I/O thread's time is not kept here
		p.giveFree(in, f)
		p.freed(k, in)
	}
	p.batchOver(k, in, t)
}

// FlushTypeOf returns the type of the running write of a page.
func (p *Pool) FlushTypeOf(f FrameID) FlushType { return p.frames[f].flushType() }
