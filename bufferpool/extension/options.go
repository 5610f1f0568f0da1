package extension

import (
	"errors"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/unit"
)

// Options are fixed while the server runs.
type Options struct {
	Pages        int // capacity
	DataPages    int // of the data set, as far as is known
	PageSize     int64
	WriteThrough bool // pages that are written are admitted too
	Costs        Costs
}

// Costs is CPU time.
type Costs struct {
	Read  sim.Duration // of a read: call, checksum, lists
	Admit sim.Duration // copying a page to a buffer, and submitting its write
}

// DefaultCosts are estimates for the reference host: a read as from a data file; a copy of 16 KiB and a system call.
func DefaultCosts() Costs {
	return Costs{Read: 8 * sim.Microsecond, Admit: 6 * sim.Microsecond}
}

// LeastPages is the smallest capacity: more than are written at a time.
const LeastPages = 4 * mostFills

// mostFills is how many pages are written to the cache at a time; estimate.
const mostFills = 256

// Validate reports all faults at once.
func (o *Options) Validate() error {
	return errors.Join(
		unit.InRange("extension.Pages", o.Pages, LeastPages, 1<<32-2),
		unit.InRange("extension.PageSize", o.PageSize, 4096, 65536),
	)
}

// Env is the world around the cache.
type Env struct {
	Next  bufferpool.Reader // of pages that are not here
	Files *device.Files
	File  device.FileID
	Wait  sim.Wait // class of a read
}

// Metrics count what the cache has done.
type Metrics struct {
	Hits, Misses uint64 // page reads that it answered, and those that went to the data files
	Admitted     uint64 // pages written to it
	Skipped      uint64 // pages not admitted: too many were being written
	Invalidated  uint64 // copies dropped because the page changed
	Replaced     uint64 // copies that gave way to others
	Pages        int    // copies now, those being written included: a gauge
}

// Sub returns what was counted since o; the gauge keeps its value.
func (m Metrics) Sub(o Metrics) Metrics {
	return Metrics{
		m.Hits - o.Hits, m.Misses - o.Misses, m.Admitted - o.Admitted, m.Skipped - o.Skipped,
		m.Invalidated - o.Invalidated, m.Replaced - o.Replaced, m.Pages,
	}
}
