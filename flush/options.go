package flush

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
)

// Options configure the page cleaner; they are fixed at construction.
type Options struct {
	Cleaners    int          // innodb_page_cleaners, the coordinator included; at most one per instance is used
	FirstThread uint32       // thread number of the coordinator; the workers' follow
	Instances   int          // innodb_buffer_pool_instances
	HandOff     sim.Duration // from one thread's signal until another sleeping thread is runnable
	Policy      Policy
	SyncExact   bool // synchronous flushing has no look-ahead beyond what the log asks for
	Lone        bool // one thread that nobody wakes: first the LRU lists, then the flush lists (5.6)
	Rounds      bool // one thread that flushes in rounds, each with a checkpoint: MariaDB
	LRUManagers bool // a thread per instance flushes its LRU list, not the page cleaner
	// FirstManager is the thread number of the first of them.
	FirstManager uint32
	OneMutex     bool // a list batch needs the mutex that an LRU batch needs: 5.6 and 5.7
	LateRedo     bool // the doublewrite strategy waits for the redo of its pages, not the cleaner: MariaDB
	Costs        Costs
}

// Costs are processor times on the reference host.
type Costs struct {
	Recommend sim.Duration // of a pass: the decision and the hand-out of slots
	Slot      sim.Duration // of a slot: begin and end of its batches
	Page      sim.Duration // to flush a page: list and hash look-up, latch, io-fix
	Checksum  sim.Duration // crc32 of a page
	Slice     sim.Duration // a thread burns what it owes when that is more
}

// DefaultCosts are estimates for a 3 GHz server processor.
func DefaultCosts() Costs {
	return Costs{
		Recommend: 20 * sim.Microsecond, Slot: 5 * sim.Microsecond, Page: 1500 * sim.Nanosecond,
		Checksum: 3 * sim.Microsecond, Slice: 60 * sim.Microsecond,
	}
}

// Knobs are the variables of flushing that can be set while the server runs.
type Knobs struct {
	IOCapacity          int     // innodb_io_capacity, pages per second, 100 …
	IOCapacityMax       int     // innodb_io_capacity_max, pages per second, at least innodb_io_capacity
	MaxDirtyPagesPct    float64 // innodb_max_dirty_pages_pct, percent, 0 … 99.99
	MaxDirtyPagesPctLWM float64 // innodb_max_dirty_pages_pct_lwm, percent, 0: the old rule
	AdaptiveFlushing    bool    // innodb_adaptive_flushing
	FlushingAvgLoops    int     // innodb_flushing_avg_loops, passes or seconds, 1 … 1000
	FlushSync           bool    // innodb_flush_sync: synchronous flushing ignores innodb_io_capacity_max
	IdleFlushPct        int     // innodb_idle_flush_pct, percent of innodb_io_capacity, 0 … 100
	FlushNeighbors      int     // innodb_flush_neighbors, 0 none, 1 a run, 2 the extent
	HighCheckpoint      bool    // innodb_cleaner_lsn_age_factor is high_checkpoint, not legacy
}

// DefaultKnobs are the defaults of MySQL 8.4.
func DefaultKnobs() Knobs {
	return Knobs{
		IOCapacity: 10000, IOCapacityMax: 20000, MaxDirtyPagesPct: 90, MaxDirtyPagesPctLWM: 10, AdaptiveFlushing: true,
		FlushingAvgLoops: 30, FlushSync: true, IdleFlushPct: 100,
	}
}

// Validate reports every fault of the options.
func (o *Options) Validate() error {
	var policy error
	if o.Policy == nil {
		policy = errors.New("flush.Policy: none given")
	}
	if o.Costs.Recommend <= 0 {
		policy = errors.Join(policy, errors.New("flush.Costs.Recommend: a pass must take time"))
	}
	return errors.Join(policy,
		inRange("flush.Cleaners", o.Cleaners, 1, 64),
		inRange("flush.Instances", o.Instances, 1, 64),
	)
}

// Validate reports every fault of the knobs.
func (kn *Knobs) Validate() error {
	return errors.Join(
		inRange("innodb_io_capacity", kn.IOCapacity, 100, 1<<40),
		inRange("innodb_io_capacity_max", kn.IOCapacityMax, kn.IOCapacity, 1<<40),
		inRange("innodb_max_dirty_pages_pct", kn.MaxDirtyPagesPct, 0, 99.99),
		inRange("innodb_max_dirty_pages_pct_lwm", kn.MaxDirtyPagesPctLWM, 0, 99.99),
		inRange("innodb_flushing_avg_loops", kn.FlushingAvgLoops, 1, 1000),
		inRange("innodb_idle_flush_pct", kn.IdleFlushPct, 0, 100),
		inRange("innodb_flush_neighbors", kn.FlushNeighbors, 0, 2),
	)
}

func inRange[T int | float64](name string, v, lo, hi T) error {
	if v < lo || v > hi {
		return fmt.Errorf("%s: %v is not within %v..%v", name, v, lo, hi)
	}
	return nil
}
