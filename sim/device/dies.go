package device

import (
	"errors"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// dieStripe is what one die holds of consecutive addresses, bytes: a flash page.
const dieStripe = 16 << 10

// dieQueues are dies that serve one operation at a time. A read has to go to the die that holds its bytes, however many
// others are idle: that is why few requests in flight do not reach the most that many do. Programs are spread over the
// dies in turn, when program-size bytes have come together (write-amplification times what the host writes); they
// wait while their die has reads, but what has begun is finished first, unless it can be suspended.
//
//	reads of n in flight   about n/(n+dies-1) of dies/read-latency
//	writes, at most        dies · program-size / (program-time · write-amplification)
//
// Source: that placement is by address and programs are not interrupted follows from public logs of a SATA drive: 5,000
// reads/s alone, 22,400 with 10.5 in flight, 24,600 with 12.5 and 30,500 with 32; reads that meet little else take twice
// as long beside 50 MB/s of writes. Reads before programs: MQSim's out-of-order scheduler.
type dieQueues struct {
	all      []die // none: dies are not modelled one by one
	next     int   // of the next program
	gathered float64
}

type die struct {
	reads sim.Time     // end of those that it has
	work  sim.Duration // programs that it has to do, the one in hand included
	seen  sim.Time     // up to which work is counted
}

func newDieQueues(c *Config) dieQueues {
	if !c.DieQueues {
		return dieQueues{}
	}
	return dieQueues{all: make([]die, c.Dies)}
}

// settle does a die's programs up to a time.
func (d *die) settle(t sim.Time) {
	if t <= d.seen {
		return
	}
	if idle := t.Sub(max(d.seen, d.reads)); idle > 0 {
		d.work -= min(d.work, idle)
	}
	d.seen = t
}

// idle is when all dies have done what they have, if nothing is added to it.
func (q *dieQueues) idle(t sim.Time) sim.Time {
	last := sim.Time(0)
	for i := range q.all {
		d := &q.all[i]
		d.settle(t)
		if d.work > 0 {
			last = max(last, max(d.reads, t).Add(d.work))
		}
	}
	return last
}

// read takes a die at a time or later for a service, and returns the end.
func (d *die) read(at sim.Time, service sim.Duration, c *Config) sim.Time {
	d.settle(at)
	begin := max(at, d.reads)
	if d.reads <= at && d.work > 0 {
		begin = at.Add(d.hold(c))
	}
	d.reads = begin.Add(service)
	d.seen = max(d.seen, d.reads)
	return d.reads
}

// hold is how long a read waits for the program in hand. One that is suspended goes on later.
func (d *die) hold(c *Config) sim.Duration {
	left := (d.work-1)%c.ProgramTime + 1
	if c.ProgramSuspend > 0 && left > c.ProgramSuspend {
		return c.ProgramSuspend
	}
	d.work -= left
	return left
}

// readDies is the end of a read's work in the dies.
func (d *Device) readDies(at sim.Time, r Request) (end sim.Time) {
	q := &d.queues
	service := d.services[Read].draw()
	for off := r.Offset &^ (dieStripe - 1); off < r.Offset+int64(r.Bytes); off += dieStripe {
		n := rng.Hash2(uint64(r.File), uint64(off/dieStripe)) % uint64(len(q.all))
		end = max(end, q.all[n].read(at, service, &d.c))
	}
	return end
}

// program gives the dies what a write of so many bytes makes them do.
func (d *Device) program(at sim.Time, bytes uint32) {
	q := &d.queues
	q.gathered += float64(float64(bytes) * max(1, d.c.WriteAmplification))
	for size := float64(d.c.ProgramSize); q.gathered >= size; q.gathered -= size {
		x := &q.all[q.next]
		q.next = (q.next + 1) % len(q.all)
		x.settle(at)
		x.work += d.c.ProgramTime
	}
}

// room is the time at which the cache has room for so many bytes: dies work in parallel.
func (q *dieQueues) room(now sim.Time, bytes uint32, c *Config) sim.Time {
	if len(q.all) == 0 || c.CacheSize == 0 {
		return now
	}
	var work sim.Duration
	for i := range q.all {
		q.all[i].settle(now)
		work += q.all[i].work
	}
	waits := float64(work) / float64(c.ProgramTime) * float64(c.ProgramSize) / max(1, c.WriteAmplification)
	over := waits + float64(bytes) - float64(c.CacheSize)
	if over <= 0 {
		return now
	}
	each := float64(c.ProgramTime) * max(1, c.WriteAmplification) / (float64(c.ProgramSize) * float64(len(q.all)))
	return now.Add(sim.Duration(over * each))
}

func (c Config) validateDieQueues() error {
	switch {
	case !c.DieQueues:
		return nil
	case c.Dies == 0:
		return errors.New("die-queues: needs dies")
	case c.Channels > 0:
		return errors.New("die-queues: not together with channels: a read waits for its die")
	case c.WriteCache == NoCache || c.ProgramTime == 0:
		return errors.New("die-queues: needs a write-cache and a program-time, with which it is emptied")
	case c.EraseTime > 0 || c.SustainedWrite > 0:
		return errors.New("die-queues: not together with erase-time and sustained-write: dies decide how fast it is")
	}
	return nil
}
