package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
)

// opening is the part of a start, or of a stop, that is the same for every server: one thread, one step after
// another.
type opening struct {
	reads, syncs int // done
	begun        bool
	name         string // of a shutdown's first phase
	closing      bool
	ready        bool
}

// Recover starts a server after a crash.
func (s *Server) Recover(c Crash) Report {
	part, small, n := s.thinned(c)
	m := part.machine(small)
	m.cpu.Run(m.k, queue.Server, processCPU, m.wake(evOpen, mainThread))
	r := m.finish()
	r.times(n)
	if s.Parallel {
		r.overlap()
	}
	return r
}

// overlap lets redo be applied while it is read: of the two phases the longer one is left.
func (r *Report) overlap() {
	var scan, apply *Phase
	for i := range r.Phases {
		switch p := &r.Phases[i]; p.Name {
		case "scan":
			scan = p
		case "apply":
			apply = p
		}
	}
	if scan == nil || apply == nil {
		return
	}
	hidden := min(scan.Time, apply.Time)
	apply.Time -= hidden
	r.Ready -= hidden
}

// Start starts a server after a clean shutdown; load are the pages of its dump, by file and number.
func (s *Server) Start(load []Page) Report {
	m := s.machine(Crash{Cached: true})
	m.load.pages = load
	m.apply.last = true
	m.open.begun = true
	m.cpu.Run(m.k, queue.Server, processCPU, m.wake(evOpen, mainThread))
	m.startFill()
	return m.finish()
}

// finish runs to the end of everything, the background included.
func (m *machine) finish() Report {
	m.k.Run(sim.Never, 0)
	m.report.Phases = merged(m.phases)
	m.report.RedoBytes = m.scan.at
	return m.report
}

// startOpen begins with what follows recovery: dictionary, tablespaces, listener.
func (m *machine) startOpen() { m.step() }

// step is the next step of opening; after a crash the first one is recovery.
func (m *machine) step() {
	o := &m.open
	switch {
	case o.closing:
		m.closeStep()
	case !o.begun:
		o.begun = true
		m.ended("start")
		m.readCopies()
	case o.reads < openReads:
		o.reads++
		if o.reads == openBefore {
			m.startLoad()
		}
		page := int64(rng.Hash1(uint64(o.reads)) >> 44) // anywhere in the file
		m.files.Call(m.k, device.Call{
			Op: device.Read, File: m.data[0], Offset: page * m.s.PageSize, Bytes: uint32(m.s.PageSize),
			CPU: m.firstUse(), Then: pageCPU + openCPU/openReads,
		}, m.wake(evOpen, mainThread))
	case o.syncs < openSyncs:
		o.syncs++
		m.files.Call(m.k, device.Call{Op: device.Flush, File: m.data[0]}, m.wake(evOpen, mainThread))
	default:
		m.ready()
	}
}

// ready opens the server for clients: open transactions are rolled back meanwhile.
func (m *machine) ready() {
	m.ended("open")
	m.open.ready = true
	m.report.Ready = sim.Duration(m.k.Now())
	m.rolledBack()
}

// rolledBack undoes the next row: its pages are read, since nothing is in memory, unless recovery has left
// them there.
func (m *machine) rolledBack() {
	if m.c.Rollback <= 0 {
		m.report.Rollback = sim.Duration(m.k.Now()) - m.report.Ready
		return
	}
	m.c.Rollback--
	m.files.Call(m.k, device.Call{
		Op: device.Read, File: m.data[0], Offset: int64(rng.Hash1(uint64(m.c.Rollback))>>44) * m.s.PageSize,
		Bytes: uint32(m.s.PageSize), CPU: m.firstUse(), Then: 2 * pageCPU,
	}, m.wake(evRollback, mainThread))
}

// startFill lets the governor make the redo files that are missing: those of the crash hold what was scanned,
// the others are removed at start, and made again. A file system allocates them without writing; without
// one they are filled with zeros. log_files_governor, os_file_set_size_fast.
func (m *machine) startFill() {
	if m.s.RedoCapacity == 0 || m.files.Device(m.fresh).Config().FileSystem != device.NoFileSystem {
		return
	}
	one := m.s.RedoCapacity / int64(max(1, m.s.RedoFiles))
	kept := (m.c.Redo + one - 1) / one * one
	m.fill = max(0, m.s.RedoCapacity-max(one, kept)) / one * one
	m.fillMore()
}

// fillMore writes the next piece of a redo file, and syncs the file at its end.
func (m *machine) fillMore() {
	if m.fill <= 0 {
		return
	}
	one := m.s.RedoCapacity / int64(max(1, m.s.RedoFiles))
	c := device.Call{Op: device.Write, File: m.fresh, Bytes: uint32(min(fillChunk, m.fill)), CPU: m.s.CopyKiB * 1024 / 4}
	if m.files.Dirty(m.fresh) >= one {
		c = device.Call{Op: device.Flush, File: m.fresh}
	} else {
		m.fill -= fillChunk
	}
	m.files.Call(m.k, c, m.wake(evFill, governorThread))
}
