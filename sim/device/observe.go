package device

import "github.com/innosim/innosim/sim"

// Booking is a request of a file that its device has taken: a write of bytes, or the flush that a sync ends
// with.
type Booking struct {
	Op      Op
	File    FileID
	Offset  int64
	Bytes   uint32
	At, End sim.Time
}

// Observer is told of every write and flush, for tests that keep account of what is on the medium. It must not
// change anything. Requests to a device with a queue of the host are not told: when they end is not known yet.
type Observer interface{ Booked(b Booking) }

// Observe sets the observer. A copy of the host has none.
func (f *Files) Observe(o Observer) { f.observer = o }

// booked tells the observer of a request, and returns its end.
func (f *Files) booked(op Op, id FileID, s span, at, end sim.Time) sim.Time {
	if f.observer != nil && f.files[id].dev.host == nil {
		f.observer.Booked(Booking{op, id, s.from, uint32(s.to - s.from), at, end})
	}
	return end
}
