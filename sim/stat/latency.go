package stat

import (
	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/innosim/innosim/sim"
)

// Range and precision of recorded latencies.
const (
	latencyMin    = 1             // microseconds
	latencyMax    = 3_600_000_000 // microseconds: one hour
	latencyDigits = 3
)

// NewLatency returns an empty histogram of microseconds: 1 µs to 1 h, three significant digits.
func NewLatency() *hdrhistogram.Histogram {
	return hdrhistogram.New(latencyMin, latencyMax, latencyDigits)
}

// Record adds a response time, rounded to microseconds; what is longer than an hour counts as an hour.
func Record(h *hdrhistogram.Histogram, d sim.Duration) {
	us := int64(d+sim.Microsecond/2) / int64(sim.Microsecond)
	if err := h.RecordValue(min(max(us, 0), latencyMax)); err != nil {
		panic("stat: histogram of another range: " + err.Error())
	}
}

// Millis turns a value of a latency histogram into milliseconds.
func Millis(us int64) float64 { return float64(us) / 1000 }
