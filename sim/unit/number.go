package unit

import (
	"errors"
	"math"
	"math/bits"
	"strings"
)

var (
	errNumber   = errors.New("is not a number")
	errOverflow = errors.New("is too large")
)

// maxFraction is the number of decimals that a number may have.
const maxFraction = 18

// split cuts a text into its number and what follows it.
func split(text string) (number, suffix string) {
	text = strings.TrimSpace(text)
	i := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// scaled returns number × multiplier, exactly, rounded to the nearest integer.
func scaled(number string, multiplier uint64) (int64, error) {
	whole, fraction, point := strings.Cut(number, ".")
	if whole == "" || point && fraction == "" || len(fraction) > maxFraction {
		return 0, errNumber
	}
	w, err := digits(whole)
	if err != nil {
		return 0, err
	}
	f, err := digits("0" + fraction)
	if err != nil {
		return 0, err
	}
	hi, lo := bits.Mul64(w, multiplier)
	if hi != 0 {
		return 0, errOverflow
	}
	total, carry := bits.Add64(lo, part(f, multiplier, len(fraction)), 0)
	if carry != 0 || total > math.MaxInt64 {
		return 0, errOverflow
	}
	return int64(total), nil
}

// part returns f × multiplier / 10^decimals, rounded to the nearest integer.
func part(f, multiplier uint64, decimals int) uint64 {
	power := uint64(1)
	for range decimals {
		power *= 10
	}
	hi, lo := bits.Mul64(f, multiplier)
	lo, carry := bits.Add64(lo, power/2, 0)
	q, _ := bits.Div64(hi+carry, lo, power)
	return q
}

// digits reads an integer without a sign.
func digits(s string) (uint64, error) {
	var n uint64
	for i := range len(s) {
		d := uint64(s[i] - '0')
		if d > 9 {
			return 0, errNumber
		}
		if n > (math.MaxUint64-d)/10 {
			return 0, errOverflow
		}
		n = n*10 + d
	}
	return n, nil
}

// decimal prints n / 10^decimals without trailing zeros.
func decimal(n uint64, decimals int) string {
	s := digitsOf(n, decimals+1)
	whole, fraction := s[:len(s)-decimals], strings.TrimRight(s[len(s)-decimals:], "0")
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// digitsOf prints n with at least width digits.
func digitsOf(n uint64, width int) string {
	var b [64]byte
	i := len(b)
	for n > 0 || width > 0 {
		i--
		b[i] = byte('0' + n%10)
		n /= 10
		width--
	}
	return string(b[i:])
}
