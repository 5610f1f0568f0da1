package unit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// decimalSuffixes are in falling order of size.
var decimalSuffixes = [...]suffix{{"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"K", 1e3}}

// ParseBandwidth reads bytes per second: "125MB/s" (decimal), "100MiB/s" (binary), "4096B/s". A bare number other than
// 0 is refused: nobody means bytes by it.
func ParseBandwidth(text string) (float64, error) {
	number, name := split(text)
	size := bandwidthOf(name)
	if size == 0 {
		return 0, fmt.Errorf("%q is not a bandwidth: write KB/s, MB/s, GB/s, KiB/s, MiB/s or GiB/s", text)
	}
	n, err := scaled(number, size)
	if err != nil {
		return 0, fmt.Errorf("bandwidth %q %w", text, err)
	}
	if name == "" && n != 0 {
		return 0, fmt.Errorf("%q has no unit: write B/s, KB/s, MB/s, GB/s, KiB/s, MiB/s or GiB/s after the number", text)
	}
	return float64(n), nil
}

// bandwidthOf returns the bytes per second of a unit, zero when there is none.
func bandwidthOf(name string) uint64 {
	base, perSecond := strings.CutSuffix(strings.ToLower(name), "b/s")
	if name == "" || perSecond && base == "" {
		return 1
	}
	if binary, ok := strings.CutSuffix(base, "i"); perSecond && ok {
		return find(sizeSuffixes[:], binary)
	}
	if perSecond {
		return find(decimalSuffixes[:], base)
	}
	return 0
}

func find(table []suffix, name string) uint64 {
	for _, s := range table {
		if strings.EqualFold(s.name, name) {
			return s.size
		}
	}
	return 0
}

// FormatBandwidth prints bytes per second, rounded to a byte: in the largest decimal unit of which it is a
// multiple, else in the largest binary one, else in bytes.
func FormatBandwidth(bytesPerSec float64) string {
	n := uint64(math.Round(bytesPerSec))
	for _, s := range decimalSuffixes {
		if n != 0 && n%s.size == 0 {
			return fmt.Sprintf("%d%sB/s", n/s.size, s.name)
		}
	}
	for _, s := range sizeSuffixes {
		if n != 0 && n%s.size == 0 {
			return fmt.Sprintf("%d%siB/s", n/s.size, s.name)
		}
	}
	return fmt.Sprintf("%dB/s", n)
}

// ParseCount reads a number of things: "5400000", "5.4M". Letters are decimal, in either case.
func ParseCount(text string) (uint64, error) {
	number, name := split(text)
	size := uint64(1)
	if name != "" {
		size = find(decimalSuffixes[:], name)
	}
	if size == 0 {
		return 0, fmt.Errorf("%q is not a count: write K, M, G or T, 1000 each, after the number", text)
	}
	n, err := scaled(number, size)
	if err != nil {
		return 0, fmt.Errorf("count %q %w", text, err)
	}
	return uint64(n), nil
}

// FormatCount prints a count exactly, with a decimal letter where that is shorter: "5.4M".
func FormatCount(n uint64) string {
	best := strconv.FormatUint(n, 10)
	for _, s := range decimalSuffixes {
		if n >= s.size {
			if text := decimal(n, len(strconv.FormatUint(s.size, 10))-1) + s.name; len(text) < len(best) {
				best = text
			}
		}
	}
	return best
}

// ParseShare reads a share of one: "2%" or "0.02".
func ParseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimPrefix(strings.TrimSpace(text), "±"), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a share: write 2%% or 0.02", text)
	}
	if percent {
		v /= 100
	}
	return v, nil
}
