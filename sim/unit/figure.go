package unit

import (
	"math"
	"strconv"
)

// Figure prints v with about four significant digits and no exponent, for tables that people read; "-" for what is no number.
func Figure(v float64) string {
	digits := 4
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case a >= 1000 || a == math.Trunc(a):
		digits = 0
	case a >= 100:
		digits = 1
	case a >= 10:
		digits = 2
	case a >= 1:
		digits = 3
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
