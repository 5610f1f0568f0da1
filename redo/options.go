package redo

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/sim"
)

// Writers says who writes and syncs the log.
type Writers uint8

// Committers.
const (
	// LogThreads are the dedicated log_writer, log_flusher and notifier threads of MySQL 8.0.
	LogThreads Writers = iota
	// UserThreads write and sync for themselves, one leads: innodb_log_writer_threads = OFF, and MySQL 5.7.
	UserThreads
	// GroupCommit is UserThreads under two locks, one for writing and one for syncing, and without a
	// checkpointer: MariaDB.
	GroupCommit
)

// FileMode is how redo files are opened.
type FileMode uint8

// File modes.
const (
	// Buffered writes go to the page cache; fsync makes them durable.
	Buffered FileMode = iota
	// DSync writes are durable when they return, no sync follows (innodb_flush_method = O_DSYNC).
	DSync
	// Direct writes bypass the page cache and are still synced (MariaDB, innodb_log_file_buffering = OFF).
	Direct
)

// Threads are the thread numbers of the log's background threads. With UserThreads, Writer stands for the
// page cleaner's forced write and Flusher for the master thread's sync.
type Threads struct {
	Writer, Flusher, WriteNotifier, FlushNotifier, Checkpointer uint32
	Spin                                                        uint32 // pays for spinning and polling
}

// Options are fixed at construction.
type Options struct {
	Policy   LimitsPolicy // capacity rules of the server's version
	FileSize int64        // innodb_log_file_size, bytes; used by policies before 8.0.30
	Files    int          // innodb_log_files_in_group, 2 … 100; same
	PageSize int64        // innodb_page_size, bytes
	Format   Format       // block framing
	Mode     FileMode     // how the redo files are opened
	NoSync   bool         // innodb_flush_method = nosync: no fsync is issued at all
	DataSync bool         // fdatasync instead of fsync (innodb_use_fdatasync)
	OneMutex bool         // 5.7: the copy to the log buffer is serialised by one mutex
	// SyncFirst is 5.7: a thread that wants a sync waits for the running one before it writes.
	SyncFirst bool
	// LockedWrites is 5.6: the mutex of the log buffer is held while redo is written.
	LockedWrites bool
	// CheckpointRecord is the redo that a checkpoint logs with GroupCommit, in bytes of payload.
	CheckpointRecord uint32
	Start            LSN          // LSN at the start of the run; 0 means the first one, block 16
	Truncated        LSN          // checkpoint at the start of the run; 0 means Start
	Handoff          sim.Duration // from one thread's wake-up call until the other is runnable
	Threads          Threads
	Costs            Costs
	Timing           Timing
}

// Knobs are the variables that can change while the server runs.
type Knobs struct {
	FlushAtCommit     int          // innodb_flush_log_at_trx_commit, 0 … 2; 3 in MariaDB
	FlushTimeout      sim.Duration // innodb_flush_log_at_timeout
	BufferSize        int64        // innodb_log_buffer_size, bytes, at least 256 KiB
	WriteAhead        int64        // innodb_log_write_ahead_size, bytes: 512 … page size, a power of two
	Writers           Writers      // innodb_log_writer_threads
	SpinAbsLWM        int          // innodb_log_spin_cpu_abs_lwm, percent of one core
	SpinPctHWM        int          // innodb_log_spin_cpu_pct_hwm, percent of all cores
	FlushSpin         sim.Duration // innodb_log_wait_for_flush_spin_hwm
	Capacity          int64        // innodb_redo_log_capacity, bytes, 8 MiB … 512 GiB
	ThreadConcurrency int          // innodb_thread_concurrency, 0 … 1000
	AdaptiveLWM       float64      // innodb_adaptive_flushing_lwm, percent
	AvgLoops          int          // innodb_flushing_avg_loops, 1 … 1000
}

