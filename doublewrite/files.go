package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// Files is the doublewrite buffer in files of its own (8.0.20 and later): for every buffer pool instance and
// flush type there is one buffer that fills and one batch in flight.
type Files struct {
	base
	o        Options
	kn       Knobs
	half     int        // instances of one flush type
	insts    []instance // LRU flushing first, then flush list
	segments segments
	singles  singles
	ops      []op // by thread
}

type instance struct {
	fill    []entry // pages copied, not yet written
	flight  []entry // pages of the batch that is being written in place
	busy    bool    // a batch is in flight
	pending int     // its pages not yet written in place
	segment int32   // its segment
	closing bool    // a thread is writing fill out
	waiter  sim.Wake
	waiting bool
}

// op is what a thread does here: it writes a batch out, gives a segment back, or writes a single page.
type op struct {
	ok      sim.Wake
	inst    int
	sent    int // data writes submitted
	segment int32
	frame   bufferpool.FrameID
	slot    int32
	keeps   bool // an LRU list mutex of the pool while it syncs
	kept    int  // whose: the instance
	placing bool // the single page is being written in place
}

const (
	kindBatchFree     sim.Kind = iota // the previous batch is in place
	kindSegment                       // a segment is there
	kindBatchWritten                  // the batch is in the doublewrite file
	kindBatchSynced                   // … and synced
	kindSubmit                        // go on submitting data writes
	kindReap                          // an I/O thread has waited for the LRU list mutex
	kindReapAgain                     // … and has a processor
	kindDataSynced                    // an I/O thread has synced the data files
	kindSlot                          // a single-page slot is there
	kindSingleWritten                 // the page is in its slot
	kindSingleSynced                  // … and synced
	kindSinglePlaced                  // the page is in place
	kindSingleDone                    // … and synced
)

// NewFiles registers the doublewrite files and becomes the reaper of page writes.
func NewFiles(k *sim.Kernel, o Options, kn Knobs, env Env) *Files {
	n := max(minInstances, 2*o.PoolInstances)
	d := &Files{base: base{env: env, handOff: o.HandOff}, o: o, kn: kn, half: n / 2, insts: make([]instance, n)}
	d.id = k.Register("doublewrite", d)
	for i := range d.insts {
		d.insts[i].fill = make([]entry, 0, o.Pages)
		d.insts[i].flight = make([]entry, 0, o.Pages)
	}
	method := env.Fil.Options().Method
	d.segments = newSegments(o, n, func(name string) device.FileID {
		return env.Files.Open(name, env.Device, method.DataMode())
	})
	d.singles = newSingles(singleSlots)
	env.Fil.SetReaper(d)
	return d
}

// SetKnobs changes the mode of the batches that begin from now on.
func (d *Files) SetKnobs(kn Knobs) { d.kn = kn }

// Enqueue copies the page into its instance's buffer; when that is full, the thread writes it out.
func (d *Files) Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait {
	i := d.index(b)
	in := &d.insts[i]
	if in.closing {
		panic("doublewrite: two threads flush one instance")
	}
	d.metrics.AsyncRequests++
	d.env.Fil.Tab().Owe(ok.Ref, d.copyCost())
	in.fill = append(in.fill, entry{f, b.Type})
	if len(in.fill) < d.o.Pages {
		return sim.NoWait
	}
	return d.writeOut(k, i, ok)
}

// ForceOut writes a partly filled buffer out. It does not wait for the data writes.
func (d *Files) ForceOut(k *sim.Kernel, b Batch, ok sim.Wake) sim.Wait {
	i := d.index(b)
	if len(d.insts[i].fill) == 0 {
		return sim.NoWait
	}
	d.metrics.FlushRequests++
	return d.writeOut(k, i, ok)
}

// Handle takes the steps of batches and single writes.
func (d *Files) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindBatchFree:
		d.takeSegment(k, ev.Ref)
	case kindSegment:
		d.ops[ev.Ref].segment = int32(ev.Arg)
		d.writeBatch(k, ev.Ref)
	case kindBatchWritten:
		d.batchWritten(k, ev.Ref)
	case kindBatchSynced:
		d.metrics.Syncs++
		d.launch(k, ev.Ref)
	case kindSubmit:
		d.submitNext(k, ev.Ref)
	case kindReap:
		d.wake(k, d.me(kindReapAgain, ev.Ref).With(ev.Arg))
	case kindReapAgain:
		if !d.Reaped(k, ev.Ref, ev.Arg) {
			d.env.Fil.Release(k, ev.Ref)
		}
	case kindDataSynced:
		if o := &d.ops[ev.Ref]; o.keeps {
			o.keeps = false
			d.env.Keeper.GiveLRU(k, o.kept)
		}
		d.giveBack(k, d.ops[ev.Ref].segment)
		d.env.Fil.Release(k, ev.Ref)
	default:
		d.handleSingle(k, ev)
	}
}

func (d *Files) index(b Batch) int {
	i := b.Instance % d.half
	if b.Type == bufferpool.List {
		return d.half + i
	}
	return i
}

func (d *Files) copyCost() sim.Duration {
	if d.kn.DetectOnly {
		return d.o.Costs.Reduce
	}
	return d.o.Costs.Copy
}

func (d *Files) op(thread uint32) *op {
	for int(thread) >= len(d.ops) {
		d.ops = append(d.ops, op{})
	}
	return &d.ops[thread]
}

