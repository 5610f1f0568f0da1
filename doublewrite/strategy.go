package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Batch says on whose behalf a page is written: the buffer pool instance and the flush type.
type Batch struct {
	Instance int
	Type     bufferpool.FlushType
}

// Strategy protects page writes. The calling thread is ok.Ref; it owes small processor times to fil's Tab.
type Strategy interface {
	// Enqueue takes over a page that is marked as being written; the pool is told when it has been.
	Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait
	// ForceOut ends a batch: what is still in memory goes out.
	ForceOut(k *sim.Kernel, b Batch, ok sim.Wake) sim.Wait
	// WriteSingle writes one page to the end, file sync included, and always parks. The pool is not told.
	WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake)
}

// Pages is what a strategy needs of the buffer pool.
type Pages interface {
	// Page is the page in a frame.
	Page(f bufferpool.FrameID) bufferpool.PageNo
	// Written tells that the page's write is complete.
	Written(k *sim.Kernel, f bufferpool.FrameID, t bufferpool.FlushType)
}

// Keeper is the LRU list mutexes of the buffer pool, which an I/O thread keeps while it syncs the data files.
type Keeper interface {
	// KeepLRU takes the mutex of a page's instance, which it returns, until GiveLRU.
	KeepLRU(now sim.Time, f bufferpool.FrameID) (instance int)
	GiveLRU(k *sim.Kernel, instance int)
	// AwaitLRUOf parks a thread while somebody keeps the mutex of a page's instance.
	AwaitLRUOf(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) sim.Wait
}

// Env is what a strategy stands on.
type Env struct {
	Pool   Pages
	Keeper Keeper // nil: nobody keeps a mutex during syncs
	// OneMutex: the completion of a page of a flush list takes that mutex too (5.6, 5.7).
	OneMutex bool
	Fil      *fil.System
	Files    *device.Files
	Device   *device.Device // of the doublewrite files
	CPU      *queue.CPU
	Waits    *stat.WaitClock
}

// tags of page writes: batch number, flush type, frame.
const (
	tagBatchShift = 48
	tagTypeShift  = 40
)

func tag(batch int, t bufferpool.FlushType, f bufferpool.FrameID) uint64 {
	return uint64(batch)<<tagBatchShift | uint64(t)<<tagTypeShift | uint64(f)
}

func untag(t uint64) (batch int, ft bufferpool.FlushType, f bufferpool.FrameID) {
	return int(t >> tagBatchShift), bufferpool.FlushType(t >> tagTypeShift & 0xff), bufferpool.FrameID(t)
}

// base is what the strategies share.
type base struct {
	env     Env
	id      sim.ActorID
	handOff sim.Duration
	metrics Metrics
}

// Metrics returns a copy of the counters.
func (b *base) Metrics() Metrics { return b.metrics }

func (b *base) me(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: b.id, Kind: kind, Ref: thread}
}

func (b *base) park(k *sim.Kernel, thread uint32, w sim.Wait) sim.Wait {
	if b.env.Waits != nil {
		b.env.Waits.Switch(thread, k.Now(), w)
	}
	return w
}

// wake lets a sleeping thread go on; it burns what it owes.
func (b *base) wake(k *sim.Kernel, w sim.Wake) {
	b.env.CPU.Wake(k, queue.Server, b.handOff, b.env.Fil.Tab().Pay(w.Ref), w)
}

// written tells the pool that a page's write in place is complete.
func (b *base) written(k *sim.Kernel, f bufferpool.FrameID, t bufferpool.FlushType) {
	b.metrics.DataWrites++
	b.env.Pool.Written(k, f, t)
}

// submit hands one page of a batch to the I/O threads, and burns what that costs: a thread that made several calls at one
// instant would wait for the mutex of the requests behind itself. It always parks.
func (b *base) submit(k *sim.Kernel, batch int, e entry, ok sim.Wake) sim.Wait {
	r := fil.Request{Page: b.env.Pool.Page(e.frame), Tag: tag(batch, e.kind, e.frame)}
	if w := b.env.Fil.Submit(k, r, ok); w != sim.NoWait {
		return w
	}
	b.env.CPU.Run(k, queue.Server, b.env.Fil.Tab().Pay(ok.Ref), ok)
	return sim.WaitCPU
}

// spaceOf is the tablespace of the page in a frame.
func (b *base) spaceOf(f bufferpool.FrameID) fil.SpaceID {
	id, _ := b.env.Fil.Locate(b.env.Pool.Page(f))
	return id
}

// entry is a page in a batch.
type entry struct {
	frame bufferpool.FrameID
	kind  bufferpool.FlushType
}
