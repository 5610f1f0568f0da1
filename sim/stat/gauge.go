package stat

import (
	"fmt"
	"math/bits"

	"github.com/innosim/innosim/sim"
)

// Gauge is a quantity that changes in steps, with the exact integral of it over time: updated on change, not
// sampled. The zero value is a quantity of zero from time zero on.
type Gauge struct {
	value uint64
	peak  uint64
	since sim.Time
	area  Area // up to since
}

// Set changes the quantity to v at now.
func (g *Gauge) Set(now sim.Time, v uint64) {
	g.area = g.Area(now)
	g.since, g.value, g.peak = now, v, max(g.peak, v)
}

// Add changes the quantity by d at now. It panics when the quantity would fall below zero.
func (g *Gauge) Add(now sim.Time, d int64) {
	v := g.value + uint64(d)
	if d < 0 && v > g.value {
		panic(fmt.Sprintf("stat: a gauge of %d was lowered by %d", g.value, -d))
	}
	g.Set(now, v)
}

// Value is the quantity now.
func (g *Gauge) Value() uint64 { return g.value }

// Peak is the largest value so far.
func (g *Gauge) Peak() uint64 { return g.peak }

// Area is the integral of the quantity from time zero to now.
func (g *Gauge) Area(now sim.Time) Area {
	hi, lo := bits.Mul64(g.value, uint64(now.Sub(g.since)))
	return g.area.plus(Area{hi, lo})
}

// Area is an integral over time: quantity × nanoseconds, in 128 bits.
type Area struct{ hi, lo uint64 }

func (a Area) plus(b Area) Area {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return Area{hi, lo}
}

// Sub returns the part of the integral since b was taken.
func (a Area) Sub(b Area) Area {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return Area{hi, lo}
}

// Over returns the time average of an integral that was taken over d; zero when d is.
func (a Area) Over(d sim.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return a.Nanoseconds() / float64(d)
}

// Nanoseconds is the integral as a number: quantity × nanoseconds.
func (a Area) Nanoseconds() float64 { return float64(float64(a.hi)*(1<<64)) + float64(a.lo) }
