package stat

import (
	"math"

	"github.com/innosim/innosim/sim/rng"
)

// StudentT returns t such that a variable of Student's distribution with n ≥ 2 degrees of freedom is within
// ±t with probability level. It is G. W. Hill's asymptotic expansion, Algorithm 396 of the ACM, whose names
// and numbers are kept; good to four digits and better as n grows.
func StudentT(n int, level float64) float64 {
	p, df := 1-level, float64(n)
	switch {
	case n < 2:
		panic("stat: Student's t needs two degrees of freedom")
	case n == 2:
		return math.Sqrt(2/float64(p*(2-p)) - 2)
	}
	h := expansion(df)
	y := rng.Pow(float64(h.d*p), 2/df)
	if y > 0.05+h.a {
		y = h.centre(rng.NormalQuantile(p / 2))
	} else {
		y = h.tail(y)
	}
	return math.Sqrt(float64(df * y))
}

// hill has the numbers of the expansion that depend on the degrees of freedom only.
type hill struct{ df, a, b, c, d float64 }

func expansion(df float64) hill {
	a := 1 / (df - 0.5)
	b := 48 / float64(a*a)
	c := horner(a, 96.36, -16, -98, 20700/b)
	d := float64(float64(((94.5/(b+c)-3)/b+1)*math.Sqrt(float64(a*math.Pi)/2)) * df)
	return hill{df, a, b, c, d}
}

// centre expands about the normal distribution, whose quantile is x.
func (h hill) centre(x float64) float64 {
	const fewDegrees = 5
	c := h.c
	if h.df < fewDegrees {
		c += float64(float64(0.3*(h.df-4.5)) * (x + 0.6))
	}
	c += horner(x, h.b, -2, -7, -5, float64(0.05*h.d))
	y := float64(x * x)
	y = float64(((horner(y, 94.5, 36, 6.3, 0.4)/c-y-3)/h.b + 1) * x)
	return rng.Exp(float64(h.a*float64(y*y))) - 1
}

// tail expands about the tail.
func (h hill) tail(y float64) float64 {
	t := (h.df+6)/float64(h.df*y) - float64(0.089*h.d) - 0.822
	t = 1/float64(float64(t*(h.df+2))*3) + 0.5/(h.df+4)
	return float64((float64(t*y)-1)*(h.df+1))/(h.df+2) + 1/y
}

// horner is the polynomial of x with the given coefficients, lowest power first.
func horner(x float64, coefficients ...float64) float64 {
	var y float64
	for i := len(coefficients) - 1; i >= 0; i-- {
		y = float64(y*x) + coefficients[i]
	}
	return y
}
