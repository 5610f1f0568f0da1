package device

import (
	"math"

	"github.com/innosim/innosim/sim"
)

// writeCache is a fluid: what was written and has not drained. It keeps the time at which it will be empty.
type writeCache struct {
	size  float64 // bytes; 0: never full
	drain float64 // bytes per second; 0: at once
	empty sim.Time
}

func newWriteCache(c *Config) writeCache {
	w := writeCache{size: float64(c.CacheSize), drain: c.SustainedWrite / max(1, c.WriteAmplification)}
	if w.drain == 0 && c.WriteCache == Volatile {
		w.drain = c.WriteBandwidth
		if w.drain == 0 {
			w.drain = c.Bandwidth
		}
	}
	return w
}

// room is the time at which so many bytes fit in, not before now. A write larger than the cache waits until
// it is empty.
func (w *writeCache) room(now sim.Time, bytes uint32) sim.Time {
	if w.drain == 0 || w.size == 0 {
		return now
	}
	spare := max(0, w.size-float64(bytes))
	return max(now, w.empty.Add(-w.time(spare)))
}

// add puts a write in at time t.
func (w *writeCache) add(t sim.Time, bytes uint32) {
	if w.drain > 0 {
		w.empty = max(w.empty, t).Add(w.time(float64(bytes)))
	}
}

// dirty is the number of bytes that have not drained at t.
func (w *writeCache) dirty(t sim.Time) float64 {
	return max(0, w.empty.Sub(t).Seconds()) * w.drain
}

func (w *writeCache) time(bytes float64) sim.Duration {
	return sim.Duration(math.Round(float64(bytes*1e9) / w.drain))
}
