package fil

import (
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

const (
	slotsPerThread = 256            // 8 × 32 pending requests of an I/O thread; os0file.cc
	stripeShift    = 20             // a MiB of a file belongs to one I/O thread; AIO::reserve_slot, os0file.cc
	mergeMax       = 64             // OS_AIO_MERGE_N_CONSECUTIVE, os0file.cc
	starveLimit    = 2 * sim.Second // a simulated request older than this goes first; os0file.cc
)

// slot is an asynchronous request from submission to completion.
type slot struct {
	off   int64
	tag   uint64   // write: for the reaper
	done  sim.Wake // read: whom to tell
	since sim.Time
	space SpaceID
}

// array is an AIO array: the slots of all its I/O threads.
type array struct {
	op      device.Op
	first   int // index of the first I/O thread
	threads int
	slots   []slot // thread × slotsPerThread
	busy    int
	waiting []pending // requests that found no free slot, in order
}

type pending struct {
	slot
	ok     sim.Wake // of the submitter
	parked bool
}

// Request is one page to be written asynchronously.
type Request struct {
	Page bufferpool.PageNo
	Tag  uint64 // handed to the reaper
}

func (s *System) newArray(op device.Op, first, threads int) array {
	for i := first; i < first+threads; i++ {
		s.threads[i] = newIOThread(s.o.FirstThread+uint32(i), op)
	}
	return array{op: op, first: first, threads: threads, slots: make([]slot, threads*slotsPerThread)}
}

// Submit hands a page write to the I/O threads. The submitter is thread ok.Ref: it owes the processor time of
// the submission (see Tab), and is parked when all slots are in use, until its request has one.
func (s *System) Submit(k *sim.Kernel, r Request, ok sim.Wake) sim.Wait {
	id, off := s.Locate(r.Page)
	wait, held := s.book(k.Now(), id, off, s.o.Costs.AsyncHold)
	s.tab.Owe(ok.Ref, wait+held+s.submitCost())
	s.metrics.PendingWrites++
	sl := slot{off: off, tag: r.Tag, since: k.Now(), space: id}
	if s.place(k, &s.writes, sl) {
		return sim.NoWait
	}
	s.metrics.SlotWaits++
	s.writes.waiting = append(s.writes.waiting, pending{sl, ok, true})
	s.park(k, ok.Ref, WaitIOSlot)
	return WaitIOSlot
}

// Prefetch reads a page ahead; done arrives when an I/O thread has reaped it. Nobody is parked.
func (s *System) Prefetch(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	id, off := s.Locate(pg)
	s.book(k.Now(), id, off, s.o.Costs.AsyncHold)
	s.metrics.ReadAheads++
	s.metrics.PendingReads++
	s.metrics.BytesRead += uint64(s.o.PageSize)
	sl := slot{off: off, done: done, since: k.Now(), space: id}
	if !s.place(k, &s.reads, sl) {
		s.reads.waiting = append(s.reads.waiting, pending{slot: sl})
	}
}

// WaitIdle parks thread ok.Ref until no asynchronous write is pending.
func (s *System) WaitIdle(k *sim.Kernel, ok sim.Wake) sim.Wait {
	if s.metrics.PendingWrites == 0 {
		return sim.NoWait
	}
	s.park(k, ok.Ref, WaitIOSlot)
	s.idle = append(s.idle, ok)
	return WaitIOSlot
}

// place puts a request into a slot of its segment, or of the next one that has a free slot.
func (s *System) place(k *sim.Kernel, a *array, sl slot) bool {
	segment := int(sl.off>>stripeShift) % a.threads
	for range a.threads {
		t := &s.threads[a.first+segment]
		if n := len(t.free); n > 0 {
			i := t.free[n-1]
			t.free = t.free[:n-1]
			a.busy++
			a.slots[segment*slotsPerThread+int(i)] = sl
			s.start(k, a, segment, i)
			return true
		}
		segment = (segment + 1) % a.threads
	}
	return false
}

// start sends the request to the device (native), or lines it up for its I/O thread (simulated).
func (s *System) start(k *sim.Kernel, a *array, segment int, i uint16) {
	n := segment*slotsPerThread + int(i)
	sl := &a.slots[n]
	if !s.o.NativeAIO {
		t := &s.threads[a.first+segment]
		t.enqueue(a.slots[segment*slotsPerThread:], i)
		s.rouse(k, t, s.o.HandOff, s.o.Costs.Scan)
		return
	}
	done := s.me(kindAIODone, uint32(a.first*slotsPerThread+n))
	file := s.spaces[sl.space].file
	if a.op == device.Write {
		s.countWrite(s.o.PageSize)
		s.env.Files.Write(k, file, sl.off, uint32(s.o.PageSize), done)
		return
	}
	s.env.Files.Read(k, file, sl.off, uint32(s.o.PageSize), done)
}

// aioDone takes a completion of the device: the segment's I/O thread reaps it.
func (s *System) aioDone(k *sim.Kernel, slotNo uint32) {
	t := &s.threads[slotNo/slotsPerThread]
	t.done.push(uint16(slotNo % slotsPerThread))
	s.rouse(k, t, s.o.Wakeup, s.o.Costs.Complete)
}

// array returns the array that an I/O thread serves, and the thread's segment in it.
func (s *System) array(thread int) (*array, int) {
	if thread < s.reads.threads {
		return &s.reads, thread
	}
	return &s.writes, thread - s.writes.first
}

// release frees a slot; the first request in line takes it.
func (s *System) release(k *sim.Kernel, a *array, segment int, i uint16) {
	t := &s.threads[a.first+segment]
	t.free = append(t.free, i)
	a.busy--
	if len(a.waiting) == 0 {
		return
	}
	p := a.waiting[0]
	a.waiting = a.waiting[:copy(a.waiting, a.waiting[1:])]
	if !s.place(k, a, p.slot) {
		panic("fil: no slot for a request although one was freed")
	}
	if p.parked {
		s.env.CPU.Wake(k, queue.Server, s.o.HandOff, s.tab.Pay(p.ok.Ref), p.ok)
	}
}

// finishWrite ends the account of an asynchronous write.
func (s *System) finishWrite(k *sim.Kernel) {
	s.metrics.PendingWrites--
	if s.metrics.PendingWrites > 0 {
		return
	}
	for _, w := range s.idle {
		s.env.CPU.Wake(k, queue.Server, s.o.HandOff, s.tab.Pay(w.Ref), w)
	}
	s.idle = s.idle[:0]
}

// checkSlots verifies that every slot is free or in use exactly once.
func (s *System) checkSlots() error {
	for _, a := range []*array{&s.reads, &s.writes} {
		free := 0
		for i := range a.threads {
			free += len(s.threads[a.first+i].free)
		}
		if free+a.busy != len(a.slots) {
			return fmt.Errorf("fil: %d free and %d used of %d AIO slots", free, a.busy, len(a.slots))
		}
	}
	return nil
}

// submitCost is what a submission takes of the submitter: a buffered write is copied by its own call.
func (s *System) submitCost() sim.Duration {
	if s.o.Method.Direct() {
		return s.o.Costs.Submit
	}
	return s.o.Costs.Submit + s.o.Costs.Merge
}
