package bufferpool

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Events of the pool. Ref is the thread, but for prefetched and unfixed.
const (
	locked        sim.Kind = iota // the LRU mutex is free for the thread
	scanned                       // a scan of the LRU list has ended
	singleScanned                 // so has the scan of a single-page flush
	singleDone                    // the page of a single-page flush is on disk
	slept                         // a sleep has ended
	batchOver                     // the LRU batch that was waited for has ended
	resumed                       // the thread runs again, and looks at the free list
	inserted                      // the page is in the LRU list: read it
	read                          // the page has been read
	latched                       // a read or write that the thread waited for has ended
	spun                          // the thread has tried for a latch long enough
	prefetched                    // a read-ahead read has ended; Ref is the frame
	opened                        // the LRU mutex, kept during syncs, has been given up
	entered                       // … and a page can be entered into the list
	unfixed                       // the LRU mutex is free for the thread that has written a page; Ref is the frame
)

func (p *Pool) wake(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: p.id, Kind: kind, Ref: thread}
}

// Handle continues parked threads.
func (p *Pool) Handle(k *sim.Kernel, ev sim.Event) {
	if ev.Kind == prefetched {
		p.readEnded(k, FrameID(ev.Ref))
		return
	}
	if ev.Kind == unfixed {
		p.writeEnded(k, p.of(&p.frames[ev.Ref]), FrameID(ev.Ref))
		return
	}
	t := ev.Ref
	ft := &p.fetches[t]
	switch ev.Kind {
	case locked:
		p.env.CPU.Wake(k, queue.Server, p.o.Handoff, ft.held, p.wake(ft.after, t))
	case scanned:
		p.scanEnded(ft)
		p.resume(k, ft)
	case singleScanned:
		p.flushFound(k, ft)
	case singleDone:
		p.singleEnded(ft)
		p.resume(k, ft)
	case slept, batchOver:
		p.env.CPU.Wake(k, queue.Server, p.o.Handoff, 0, p.wake(resumed, t))
	case resumed:
		p.awaitOver(ft)
		p.resume(k, ft)
	case opened:
		p.reopened(k, ft)
	case entered:
		p.insert(k, &p.inst[p.InstanceOf(ft.page)], ft)
	case inserted:
		p.env.Reader.ReadPage(k, ft.page, p.wake(read, t))
	case read:
		if in := p.of(&p.frames[ft.frame]); p.o.OneMutex && in.kept {
			p.keptOut(k, in, ft, read)
			return
		}
		p.readDone(k, ft)
	case spun:
		p.spinOver(k, ft)
	case latched:
		p.env.CPU.Wake(k, queue.Server, p.o.Handoff, 0, ft.ok.With(uint64(ft.frame)))
	default:
		panic("bufferpool: unknown event kind")
	}
}

// begin starts the search for a frame.
func (p *Pool) begin(k *sim.Kernel, ft *fetch) (FrameID, sim.Wait) {
	p.m.LRUGetFreeSearch++
	if p.kn.RandomReadAhead && !ft.create {
		p.readAheadRandom(k, ft.page)
	}
	f, w := p.find(k, ft)
	if f == 0 {
		return 0, w
	}
	return p.place(k, ft, f)
}

// resume goes on with a search after a move that took time. What is granted now arrives as an event.
func (p *Pool) resume(k *sim.Kernel, ft *fetch) {
	f, _ := p.find(k, ft)
	if f == 0 {
		return
	}
	if g, w := p.place(k, ft, f); w == sim.NoWait {
		k.Soon(ft.ok.With(uint64(g)))
	}
}

// find makes the moves of the policy until the thread has a frame or is parked.
func (p *Pool) find(k *sim.Kernel, ft *fetch) (FrameID, sim.Wait) {
	in := &p.inst[p.InstanceOf(ft.page)]
	s := &ft.search
	for {
		if s.Last == TakeFree && !ft.due {
			if f := p.takeFree(k.Now(), in); f != 0 {
				return f, sim.NoWait
			}
			p.m.LRUGetFreeLoops++
		}
		s.TryScan = in.tryScan
		s.BatchRunning = in.batch[LRU]
		s.Singles = in.flushing[Single]
		move, d := p.env.Free.Next(*s)
		if in.kept && move.locks() {
			ft.due = true
			return 0, p.keptOut(k, in, ft, resumed)
		}
		ft.due = false
		s.Last, s.Freed = move, false
		if w := p.perform(k, in, ft, move, d); w != sim.NoWait {
			return 0, w
		}
	}
}

// perform makes one move; NoWait when it took no time.
func (p *Pool) perform(k *sim.Kernel, in *instance, ft *fetch, move Move, d sim.Duration) sim.Wait {
	switch move {
	case TakeFree:
	case ScanTail:
		return p.scanFor(k, in, ft, scanThreshold)
	case ScanAll:
		return p.scanFor(k, in, ft, wholeList)
	case SignalCleaner:
		p.env.Cleaner.WakeCleaner(k)
	case SignalEarly:
		p.env.Cleaner.WakeLRU(k, int(in.id))
	case Sleep:
		return p.sleep(k, ft, d)
	case FlushSingle:
		return p.flushSingle(k, in, ft)
	case AwaitBatch:
		return p.awaitBatch(k, in, ft)
	case AwaitFree:
		return p.awaitFree(k, in, ft)
	default:
		panic("bufferpool: unknown move")
	}
	return sim.NoWait
}

