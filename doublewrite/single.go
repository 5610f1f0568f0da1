package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// singles are the slots for pages that clients write alone.
type singles struct {
	count int
	free  []int32
	line  []sim.Wake // threads that wait for a slot
}

func newSingles(n int) singles {
	s := singles{count: n}
	for i := n - 1; i >= 0; i-- {
		s.free = append(s.free, int32(i))
	}
	return s
}

func (s *singles) take() (slot int32, ok bool) {
	n := len(s.free)
	if n == 0 {
		return 0, false
	}
	slot = s.free[n-1]
	s.free = s.free[:n-1]
	return slot, true
}

// put frees a slot; when a thread waits for one it answers who, and the slot is that thread's.
func (s *singles) put(slot int32) (next sim.Wake, waited bool) {
	if len(s.line) == 0 {
		s.free = append(s.free, slot)
		return sim.Wake{}, false
	}
	next = s.line[0].With(uint64(slot))
	s.line = s.line[:copy(s.line, s.line[1:])]
	return next, true
}

// WriteSingle writes a page into a slot, then in place, then syncs its file, all in the calling thread.
func (d *Files) WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) {
	o := d.op(ok.Ref)
	o.ok, o.frame = ok, f
	d.metrics.SyncRequests++
	slot, free := d.singles.take()
	if !free {
		d.metrics.SlotWaits++
		d.singles.line = append(d.singles.line, d.me(kindSlot, ok.Ref))
		d.park(k, ok.Ref, WaitSlot)
		return
	}
	d.writeSlot(k, ok.Ref, slot)
}

func (d *Files) handleSingle(k *sim.Kernel, ev sim.Event) {
	o := &d.ops[ev.Ref]
	switch ev.Kind {
	case kindSlot:
		d.writeSlot(k, ev.Ref, int32(ev.Arg))
	case kindSingleWritten:
		d.slotWritten(k, ev.Ref)
	case kindSingleSynced:
		d.metrics.Syncs++
		d.placeSingle(k, ev.Ref)
	case kindSinglePlaced:
		d.metrics.DataWrites++
		o.placing = false
		d.env.Fil.Flush(k, d.spaceOf(o.frame), d.me(kindSingleDone, ev.Ref))
	case kindSingleDone:
		if next, waited := d.singles.put(o.slot); waited {
			d.wake(k, next)
		}
		k.Soon(o.ok)
	default:
		panic("doublewrite: unknown event kind")
	}
}

func (d *Files) writeSlot(k *sim.Kernel, thread uint32, slot int32) {
	o := &d.ops[thread]
	o.slot = slot
	n := uint32(pageBytes)
	if d.kn.DetectOnly {
		n = reducedBytes
	}
	d.metrics.Writes++
	d.metrics.SingleWrites++
	d.metrics.PagesWritten++
	d.metrics.Bytes += uint64(n)
	file, off := d.segments.slotPlace(slot)
	d.env.Files.Call(k, device.Call{
		Op: device.Write, File: file, Offset: off, Bytes: n, Wait: WaitWrite,
		CPU: d.env.Fil.Tab().Pay(thread) + d.env.Fil.Options().Costs.SyncIO, Account: queue.Server,
	}, d.me(kindSingleWritten, thread))
}

func (d *Files) slotWritten(k *sim.Kernel, thread uint32) {
	if !d.env.Fil.Options().Method.SyncsDoublewrite() {
		d.placeSingle(k, thread)
		return
	}
	file, _ := d.segments.slotPlace(d.ops[thread].slot)
	d.sync(k, file, d.me(kindSingleSynced, thread))
}

func (d *Files) placeSingle(k *sim.Kernel, thread uint32) {
	d.ops[thread].placing = true
	d.env.Fil.WritePage(k, d.env.Pool.Page(d.ops[thread].frame), d.me(kindSinglePlaced, thread))
}
