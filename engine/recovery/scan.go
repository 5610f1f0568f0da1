package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// scan is the main thread's way through the redo log: the kernel reads ahead while a piece is parsed.
type scan struct {
	at      int64 // bytes parsed, or being parsed
	there   int64 // bytes in memory, or being read
	from    int64 // where the running batch began
	waiting int   // of the reading and the parsing of this step, those that run
	hash    int64 // bytes of the hash table
}

// startScan begins a batch where the last one ended.
func (m *machine) startScan() {
	m.scan.from = m.scan.at
	m.frames.hash, m.scan.hash = 0, 0
	m.report.Batches++
	if m.scan.there > m.scan.at || !m.readRedo() {
		m.scanStep()
	}
}

// readRedo asks for the next bytes; false at the end of the log.
func (m *machine) readRedo() bool {
	n := min(readAhead, m.c.Redo-m.scan.there)
	if n <= 0 {
		return false
	}
	m.scan.waiting++
	m.files.Read(m.k, m.redo, m.scan.there, uint32(n), m.wake(evAhead, mainThread))
	m.scan.there += n
	return true
}

// scanStep parses what is in memory while the next bytes are read.
func (m *machine) scanStep() {
	s := &m.scan
	n := s.there - s.at
	if n == 0 || s.hash > m.hashLimit() {
		m.ended("scan")
		m.startApply()
		return
	}
	s.at = s.there
	m.readRedo()
	s.waiting++
	grown := int64(float64(n) * hashPerRedo)
	s.hash += grown
	d := sim.Duration(n)*parseByte + m.takeHash(grown)
	m.cpu.Run(m.k, queue.Server, d, m.wake(evParsed, mainThread))
}

// takeHash takes frames for the hash table, whose memory comes from the pool.
func (m *machine) takeHash(bytes int64) sim.Duration {
	f := &m.frames
	n := int(m.scan.hash/m.s.PageSize) - f.hash
	f.hash += n
	f.free -= n
	touched := min(n, max(0, m.s.Frames-f.used))
	f.used += touched
	return m.fault(int64(touched) * m.s.PageSize)
}

// hashLimit is the memory that the hash table may take: delta_hashmap_max_mem, recv_recovery_begin.
func (m *machine) hashLimit() int64 { return int64(m.s.Frames-m.kept()) * m.s.PageSize }

// kept is the number of frames that are left for pages while redo is hashed.
func (m *machine) kept() int { return min(m.s.Frames/2, keptFree*m.s.Instances) }

// scanned goes on when both the reading and the parsing are done.
func (m *machine) scanned() {
	if m.scan.waiting--; m.scan.waiting == 0 {
		m.scanStep()
	}
}

// readCopies reads the doublewrite files into memory, before any tablespace is opened: dblwr::recv::load.
func (m *machine) readCopies() {
	if m.s.Copies == NoCopies {
		m.startScan()
		return
	}
	m.files.Call(m.k, device.Call{
		Op: device.Read, File: m.copyF, Bytes: copySlotMiB << 20, CPU: m.fault(copySlotMiB << 20),
	}, m.wake(evCopies, mainThread))
}
