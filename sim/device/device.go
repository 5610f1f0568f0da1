package device

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Device is a block device, booked in the order of the calls: each request is one event, its completion.
type Device struct {
	name     string
	k        *sim.Kernel
	c        Config
	limits   limits
	services [NumOps]service
	channels queue.Servers // none: any number
	accepted queue.Servers // places in the device's own queue; none: any number
	cache    writeCache
	flash    flash
	programs programs
	queues   dieQueues
	flushing sim.Time // start of the last flush
	flushed  sim.Time // and its end
	tails    tails
	meter    meter
	host     *hostQueue // nil: requests are booked when they arrive
}

var _ Model = (*Device)(nil)

// New returns a device. The configuration must be valid. The name is that of its streams of chance.
func New(k *sim.Kernel, name string, c Config, seed uint64) *Device {
	d := &Device{name: name, k: k, c: c, limits: newLimits(&c), cache: newWriteCache(&c), queues: newDieQueues(&c)}
	d.programs = newPrograms(&c)
	d.services = newServices(&c, name, seed)
	d.flash = newFlash(&c, name, seed)
	d.channels, d.accepted = queue.NewServers(c.Channels), queue.NewServers(c.QueueDepth)
	d.meter.init()
	if c.FlushExclusive {
		d.host = newHostQueue(k, d)
		d.accepted = queue.NewServers(0)
	}
	return d
}

// Name is the device's name.
func (d *Device) Name() string { return d.name }

// Config is the configuration in force.
func (d *Device) Config() Config { return d.c }

// Caps is what the device promises.
func (d *Device) Caps() Caps {
	return Caps{
		AtomicWrite:   d.c.AtomicWrite,
		SyncIsFree:    !d.c.flushes(),
		VolatileCache: d.c.WriteCache == Volatile,
		QueueDepth:    d.c.QueueDepth,
	}
}

// Share makes the device count against the instance's caps too.
func (d *Device) Share(h *HostCaps) { d.limits.host = h }

// Change sets another valid configuration while the device runs. Requests that are booked keep their times.
func (d *Device) Change(c Config) {
	d.c = c
	d.limits.change(&c)
	d.flash.change(&c)
	for op := range d.services {
		d.services[op].change(&c, Op(op))
	}
	d.channels.Resize(c.Channels)
	if d.host == nil {
		d.accepted.Resize(c.QueueDepth)
	}
	empty := d.cache.empty
	d.cache = newWriteCache(&c)
	d.cache.empty = empty
	last := d.programs.last
	d.programs = newPrograms(&c)
	d.programs.last = last
	if !c.DieQueues || len(d.queues.all) != c.Dies {
		d.queues = newDieQueues(&c)
	}
}

// Submit starts a request; done is woken when it is complete.
func (d *Device) Submit(k *sim.Kernel, r Request, done sim.Wake) {
	if d.host != nil {
		d.host.submit(k, r, done)
		return
	}
	k.After(d.bookAny(k.Now(), r).Sub(k.Now()), done)
}

// DirtyCache is the number of bytes in the device's cache that have not drained yet.
func (d *Device) DirtyCache() float64 { return d.cache.dirty(d.k.Now()) }

// bookAny books a request of any kind that arrives now, and returns its end.
func (d *Device) bookAny(now sim.Time, r Request) sim.Time {
	if r.Op == Flush {
		return d.bookFlush(now)
	}
	return d.book(now, r)
}

// book takes places for a read or a write that arrives now, and returns its end.
func (d *Device) book(now sim.Time, r Request) sim.Time {
	if d.long(r) {
		return d.bookParts(now, r)
	}
	return d.bookWhole(now, r)
}

