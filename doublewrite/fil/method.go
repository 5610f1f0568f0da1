package fil

import (
	"fmt"

	"github.com/innosim/innosim/sim/device"
)

// Method is innodb_flush_method: how data files are opened and made durable.
type Method uint8

// Flush methods. LittleSync and NoSync are for tests of the server only: they never sync data files.
const (
	Fsync Method = iota
	ODSync
	ODirect
	ODirectNoFsync
	LittleSync
	NoSync
)

var methodNames = [...]string{"fsync", "O_DSYNC", "O_DIRECT", "O_DIRECT_NO_FSYNC", "littlesync", "nosync"}

// ParseMethod reads a value of innodb_flush_method.
func ParseMethod(name string) (Method, error) {
	for i, n := range methodNames {
		if n == name {
			return Method(i), nil
		}
	}
	return Fsync, fmt.Errorf("fil.Method: unknown flush method %q", name)
}

// String is the value of innodb_flush_method.
func (m Method) String() string { return methodNames[m] }

// DataMode is how data and doublewrite files are opened.
func (m Method) DataMode() device.Mode {
	if m.Direct() {
		return device.Direct
	}
	return device.Buffered
}

// Direct tells whether data files bypass the page cache.
func (m Method) Direct() bool { return m == ODirect || m == ODirectNoFsync }

// SyncsData tells whether writes to data files are followed by an fsync. Without, only a change of size is.
func (m Method) SyncsData() bool { return m == Fsync || m == ODSync || m == ODirect }

// SyncsDoublewrite tells whether a batch is synced in the doublewrite file before the pages are written in
// place.
func (m Method) SyncsDoublewrite() bool { return m == Fsync || m == ODSync }
