package queue

import (
	"math"

	"github.com/innosim/innosim/sim"
)

// Bucket is a rate limit: so many units per second, and a depth of units that may pass at once after a
// pause. It is booked: each booking starts where the one before left off. The zero value limits nothing.
//
// It keeps one number, the time at which the bucket would be full again (the theoretical arrival time of
// the generic cell rate algorithm). Time is kept in picoseconds, so that 3000 per second stays 3000 over a
// run of hours.
type Bucket struct {
	rate float64 // units per second; 0: no limit
	tau  int64   // picoseconds of credit: depth / rate
	full int64   // picoseconds since the start of the run
}

// picos is the number of picoseconds in a nanosecond.
const picos = 1000

// NewBucket returns a full bucket. A rate of 0 limits nothing; a depth of 0 spaces all bookings evenly.
func NewBucket(rate, depth float64) Bucket {
	b := Bucket{rate: rate}
	if rate > 0 {
		b.tau = int64(math.Round(depth / rate * 1e12))
	}
	return b
}

// Book takes n units and returns the delay until they may pass.
func (b *Bucket) Book(now sim.Time, n uint64) (delay sim.Duration) {
	if b.rate == 0 {
		return 0
	}
	delay = b.Delay(now)
	b.full = max(b.full, int64(now)*picos) + int64(math.Round(float64(n)/b.rate*1e12))
	return delay
}

// Delay is the time that a booking made now would wait.
func (b *Bucket) Delay(now sim.Time) sim.Duration {
	late := b.full - b.tau - int64(now)*picos
	if late <= 0 {
		return 0
	}
	return sim.Duration((late + picos - 1) / picos)
}

// Credit is the number of units that may pass now at once: up to the depth.
func (b *Bucket) Credit(now sim.Time) float64 {
	spare := b.tau - max(0, b.full-int64(now)*picos)
	return float64(max(0, spare)) * b.rate / 1e12
}

// SetRate changes the rate and the depth from now on; a debt stays due at the time it was.
func (b *Bucket) SetRate(rate, depth float64) {
	full := b.full
	*b = NewBucket(rate, depth)
	b.full = full
}

// Limits tells whether the bucket limits anything.
func (b *Bucket) Limits() bool { return b.rate > 0 }