// bookWhole takes a place for a request that is not sent in parts, and returns its end.
func (d *Device) bookWhole(now sim.Time, r Request) sim.Time {
	if d.accepted.Count() > 0 && d.c.FileSystem != NoFileSystem {
		if end, merged := d.merge(now, r); merged {
			return end
		}
	}
	end := d.place(now, r)
	if d.accepted.Count() > 0 {
		d.tails.add(tail{r, d.accepted.Earliest(now), end})
		d.accepted.Occupy(end)
	}
	d.meter.add(now, now, end, r)
	return end
}

// place takes a read's or a write's place in the device itself, and returns its end.
func (d *Device) place(now sim.Time, r Request) sim.Time {
	s := d.start(now, r)
	if r.Op == Read && len(d.queues.all) > 0 {
		d.meter.wait(s.cause, s.at.Sub(now))
		return d.readDies(s.at, r).Add(transferTime(r.Bytes, d.rate(Read)))
	}
	begin := s.at
	if r.Op == Read {
		begin = begin.Add(d.collide(begin))
	}
	end := begin.Add(d.services[r.Op].draw() + transferTime(r.Bytes, d.rate(r.Op)))
	if r.Op == Write {
		end = d.written(s.at, end, r)
	}
	switch {
	case d.programmed(r):
		d.occupyLater(now, s.at, r.Bytes)
	case d.channels.Count() > 0:
		d.channels.Occupy(end)
	}
	d.meter.wait(s.cause, s.at.Sub(now))
	return end
}

// start is when a read or a write may start: caps, a channel, room in the cache.
func (d *Device) start(now sim.Time, r Request) start {
	s := start{at: now}
	d.limits.book(&s, now, r, uint64(d.limits.slots(int64(r.Bytes))))
	if d.channels.Count() > 0 && !d.programmed(r) {
		s.after(d.channels.Earliest(now), ChannelBusy)
	}
	if d.accepted.Count() > 0 {
		s.after(d.accepted.Earliest(now), QueueFull)
	}
	if r.Op == Read || d.c.WriteCache == NoCache {
		return s
	}
	s.after(max(d.cache.room(now, r.Bytes), d.programs.room(now, r.Bytes), d.queues.room(now, r.Bytes, &d.c)), CacheFull)
	if d.c.WriteCache == Volatile && s.at >= d.flushing {
		s.after(d.flushed, FlushBusy)
	}
	return s
}

// written tells the cache of a write that starts at at, and returns when the write is complete.
func (d *Device) written(at, end sim.Time, r Request) sim.Time {
	if r.FUA && d.c.WriteCache == Volatile {
		return end.Add(d.services[Flush].draw())
	}
	if d.c.WriteCache != NoCache {
		d.cache.add(at, r.Bytes)
	}
	if len(d.queues.all) > 0 {
		d.program(at, r.Bytes)
	}
	return end
}

// bookFlush books a flush that is sent at t, which may lie ahead: behind the writes that it is to make
// durable.
func (d *Device) bookFlush(t sim.Time) sim.Time {
	if !d.c.flushes() {
		return t
	}
	s := start{at: t}
	if d.c.FlushSerial {
		s.after(d.flushed, FlushBusy)
	}
	s.after(d.writtenOut(t), DrainBusy)
	end := s.at.Add(d.services[Flush].draw())
	if end > d.flushed {
		d.flushing, d.flushed = s.at, end
	}
	d.meter.wait(s.cause, s.at.Sub(t))
	d.meter.add(d.k.Now(), t, end, Request{Op: Flush})
	return end
}

// writtenOut is when a volatile cache is written out, if nothing is added to it.
func (d *Device) writtenOut(t sim.Time) sim.Time {
	if d.c.WriteCache != Volatile {
		return 0
	}
	return max(d.cache.empty, d.programs.last, d.queues.idle(t))
}

// rate is the bandwidth at which a request is transferred.
func (d *Device) rate(op Op) float64 {
	rate := [...]float64{d.c.ReadBandwidth, d.c.WriteBandwidth}[op]
	if rate == 0 {
		return d.c.Bandwidth
	}
	return rate
}
