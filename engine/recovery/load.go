package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// load reads the pages of a dump into the pool.
type load struct {
	pages  []Page
	next   int
	flying int // reads under way
	since  sim.Time
}

// adaptiveReads is how many reads LoadAdaptive has under way where the device names no limit: the slots of
// one I/O thread, 8 × 32; os0file.cc.
const adaptiveReads = 256

func (m *machine) startLoad() {
	m.load.since = m.k.Now()
	n := 1
	if m.s.Load == LoadAdaptive {
		n = min(adaptiveReads, max(1, m.s.Data.Channels))
	}
	for range n {
		m.loadNext()
	}
}

// loadNext reads a page in the loading thread.
func (m *machine) loadNext() {
	l := &m.load
	if l.next == len(l.pages) {
		return
	}
	p := &l.pages[l.next]
	l.next++
	l.flying++
	m.files.Call(m.k, device.Call{
		Op: device.Read, File: m.data[0], Offset: int64(p.Number) * m.s.PageSize, Bytes: uint32(m.s.PageSize),
		CPU: m.firstUse(), Then: pageCPU,
	}, m.wake(evLoad, loaderThread))
}

// loaded takes a page of the dump. Nobody else is active, so that nothing throttles the load.
func (m *machine) loaded() {
	l := &m.load
	if l.flying--; l.flying == 0 && l.next == len(l.pages) {
		m.report.Loaded = sim.Duration(m.k.Now())
	}
	m.loadNext()
}
