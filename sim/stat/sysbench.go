package stat

import (
	"math"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// Buckets of sysbench's latency histogram; sb_timer.c and sb_histogram.c of sysbench 1.0.
const (
	sysbenchBuckets = 1024
	sysbenchMin     = 0.001    // ms
	sysbenchMax     = 100000.0 // ms
)

// Sysbench counts latencies in the buckets of sysbench, whose bounds are a geometric series 1.8 % apart. So
// percentiles come out in the very values that sysbench prints.
type Sysbench struct {
	counts []uint32
	n      uint64
	lnMin  float64
	scale  float64 // buckets per unit of the logarithm
}

// NewSysbench returns an empty histogram.
func NewSysbench() *Sysbench {
	lnMin := rng.Log(sysbenchMin)
	return &Sysbench{
		counts: make([]uint32, sysbenchBuckets),
		lnMin:  lnMin,
		scale:  (sysbenchBuckets - 1) / (rng.Log(sysbenchMax) - lnMin),
	}
}

// Record adds a response time.
func (s *Sysbench) Record(d sim.Duration) {
	i := 0
	if ms := d.Millis(); ms > sysbenchMin {
		i = int(math.Floor(float64((rng.Log(ms)-s.lnMin)*s.scale) + 0.5))
	}
	s.counts[min(i, sysbenchBuckets-1)]++
	s.n++
}

// Count is the number of latencies recorded since the last Reset.
func (s *Sysbench) Count() uint64 { return s.n }

// Percentile returns the value, in ms, at or below which p percent of the latencies are; zero when there is
// none.
func (s *Sysbench) Percentile(p float64) float64 {
	if s.n == 0 {
		return 0
	}
	want := max(1, uint64(math.Floor(float64(float64(s.n)*p)/100+0.5)))
	var sum uint64
	for i, c := range s.counts {
		sum += uint64(c)
		if sum >= want {
			return s.value(i)
		}
	}
	return s.value(sysbenchBuckets - 1)
}

func (s *Sysbench) value(bucket int) float64 {
	return float64(rng.Exp(float64(bucket)/s.scale) * sysbenchMin)
}

// Merge adds what o has counted.
func (s *Sysbench) Merge(o *Sysbench) {
	for i, c := range o.counts {
		s.counts[i] += c
	}
	s.n += o.n
}

// Reset forgets everything.
func (s *Sysbench) Reset() {
	clear(s.counts)
	s.n = 0
}
