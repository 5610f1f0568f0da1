package fil

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// Options configure files and I/O threads; they are fixed at construction.
type Options struct {
	PageSize       int64        // innodb_page_size in bytes; default 16 KiB
	ReadIOThreads  int          // innodb_read_io_threads, 1 … 64
	WriteIOThreads int          // innodb_write_io_threads, 1 … 64
	FirstThread    uint32       // number of the first reader; the writers follow
	NativeAIO      bool         // innodb_use_native_aio: not calls made by the I/O threads
	Method         Method       // innodb_flush_method
	Allocates      bool         // the new end of a file is allocated and not written: innodb_extend_and_initialize = OFF
	Fdatasync      bool         // innodb_use_fdatasync
	OwnSyncs       bool         // a thread syncs a file itself, even while another does
	AIOMutexes     int          // mutexes over which submissions and completions are spread, 1 …
	Wakeup         sim.Duration // from a device completion until a sleeping I/O thread is runnable
	HandOff        sim.Duration // from one thread's signal until another sleeping thread is runnable
	Seed           uint64
	Costs          Costs
}

// Env is what the file system stands on.
type Env struct {
	Files  *device.Files
	Device *device.Device // of all tablespaces
	CPU    *queue.CPU
	Waits  *stat.WaitClock
}

// Costs are processor times and mutex hold times of one I/O, on the reference host.
type Costs struct {
	SyncIO     sim.Duration // in the server, per synchronous page I/O
	Submit     sim.Duration // per asynchronous request: slot, io_submit
	Complete   sim.Duration // per reaped completion: slot, page and list bookkeeping
	Checksum   sim.Duration // crc32 of a page that was read
	Merge      sim.Duration // copy of a page into or out of the buffer of a merged request
	Scan       sim.Duration // an I/O thread's two passes over the 256 slots of its segment, 20 ns each: estimate
	SyncHold   sim.Duration // file system shard mutex, per side of a synchronous I/O
	AsyncHold  sim.Duration // AIO array and shard mutex, per side of an asynchronous I/O
	HandOver   sim.Duration // what each waiter in line adds to the hold
	SpinLimit  sim.Duration // longer waits for a mutex put a thread to sleep
	Reschedule sim.Duration // CPU of going to sleep and coming back for such a wait
}

// DefaultCosts are estimates for a 3 GHz server processor; the hold times are to be calibrated.
func DefaultCosts() Costs {
	return Costs{
		SyncIO:     8 * sim.Microsecond,
		Submit:     3 * sim.Microsecond,
		Complete:   6 * sim.Microsecond,
		Checksum:   2500 * sim.Nanosecond,
		Merge:      1200 * sim.Nanosecond,
		Scan:       10 * sim.Microsecond,
		SyncHold:   250 * sim.Nanosecond,
		AsyncHold:  500 * sim.Nanosecond,
		HandOver:   60 * sim.Nanosecond,
		SpinLimit:  20 * sim.Microsecond,
		Reschedule: 3 * sim.Microsecond,
	}
}

// Defaults are the options of MySQL 8.4 on a small host.
func Defaults() Options {
	return Options{
		PageSize: 16 << 10, ReadIOThreads: 4, WriteIOThreads: 4, NativeAIO: true, Method: ODirect, Fdatasync: true,
		AIOMutexes: 1, Wakeup: 20 * sim.Microsecond, HandOff: 10 * sim.Microsecond, Costs: DefaultCosts(),
	}
}

const maxIOThreads = 64 // innodb_read_io_threads, innodb_write_io_threads; ha_innodb.cc

// Validate reports every fault of the options.
func (o *Options) Validate() error {
	return errors.Join(
		inRange("fil.PageSize", o.PageSize, 4<<10, 64<<10),
		inRange("fil.ReadIOThreads", int64(o.ReadIOThreads), 1, maxIOThreads),
		inRange("fil.WriteIOThreads", int64(o.WriteIOThreads), 1, maxIOThreads),
		inRange("fil.AIOMutexes", int64(o.AIOMutexes), 1, 1<<16),
		inRange("fil.Wakeup", int64(o.Wakeup), 0, int64(sim.Second)),
		inRange("fil.HandOff", int64(o.HandOff), 0, int64(sim.Second)),
	)
}

func inRange(name string, v, lo, hi int64) error {
	if v < lo || v > hi {
		return fmt.Errorf("%s: %d is not within %d..%d", name, v, lo, hi)
	}
	return nil
}
