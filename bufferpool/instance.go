package bufferpool

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// instance is one buffer pool instance: a range of frames with its own lists and mutexes.
type instance struct {
	id    uint8
	first FrameID // of its range
	size  int     // frames

	// Free list: frames never used, then those given back, last in first out.
	fresh    FrameID // next frame never used
	freeHead FrameID
	free     int
	held     int // frames that are neither free nor listed: between eviction or allocation and use

	// LRU list.
	head, tail FrameID
	len        int
	boundary   FrameID // first old page, LRU_old; 0 while the list is short
	oldLen     int
	oldRatio   int    // of 1024
	clock      uint32 // evictions so far, freed_page_clock
	youngRoom  uint32 // evictions after which a page may be made young again
	mutex      queue.Mutex
	kept       bool // the mutex is held during syncs
	keptAt     sim.Time

	// Pages on the LRU list that nobody uses.
	clean      int // and that are clean
	dirtyIdle  int // and that are dirty
	reachClean reach
	reachOne   reach
	scanHand   FrameID // lru_scan_itr
	singleHand FrameID // single_scan_itr
	batchHand  FrameID // lru_hp
	tryScan    bool    // try_LRU_scan
	hungry     int     // threads in AwaitFree

	// Flush list, by age of the first change.
	newest, oldest FrameID
	dirty          int
	ages           ages
	listHand       FrameID // flush_hp: the next page of the running list batch
	listing        bool    // listHand is valid

	reading  int // pages being read
	flushing [FlushTypes]int
	batch    [FlushTypes]bool // init_flush
}

func newInstance(id uint8, first FrameID, size int, m queue.Mutex) instance {
	return instance{
		id: id, first: first, size: size, fresh: first, free: size, mutex: m, tryScan: true,
		reachClean: reach{bit: passedClean}, reachOne: reach{bit: passedSingle}, ages: newAges(),
	}
}

// takeFree pops the free list; the frame is held by the caller. 0 when the list is empty.
func (p *Pool) takeFree(now sim.Time, in *instance) FrameID {
	if in.free == 0 {
		return 0
	}
	in.free--
	in.held++
	f := in.freeHead
	if f != 0 {
		in.freeHead = p.frames[f].next
	} else {
		f = in.fresh
		in.fresh++
		p.cpu += p.memory.firstUse(now)
	}
	p.frames[f] = frame{tag: in.id}
	return f
}

// giveFree returns a held frame to the head of the free list.
func (p *Pool) giveFree(in *instance, f FrameID) {
	p.frames[f] = frame{tag: in.id, next: in.freeHead}
	in.freeHead = f
	in.free++
	in.held--
}

// engage takes an idle page out of the counts of pages that nobody uses. Call before its fix or I/O begins.
func (in *instance) engage(h *frame) {
	switch {
	case h.pins != 0 || h.state&ioMask != 0:
		return
	case h.state&dirty != 0:
		in.dirtyIdle--
	default:
		in.clean--
		if h.state&passedClean != 0 {
			in.reachClean.woken--
		}
	}
	if h.state&passedSingle != 0 {
		in.reachOne.woken--
	}
}

// release counts a page that became idle. Call after its last fix or I/O has ended.
func (in *instance) release(h *frame) {
	switch {
	case h.pins != 0 || h.state&ioMask != 0:
		return
	case h.state&dirty != 0:
		in.dirtyIdle++
	default:
		in.clean++
		if h.state&passedClean != 0 {
			in.reachClean.woken++
		}
	}
	if h.state&passedSingle != 0 {
		in.reachOne.woken++
	}
}
