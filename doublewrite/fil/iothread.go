package fil

import (
	"slices"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// ioThread serves one segment of an AIO array. Completions are handled one after another: one that syncs
// files holds up those behind it.
type ioThread struct {
	number uint32 // thread number
	op     device.Op
	busy   bool     // has work, or is on its way to the processor
	ready  int      // completions whose processor time has been burned
	free   []uint16 // unused slots of the segment
	queued []uint16 // simulated: requests not yet taken, by offset, then by arrival
	done   fifo     // completed requests that wait for the thread
	run    []uint16 // simulated: the requests of the running call
}

func newIOThread(number uint32, op device.Op) ioThread {
	t := ioThread{number: number, op: op, done: newFIFO()}
	t.free = make([]uint16, slotsPerThread)
	for i := range t.free {
		t.free[i] = uint16(slotsPerThread - 1 - i)
	}
	t.queued = make([]uint16, 0, slotsPerThread)
	t.run = make([]uint16, 0, mergeMax)
	return t
}

// rouse wakes an idle I/O thread; d is the processor time of what it finds.
func (s *System) rouse(k *sim.Kernel, t *ioThread, latency, d sim.Duration) {
	if t.busy {
		return
	}
	t.busy = true
	t.ready = t.done.len()
	s.env.CPU.Wake(k, queue.Server, latency, d, s.me(kindIORun, t.number))
}

// runThread is the loop of an I/O thread: handle what is ready; burn the time of what completed meanwhile;
// make the next call; sleep.
func (s *System) runThread(k *sim.Kernel, thread uint32) {
	t := &s.threads[thread]
	for ; t.ready > 0; t.ready-- {
		if s.complete(k, t, int(thread)) {
			t.ready--
			return
		}
	}
	switch {
	case t.done.len() > 0:
		t.ready = t.done.len()
		d := s.o.Costs.Complete * sim.Duration(t.ready)
		s.env.CPU.Run(k, queue.Server, d+s.tab.Pay(t.number), s.me(kindIORun, t.number))
	case len(t.queued) > 0:
		s.callMerged(k, t, int(thread))
	default:
		t.busy = false
		s.park(k, t.number, WaitIOIdle)
	}
}

// Release gives an I/O thread back that a Reaper had kept; it goes on with its next completion.
func (s *System) Release(k *sim.Kernel, ioThread uint32) {
	s.runThread(k, ioThread-s.o.FirstThread)
}

// complete handles one completion: the slot is free first, then the page is told.
func (s *System) complete(k *sim.Kernel, t *ioThread, thread int) (held bool) {
	a, segment := s.array(thread)
	i := t.done.pop()
	sl := a.slots[segment*slotsPerThread+int(i)]
	s.release(k, a, segment, i)
	if a.op == device.Read {
		s.metrics.PendingReads--
		k.Soon(sl.done)
		return false
	}
	s.wrote(sl.space)
	s.finishWrite(k)
	return s.reaper.Reaped(k, t.number, sl.tag)
}

// callMerged makes the call of a simulated request and of those adjacent to it.
func (s *System) callMerged(k *sim.Kernel, t *ioThread, thread int) {
	a, segment := s.array(thread)
	slots := a.slots[segment*slotsPerThread:]
	first := t.take(slots, s.o.PageSize, k.Now())
	n := len(t.run)
	c := device.Call{
		Op: a.op, File: s.spaces[first.space].file, Offset: first.off, Bytes: uint32(n) * uint32(s.o.PageSize),
		Wait: WaitDataRead, Account: queue.Server,
		CPU: s.o.Costs.Scan + s.o.Costs.Complete*sim.Duration(n) + s.tab.Pay(t.number),
	}
	if n > 1 {
		c.CPU += s.o.Costs.Merge * sim.Duration(n)
	}
	if a.op == device.Write {
		c.Wait = WaitDataWrite
		s.countWrite(int64(n) * s.o.PageSize)
	}
	s.env.Files.Call(k, c, s.me(kindIOCall, t.number))
}

func (s *System) callDone(k *sim.Kernel, thread uint32) {
	t := &s.threads[thread]
	for _, i := range t.run {
		t.done.push(i)
	}
	t.ready = t.done.len()
	t.run = t.run[:0]
	s.runThread(k, thread)
}

// enqueue lines a simulated request up by offset, behind those of equal offset.
func (t *ioThread) enqueue(slots []slot, i uint16) {
	at, _ := slices.BinarySearchFunc(t.queued, slots[i].off, func(q uint16, off int64) int {
		if slots[q].off <= off {
			return -1
		}
		return 1
	})
	t.queued = slices.Insert(t.queued, at, i)
}

// take chooses the oldest request when it has starved, else the one of the lowest offset, and moves it and up
// to mergeMax-1 adjacent ones into run. It returns the first.
func (t *ioThread) take(slots []slot, page int64, now sim.Time) slot {
	at := 0
	for i, q := range t.queued {
		if slots[q].since < slots[t.queued[at]].since && now.Sub(slots[q].since) >= starveLimit {
			at = i
		}
	}
	first := slots[t.queued[at]]
	next := first.off
	kept := t.queued[:at]
	for _, q := range t.queued[at:] {
		if sl := &slots[q]; sl.off == next && sl.space == first.space && len(t.run) < mergeMax {
			t.run = append(t.run, q)
			next += page
			continue
		}
		kept = append(kept, q)
	}
	t.queued = kept
	return first
}
