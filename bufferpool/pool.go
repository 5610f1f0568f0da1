package bufferpool

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Reader reads pages from the data files.
type Reader interface {
	// ReadPage reads in the thread done.Ref, which is parked until done arrives.
	ReadPage(k *sim.Kernel, pg PageNo, done sim.Wake)
	// Prefetch reads in the background: done arrives when the page is in memory. Its Ref is a frame, not a
	// thread.
	Prefetch(k *sim.Kernel, pg PageNo, done sim.Wake)
}

// Writer writes one page for a client that needs a free frame. The pool has marked it as being written;
// done arrives in the thread done.Ref after the page has been written and handed back through Pool.Written.
type Writer interface {
	FlushOne(k *sim.Kernel, f FrameID, done sim.Wake)
}

// CleanerSignal wakes the threads that flush.
type CleanerSignal interface {
	// WakeCleaner wakes the page cleaner: buf_flush_event.
	WakeCleaner(k *sim.Kernel)
	// WakeLRU wakes the thread that flushes the LRU list of an instance: lru_manager_event, or buf_flush_event.
	WakeLRU(k *sim.Kernel, instance int)
}

// Extension is a second-level cache of clean pages, which is also the pool's Reader.
type Extension interface {
	// Evicted takes a clean page that leaves memory, and returns CPU time of the thread that evicts it.
	Evicted(pg PageNo) sim.Duration
	// Dirtied drops the copy of a clean page that is being changed.
	Dirtied(pg PageNo)
	// Cleaned takes a page that has been written and is clean now, and returns CPU time.
	Cleaned(pg PageNo) sim.Duration
}

// Env is what the pool works with. Reader, Writer and Cleaner may be set later, by Connect; Pages may be
// nil: then there is no linear read-ahead.
type Env struct {
	Waits   *stat.WaitClock
	CPU     *queue.CPU
	Reader  Reader
	Writer  Writer
	Cleaner CleanerSignal
	Free    FreePolicy
	Pages   PageSpace

	Extension Extension // nil without one; see Extend
	Reports   Reporter  // nil: nobody is told
}

// Pool is the buffer pool.
type Pool struct {
	o       Options
	kn      Knobs
	env     Env
	id      sim.ActorID
	frames  []frame   // by FrameID; 0 unused
	table   []FrameID // by PageNo: the page hash
	inst    []instance
	fetches []fetch // by thread
	lot     *queue.Lot
	again   []redirty // pages modified while they were being written
	memory  memory
	cpu     sim.Duration
	blocked sim.Duration
	m       Metrics
}

// New builds an empty pool.
func New(k *sim.Kernel, o Options, kn Knobs, env Env) *Pool {
	p := &Pool{o: o, env: env}
	p.id = k.Register("bufferpool", p)
	if p.env.Free == nil {
		p.env.Free = SinglePageFlush{}
	}
	p.frames = make([]frame, o.Frames+1)
	p.table = make([]FrameID, o.Pages+extentPages)
	p.fetches = make([]fetch, o.Threads)
	p.lot = queue.NewLot(max(o.Threads, 64))
	p.memory = newMemory(o.Costs, p.cpus())
	p.inst = make([]instance, o.Instances)
	first := FrameID(1)
	crowd := p.crowd()
	for i := range p.inst {
		n := o.Frames / o.Instances
		if i < o.Frames%o.Instances {
			n++
		}
		p.inst[i] = newInstance(uint8(i), first, n, crowd.Mutex(o.Costs.HandOver))
		first += FrameID(n)
	}
	p.SetKnobs(kn)
	return p
}

// awakeShare is how many threads that sleep for an LRU list mutex can be on their way for each processor: the others have not
// been woken before the mutex changes hands again. Chosen with Costs.
const awakeShare = 4

