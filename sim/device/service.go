package device

import (
	"math"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// service draws the service times of one operation: lognormal, or by measured quantiles.
type service struct {
	stream    rng.Stream
	ordinal   uint64 // of the next request: the n-th of a kind draws the same time in every run
	lognormal rng.Lognormal
	quantiles rng.Quantiles
}

func newServices(c *Config, name string, seed uint64) [NumOps]service {
	var out [NumOps]service
	for op := range out {
		out[op].stream = rng.New(seed, "device."+name+"."+Op(op).String(), 0)
		out[op].change(c, Op(op))
	}
	return out
}

// change sets another distribution, keeping the place in the stream.
func (s *service) change(c *Config, op Op) {
	mean := [...]sim.Duration{c.ReadLatency, c.WriteLatency, c.FlushLatency}[op]
	text := [...]string{c.ReadQuantiles, c.WriteQuantiles, c.FlushQuantiles}[op]
	s.lognormal, s.quantiles = rng.NewLognormal(float64(mean), c.LatencyCV), rng.Quantiles{}
	if text == "" {
		return
	}
	q, err := rng.ParseQuantiles(text)
	if err != nil {
		panic("device: a configuration that was not validated: " + err.Error())
	}
	s.quantiles = q
}

func (s *service) draw() sim.Duration {
	s.stream.At(s.ordinal)
	s.ordinal++
	if s.quantiles.Zero() {
		return sim.Duration(math.Round(s.lognormal.Draw(&s.stream)))
	}
	return sim.Duration(math.Round(s.quantiles.Draw(&s.stream)))
}

// transferTime is the time that bytes take at a rate; nothing when there is no rate.
func transferTime(bytes uint32, rate float64) sim.Duration {
	if rate == 0 {
		return 0
	}
	return sim.Duration(math.Round(float64(float64(bytes)*1e9) / rate))
}
