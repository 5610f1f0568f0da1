package workload

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/sim/rng"
)

// RandType is a distribution of row numbers: sysbench's --rand-type.
type RandType uint8

// Distributions of sysbench 1.0; Zipfian as in 1.1. The zero value is sysbench's default.
const (
	Special RandType = iota
	Uniform
	Gaussian
	Pareto
	Zipfian
)

var randTypeNames = [...]string{"special", "uniform", "gaussian", "pareto", "zipfian"}

// String is sysbench's name of the distribution.
func (t RandType) String() string { return randTypeNames[t] }

// ParseRandType reads sysbench's name of a distribution.
func ParseRandType(s string) (RandType, error) {
	for i, n := range randTypeNames {
		if s == n {
			return RandType(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not one of %s", s, strings.Join(randTypeNames[:], ", "))
}

// RandOptions are the parameters of the distributions, with sysbench's names and defaults.
type RandOptions struct {
	SpecIter int     // rand-spec-iter: uniform draws averaged by special and gaussian; 12
	SpecPct  int     // rand-spec-pct: part of the range that special's hot values cover, %; 1
	SpecRes  int     // rand-spec-res: part of the draws that are hot values, %; 75
	ParetoH  float64 // rand-pareto-h; 0.2
	ZipfExp  float64 // rand-zipfian-exp; 0.8
}

// Dist draws row numbers 1 … n (sb_rand.c).
type Dist struct {
	typ   RandType
	n     uint64
	o     RandOptions
	power float64
	zipf  rng.Zipf
}

// NewDist returns the distribution t over 1 … n.
func NewDist(t RandType, o RandOptions, n uint64) Dist {
	d := Dist{typ: t, n: n, o: o}
	switch t {
	case Pareto:
		d.power = rng.Log(o.ParetoH) / rng.Log(1-o.ParetoH)
	case Zipfian:
		if o.ZipfExp == 0 {
			d.typ = Uniform
			return d
		}
		d.zipf = rng.NewZipf(n, o.ZipfExp)
	}
	return d
}

// Draw returns a row number from 1 to n.
func (d *Dist) Draw(s *rng.Stream) uint64 {
	switch d.typ {
	case Uniform:
		return 1 + s.Uint64n(d.n)
	case Gaussian:
		return 1 + d.mean(s, d.n)
	case Pareto:
		return 1 + min(d.n-1, uint64(float64(d.n)*rng.Pow(s.Float64(), d.power)))
	case Zipfian:
		return 1 + d.zipf.Draw(s)
	}
	return d.special(s)
}

// mean is the average of SpecIter uniform draws, scaled to 0 … t-1.
func (d *Dist) mean(s *rng.Stream, t uint64) uint64 {
	sum := uint64(0)
	for range d.o.SpecIter {
		sum += s.Uint64() >> 32
	}
	avg := sum / uint64(d.o.SpecIter) // 32-bit fraction
	return mulShift32(t, avg)
}

func mulShift32(t, fraction uint64) uint64 {
	return (t>>32)*fraction + ((t&0xffffffff)*fraction)>>32
}

// special draws SpecRes % of the values evenly from a window of SpecPct % around the middle, the others as
// mean does.
func (d *Dist) special(s *rng.Stream) uint64 {
	t := d.n - 1
	if s.Uint64n(100) >= uint64(d.o.SpecRes) {
		return 1 + d.mean(s, t)
	}
	lo, width := d.hot()
	return lo + s.Uint64n(width)
}

// hot is special's window: its first value and its width.
func (d *Dist) hot() (lo, width uint64) {
	t := d.n - 1
	width = max(1, t*uint64(d.o.SpecPct)/100)
	return 1 + t/2 - t*uint64(d.o.SpecPct)/200, width
}