// crowd is who slows down the threads that have the mutex of an LRU list.
func (p *Pool) crowd() *queue.Crowd {
	if !p.o.Costs.Crowd || p.env.CPU == nil {
		return queue.NewCrowd(nil, queue.CrowdOptions{})
	}
	return queue.NewCrowd(p.env.CPU, queue.CrowdOptions{Spin: p.o.Costs.Latch, Most: p.env.CPU.CPUs() * awakeShare})
}

// cpus is how many threads can run at a time.
func (p *Pool) cpus() int {
	if p.env.CPU == nil {
		return max(p.o.Threads, 1)
	}
	return max(p.env.CPU.CPUs(), 1)
}

// Connect sets the packages above, which are built after the pool.
func (p *Pool) Connect(r Reader, w Writer, c CleanerSignal) {
	p.env.Reader, p.env.Writer, p.env.Cleaner = r, w, c
}

// Extend adds a second-level cache, through which pages are read from now on.
func (p *Pool) Extend(x interface {
	Reader
	Extension
}) {
	p.env.Reader, p.env.Extension = x, x
}

// SetKnobs changes the dynamic variables; the LRU lists adjust at once: buf_LRU_old_ratio_update.
func (p *Pool) SetKnobs(kn Knobs) {
	p.kn = kn
	for i := range p.inst {
		in := &p.inst[i]
		in.setOldRatio(kn.OldBlocksPct)
		if in.boundary != 0 {
			p.adjustOld(in)
		}
	}
}

// Knobs are the dynamic variables as they are now.
func (p *Pool) Knobs() Knobs { return p.kn }

// InstanceOf returns the instance that a page belongs to: 64 pages in a row share one.
func (p *Pool) InstanceOf(pg PageNo) int {
	return int((pg.extent() ^ instanceSalt) % uint32(len(p.inst)))
}

// instanceSalt is UT_HASH_RANDOM_MASK2 of the server's fold of space and page number.
const instanceSalt = 1653893711

// Spent returns, and forgets, what calls since the last Spent cost their callers without parking them: CPU
// time, spinning included, and time blocked on an LRU mutex. The engine adds both to the burst of the
// thread that called.
func (p *Pool) Spent() (cpu, blocked sim.Duration) {
	cpu, blocked = p.cpu, p.blocked
	p.cpu, p.blocked = 0, 0
	return cpu, blocked
}

// lock books the LRU list mutex for a caller that is not parked.
func (p *Pool) lock(now sim.Time, in *instance, hold sim.Duration) {
	if hold == 0 {
		return
	}
	wait, held := in.mutex.Book(now, hold)
	spin := min(wait, p.o.Costs.Spin)
	p.cpu += spin + held
	p.blocked += wait - spin
}

// lookup returns the frame that holds a page, 0 when none does.
func (p *Pool) lookup(pg PageNo) FrameID {
	if int(pg) < len(p.table) {
		return p.table[pg]
	}
	return 0
}

// bind enters a page into the page table, which grows with the data set.
func (p *Pool) bind(pg PageNo, f FrameID) {
	if int(pg) >= len(p.table) {
		grown := make([]FrameID, int(pg)+int(pg)/4+extentPages)
		copy(grown, p.table)
		p.table = grown
	}
	p.table[pg] = f
	p.frames[f].page = pg
}

func (p *Pool) of(h *frame) *instance { return &p.inst[h.tag&instanceMask] }

// Page returns the page that a frame holds.
func (p *Pool) Page(f FrameID) PageNo { return p.frames[f].page }

// Oldest returns the start of the change that made the page dirty, 0 when it is clean.
func (p *Pool) Oldest(f FrameID) redo.LSN { return p.frames[f].oldest() }

// Newest returns the end of the page's last change: redo must be durable up to here before the page is
// written.
func (p *Pool) Newest(f FrameID) redo.LSN { return p.frames[f].newest() }

// Resident tells whether a page is in memory, or being read.
func (p *Pool) Resident(pg PageNo) bool { return p.lookup(pg) != 0 }
