package bufferpool

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// fetch is what a thread wants from the pool while it is parked, one per thread.
type fetch struct {
	ok     sim.Wake
	page   PageNo
	frame  FrameID // being read, waited for, written or evicted by the thread
	mode   Mode
	create bool // the page is new: no read
	found  bool // the search has evicted frame, which is free when the mutex has been released
	due    bool // the thread has waited for the LRU mutex: it makes its move, whatever the free list has now
	search Search
	key    uint64       // of the wait that the thread spins for
	tries  int64        // parts of the spin that are over
	held   sim.Duration // CPU time once the LRU mutex has been taken
	after  sim.Kind     // the event that ends it
}

// Get fixes a page. When the page is in memory, and a writer's page is not being written, it returns the
// frame and NoWait. Otherwise ok arrives with the frame, fixed, in Arg. The thread is ok.Ref.
func (p *Pool) Get(k *sim.Kernel, pg PageNo, m Mode, ok sim.Wake) (FrameID, sim.Wait) {
	p.m.ReadRequests++
	if f := p.lookup(pg); f != 0 {
		return p.hit(k, f, m, ok)
	}
	ft := p.fetch(ok.Ref)
	*ft = fetch{ok: ok, page: pg, mode: m}
	return p.begin(k, ft)
}

// Create fixes a page that has never been in use: it gets a frame at the LRU head without a read.
func (p *Pool) Create(k *sim.Kernel, pg PageNo, ok sim.Wake) (FrameID, sim.Wait) {
	if f := p.lookup(pg); f != 0 {
		return p.hit(k, f, Write, ok)
	}
	ft := p.fetch(ok.Ref)
	*ft = fetch{ok: ok, page: pg, mode: Write, create: true}
	return p.begin(k, ft)
}

// hit fixes a page in memory: fix, access time, make-young, then the wait for a running read or write.
func (p *Pool) hit(k *sim.Kernel, f FrameID, m Mode, ok sim.Wake) (FrameID, sim.Wait) {
	h := &p.frames[f]
	in := p.of(h)
	in.engage(h)
	h.pins++
	young := false
	if h.touched == 0 || in.clock != 0 {
		young = p.noteAccess(k, in, f)
	}
	switch {
	case young && in.kept && h.state&reading == 0:
		*p.fetch(ok.Ref) = fetch{ok: ok, frame: f}
		return 0, p.AwaitLRU(k, int(in.id), p.wake(latched, ok.Ref))
	case h.state&ioMask == 0 || h.state&writing != 0 && m == Read:
		return f, sim.NoWait
	case h.state&reading != 0:
		p.park(k, readKey(f), ok, WaitPageRead)
		return 0, WaitPageRead
	}
	p.park(k, writeKey(f), ok, WaitPageWriting)
	return 0, WaitPageWriting
}

// Keys of the waiters: what is waited for, and the frame in the low 32 bits.
const (
	keyRead uint64 = iota << 40
	keyWrite
	keyBatch
	keyFree
	keyKept
)

func readKey(f FrameID) uint64  { return keyRead | uint64(f) }
func writeKey(f FrameID) uint64 { return keyWrite | uint64(f) }

func batchKey(in *instance, t FlushType) uint64 { return keyBatch | uint64(in.id)<<8 | uint64(t) }

// park makes a thread wait for I/O on a page that it has fixed.
func (p *Pool) park(k *sim.Kernel, key uint64, ok sim.Wake, w sim.Wait) {
	*p.fetch(ok.Ref) = fetch{ok: ok, frame: FrameID(key), key: key}
	if p.o.Costs.Latch > 0 {
		part, _ := SpinParts(p.o.Costs.Latch)
		p.env.CPU.Run(k, queue.Server, part, p.wake(spun, ok.Ref))
		return
	}
	p.env.Waits.Switch(ok.Ref, k.Now(), w)
	p.lot.Park(key, p.wake(latched, ok.Ref))
}

// Unfix gives up one fix.
func (p *Pool) Unfix(f FrameID) {
	h := &p.frames[f]
	if h.pins == 0 {
		panic("bufferpool: Unfix of a page that is not fixed")
	}
	h.pins--
	if h.pins != 0 || h.state&ioMask != 0 {
		return
	}
	in := p.of(h)
	in.release(h)
	if h.tag&stale != 0 {
		p.discard(in, f)
	}
}

// fetch returns the record of a thread.
func (p *Pool) fetch(thread uint32) *fetch {
	for int(thread) >= len(p.fetches) {
		p.fetches = append(p.fetches, fetch{})
	}
	return &p.fetches[thread]
}
