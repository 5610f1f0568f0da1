package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
)

// SystemBuffer is the doublewrite buffer in the system tablespace (before 8.0.20): one batch of at most 120
// pages for the whole server. While it is being written nobody else can add a page.
type SystemBuffer struct {
	base
	o       Options
	space   fil.SpaceID // the system tablespace
	batch   []entry
	running bool // the batch is being written
	pending int  // its pages not yet in place
	line    []uint32
	woken   []uint32
	singles singles
	ops     []systemOp // by thread
	keeps   bool       // the thread that syncs the data files keeps a mutex of the buffer pool
	kept    int        // whose: the instance

	firstSlot int64 // page of the area where the single-page slots begin
}

type systemOp struct {
	ok    sim.Wake
	entry entry
	sent  int  // data writes submitted
	total int  // pages of its batch
	adds  bool // the thread has a page to add; else it wants the batch out
	slot  int32
}

const (
	systemAgain        sim.Kind = iota // the running batch has ended: try again
	systemFirst                        // the first block is written
	systemSecond                       // the second block is written
	systemSynced                       // the system tablespace is synced
	systemSubmit                       // go on submitting data writes
	systemDataSynced                   // an I/O thread has synced the data files
	systemSlot                         // a single-page slot is there
	systemSlotWritten                  // the page is in its slot
	systemSlotSynced                   // … and synced
	systemSinglePlaced                 // the page is in place
	systemSingleDone                   // … and synced
	systemReap                         // an I/O thread has waited for a mutex of the buffer pool
	systemReapAgain                    // … and has a processor
)

const systemOffset = 1 << 20 // bytes; the first block of the area, TRX_SYS_DOUBLEWRITE_BLOCK1

// NewSystemBuffer becomes the reaper of page writes; space is the system tablespace.
func NewSystemBuffer(k *sim.Kernel, o Options, space fil.SpaceID, env Env) *SystemBuffer {
	d := &SystemBuffer{base: base{env: env, handOff: o.HandOff}, o: o, space: space}
	d.id = k.Register("doublewrite-system", d)
	d.batch = make([]entry, 0, systemPages)
	d.singles, d.firstSlot = newSingles(systemSingle), systemPages
	env.Fil.SetReaper(d)
	return d
}

// Enqueue copies the page into the batch, and writes that out when it is full.
func (d *SystemBuffer) Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait {
	o := d.op(ok.Ref)
	o.ok, o.entry, o.adds = ok, entry{f, b.Type}, true
	d.metrics.AsyncRequests++
	d.env.Fil.Tab().Owe(ok.Ref, d.o.Costs.Copy)
	return d.try(k, ok.Ref)
}

// ForceOut writes the batch out, whoever filled it.
func (d *SystemBuffer) ForceOut(k *sim.Kernel, _ Batch, ok sim.Wake) sim.Wait {
	o := d.op(ok.Ref)
	o.ok, o.adds = ok, false
	d.metrics.FlushRequests++
	return d.try(k, ok.Ref)
}

// try adds the thread's page or writes the batch out; while a batch is being written it waits.
func (d *SystemBuffer) try(k *sim.Kernel, thread uint32) sim.Wait {
	o := &d.ops[thread]
	if d.running {
		d.metrics.BatchWaits++
		d.line = append(d.line, thread)
		return d.park(k, thread, WaitBatch)
	}
	if o.adds {
		d.batch = append(d.batch, o.entry)
		if len(d.batch) < systemPages {
			return sim.NoWait
		}
	}
	if len(d.batch) == 0 {
		return sim.NoWait
	}
	d.running, o.sent = true, 0
	d.writeBlock(k, thread, 0, systemFirst)
	return WaitWrite
}

// writeBlock writes the pages of the batch from first on, a block at most.
func (d *SystemBuffer) writeBlock(k *sim.Kernel, thread uint32, first int, next sim.Kind) {
	n := uint32(min(len(d.batch)-first, systemBlock)) * pageBytes
	d.metrics.Bytes += uint64(n)
	a := fil.Area{Space: d.space, Offset: systemOffset + int64(first)*pageBytes, Bytes: n}
	d.env.Fil.WriteArea(k, a, WaitWrite, d.me(next, thread))
}

