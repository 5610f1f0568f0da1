package rng

import (
	"fmt"
	"math"
)

// Lognormal is a distribution whose logarithm is normal. It is immutable and may be shared.
type Lognormal struct {
	mean      float64
	mu, sigma float64 // of the logarithm
	table     *table  // nil: always the mean
}

// NewLognormal returns the lognormal distribution of a mean and a coefficient of variation (standard
// deviation over mean). With a variation of zero, or a mean of zero, every draw is the mean.
//
//	σ² = ln(1 + cv²)      µ = ln mean − σ²/2      quantile(p) = exp(µ + σ·Φ⁻¹(p))
func NewLognormal(mean, cv float64) Lognormal {
	if !(mean >= 0) || !(cv >= 0) || math.IsInf(mean, 1) || math.IsInf(cv, 1) {
		panic(fmt.Sprintf("rng: lognormal of mean %v and variation %v", mean, cv))
	}
	l := Lognormal{mean: mean}
	if mean == 0 || cv == 0 {
		return l
	}
	variance := log1p(float64(cv * cv))
	l.sigma = math.Sqrt(variance)
	l.mu = Log(mean) - float64(variance/2)
	l.table = new(table)
	l.table.fill(l.Quantile)
	return l
}

// Mean is the distribution's mean.
func (l Lognormal) Mean() float64 { return l.mean }

// Quantile is the value below which a draw falls with probability p.
func (l Lognormal) Quantile(p float64) float64 {
	if l.sigma == 0 {
		return l.mean
	}
	return Exp(l.mu + float64(l.sigma*NormalQuantile(p)))
}

// Draw returns a number of the distribution from one draw of the stream.
func (l Lognormal) Draw(s *Stream) float64 {
	if l.table == nil {
		return l.mean
	}
	u := s.Uint64()
	if inner(u) {
		return l.table.at(u)
	}
	return l.Quantile(openUnit(u))
}
