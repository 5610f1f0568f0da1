package device

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// A request longer than max-request is sent to the device in parts of that length, all at once, and completes with the last
// of them: the block layer splits it (bio_split_to_limits, block/blk-merge.c; max_sectors_kb in sysfs), and iostat counts the
// parts. The device serves those who send to it in turn (round robin of NVMe's submission queues, one for each
// processor), so a short request does not wait behind all parts of a long one: before a cap of bytes the parts wait in a
// line of their own, which takes turns with that of the whole requests. A cap of bytes has no such lines where cap-window
// says that it is a hypervisor's, which counts whole requests.

// bookParts books the parts of a long request, and returns the end of the last one.
func (d *Device) bookParts(now sim.Time, r Request) sim.Time {
	end, left := now, r.Bytes
	for r.part = true; left > 0; left -= r.Bytes {
		r.Bytes = min(left, uint32(d.c.MaxRequest))
		end = max(end, d.bookWhole(now, r))
		r.Offset += int64(r.Bytes)
	}
	return end
}

// long tells whether a request is sent in parts.
func (d *Device) long(r Request) bool { return d.c.MaxRequest > 0 && int64(r.Bytes) > d.c.MaxRequest }

// line is the line in which a request waits before a cap of bytes: 1 for parts of long ones.
func (r Request) line() int {
	if r.part {
		return 1
	}
	return 0
}

func (c Config) validateParts() error {
	switch {
	case c.MaxRequest == 0:
		return nil
	case c.FlushExclusive:
		return errors.New("max-request: not together with flush-exclusive: the queue of the host takes whole requests")
	}
	if c.MaxRequest%1024 != 0 {
		return fmt.Errorf("max-request = %v: allowed: whole KiB, as max_sectors_kb", unit.Bytes(c.MaxRequest))
	}
	if c.MaxRequest < c.AtomicWrite {
		return fmt.Errorf("max-request = %v: allowed: at least atomic-write = %v, which a write in parts would not be",
			unit.Bytes(c.MaxRequest), unit.Bytes(c.AtomicWrite))
	}
	return unit.InRange("max-request", unit.Bytes(c.MaxRequest), minUnit, 1<<30)
}
