package device

import "github.com/innosim/innosim/sim"

// Requests to a device with a queue of the host: when they end is not known when they are sent. The slot of a call, or of
// an asynchronous request, counts those that it waits for.

// serve takes a slot for an asynchronous request, if its device has a queue of the host.
func (f *Files) serve(s slot) {
	if f.files[s.file].dev.host != nil {
		f.serving = f.take(s)
	}
}

// served ends the sending of an asynchronous request, and tells whether its slot waits for the device.
func (f *Files) served(commit bool) bool {
	s := f.serving
	if f.servedCall(commit) {
		return true
	}
	if s != 0 {
		f.give(s) // the page cache has answered
	}
	return false
}

// servedCall ends the sending of a call's requests, and tells whether its slot waits for the device.
func (f *Files) servedCall(commit bool) bool {
	c := &f.slots[f.serving]
	waits := f.serving != 0 && c.pending > 0
	if waits {
		c.joins = commit
	}
	f.serving = 0
	return waits
}

// book sends a read or a write and returns its end: of a device with a queue of the host, no time that counts.
func (f *Files) book(now sim.Time, dev *Device, r Request) sim.Time {
	if dev.host == nil {
		return dev.book(now, r)
	}
	f.send(dev, r)
	return now
}

// bookFlush sends a flush behind what ends at a time: to a device with a queue of the host, when all that was sent
// before is answered.
func (f *Files) bookFlush(dev *Device, behind sim.Time) sim.Time {
	switch {
	case dev.host == nil:
		return dev.bookFlush(behind)
	case f.slots[f.serving].pending > 0:
		f.slots[f.serving].flushes = true
	default:
		f.send(dev, Request{Op: Flush})
	}
	return behind
}

// send gives a request of the slot in hand to the queue of the host.
func (f *Files) send(dev *Device, r Request) {
	s := f.serving
	if s == 0 {
		dev.host.submit(dev.k, r, sim.Wake{})
		return
	}
	f.slots[s].pending++
	dev.host.submit(dev.k, r, sim.Wake{To: f.id, Kind: requestDone, Ref: s})
}

// answered goes on with a slot when all its requests are complete.
func (f *Files) answered(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	c.pending--
	switch {
	case c.pending > 0:
	case c.flushes:
		c.flushes = false
		f.serving = s
		f.send(f.files[c.file].dev, Request{Op: Flush})
		f.serving = 0
	case c.joins:
		f.joinCommit(k, s)
	default:
		f.committed(k, s)
	}
}
