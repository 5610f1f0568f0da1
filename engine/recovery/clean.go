package recovery

import (
	"cmp"
	"slices"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// cleaner writes batches of pages: for free frames from the LRU tail, or all of them.
type cleaner struct {
	running bool
	all     bool    // everything goes out; otherwise frames are wanted
	asked   bool    // cleanAll waits for the running batch
	todo    []int32 // pages to be written, in order
	batch   []int32 // of one doublewrite batch
	pending int     // of the batch, not yet in place
	sync    int     // syncs of data files after the batch
}

// tick is recv_writer: it keeps frames free while redo is applied.
func (m *machine) tick() {
	if m.apply.reading == 0 && m.apply.next == len(m.apply.order) {
		return
	}
	if m.frames.free < m.s.LRUScanDepth {
		m.cleanLRU()
	}
	m.k.After(writerPeriod, m.wake(evTick, cleanerThread))
}

// cleanLRU frees frames from the LRU tail: clean pages at once, dirty ones when they are written.
func (m *machine) cleanLRU() {
	if m.cleaner.running {
		return
	}
	f := &m.frames
	n := min(len(f.lru), m.s.LRUScanDepth)
	m.cleaner.todo = m.cleaner.todo[:0]
	for _, i := range f.lru[:n] {
		if m.c.Pages[i].OnDisk {
			f.free++
			continue
		}
		m.cleaner.todo = append(m.cleaner.todo, i)
	}
	f.lru = f.lru[n:]
	m.cleaner.running, m.cleaner.all = n > 0, false
	if n > 0 {
		m.nextBatch()
		return
	}
	if m.apply.waits { // all frames are being read into, or hold redo
		m.k.After(feedSleep, m.wake(evFeed, mainThread))
	}
}

// cleanAll writes what was applied, oldest change first, and drops it from the pool.
func (m *machine) cleanAll() {
	cl := &m.cleaner
	if cl.running {
		cl.asked = true
		return
	}
	cl.asked, cl.running, cl.all = false, true, true
	cl.todo = cl.todo[:0]
	for _, i := range m.frames.lru {
		if !m.c.Pages[i].OnDisk {
			cl.todo = append(cl.todo, i)
		}
	}
	slices.SortFunc(cl.todo, func(i, j int32) int { return cmp.Compare(m.c.Pages[i].Last, m.c.Pages[j].Last) })
	m.nextBatch()
}

// nextBatch copies the next pages to the doublewrite file, or ends the pass.
func (m *machine) nextBatch() {
	cl := &m.cleaner
	n := min(len(cl.todo), max(1, m.s.BatchPages))
	if n == 0 {
		m.cleaned()
		return
	}
	cl.batch, cl.todo = append(cl.batch[:0], cl.todo[:n]...), cl.todo[n:]
	cpu := sim.Duration(n) * pageCPU / 2
	bytes := int64(n) * m.s.PageSize
	switch m.s.Copies {
	case NoCopies:
		m.cpu.Run(m.k, queue.Server, cpu, m.wake(evSecured, cleanerThread))
		return
	case Detect:
		bytes = m.s.PageSize
	}
	m.files.Call(m.k, device.Call{Op: device.Write, File: m.copyF, Bytes: uint32(bytes), CPU: cpu},
		m.wake(evCopied, cleanerThread))
}

// handleBatch goes on with a batch.
func (m *machine) handleBatch(kind sim.Kind) {
	switch {
	case kind == evCopied && m.s.SyncCopies:
		m.files.Call(m.k, device.Call{Op: device.Flush, Data: true, File: m.copyF}, m.wake(evSecured, cleanerThread))
	case kind == evSynced:
		m.syncFiles()
	default:
		m.place()
	}
}

// place writes the pages of the batch in place.
func (m *machine) place() {
	cl := &m.cleaner
	cl.pending, cl.sync = len(cl.batch), 0
	for _, i := range cl.batch {
		m.submit(device.Write, i)
	}
}

// placed ends the write of a page.
func (m *machine) placed(int32) {
	m.report.PagesWritten++
	m.frames.dirty--
	if m.cleaner.pending--; m.cleaner.pending == 0 {
		m.syncFiles()
	}
}

// syncFiles syncs data files after a batch, then begins the next one.
func (m *machine) syncFiles() {
	cl := &m.cleaner
	if m.s.SyncData && cl.sync < batchSyncs {
		cl.sync++
		file := m.data[m.c.Pages[cl.batch[0]].File]
		m.files.Call(m.k, device.Call{Op: device.Flush, Data: true, File: file}, m.wake(evSynced, cleanerThread))
		return
	}
	if !cl.all {
		m.frames.free += len(cl.batch)
		if m.apply.waits {
			m.feed()
		}
	}
	m.nextBatch()
}

// cleaned ends a pass.
func (m *machine) cleaned() {
	cl := &m.cleaner
	cl.running = false
	switch {
	case !cl.all:
		if cl.asked {
			m.cleanAll()
		} else if m.apply.waits {
			m.feed()
		}
	case m.open.closing:
		m.ended("flush")
		m.step()
	default:
		m.ended("write")
		m.frames.lru = m.frames.lru[:0]
		m.frames.free, m.frames.hash = m.s.Frames, 0
		if m.apply.last {
			m.startOpen()
			return
		}
		m.startScan()
	}
}
