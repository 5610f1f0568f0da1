package unit

import (
	"fmt"
	"math"

	"github.com/innosim/innosim/sim"
)

// ParseDuration reads a time: "85us", "1.5ms", "60s", "2min", "1h". A bare number is seconds.
func ParseDuration(text string) (sim.Duration, error) {
	number, name := split(text)
	size := durationOf(name)
	if size == 0 {
		return 0, fmt.Errorf("%q is not a time: write ns, us, ms, s, min or h after the number", text)
	}
	n, err := scaled(number, uint64(size))
	if err != nil {
		return 0, fmt.Errorf("time %q %w", text, err)
	}
	return sim.Duration(n), nil
}

// durationOf returns the length of a unit of time, zero when there is none.
func durationOf(name string) sim.Duration {
	switch name {
	case "ns":
		return sim.Nanosecond
	case "us", "µs", "μs":
		return sim.Microsecond
	case "ms":
		return sim.Millisecond
	case "s", "sec", "":
		return sim.Second
	case "min":
		return sim.Minute
	case "h":
		return sim.Hour
	}
	return 0
}

// FormatDuration prints a time exactly, in the largest of ns, us, ms and s that keeps it at one or above. A
// negative time gets a sign, which ParseDuration does not read.
func FormatDuration(d sim.Duration) string {
	n := uint64(d)
	switch {
	case d < 0 && d != math.MinInt64:
		return "-" + FormatDuration(-d)
	case n == 0:
		return "0s"
	case n < 1e3:
		return decimal(n, 0) + "ns"
	case n < 1e6:
		return decimal(n, 3) + "us"
	case n < 1e9:
		return decimal(n, 6) + "ms"
	}
	return decimal(n, 9) + "s"
}

// FormatNanoseconds is FormatDuration of a time that was computed, rounded to a nanosecond.
func FormatNanoseconds(ns float64) string { return FormatDuration(sim.Duration(math.Round(ns))) }