// Timing are periods and windows of the server that are not system variables.
type Timing struct {
	Checkpoint    sim.Duration // period of the checkpointer
	BusyPeriods   int          // periods between checkpoints of a busy server: 7
	CleanerTick   sim.Duration // longest wait of the checkpointer for the page cleaner
	RecentWritten LSN          // recent_written window, bytes; 0 none
	RecentClosed  LSN          // recent_closed window, bytes; 0 none
	WriteStep     LSN          // log_write_max_size, bytes: soft limit of one extension of the ready LSN
	SpacePoll     sim.Duration // period of log_free_check and of the writer out of space
	RecentPoll    sim.Duration // period of mini-transactions outside the windows
	AgePoll       sim.Duration // period of threads that wait for old pages to be written (5.7); 0: SpacePoll
}

// DefaultTiming is MySQL 8.0.30 and later; log0constants.h.
func DefaultTiming() Timing {
	return Timing{
		Checkpoint: sim.Second, BusyPeriods: 7, CleanerTick: sim.Second,
		RecentWritten: 1 << 20, RecentClosed: 2 << 20, WriteStep: 4096,
		SpacePoll: 100 * sim.Microsecond, RecentPoll: 20 * sim.Microsecond,
	}
}

// DefaultOptions are those of MySQL 8.4, thread numbers aside.
func DefaultOptions() Options {
	return Options{
		Policy: Limits8030{}, FileSize: 48 << 20, Files: 2, PageSize: 16384,
		Format: Blocks512(), DataSync: true,
		Handoff: 5 * sim.Microsecond, Costs: DefaultCosts(), Timing: DefaultTiming(),
	}
}

// DefaultKnobs are those of MySQL 8.4.
func DefaultKnobs() Knobs {
	return Knobs{
		FlushAtCommit: 1, FlushTimeout: sim.Second, BufferSize: 64 << 20, WriteAhead: 8192,
		SpinAbsLWM: 80, SpinPctHWM: 50, FlushSpin: 400 * sim.Microsecond,
		Capacity: 100 << 20, AdaptiveLWM: 10, AvgLoops: 30,
	}
}

// Validate reports all faults at once.
func (o Options) Validate() error {
	return errors.Join(
		fault(o.Policy != nil, "redo.Policy: missing"),
		fault(o.PageSize >= 4096 && o.PageSize <= 65536,
			"redo.PageSize: %d is outside 4096 … 65536", o.PageSize),
		fault(o.Format.Block >= 512 && o.Format.Payload() > 0,
			"redo.Format: block of %d bytes", o.Format.Block),
		fault(o.FileSize >= 1<<20, "redo.FileSize: %d is below 1 MiB", o.FileSize),
		fault(o.Files >= 1 && o.Files <= 100, "redo.Files: %d is outside 1 … 100", o.Files),
		fault(o.Truncated <= o.Start, "redo.Truncated: %d is beyond Start %d", o.Truncated, o.Start),
		fault(o.Timing.Checkpoint > 0 && o.Timing.SpacePoll > 0, "redo.Timing: periods must be above zero"),
	)
}

// Validate reports all faults at once.
func (k Knobs) Validate() error {
	wa := k.WriteAhead
	return errors.Join(
		fault(k.FlushAtCommit >= 0 && k.FlushAtCommit <= 3,
			"innodb_flush_log_at_trx_commit: %d is outside 0 … 3", k.FlushAtCommit),
		fault(k.FlushTimeout >= 0, "innodb_flush_log_at_timeout: %v is negative", k.FlushTimeout),
		fault(k.BufferSize >= 256<<10, "innodb_log_buffer_size: %d is below 256 KiB", k.BufferSize),
		fault(wa >= 512 && wa <= 65536 && wa&(wa-1) == 0,
			"innodb_log_write_ahead_size: %d is not a power of two in 512 … 65536", wa),
		fault(k.Capacity >= 8<<20 && k.Capacity <= 512<<30,
			"innodb_redo_log_capacity: %d is outside 8 MiB … 512 GiB", k.Capacity),
		fault(k.ThreadConcurrency >= 0 && k.ThreadConcurrency <= 1000,
			"innodb_thread_concurrency: %d is outside 0 … 1000", k.ThreadConcurrency),
		fault(k.AvgLoops >= 1 && k.AvgLoops <= 1000,
			"innodb_flushing_avg_loops: %d is outside 1 … 1000", k.AvgLoops),
	)
}

func fault(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}
