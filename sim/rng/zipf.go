package rng

import (
	"fmt"
	"math"
)

// Zipf draws ranks 0 … n−1 with probability proportional to 1/(rank+1)^exponent. It needs no table: its
// set-up does not depend on n. Rejection-inversion of W. Hörmann and G. Derflinger, ACM TOMACS 6(3), 1996.
type Zipf struct {
	n        uint64
	exponent float64
	first    float64 // integral of h up to 1.5, less the mass of rank 0
	last     float64 // integral of h up to n + ½
	accept   float64 // within this distance of its rank a candidate needs no test
}

// NewZipf returns the Zipf distribution over n ranks. It panics unless n ≥ 1 and the exponent is positive.
func NewZipf(n uint64, exponent float64) Zipf {
	if n == 0 || !(exponent > 0) || math.IsInf(exponent, 1) {
		panic(fmt.Sprintf("rng: zipf over %d ranks with exponent %v", n, exponent))
	}
	z := Zipf{n: n, exponent: exponent}
	z.first = z.integral(1.5) - 1
	z.last = z.integral(float64(n) + 0.5)
	z.accept = 2 - z.inverse(z.integral(2.5)-z.height(2))
	return z
}

// Draw returns a rank from one draw of the stream, sometimes more.
func (z *Zipf) Draw(s *Stream) uint64 {
	for {
		u := z.last + float64(s.Float64()*(z.first-z.last))
		x := z.inverse(u)
		k := math.Floor(x + 0.5)
		k = min(max(k, 1), float64(z.n))
		if k-x <= z.accept || u >= z.integral(k+0.5)-z.height(k) {
			return uint64(k) - 1
		}
	}
}

// height is x^−exponent.
func (z *Zipf) height(x float64) float64 { return Exp(float64(-z.exponent * Log(x))) }

// integral is the antiderivative of height: (x^(1−exponent) − 1)/(1−exponent), or ln x.
func (z *Zipf) integral(x float64) float64 {
	l := Log(x)
	return float64(l * expm1Over(float64((1-z.exponent)*l)))
}

// inverse is the inverse function of integral.
func (z *Zipf) inverse(y float64) float64 {
	t := max(float64(y*(1-z.exponent)), -1)
	return Exp(float64(y * log1pOver(t)))
}

// nearZero is where the series of expm1Over and log1pOver are exact to the last digit.
const nearZero = 1e-8

func expm1Over(x float64) float64 {
	if math.Abs(x) > nearZero {
		return expm1(x) / x
	}
	return 1 + float64(x/2)
}

func log1pOver(x float64) float64 {
	if math.Abs(x) > nearZero {
		return log1p(x) / x
	}
	return 1 - float64(x/2)
}
