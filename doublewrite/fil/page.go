package fil

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// ReadPage reads a page in the calling thread, done.Ref, which it always parks.
func (s *System) ReadPage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	s.pageIO(k, device.Read, pg, done)
}

// WritePage writes a page in place in the calling thread, done.Ref, which it always parks.
func (s *System) WritePage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	s.pageIO(k, device.Write, pg, done)
}

// Area is a part of a space.
type Area struct {
	Space  SpaceID
	Offset int64 // bytes
	Bytes  uint32
}

// WriteArea writes an area of a space in the calling thread, done.Ref, which it always parks, in the wait
// class w.
func (s *System) WriteArea(k *sim.Kernel, a Area, w sim.Wait, done sim.Wake) {
	o := s.op(done.Ref)
	o.done, o.op, o.at, o.wait = done, device.Write, a, w
	s.enter(k, done.Ref)
}

func (s *System) pageIO(k *sim.Kernel, op device.Op, pg bufferpool.PageNo, done sim.Wake) {
	id, off := s.Locate(pg)
	o := s.op(done.Ref)
	o.done, o.op, o.at, o.wait = done, op, Area{id, off, uint32(s.o.PageSize)}, WaitDataWrite
	if op == device.Read {
		o.wait = bufferpool.WaitPageRead
	}
	s.enter(k, done.Ref)
}

// enter takes the I/O mutex on the way to the call. A short wait is spent spinning.
func (s *System) enter(k *sim.Kernel, thread uint32) {
	at := &s.ops[thread].at
	wait, held := s.book(k.Now(), at.Space, at.Offset, s.o.Costs.SyncHold)
	if wait > s.o.Costs.SpinLimit {
		s.park(k, thread, WaitIOMutex)
		k.After(wait, s.me(kindEntered, thread).With(uint64(held)))
		return
	}
	if s.env.Waits != nil {
		s.env.Waits.Move(thread, sim.WaitCPU, WaitIOMutex, s.spinning(k.Now(), wait))
	}
	s.call(k, thread, wait+held)
}

// spinning is how much of a burst of processor time a wait is that is spent in it.
func (s *System) spinning(now sim.Time, wait sim.Duration) sim.Duration {
	if s.env.CPU == nil {
		return wait
	}
	return s.env.CPU.Takes(now, wait)
}

// call makes the system call; cpu is what the way to it cost.
func (s *System) call(k *sim.Kernel, thread uint32, cpu sim.Duration) {
	o := &s.ops[thread]
	c := device.Call{
		Op: o.op, File: s.spaces[o.at.Space].file, Offset: o.at.Offset, Bytes: o.at.Bytes, Wait: o.wait,
		CPU: s.tab.Pay(thread) + cpu + s.o.Costs.SyncIO, Account: queue.Server,
	}
	if o.op == device.Read {
		c.CPU += s.o.Costs.Checksum
		s.metrics.Reads++
		s.metrics.BytesRead += uint64(o.at.Bytes)
		s.env.Files.Call(k, c, o.done)
		return
	}
	s.countWrite(int64(o.at.Bytes))
	s.env.Files.Call(k, c, s.me(kindWritten, thread))
}

func (s *System) written(k *sim.Kernel, thread uint32) {
	o := &s.ops[thread]
	s.wrote(o.at.Space)
	k.Soon(o.done)
}

// countWrite counts one write request.
func (s *System) countWrite(bytes int64) {
	s.metrics.WriteCalls++
	s.metrics.Writes += uint64(bytes / s.o.PageSize)
	s.metrics.BytesWritten += uint64(bytes)
}
