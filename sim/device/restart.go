package device

import "github.com/innosim/innosim/sim"

// Restart is the end of the process that used the device, and the start of another: nobody waits for what is under way. A
// queue of the host begins empty; a request that the device itself has stays booked there, and is not counted.
func (d *Device) Restart(k *sim.Kernel) {
	q := d.host
	if q == nil {
		return
	}
	q.m.advance(k.Now())
	q.m.live = 0
	*q = hostQueue{d: d, entries: append(q.entries[:0], entry{}), free: q.free[:0], m: q.m}
	q.id = k.Register("device."+d.name, q)
}