// Handle takes the steps of batches and single writes.
func (d *SystemBuffer) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case systemAgain:
		if d.try(k, ev.Ref) == sim.NoWait {
			k.Soon(d.ops[ev.Ref].ok)
		}
	case systemFirst:
		if len(d.batch) > systemBlock {
			d.writeBlock(k, ev.Ref, systemBlock, systemSecond)
			return
		}
		d.env.Fil.Flush(k, d.space, d.me(systemSynced, ev.Ref))
	case systemSecond:
		d.env.Fil.Flush(k, d.space, d.me(systemSynced, ev.Ref))
	case systemSynced:
		d.metrics.Syncs++
		d.metrics.Writes++
		d.pending = len(d.batch)
		d.ops[ev.Ref].total = d.pending
		d.submitNext(k, ev.Ref)
	case systemSubmit:
		d.submitNext(k, ev.Ref)
	case systemDataSynced:
		d.dataSynced(k, ev.Ref)
	case systemReap, systemReapAgain:
		d.reap(k, ev)
	default:
		d.handleSingle(k, ev)
	}
}

func (d *SystemBuffer) submitNext(k *sim.Kernel, thread uint32) {
	o := &d.ops[thread]
	if o.sent < o.total {
		o.sent++
		d.submit(k, 0, d.batch[o.sent-1], d.me(systemSubmit, thread))
		return
	}
	k.Soon(o.ok)
}

// end makes the buffer usable again; all who waited try.
func (d *SystemBuffer) end(k *sim.Kernel) {
	d.batch, d.running = d.batch[:0], false
	d.line, d.woken = d.woken[:0], d.line
	for _, t := range d.woken {
		d.wake(k, d.me(systemAgain, t))
	}
}

// WriteSingle writes a page into one of the eight slots, syncs the system tablespace, and writes the page in
// place.
func (d *SystemBuffer) WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) {
	o := d.op(ok.Ref)
	o.ok, o.entry.frame = ok, f
	d.metrics.SyncRequests++
	slot, free := d.singles.take()
	if !free {
		d.metrics.SlotWaits++
		d.singles.line = append(d.singles.line, d.me(systemSlot, ok.Ref))
		d.park(k, ok.Ref, WaitSlot)
		return
	}
	d.writeSlot(k, ok.Ref, slot)
}

func (d *SystemBuffer) writeSlot(k *sim.Kernel, thread uint32, slot int32) {
	d.ops[thread].slot = slot
	d.metrics.Writes++
	d.metrics.SingleWrites++
	d.metrics.PagesWritten++
	d.metrics.Bytes += pageBytes
	a := fil.Area{Space: d.space, Offset: systemOffset + (d.firstSlot+int64(slot))*pageBytes, Bytes: pageBytes}
	d.env.Fil.WriteArea(k, a, WaitWrite, d.me(systemSlotWritten, thread))
}

func (d *SystemBuffer) handleSingle(k *sim.Kernel, ev sim.Event) {
	o := &d.ops[ev.Ref]
	switch ev.Kind {
	case systemSlot:
		d.writeSlot(k, ev.Ref, int32(ev.Arg))
	case systemSlotWritten:
		d.env.Fil.Flush(k, d.space, d.me(systemSlotSynced, ev.Ref))
	case systemSlotSynced:
		d.metrics.Syncs++
		d.env.Fil.WritePage(k, d.env.Pool.Page(o.entry.frame), d.me(systemSinglePlaced, ev.Ref))
	case systemSinglePlaced:
		d.metrics.DataWrites++
		d.env.Fil.Flush(k, d.spaceOf(o.entry.frame), d.me(systemSingleDone, ev.Ref))
	case systemSingleDone:
		if next, waited := d.singles.put(o.slot); waited {
			d.wake(k, next)
		}
		k.Soon(o.ok)
	default:
		panic("doublewrite: unknown event kind")
	}
}

// Check reports broken laws.
func (d *SystemBuffer) Check() error {
	switch {
	case d.pending > 0 && !d.running:
		return errPendingWithoutBatch
	case !d.running && len(d.batch) >= systemPages:
		return errFullAndIdle
	}
	return nil
}

func (d *SystemBuffer) op(thread uint32) *systemOp {
	for int(thread) >= len(d.ops) {
		d.ops = append(d.ops, systemOp{})
	}
	return &d.ops[thread]
}
