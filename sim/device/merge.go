package device

import "github.com/innosim/innosim/sim"

// Merging in the block layer: a request that continues one which still waits in the host joins it. Requests
// wait there when the device has accepted as many as its queue-depth. Limits follow Linux.
const (
	numTails  = 8       // requests that are looked at; the plug list and the elevator's hash are short too
	maxMerged = 1 << 20 // bytes of a merged request; max_sectors_kb is 1280 on most devices
)

// tail is the end of a request that others may join.
type tail struct {
	r    Request  // Bytes grows with each request that joins
	sent sim.Time // when the device accepts it
	end  sim.Time
}

// tails are the requests booked last.
type tails struct {
	ring [numTails]tail
	next uint8
}

func (t *tails) add(n tail) {
	t.ring[t.next] = n
	t.next = (t.next + 1) % numTails
}

func (t *tail) takes(now sim.Time, r Request, most uint32) bool {
	return t.sent > now && t.r.Op == r.Op && t.r.File == r.File && !t.r.FUA && !r.FUA &&
		t.r.Offset+int64(t.r.Bytes) == r.Offset && t.r.Bytes+r.Bytes <= most
}

// mostMerged is how long a merged request can be.
func (d *Device) mostMerged() uint32 {
	if d.c.MaxRequest > 0 {
		return uint32(min(maxMerged, d.c.MaxRequest))
	}
	return maxMerged
}

// merge joins a request to one that waits in the host, and returns the end of both. It takes the slots that
// the longer request counts for more than the shorter one, and no channel.
func (d *Device) merge(now sim.Time, r Request) (end sim.Time, merged bool) {
	for i := range d.tails.ring {
		t := &d.tails.ring[i]
		if !t.takes(now, r, d.mostMerged()) {
			continue
		}
		longer := int64(t.r.Bytes) + int64(r.Bytes)
		more := d.limits.slots(longer) - d.limits.slots(int64(t.r.Bytes))
		before := t.end
		s := start{at: before}
		d.limits.book(&s, now, r, uint64(more))
		t.r.Bytes += r.Bytes
		t.end = s.at.Add(transferTime(r.Bytes, d.rate(r.Op)))
		if r.Op == Write && d.c.WriteCache != NoCache {
			d.cache.add(t.end, r.Bytes)
		}
		if d.programmed(r) {
			d.occupyLater(now, t.end, r.Bytes)
		}
		d.meter.merge(now, before, t.end, r)
		return t.end, true
	}
	return 0, false
}
