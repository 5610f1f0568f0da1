package redo

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// shape is one pwrite: what compute_how_much_to_write decides.
type shape struct {
	offset int64  // in the current file
	bytes  uint32 // written, padding included
	padded uint32 // zeros after the data, up to the end of the write-ahead region
	upTo   LSN    // written LSN afterwards
	full   bool   // whole blocks straight from the log buffer
}

// shape decides the next pwrite towards to. A write never crosses the end of the file, the wrap of the log
// buffer or the end of a write-ahead region. Zero bytes: the file is full.
func (l *Log) shape(to LSN) shape {
	if wrap := l.written - l.written%l.bufSize + l.bufSize; to > wrap {
		to = wrap
	}
	start := l.f.down(l.written)
	s := shape{offset: l.files.current().offset(start), upTo: to}
	size := int64(to - start)
	room := l.files.current().offset(l.files.current().end) - s.offset
	if room == 0 {
		return s
	}
	size = min(size, room)
	s.full = size >= int64(l.f.Block)
	wa, ahead := l.kn.WriteAhead, l.files.aheadTo
	switch next := s.offset/wa*wa + wa; {
	case ahead >= s.offset+size: // inside what is written ahead already
		if s.full {
			size -= size % int64(l.f.Block)
		}
	case ahead > s.offset: // up to the end of the region
		size = ahead - s.offset
	case next < s.offset+size: // covers the whole next region: no padding needed
		size = next - s.offset
	default: // starts a region: the incomplete block too, and zeros up to its end
		s.upTo = start + LSN(size)
		data := int64(l.f.up(LSN(size)))
		s.padded = uint32(min(next-s.offset, room) - data)
		s.bytes = uint32(data) + s.padded
		return s
	}
	s.upTo = start + LSN(size)
	s.bytes = uint32(l.f.up(LSN(size)))
	return s
}

// account counts a pwrite and moves the write-ahead region.
func (l *Log) account(s shape) {
	l.m.LogWrites++
	l.m.OSLogWritten += uint64(s.bytes - s.padded)
	l.m.LogPadded += uint64(s.padded)
	if s.full {
		l.m.FullBlockWrites++
	} else {
		l.m.PartialBlockWrites++
	}
	if end := s.offset + int64(s.bytes); end > l.files.aheadTo {
		l.files.aheadTo = end / l.kn.WriteAhead * l.kn.WriteAhead
	}
}

// chain is several pwrites of one file, done in one call of the host.
type chain struct {
	offset int64
	bytes  uint64
	writes int
	upTo   LSN
}

// add accounts one more pwrite and moves the written LSN of the plan.
func (l *Log) add(c *chain, s shape) {
	if c.writes == 0 {
		c.offset = s.offset
	}
	l.account(s)
	c.bytes += uint64(s.bytes)
	c.writes++
	c.upTo = s.upTo
}

// plan gathers the pwrites from the written LSN towards to, at most one file's. With synchronous files it
// is one pwrite, since each has its own time. No writes: the file is full.
func (l *Log) plan(to LSN, most int) chain {
	c := chain{upTo: l.written}
	old := l.written
	if l.o.Mode != Buffered {
		most = 1
	}
	for c.writes < most && l.written < to {
		s := l.shape(to)
		if s.bytes == 0 {
			break
		}
		l.add(&c, s)
		l.written = s.upTo
	}
	l.written = old
	return c
}

// chainCall issues planned pwrites as one call of thread done.Ref, which is busy for some time before.
func (l *Log) chainCall(k *sim.Kernel, c chain, busy sim.Duration, done sim.Wake) {
	l.fileWrite(k, device.Call{
		File: l.files.current().id, Offset: c.offset, Bytes: uint32(c.bytes),
		CPU: busy + l.o.Costs.pwrite(c.writes, c.bytes),
	}, done)
}

// wrote publishes a new written LSN.
func (l *Log) wrote(k *sim.Kernel, upTo LSN) {
	old := l.written
	l.written = upTo
	l.pumpRecent(k)
	if l.kn.Writers == LogThreads {
		l.notify(k, &l.noteW, &l.onW, old, upTo)
		l.forced(k)
		if l.kn.FlushAtCommit == 1 || l.flush.armed {
			l.flusherWake(k)
		}
	}
}
