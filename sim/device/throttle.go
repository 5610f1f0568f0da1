package device

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// throttleWindow is for how long a hypervisor lets what a volume does not use add up. QEMU's bucket holds 100 ms of the
// rate when no burst is configured (throttle_compute_wait, util/throttle.c), and Linux throttles in slices of 100 ms, on
// solid-state disks of 20 ms (block/blk-throttle.c). No provider publishes his own.
const throttleWindow = 100 * sim.Millisecond

// throttle is one cap. With a window it is the token bucket of a hypervisor: reads and writes wait in lines of their own,
// which take turns (throttled_reqs, block/throttle-groups.c; Linux lets reads have three of four), and within a line in
// the order of arrival, small requests behind large ones. Without a window requests are spaced evenly.
type throttle struct {
	lines queue.Lines
	split bool // in two lines: by direction, or by whole requests and parts
}

func newThrottle(rate float64, window sim.Duration, credits float64) throttle {
	var t throttle
	t.set(rate, window, credits)
	return t
}

// set changes the rate, and what may pass at once after a pause: credits, or what a window holds.
func (t *throttle) set(rate float64, window sim.Duration, credits float64) {
	t.split = window > 0
	t.lines.SetRate(rate, max(credits, float64(rate*window.Seconds())))
}

func (t *throttle) book(now sim.Time, line int, n uint64) sim.Duration {
	if t.split {
		return t.lines.Book(now, line, n)
	}
	return t.lines.Bucket.Book(now, n)
}

// credit is how much may pass now at once.
func (t *throttle) credit(now sim.Time) float64 { return t.lines.Credit(now) }

// limits tells whether it limits anything.
func (t *throttle) limits() bool { return t.lines.Limits() }
