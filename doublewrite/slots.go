package doublewrite

import (
	"errors"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Redo is the redo log as TwoSlots needs it: pages go to their places only when their redo is durable, and
// threads that wait for redo space look again whenever no page is on its way.
type Redo interface {
	Durable(k *sim.Kernel, upTo redo.LSN, need redo.Need, ok sim.Wake) sim.Wait
	PagesFlushed(k *sim.Kernel)
}

// Changes tells up to which LSN the redo of a page must be durable.
type Changes interface {
	Newest(f bufferpool.FrameID) redo.LSN
}

// TwoSlots is the doublewrite buffer of MariaDB: two slots of 128 pages in the system tablespace. One is
// being filled while the other is being written, so the page cleaner goes on at once; it waits only when it
// has filled a slot and the other one is still in flight. The end of the asynchronous write of a slot, in a
// thread of the server's pool, syncs the system tablespace, makes the redo of the pages durable and submits
// them all; the last of their completions syncs the data files and frees the slot.
//
// Source: storage/innobase/buf/buf0dblwr.cc (MariaDB 10.5 and later).
type TwoSlots struct {
	base
	o      Options
	s      SlotsOptions
	filled slotBatch  // the slot that is being filled
	flight slotBatch  // the slot that is being written
	busy   bool       // flight is
	left   int        // pages of flight that are not in place
	sent   int        // pages of flight that are submitted
	second bool       // the slot of the area that is written next
	line   []uint32   // threads that found both slots in use
	idle   []sim.Wake // threads that wait until no page is on its way
	woken  []uint32
	rising int       // threads that are woken and have not looked again
	ops    []slotsOp // by thread
}

// SlotsOptions are what TwoSlots needs beside the others' options.
type SlotsOptions struct {
	Space   fil.SpaceID // the system tablespace
	Thread  uint32      // the thread in which completions of slot writes run
	Redo    Redo
	Changes Changes
}

type slotBatch struct {
	pages []entry
	lsn   redo.LSN // newest change of any of them
}

type slotsOp struct {
	ok    sim.Wake
	entry entry
	adds  bool // the thread has a page to add; else it wants the slot out
}

const (
	slotsAgain      sim.Kind = iota // a slot is free: try again
	slotsWritten                    // the slot is written
	slotsRun                        // … and the completion has its processor time
	slotsSynced                     // … and the system tablespace is synced
	slotsDurable                    // … and the redo of its pages is durable
	slotsSubmit                     // go on submitting pages
	slotsDataSynced                 // the data files are synced
	slotsSingle                     // a single page is in place
)

const slotPages = 2 * systemBlock // of a slot; buf_dblwr_t::block_size, FSP_EXTENT_SIZE

// NewTwoSlots becomes the reaper of page writes.
func NewTwoSlots(k *sim.Kernel, o Options, s SlotsOptions, env Env) *TwoSlots {
	d := &TwoSlots{base: base{env: env, handOff: o.HandOff}, o: o, s: s}
	d.id = k.Register("doublewrite-slots", d)
	d.filled.pages = make([]entry, 0, slotPages)
	d.flight.pages = make([]entry, 0, slotPages)
	env.Fil.SetReaper(d)
	return d
}

// Enqueue copies the page into the slot, and writes that out when it is full.
func (d *TwoSlots) Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait {
	o := d.op(ok.Ref)
	*o = slotsOp{ok, entry{f, b.Type}, true}
	d.metrics.AsyncRequests++
	d.env.Fil.Tab().Owe(ok.Ref, d.o.Costs.Copy)
	return d.try(k, ok.Ref)
}

// ForceOut writes the slot out, whoever filled it. It does not wait for the pages.
func (d *TwoSlots) ForceOut(k *sim.Kernel, _ Batch, ok sim.Wake) sim.Wait {
	*d.op(ok.Ref) = slotsOp{ok: ok}
	d.metrics.FlushRequests++
	return d.try(k, ok.Ref)
}

// try adds the thread's page or writes the slot out; it waits where the other slot is in flight.
func (d *TwoSlots) try(k *sim.Kernel, thread uint32) sim.Wait {
	o := &d.ops[thread]
	if o.adds && len(d.filled.pages) < slotPages {
		d.filled.pages = append(d.filled.pages, o.entry)
		d.filled.lsn = max(d.filled.lsn, d.s.Changes.Newest(o.entry.frame))
		o.adds = false
		if len(d.filled.pages) < slotPages {
			return sim.NoWait
		}
	}
	if len(d.filled.pages) == 0 {
		return sim.NoWait
	}
	if d.busy {
		d.metrics.BatchWaits++
		d.line = append(d.line, thread)
		return d.park(k, thread, WaitBatch)
	}
	d.write(k, thread)
	if o.adds { // the slot was full before: the page goes into the next one
		return d.try(k, thread)
	}
	return sim.NoWait
}

// write swaps the slots and submits the full one.
func (d *TwoSlots) write(k *sim.Kernel, thread uint32) {
	d.filled, d.flight = d.flight, d.filled
	d.busy, d.left, d.sent = true, len(d.flight.pages), 0
	d.metrics.Writes++
	n := uint32(d.left) * pageBytes
	d.metrics.Bytes += uint64(n)
	a := fil.Area{Space: d.s.Space, Offset: systemOffset, Bytes: n}
	if d.second {
		a.Offset += slotPages * pageBytes
	}
	d.second = !d.second
	d.env.Fil.SubmitArea(k, a, thread, d.me(slotsWritten, d.s.Thread))
}

// Handle takes the steps of a slot, and of single pages.
func (d *TwoSlots) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case slotsAgain:
		d.rising--
		if d.try(k, ev.Ref) == sim.NoWait {
			k.Soon(d.ops[ev.Ref].ok)
		}
	case slotsWritten:
		d.env.CPU.Wake(k, queue.Server, d.env.Fil.Options().Wakeup, d.env.Fil.Options().Costs.Complete, d.me(slotsRun, ev.Ref))
	case slotsRun:
		d.env.Fil.SyncFile(k, d.s.Space, WaitSync, d.me(slotsSynced, ev.Ref))
	case slotsSynced:
		d.metrics.Syncs++
		if d.s.Redo.Durable(k, d.flight.lsn, redo.Synced, d.me(slotsDurable, ev.Ref)) == sim.NoWait {
			d.submitNext(k, ev.Ref)
		}
	case slotsDurable, slotsSubmit:
		d.submitNext(k, ev.Ref)
	case slotsDataSynced:
		d.end(k)
		d.env.Fil.Release(k, ev.Ref)
	case slotsSingle:
		d.metrics.DataWrites++
		d.env.Fil.Flush(k, d.spaceOf(d.ops[ev.Ref].entry.frame), d.ops[ev.Ref].ok)
	default:
		panic("doublewrite: unknown event kind")
	}
}

