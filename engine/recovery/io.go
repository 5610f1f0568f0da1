package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// ioThread serves the requests of its stripes: with simulated asynchronous I/O it makes the calls itself, one
// at a time; with native I/O it handles completions.
type ioThread struct {
	queue []int32
	head  int
	busy  bool
}

func (t *ioThread) push(i int32) {
	if t.head == len(t.queue) {
		t.queue, t.head = t.queue[:0], 0
	}
	t.queue = append(t.queue, i)
}

func (t *ioThread) pop() (i int32, ok bool) {
	if t.head == len(t.queue) {
		return 0, false
	}
	t.head++
	return t.queue[t.head-1], true
}

// submit gives a page to the I/O thread of its stripe.
func (m *machine) submit(op device.Op, i int32) {
	p := &m.c.Pages[i]
	stripe := p.Number >> stripeShift
	n := int(stripe) % m.s.ReadIOThreads
	there := evReadThere
	if op == device.Write {
		n, there = m.s.ReadIOThreads+int(stripe)%m.s.WriteIOThreads, evWriteThere
	}
	if m.s.NativeAIO {
		done := m.wake(there, uint32(n)).With(uint64(i))
		off := int64(p.Number) * m.s.PageSize
		if op == device.Write {
			m.files.Write(m.k, m.data[p.File], off, uint32(m.s.PageSize), done)
		} else {
			m.files.Read(m.k, m.data[p.File], off, uint32(m.s.PageSize), done)
		}
		return
	}
	t := &m.io[n]
	t.push(i)
	if !t.busy {
		t.busy = true
		m.callNext(n)
	}
}

// handleIO takes what an I/O thread or the device has done.
func (m *machine) handleIO(ev sim.Event) {
	n, i := int(ev.Ref), int32(ev.Arg)
	switch ev.Kind {
	case evReadThere, evWriteThere:
		t := &m.io[n]
		t.push(i)
		if !t.busy {
			t.busy = true
			m.reapNext(n, m.s.Wakeup)
		}
		return
	case evRead:
		n -= int(ioThreads)
		m.applied(i)
	case evWritten:
		n -= int(ioThreads)
		m.placed(i)
	}
	if m.s.NativeAIO {
		m.reapNext(n, 0)
		return
	}
	m.callNext(n)
}

// callNext makes a simulated thread's next call.
func (m *machine) callNext(n int) {
	t := &m.io[n]
	i, ok := t.pop()
	if !ok {
		t.busy = false
		return
	}
	p := &m.c.Pages[i]
	c := device.Call{
		Op: device.Read, File: m.data[p.File], Offset: int64(p.Number) * m.s.PageSize, Bytes: uint32(m.s.PageSize),
	}
	kind := evRead
	if n < m.s.ReadIOThreads {
		c.CPU, c.Then = m.firstUse(), m.applyCost(i)
	} else {
		c.Op, c.Then, kind = device.Write, pageCPU, evWritten
	}
	m.files.Call(m.k, c, m.wake(kind, ioThreads+uint32(n)).With(uint64(i)))
}

// reapNext lets a native thread handle its next completion.
func (m *machine) reapNext(n int, latency sim.Duration) {
	t := &m.io[n]
	i, ok := t.pop()
	if !ok {
		t.busy = false
		return
	}
	kind, d := evWritten, pageCPU
	if n < m.s.ReadIOThreads {
		kind, d = evRead, m.firstUse()+m.applyCost(i)
	}
	done := m.wake(kind, ioThreads+uint32(n)).With(uint64(i))
	if latency > 0 {
		m.cpu.Wake(m.k, queue.Server, latency, d, done)
		return
	}
	m.cpu.Run(m.k, queue.Server, d, done)
}
