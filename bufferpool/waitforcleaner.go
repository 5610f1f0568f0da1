package bufferpool

import "github.com/innosim/innosim/sim"

// WaitForCleaner is what MariaDB does since 10.6.18, 10.11.8 and 11.4.2: look at 100 pages of the LRU tail; then wake the
// page cleaner and wait until a frame is given back, again and again, without another look at the LRU list. Nobody but the
// page cleaner writes pages. A failed scan clears try_LRU_scan, and that alone tells the page cleaner that
// frames are needed. Source: buf_LRU_get_free_block (buf0lru.cc).
type WaitForCleaner struct{}

// Next implements FreePolicy.
func (WaitForCleaner) Next(s Search) (Move, sim.Duration) {
	switch s.Last {
	case TakeFree:
		if s.TryScan && !s.Awaited {
			return ScanTail, 0
		}
		return SignalCleaner, 0
	case ScanTail:
		if !s.Freed {
			return SignalCleaner, 0
		}
	case SignalCleaner:
		return AwaitFree, 0
	}
	return TakeFree, 0
}

// ScansGoOn is the scan hand that starts over at the tail, up to MDEV-41201.
func (WaitForCleaner) ScansGoOn() bool { return false }

// awaitFree parks the thread until a frame is given back.
func (p *Pool) awaitFree(k *sim.Kernel, in *instance, ft *fetch) sim.Wait {
	ft.search.Awaited = true
	if in.free > 0 {
		return sim.NoWait
	}
	in.tryScan = false // the page cleaner sees it: need_LRU_eviction
	p.m.WaitFree++
	p.m.LRUGetFreeWaits++
	t := ft.ok.Ref
	p.env.Waits.Switch(t, k.Now(), WaitFreePage)
	p.lot.Park(freeKey(in), p.wake(slept, t))
	in.hungry++
	return WaitFreePage
}

func freeKey(in *instance) uint64 { return keyFree | uint64(in.id) }

// freed wakes the threads that wait for a frame, of whom one gets it: buf_LRU_block_free_non_file_page.
func (p *Pool) freed(k *sim.Kernel, in *instance) {
	if in.hungry > 0 && p.lot.UnparkOne(k, freeKey(in)) {
		in.tryScan = true
		in.hungry--
		p.rush(k.Now(), in)
	}
}

// FeedHungry wakes everybody who waits for a frame, and lets clients look at the LRU tail again: the end of
// an LRU batch of MariaDB.
func (p *Pool) FeedHungry(k *sim.Kernel, instance int) {
	in := &p.inst[instance]
	in.tryScan = true
	in.hungry -= p.lot.Unpark(k, freeKey(in))
}

// NeedsFrames tells whether clients wait for frames, or the free list is below half of
// innodb_lru_scan_depth: buf_pool_t::need_LRU_eviction.
func (p *Pool) NeedsFrames(instance int) bool {
	in := &p.inst[instance]
	return !in.tryScan || in.len > lruMinLen && in.free < p.kn.LRUScanDepth/2
}

// HungryThreads is the number of threads that wait for a frame to be given back.
func (p *Pool) HungryThreads(instance int) int { return p.inst[instance].hungry }