func (d *TwoSlots) submitNext(k *sim.Kernel, thread uint32) {
	if d.sent < len(d.flight.pages) {
		d.sent++
		d.submit(k, 0, d.flight.pages[d.sent-1], d.me(slotsSubmit, thread))
		return
	}
	d.park(k, thread, fil.WaitIOIdle)
}

// Reaped tells the pool that a page is in place. The last one syncs the data files in the I/O thread.
func (d *TwoSlots) Reaped(k *sim.Kernel, ioThread uint32, tag uint64) (held bool) {
	_, t, f := untag(tag)
	d.written(k, f, t)
	d.left--
	if d.left > 0 {
		return false
	}
	d.metrics.PagesWritten += uint64(len(d.flight.pages))
	d.metrics.BatchSyncs++
	d.env.Fil.Tab().Owe(ioThread, d.o.Costs.Complete)
	d.env.Fil.FlushAll(k, d.me(slotsDataSynced, ioThread))
	return true
}

// end frees the slot; all who waited try.
func (d *TwoSlots) end(k *sim.Kernel) {
	d.flight.pages, d.flight.lsn, d.busy = d.flight.pages[:0], 0, false
	d.line, d.woken = d.woken[:0], d.line
	d.rising += len(d.woken)
	for _, t := range d.woken {
		d.wake(k, d.me(slotsAgain, t))
	}
	for _, w := range d.idle {
		d.wake(k, w)
	}
	d.idle = d.idle[:0]
	if len(d.woken) == 0 { // else the cleaner, who was woken first, writes again before the others have looked
		d.s.Redo.PagesFlushed(k)
	}
}

// AwaitIdle parks thread ok.Ref until the slot in flight is over and no page is being written:
// os_aio_wait_until_no_pending_writes.
func (d *TwoSlots) AwaitIdle(k *sim.Kernel, ok sim.Wake) sim.Wait {
	if !d.busy {
		return d.env.Fil.WaitIdle(k, ok)
	}
	d.idle = append(d.idle, ok)
	return d.park(k, ok.Ref, WaitBatch)
}

// WriteSingle writes a page in place: no thread of MariaDB writes single pages, and nobody asks for it.
func (d *TwoSlots) WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) {
	d.metrics.SyncRequests++
	d.op(ok.Ref).ok, d.op(ok.Ref).entry.frame = ok, f
	d.env.Fil.WritePage(k, d.env.Pool.Page(f), d.me(slotsSingle, ok.Ref))
}

// Check reports broken laws.
func (d *TwoSlots) Check() error {
	switch {
	case d.left > 0 && !d.busy:
		return errPendingWithoutBatch
	case !d.busy && d.rising == 0 && len(d.filled.pages) >= slotPages:
		return errFullAndIdle
	case len(d.line) > 0 && !d.busy:
		return errors.New("doublewrite: threads wait for a slot, and none is in flight")
	}
	return nil
}

func (d *TwoSlots) op(thread uint32) *slotsOp {
	for int(thread) >= len(d.ops) {
		d.ops = append(d.ops, slotsOp{})
	}
	return &d.ops[thread]
}
