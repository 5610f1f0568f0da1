package rng

import "math"

// Constants of the argument reductions and minimax polynomials; msun e_exp.c and e_log.c.
const (
	ln2Hi = 6.93147180369123816490e-01 // upper bits of ln 2, so that k·ln2Hi is exact
	ln2Lo = 1.90821492927058770002e-10 // ln 2 − ln2Hi

	expOverflow  = 709.782712893384  // ln of the largest number
	expUnderflow = -745.133219101941 // ln of the smallest number

	logL1 = 6.666666666666735130e-01
	logL2 = 3.999999999940941908e-01
	logL3 = 2.857142874366239149e-01
	logL4 = 2.222219843214978396e-01
	logL5 = 1.818357216161805012e-01
	logL6 = 1.531383769920937332e-01
	logL7 = 1.479819860511658591e-01
)

// expP are the coefficients of Exp's polynomial in the square of the reduced argument, the first power first.
var expP = [5]float64{1.66666666666666657415e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
	-1.65339022054652515390e-06, 4.13813679705723846039e-08}

// Exp returns e to the x, to about one unit in the last place, with the same bits on every machine.
func Exp(x float64) float64 {
	switch {
	case x != x || x > expOverflow:
		return x * math.Inf(1)
	case x < expUnderflow:
		return 0
	}
	k := math.Floor(float64(math.Log2E*x) + 0.5)
	hi := x - float64(k*ln2Hi)
	lo := float64(k * ln2Lo)
	r := hi - lo
	t := float64(r * r)
	c := r - expPolynomial(t)
	y := 1 - ((lo - float64(r*c)/(2-c)) - hi)
	return scale(y, int(k))
}

// expPolynomial rounds each product.
func expPolynomial(t float64) float64 {
	p := expP[3] + float64(t*expP[4])
	p = expP[2] + float64(t*p)
	p = expP[1] + float64(t*p)
	p = expP[0] + float64(t*p)
	return float64(t * p)
}

// scale is y times two to the k, for y near one.
func scale(y float64, k int) float64 {
	const bias, shift = 1023, 52
	switch {
	case k > bias-1:
		return float64(float64(y*math.Float64frombits((bias+uint64(k-1))<<shift)) * 2)
	case k < 2-bias:
		return float64(y * math.Float64frombits(uint64(bias+k+64)<<shift) * (1.0 / (1 << 64)))
	}
	return float64(y * math.Float64frombits(uint64(bias+k)<<shift))
}

// Log returns the natural logarithm, to about one unit in the last place, with the same bits on every
// machine.
func Log(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, exponent := split(x)
	f, k := m-1, float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := logL5 + float64(s4*logL7)
	t1 = logL3 + float64(s4*t1)
	t1 = float64(s2 * (logL1 + float64(s4*t1)))
	t2 := logL4 + float64(s4*logL6)
	t2 = float64(s4 * (logL2 + float64(s4*t2)))
	half := float64(float64(0.5*f) * f)
	low := float64(s*(half+(t1+t2))) + float64(k*ln2Lo)
	return float64(k*ln2Hi) - ((half - low) - f)
}

// split returns m in [√½, √2) and k with x = m·2ᵏ.
func split(x float64) (m float64, k int) {
	m, k = math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		k--
	}
	return m, k
}

// Pow returns x to the y for x ≥ 0, with the same bits on every machine. Its relative error is about
// (1 + |y·ln x|)·2⁻⁵².
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case x == 0 && y < 0:
		return math.Inf(1)
	case x == 0:
		return 0
	}
	return Exp(float64(y * Log(x)))
}

// log1p is Log(1+x) without the loss of digits near zero (W. Kahan's correction).
func log1p(x float64) float64 {
	u := 1 + x
	if u == 1 {
		return x
	}
	return float64(Log(u)*x) / (u - 1)
}

// expm1 is Exp(x)−1 without the loss of digits near zero (W. Kahan's correction).
func expm1(x float64) float64 {
	u := Exp(x)
	switch {
	case u == 1:
		return x
	case u-1 == -1:
		return -1
	case math.IsInf(u, 1):
		return u
	}
	return float64((u-1)*x) / Log(u)
}
