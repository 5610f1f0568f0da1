package doublewrite

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
)

const (
	singleSlots   = 512      // single-page slots of the doublewrite files; buf0dblwr.cc
	reducedBytes  = 8 << 10  // a batch of DETECT_ONLY: one page of (space, page, lsn); REDUCED_BATCH_PAGE_SIZE
	systemPages   = 120      // batch part of the area in the system tablespace
	systemSingle  = 8        // 2 × 64 pages of that area, less the batch part
	systemBlock   = 64       // pages of one of the two blocks of that area
	minInstances  = 4        // of batches; buf0dblwr.cc
	pageBytes     = 16 << 10 // innodb_page_size
	maxBatchPages = 512      // innodb_doublewrite_pages
	maxFiles      = 256      // innodb_doublewrite_files
)

// Options configure the doublewrite buffer; they are fixed at construction.
type Options struct {
	PoolInstances int  // innodb_buffer_pool_instances, 1 … 64
	Files         int  // innodb_doublewrite_files, 1 … 256; default 2
	Pages         int  // innodb_doublewrite_pages, of a batch, 1 … 512; 8.4: 128, 8.0: as write I/O threads
	SpareSegments bool // one segment more in each file: 8.0
	HandOff       sim.Duration
	Costs         Costs
}

// Knobs are what a running server can change.
type Knobs struct {
	DetectOnly bool // innodb_doublewrite = DETECT_ONLY instead of ON
}

// Costs are processor times on the reference host.
type Costs struct {
	Copy     sim.Duration // a page into the batch
	Reduce   sim.Duration // a page's entry in a DETECT_ONLY batch
	Complete sim.Duration // end of a batch: segment and counters
}

// DefaultCosts are estimates for a 3 GHz server processor.
func DefaultCosts() Costs {
	return Costs{
		Copy: 2500 * sim.Nanosecond, Reduce: 50 * sim.Nanosecond, Complete: sim.Microsecond,
	}
}

// Defaults are the options of MySQL 8.4 with one buffer pool instance.
func Defaults() Options {
	return Options{PoolInstances: 1, Files: 2, Pages: 128, HandOff: 10 * sim.Microsecond, Costs: DefaultCosts()}
}

// Validate reports every fault of the options.
func (o *Options) Validate() error {
	return errors.Join(
		inRange("doublewrite.PoolInstances", o.PoolInstances, 1, 64),
		inRange("doublewrite.Files", o.Files, 1, maxFiles),
		inRange("doublewrite.Pages", o.Pages, 1, maxBatchPages),
	)
}

func inRange(name string, v, lo, hi int) error {
	if v < lo || v > hi {
		return fmt.Errorf("%s: %d is not within %d..%d", name, v, lo, hi)
	}
	return nil
}