// writeOut begins a batch with what the buffer holds. It always parks.
func (d *Files) writeOut(k *sim.Kernel, i int, ok sim.Wake) sim.Wait {
	o := d.op(ok.Ref)
	o.ok, o.inst, o.sent = ok, i, 0
	in := &d.insts[i]
	in.closing = true
	if in.busy {
		d.metrics.BatchWaits++
		in.waiter, in.waiting = d.me(kindBatchFree, ok.Ref), true
		return d.park(k, ok.Ref, WaitBatch)
	}
	return d.takeSegment(k, ok.Ref)
}

func (d *Files) takeSegment(k *sim.Kernel, thread uint32) sim.Wait {
	o := &d.ops[thread]
	t := d.kindOf(o.inst)
	s, ok := d.segments.take(t)
	if !ok {
		d.metrics.SegmentWaits++
		d.segments.line[t] = append(d.segments.line[t], d.me(kindSegment, thread))
		return d.park(k, thread, WaitSegment)
	}
	o.segment = s
	return d.writeBatch(k, thread)
}

// kindOf is 0 for an instance of LRU flushing, 1 for one of list flushing.
func (d *Files) kindOf(inst int) int {
	if inst < d.half {
		return 0
	}
	return 1
}

// writeBatch is the one sequential write of the batch.
func (d *Files) writeBatch(k *sim.Kernel, thread uint32) sim.Wait {
	o := &d.ops[thread]
	file, off := d.segments.place(o.segment)
	n := uint32(len(d.insts[o.inst].fill)) * pageBytes
	if d.kn.DetectOnly {
		n = reducedBytes
	}
	d.metrics.Bytes += uint64(n)
	d.env.Files.Call(k, device.Call{
		Op: device.Write, File: file, Offset: off, Bytes: n, Wait: WaitWrite,
		CPU: d.env.Fil.Tab().Pay(thread) + d.env.Fil.Options().Costs.SyncIO, Account: queue.Server,
	}, d.me(kindBatchWritten, thread))
	return WaitWrite
}

func (d *Files) batchWritten(k *sim.Kernel, thread uint32) {
	if !d.env.Fil.Options().Method.SyncsDoublewrite() {
		d.launch(k, thread)
		return
	}
	file, _ := d.segments.place(d.ops[thread].segment)
	d.sync(k, file, d.me(kindBatchSynced, thread))
}

func (d *Files) sync(k *sim.Kernel, file device.FileID, done sim.Wake) {
	d.env.Files.Call(k, device.Call{
		Op: device.Flush, File: file, Data: d.env.Fil.Options().Fdatasync, Wait: WaitSync,
		CPU: d.env.Fil.Options().Costs.SyncIO, Account: queue.Server,
	}, done)
}

// launch puts the batch in flight: the buffer is free to fill again once its pages are submitted.
func (d *Files) launch(k *sim.Kernel, thread uint32) {
	o := &d.ops[thread]
	in := &d.insts[o.inst]
	in.fill, in.flight = in.flight[:0], in.fill
	in.busy, in.pending, in.segment = true, len(in.flight), o.segment
	d.metrics.Writes++
	d.submitNext(k, thread)
}

// submitNext hands the next data write to the I/O threads.
func (d *Files) submitNext(k *sim.Kernel, thread uint32) {
	o := &d.ops[thread]
	in := &d.insts[o.inst]
	if o.sent < len(in.flight) {
		o.sent++
		d.submit(k, o.inst, in.flight[o.sent-1], d.me(kindSubmit, thread))
		return
	}
	in.closing = false
	k.Soon(o.ok)
}

// Reaped tells the pool that a page is in place. The last page of a batch ends it, syncs the data files in
// the I/O thread, and then gives the segment back.
func (d *Files) Reaped(k *sim.Kernel, ioThread uint32, tag uint64) (held bool) {
	i, t, f := untag(tag)
	if t == bufferpool.LRU && d.env.Keeper != nil &&
		d.env.Keeper.AwaitLRUOf(k, f, d.me(kindReap, ioThread).With(tag)) != sim.NoWait {
		return true
	}
	d.written(k, f, t)
	in := &d.insts[i]
	in.pending--
	if in.pending > 0 {
		return false
	}
	d.metrics.PagesWritten += uint64(len(in.flight))
	in.busy = false
	if in.waiting {
		in.waiting = false
		d.wake(k, in.waiter)
	}
	d.env.Fil.Tab().Owe(ioThread, d.o.Costs.Complete)
	if d.env.Fil.Unflushed() == 0 {
		d.giveBack(k, in.segment)
		return false
	}
	d.metrics.BatchSyncs++
	d.op(ioThread).segment = in.segment
	o := d.op(ioThread)
	o.keeps, o.kept = d.env.Keeper != nil && t == bufferpool.LRU, 0
	if o.keeps {
		o.kept = d.env.Keeper.KeepLRU(k.Now(), f)
	}
	d.env.Fil.FlushAll(k, d.me(kindDataSynced, ioThread))
	return true
}

// giveBack frees a segment, or hands it to the first thread in line.
func (d *Files) giveBack(k *sim.Kernel, s int32) {
	t := d.segments.kindOf(s)
	line := d.segments.line[t]
	if len(line) == 0 {
		d.segments.free[t] = append(d.segments.free[t], s)
		return
	}
	w := line[0]
	d.segments.line[t] = line[:copy(line, line[1:])]
	d.wake(k, w.With(uint64(s)))
}
