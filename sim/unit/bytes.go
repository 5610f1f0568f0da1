package unit

import (
	"fmt"
	"strings"
)

// Bytes is a size.
type Bytes int64

// Sizes, binary.
const (
	Byte Bytes = 1
	KiB        = 1024 * Byte
	MiB        = 1024 * KiB
	GiB        = 1024 * MiB
	TiB        = 1024 * GiB
	PiB        = 1024 * TiB
)

// PagesPerSec is a rate of page reads or writes.
type PagesPerSec float64

// suffix is a unit's name and its size.
type suffix struct {
	name string
	size uint64
}

// sizeSuffixes are in falling order of size.
var sizeSuffixes = [...]suffix{
	{"P", uint64(PiB)}, {"T", uint64(TiB)}, {"G", uint64(GiB)}, {"M", uint64(MiB)}, {"K", uint64(KiB)},
}

// ParseBytes reads a size: "1048576", "128M", "1.5G", "16KiB". Letters are binary, in either case.
func ParseBytes(text string) (Bytes, error) {
	number, name := split(text)
	size := uint64(1)
	if name != "" && !strings.EqualFold(name, "B") {
		size = sizeOf(name)
	}
	if size == 0 {
		return 0, fmt.Errorf("%q is not a size: write K, M, G, T or P, 1024 each, after the number", text)
	}
	n, err := scaled(number, size)
	if err != nil {
		return 0, fmt.Errorf("size %q %w", text, err)
	}
	return Bytes(n), nil
}

// sizeOf returns the size of a binary unit's name, zero when there is none.
func sizeOf(name string) uint64 {
	for _, s := range sizeSuffixes {
		if strings.EqualFold(name, s.name) || strings.EqualFold(name, s.name+"iB") {
			return s.size
		}
	}
	return 0
}

// FormatBytes prints a size exactly, in the largest unit of which it is a multiple.
func FormatBytes(b Bytes) string {
	if b < 0 {
		return fmt.Sprintf("%d", int64(b))
	}
	for _, s := range sizeSuffixes {
		if b != 0 && uint64(b)%s.size == 0 {
			return fmt.Sprintf("%d%s", uint64(b)/s.size, s.name)
		}
	}
	return fmt.Sprintf("%d", int64(b))
}

// String is FormatBytes.
func (b Bytes) String() string { return FormatBytes(b) }

// HumanBytes prints a size for reports, with three digits: "1.46 GiB".
func HumanBytes(b float64) string {
	for _, s := range sizeSuffixes {
		if b >= float64(s.size) {
			return fmt.Sprintf("%.3g %siB", b/float64(s.size), s.name)
		}
	}
	return fmt.Sprintf("%.3g B", b)
}