// scanThreshold is how many pages the first scan looks at; BUF_LRU_SEARCH_SCAN_THRESHOLD.
const scanThreshold = 100

// scanFor looks for a page to evict: buf_LRU_scan_and_free_block.
func (p *Pool) scanFor(k *sim.Kernel, in *instance, ft *fetch, limit int) sim.Wait {
	f, n := p.scan(in, &in.reachClean, &in.scanHand, limit, p.env.Free.ScansGoOn())
	p.m.LRUSearchNumScan++
	p.m.LRUSearchScanned += uint64(n)
	hold := sim.Duration(n) * p.o.Costs.ScanPage
	ft.frame, ft.found = f, f != 0
	if f != 0 {
		if p.frames[f].touched == 0 {
			p.m.ReadAheadEvicted++
		}
		p.evict(in, f)
		hold += p.o.Costs.Evict
	}
	if w := p.burn(k, in, ft, hold, scanned); w != sim.NoWait {
		return w
	}
	p.scanEnded(ft)
	return sim.NoWait
}

// scanEnded hands out what a scan has evicted.
func (p *Pool) scanEnded(ft *fetch) {
	in := &p.inst[p.InstanceOf(ft.page)]
	switch {
	case ft.found:
		p.giveFound(in, ft)
	case ft.search.Last == ScanTail:
		in.tryScan = false
	}
}

func (p *Pool) giveFound(in *instance, ft *fetch) {
	p.giveFree(in, ft.frame)
	ft.frame, ft.found, ft.search.Freed = 0, false, true
}

// flushSingle looks for a page to evict or to write: buf_flush_single_page_from_LRU.
func (p *Pool) flushSingle(k *sim.Kernel, in *instance, ft *fetch) sim.Wait {
	f, n := p.scan(in, &in.reachOne, &in.singleHand, wholeList, p.env.Free.ScansGoOn())
	p.m.LRUSingleFlushNumScan++
	p.m.LRUSingleFlushScanned += uint64(n)
	hold := sim.Duration(n) * p.o.Costs.ScanPage
	ft.frame, ft.found = f, false
	switch {
	case f == 0:
		p.m.LRUSingleFlushFailure++
	case p.frames[f].state&dirty == 0:
		p.evict(in, f)
		ft.found = true
		hold += p.o.Costs.Evict
	default:
		p.startFlush(in, f, Single)
	}
	if w := p.burn(k, in, ft, hold, singleScanned); w != sim.NoWait {
		return w
	}
	if f != 0 && !ft.found {
		p.flushFound(k, ft)
		return WaitFreePage
	}
	p.singleEnded(ft)
	return sim.NoWait
}

// flushFound writes the page that a single-page flush has found, if it is dirty.
func (p *Pool) flushFound(k *sim.Kernel, ft *fetch) {
	if ft.frame != 0 && !ft.found {
		p.env.Writer.FlushOne(k, ft.frame, p.wake(singleDone, ft.ok.Ref))
		return
	}
	p.singleEnded(ft)
	p.resume(k, ft)
}

// singleEnded ends a round of the search.
func (p *Pool) singleEnded(ft *fetch) {
	if ft.found {
		p.giveFound(&p.inst[p.InstanceOf(ft.page)], ft)
	}
	p.m.WaitFree++
	ft.search.Round++
}

// sleep parks the thread for a while.
func (p *Pool) sleep(k *sim.Kernel, ft *fetch, d sim.Duration) sim.Wait {
	p.m.LRUGetFreeWaits++
	ft.search.Sleeps++
	t := ft.ok.Ref
	p.env.Waits.Switch(t, k.Now(), WaitFreePage)
	k.After(d, p.wake(slept, t))
	return WaitFreePage
}

// awaitBatch parks the thread until the instance's LRU batch is over.
func (p *Pool) awaitBatch(k *sim.Kernel, in *instance, ft *fetch) sim.Wait {
	ft.search.Awaited = true
	if !in.batchRunning(LRU) {
		return sim.NoWait
	}
	p.m.LRUFlushAwait++
	t := ft.ok.Ref
	p.env.Waits.Switch(t, k.Now(), WaitFlushBatch)
	p.lot.Park(batchKey(in, LRU), p.wake(batchOver, t))
	if p.env.Reports != nil {
		p.env.Reports.WaitBegins(k, t)
	}
	return WaitFlushBatch
}

// burn spends the hold time of the LRU mutex in the thread, after what it has to wait for the mutex. NoWait
// when there is nothing to spend; otherwise the event after follows.
func (p *Pool) burn(k *sim.Kernel, in *instance, ft *fetch, hold sim.Duration, after sim.Kind) sim.Wait {
	if hold == 0 {
		return sim.NoWait
	}
	wait, held := in.mutex.Book(k.Now(), hold)
	return p.spend(k, ft, wait, held, after)
}

// spend waits for the mutex, spinning while that is short, and holds it.
func (p *Pool) spend(k *sim.Kernel, ft *fetch, wait, held sim.Duration, after sim.Kind) sim.Wait {
	t := ft.ok.Ref
	if wait <= p.o.Costs.Spin {
		p.env.CPU.Run(k, queue.Server, wait+held, p.wake(after, t))
		return WaitFreePage
	}
	ft.held, ft.after = held, after
	p.env.Waits.Switch(t, k.Now(), WaitLRUMutex)
	k.After(wait, p.wake(locked, t))
	return WaitLRUMutex
}
