package engine

import (
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// Ledger keeps account of its own of what the server has changed and what its device has on the medium: it
// sees the changes of pages, and the requests that the device has booked, and asks the server for nothing that
// it could be wrong about. It works for files that bypass the page cache.
type Ledger struct {
	e       *Engine
	changes map[bufferpool.PageNo][]change // not known to be on the medium, oldest first
	writes  []write                        // of data files, not known to be on the medium
	copies  []device.Booking               // writes of the doublewrite files, the latest of an area last
	flushes []device.Booking               // complete or under way
	Torn    int                            // page writes that a power cut at one of the instants would have torn
}

type change struct {
	span   redo.Span
	behind bool // made while the page was being written: not in that image
}

// write is the write of a page in place.
type write struct {
	device.Booking
	page  bufferpool.PageNo
	image redo.LSN // newest change in it
}

// Witness sets a ledger on an engine that has not run yet.
func Witness(e *Engine) *Ledger {
	l := &Ledger{e: e, changes: map[bufferpool.PageNo][]change{}}
	e.witness = l
	e.files.Observe(l)
	return l
}

// Changed notes a change of a page.
func (l *Ledger) Changed(f bufferpool.FrameID, span redo.Span) {
	pg := l.e.pool.Page(f)
	l.changes[pg] = append(l.changes[pg], change{span, l.e.pool.IsWriting(f)})
}

// Booked notes a request of a device.
func (l *Ledger) Booked(b device.Booking) {
	name := l.e.files.Name(b.File)
	switch {
	case b.Op == device.Flush:
		l.flushes = append(l.flushes, b)
	case len(name) > 11 && name[:11] == "doublewrite":
		l.copies = append(l.copies, b)
	case name[:4] == "data" || name[:4] == "undo":
		for off := b.Offset; off < b.Offset+int64(b.Bytes); off += l.e.settings.PageSize {
			l.writes = append(l.writes, write{Booking: b, page: l.at(b.File, off)})
			l.writes[len(l.writes)-1].image = l.image(l.writes[len(l.writes)-1].page)
		}
	}
}

// at finds the page at a place of a file.
func (l *Ledger) at(file device.FileID, off int64) bufferpool.PageNo {
	for pg := bufferpool.PageNo(64); int(pg) < l.e.fil.Pages(); pg += 64 {
		id, first := l.e.fil.Locate(pg)
		if l.e.fil.FileOf(id) == file && off >= first && off < first+64*l.e.settings.PageSize {
			return pg + bufferpool.PageNo((off-first)/l.e.settings.PageSize)
		}
	}
	panic("a write to no page")
}

// image is the newest change in the image that is being written of a page.
func (l *Ledger) image(pg bufferpool.PageNo) (newest redo.LSN) {
	for _, c := range l.changes[pg] {
		if !c.behind {
			newest = max(newest, c.span.End)
		}
	}
	for i := range l.changes[pg] {
		l.changes[pg][i].behind = false // the next image has it
	}
	return newest
}

// survives tells whether what was complete at a time outlives a power cut now.
func (l *Ledger) survives(complete, now sim.Time) bool {
	if complete > now {
		return false
	}
	if l.e.devices[0].dev.Config().WriteCache != device.Volatile {
		return true
	}
	for _, f := range l.flushes {
		if f.At >= complete && f.End <= now {
			return true
		}
	}
	return false
}

// settle forgets the changes of images that are on the medium for good.
func (l *Ledger) settle(now sim.Time) {
	kept := l.writes[:0]
	for _, w := range l.writes {
		if !l.survives(w.End, now) {
			kept = append(kept, w)
			continue
		}
		all := l.changes[w.page]
		for len(all) > 0 && all[0].span.End <= w.image {
			all = all[1:]
		}
		l.changes[w.page] = all
	}
	l.writes = kept
}

// PowerCut verifies that recovery from a power cut at this moment restores every page: whatever it lacks is in
// the durable redo behind the checkpoint, none is ahead of the redo, and a torn one has an intact copy.
// It returns the first page that is lost.
func (l *Ledger) PowerCut(tornSafe bool) error {
	now := l.e.k.Now()
	l.settle(now)
	checkpoint, durable := l.e.log.Checkpoint(), l.e.log.Flushed()
	for pg := bufferpool.PageNo(64); int(pg) < l.e.fil.Pages(); pg++ {
		if all := l.changes[pg]; len(all) > 0 && all[0].span.Start < checkpoint {
			return fmt.Errorf("page %d lacks its change at %d, the checkpoint is %d", pg, all[0].span.Start, checkpoint)
		}
	}
	for _, w := range l.writes {
		if w.image > durable {
			return fmt.Errorf("page %d may be on the medium with a change at %d, durable is %d", w.page, w.image, durable)
		}
		if l.e.devices[0].dev.Config().AtomicWrite >= l.e.settings.PageSize {
			continue
		}
		l.Torn++
		if tornSafe && !l.hasCopy(w, now) {
			return fmt.Errorf("page %d is torn and has no copy", w.page)
		}
	}
	return nil
}

// hasCopy looks for an intact copy of a page whose write may be torn: written before, on the medium, and not
// overwritten since.
func (l *Ledger) hasCopy(w write, now sim.Time) bool {
	files, ok := l.e.dblwr.(*doublewrite.Files)
	if !ok {
		return false
	}
	for _, c := range files.Copies(nil) {
		if l.e.pool.Page(c.Frame) == w.page {
			return l.intact(c, w, now)
		}
	}
	return false
}

func (l *Ledger) intact(c doublewrite.Copy, w write, now sim.Time) bool {
	for i := len(l.copies) - 1; i >= 0; i-- {
		b := &l.copies[i]
		end := c.Offset + l.e.settings.PageSize
		if b.File == c.File && b.Offset < end && c.Offset < b.Offset+int64(b.Bytes) {
			whole := b.Offset <= c.Offset && end <= b.Offset+int64(b.Bytes)
			return whole && b.End <= w.At && l.survives(b.End, now)
		}
	}
	return false
}

// Lost are the acknowledged commits that a power cut, or a kill, would lose now.
func (e *Engine) Lost() (powerCut, kill uint64) {
	return e.acked.lost(e.log.Flushed()), e.acked.lost(e.log.Written())
}
