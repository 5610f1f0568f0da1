package device

import (
	"errors"

	"github.com/innosim/innosim/sim"
)

// programUnit is the piece in which a cached write is brought to the medium, bytes: a page of current NAND flash, and
// what program-latency is the time of. A smaller write takes its part of that time.
const programUnit = 16 << 10

// programs are the writes that are acknowledged but not yet on the medium. Each piece occupies a channel from then on,
// so that reads queue behind it, and its place in the cache until it is programmed: a cache of n pieces takes the next
// write when the n-th last piece is done.
//
// Source: any SSD with a write cache; public logs of a SATA drive show reads/r + writes/w <= 1, r and w being the most
// of either alone, while its writes are acknowledged long before.
type programs struct {
	each sim.Duration // of programUnit; 0: writes occupy a channel until they are acknowledged, and then no more
	ends []sim.Time   // of the last pieces, circular; its length is the size of the cache; none: never full
	next int
	last sim.Time // when all are done
}

func newPrograms(c *Config) programs {
	p := programs{each: c.ProgramLatency}
	if p.each > 0 {
		p.ends = make([]sim.Time, c.CacheSize/programUnit)
	}
	return p
}

// programmed tells whether a request is acknowledged before it occupies a channel.
func (d *Device) programmed(r Request) bool {
	return r.Op == Write && d.programs.each > 0 && !(r.FUA && d.c.WriteCache == Volatile)
}

// room is the time at which so many bytes have a place in the cache. A write that is larger than the cache takes all.
func (p *programs) room(now sim.Time, bytes uint32) sim.Time {
	n := len(p.ends)
	if n == 0 {
		return now
	}
	pieces := min(n, int((bytes+programUnit-1)/programUnit))
	return max(now, p.ends[(p.next+pieces-1)%n])
}

// occupyLater books the channels for a write that is accepted at at.
func (d *Device) occupyLater(now, at sim.Time, bytes uint32) {
	p := &d.programs
	for left := bytes; left > 0; {
		n := min(left, programUnit)
		left -= n
		end := max(at, d.channels.Earliest(now)).Add(p.each * sim.Duration(n) / programUnit)
		d.channels.Occupy(end)
		p.last = max(p.last, end)
		if len(p.ends) > 0 {
			p.ends[p.next] = end
			p.next = (p.next + 1) % len(p.ends)
		}
	}
}

func (c Config) validateProgram() error {
	switch {
	case c.ProgramLatency == 0:
		return nil
	case c.WriteCache == NoCache:
		return errors.New("program-latency: needs a write-cache, from which it programs")
	case c.Dies > 0:
		return errors.New("program-latency: not together with dies: both describe how the medium is programmed")
	case c.Channels == 0:
		return errors.New("program-latency: needs channels, which it occupies")
	}
	return nil
}
