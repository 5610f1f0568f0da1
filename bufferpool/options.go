package bufferpool

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// Options are fixed while the server runs.
type Options struct {
	// Frames is innodb_buffer_pool_size in pages. Range 1 per instance … 2^32−2.
	Frames int
	// Instances is innodb_buffer_pool_instances. Range 1 … 64.
	Instances int
	// Pages is the number of pages of the data set at the start; the page table grows when more are created.
	Pages int
	// Threads is the number of threads that may call; more are possible.
	Threads int
	// Handoff is the time from one thread releasing a page to a thread that sleeps on it being runnable.
	Handoff sim.Duration
	// Costs are the CPU times of the pool's own work. The zero value costs nothing.
	Costs Costs
	// OrderLag is by how many bytes of redo a page on a flush list may be older than the one before it: since MySQL 8.0 by
	// as many as the checkpoint stays behind. 0: the lists are in order, since they are extended under the log's mutex.
	OrderLag redo.LSN
	// KeepWritten leaves a page that an LRU batch has written in the list, clean, until somebody evicts it; else the end of
	// its write does. MariaDB since the versions of WaitForCleaner (MDEV-33613; buf_page_write_complete, buf0flu.cc).
	KeepWritten bool
	// OneMutex: what is called the LRU list mutex here is the mutex of all of an instance, and a read that completes needs it
	// too (MySQL 5.6 and 5.7: buf_pool->mutex).
	OneMutex bool
}

// Costs are hold times of the LRU list mutex, on the reference host, each of them CPU time of the thread
// that holds it.
type Costs struct {
	ScanPage sim.Duration // looking at one page of the LRU list, and the block mutex
	Evict    sim.Duration // taking a page out of the LRU list and the page hash
	Insert   sim.Duration // putting a page that will be read into both: buf_page_init_for_read
	Young    sim.Duration // moving a page to the LRU head
	FirstUse sim.Duration // first use of a frame: the operating system provides its memory, page by page
	// FirstAlone is the part of FirstUse in which no other first use goes on.
	FirstAlone sim.Duration
	HandOver   sim.Duration // added to a hold for each waiter in line, where there is no crowd: queue.Mutex
	Crowd      bool         // those who wait are awake, and slow down the thread that has the mutex: queue.Crowd
	Spin       sim.Duration // a thread that has to wait longer for the mutex sleeps: innodb_sync_spin_loops
	Herd       sim.Duration // of a thread that is woken for a free page and finds it gone: herd.go; 0: one is woken
	Latch      sim.Duration // CPU time of a thread that tries for a page latch before it sleeps; see spin.go
}

// DefaultCosts are of a host whose processors get a cache line that another one used last in 100 to 200 ns, without anybody
// else at work: queue.Crowd adds what those who wait cost. Two such misses for Evict; for Insert some twenty, with the set-up
// of the block, its place in the page hash and in the list, and the clearing of its frame, which lies in no cache (PS-11444
// names all of these); for ScanPage a line from a near cache, because whoever scans looks at pages of the tail that the one
// before him has just looked at: see FarLine. Insert, FarLine and awakeShare were chosen together by runs of MySQL 8.4 and 9.7
// and of Percona Server 8.4.8 with 32 to 512 clients on 80 hardware threads and a fast device, one and two instances (public
// results of 2026, Percona-Lab-results/2026-ps-vs-mysql). Evict, Young and Spin are estimates.
func DefaultCosts() Costs {
	return Costs{
		ScanPage: 40 * sim.Nanosecond,
		Evict:    300 * sim.Nanosecond,
		Insert:   4600 * sim.Nanosecond,
		Young:    80 * sim.Nanosecond,
		Crowd:    true,
		Spin:     10 * sim.Microsecond,
	}
}

// FarLine is added to ScanPage where the one before was on another socket: each look at a page takes the mutex of its block,
// and its cache line comes from there, in the 100 to 200 ns of DefaultCosts; chosen within them, as told there.
const FarLine = 140 * sim.Nanosecond

// BusyCosts are those of a busy host where nothing is added for a crowd: what a whole section took on the average in the runs
// that DefaultCosts name, before the crowd was told apart. They serve servers whose waiters sleep in the operating system,
// for which no measurement of a section is at hand; estimates.
func BusyCosts() Costs {
	return Costs{
		ScanPage: 210 * sim.Nanosecond, Evict: 500 * sim.Nanosecond, Insert: 4000 * sim.Nanosecond,
		Young: 150 * sim.Nanosecond, Herd: herdPass, HandOver: 50 * sim.Nanosecond, Spin: 10 * sim.Microsecond,
	}
}

// ShortInsert replaces Costs.Insert where the page's block is set up before the mutex is taken, which then covers the
// entry in the list alone: PS-11444 of Percona Server 8.4.11. Estimate: as Evict.
const ShortInsert = 300 * sim.Nanosecond

// Validate reports all faults at once.
func (o *Options) Validate() error {
	var few error
	if o.Frames < o.Instances {
		few = fmt.Errorf("bufferpool.Frames: %d frames are too few for %d instances", o.Frames, o.Instances)
	}
	return errors.Join(few,
		unit.InRange("bufferpool.Frames", o.Frames, 1, 1<<32-2),
		unit.InRange("bufferpool.Instances", o.Instances, 1, instanceMask+1),
		unit.InRange("bufferpool.Pages", o.Pages, 0, 1<<32-2),
		unit.InRange("bufferpool.Threads", o.Threads, 0, 1<<31),
		unit.InRange("bufferpool.Handoff", o.Handoff, 0, sim.Second),
	)
}

// Knobs are the variables that can be set while the server runs.
type Knobs struct {
	// OldBlocksPct is innodb_old_blocks_pct, the old part of the LRU list. Default 37; range 5 … 95.
	OldBlocksPct int
	// OldBlocksTime is innodb_old_blocks_time: accesses of an old page within this time after the first do
	// not make it young. Default 1 s.
	OldBlocksTime sim.Duration
	// LRUScanDepth is innodb_lru_scan_depth, free pages that the page cleaner aims at, per instance.
	// Default 1024; range 100 ….
	LRUScanDepth int
	// ReadAheadThreshold is innodb_read_ahead_threshold. Default 56; range 0 (off) … 64 pages.
	ReadAheadThreshold int
	// RandomReadAhead is innodb_random_read_ahead. Default off.
	RandomReadAhead bool
}

// DefaultKnobs are the defaults of MySQL 5.7 to 9.x.
func DefaultKnobs() Knobs {
	return Knobs{OldBlocksPct: 37, OldBlocksTime: sim.Second, LRUScanDepth: 1024, ReadAheadThreshold: 56}
}

// Validate reports all faults at once.
func (kn *Knobs) Validate() error {
	return errors.Join(
		unit.InRange("innodb_old_blocks_pct", kn.OldBlocksPct, 5, 95),
		unit.InRange("innodb_old_blocks_time", kn.OldBlocksTime, 0, (1<<32-1)*sim.Millisecond),
		unit.InRange("innodb_lru_scan_depth", kn.LRUScanDepth, 100, 1<<62),
		unit.InRange("innodb_read_ahead_threshold", kn.ReadAheadThreshold, 0, extentPages),
	)
}
