package profile

import "fmt"

// Vendor is who builds a server.
type Vendor uint8

// Vendors.
const (
	MySQL Vendor = iota
	Percona
	MariaDB
)

// Generation picks a column of the table of defaults.
type Generation uint8

// Generations of defaults.
const (
	Gen56    Generation = iota // MySQL 5.6
	Gen57                      // MySQL 5.7 and Percona 5.7
	Gen8019                    // MySQL 8.0.11 to 8.0.19
	Gen80                      // 8.0.30 and later
	Gen84                      // 8.4
	Gen97                      // 9.5 and later
	GenMaria                   // MariaDB 10.11 and later
)

// Version is a release; Patch 0 stands for the latest of its series.
type Version struct{ Major, Minor, Patch int }

// Series prints the version as option-file groups name it: "8.4".
func (v Version) Series() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// Committer says who writes and syncs the redo log.
type Committer uint8

// Committers.
const (
	LogThreads        Committer = iota // writer, flusher, notifiers, where innodb_log_writer_threads is ON
	UserThreads                        // committing threads; copying to the log buffer under one mutex
	GroupCommitLock                    // MariaDB: leaders and followers of two locks
	UserThreadsLocked                  // UserThreads that write under that mutex too: MySQL 5.6
)

// Limits says how the age limits of the redo log follow from its size.
type Limits uint8

// Redo limits.
const (
	Limits8030  Limits = iota // from innodb_redo_log_capacity
	Limits57                  // from file size and number of files
	LimitsMaria               // from one file
	Limits8019                // from file size and number of files, with log threads; a checkpoint every second
)

// FlushPolicy decides how many pages are flushed.
type FlushPolicy uint8

// Flush policies.
const (
	Adaptive       FlushPolicy = iota // f^1.5 / 7.5
	HighCheckpoint                    // Percona: f^2.5 / 700.5
	AheadFurious                      // MariaDB
	Adaptive57                        // MySQL 5.7 to 8.0.19: whole percents, all that is old when it is urgent
	Adaptive56                        // MySQL 5.6: pages up to an age, not by instance
)

// Topology says which threads flush.
type Topology uint8

// Topologies of flushing.
const (
	Cleaners    Topology = iota // coordinator and workers, one slot per instance
	LRUManagers                 // Cleaners, and a thread per instance for the LRU list
	OneCleaner                  // MariaDB
	LoneCleaner                 // MySQL 5.6: one thread, first all LRU lists, then all flush lists
)

// SyncFlush says how far synchronous flushing goes.
type SyncFlush uint8

// Targets of synchronous flushing.
const (
	SyncLookAhead SyncFlush = iota // three seconds of redo beyond what the log asks for
	SyncExact                      // what the log asks for: MySQL 9.7, measured
)

// FreeFrames says what a client does that finds no free page.
type FreeFrames uint8

// Policies for a client without a free page.
const (
	SinglePageFlush  FreeFrames = iota // scan the tail, flush one page
	FlushWithoutWait                   // Percona 8.4.11: scans go on where the last one ended
	Backoff                            // Percona 5.7: sleep, longer and longer
	WaitForCleaner                     // MariaDB: wait on a condition
	AwaitBatches                       // Percona 8.0 to 8.4.10: first wait for a running LRU batch
	FlushUnsignalled                   // MySQL 5.6: as SinglePageFlush, the cleaner is not woken
)

// Doublewrite says how pages are protected against torn writes.
type Doublewrite uint8

// Doublewrite strategies; OFF and DETECT_ONLY are values of a variable, not of a row.
const (
	DoublewriteFiles Doublewrite = iota // files with segments, since 8.0.20
	SystemBuffer                        // one area in the system tablespace
	ShardedBuffer                       // Percona 5.7: a file with a shard per instance and list
	TwoSlots                            // MariaDB: two slots in the system tablespace
)

// BinlogCommit says how the binary log and the engine commit together.
type BinlogCommit uint8

// Commits with the binary log.
const (
	BinlogStages   BinlogCommit = iota // three stages; the FLUSH stage makes the redo of its group durable
	BinlogPrepared                     // MariaDB: each thread has prepared durably; write and sync under one lock
)

// LRUMutex says what a thread does that has to wait for the mutex of the LRU list.
type LRUMutex uint8

// Mutexes of the LRU list.
const (
	SyncArray LRUMutex = iota // an event mutex: those who wait are awake, and slow down whoever has it
	Futex                     // MariaDB since 10.6: a mutex of the operating system wakes one waiter
)

// PoolMutex says what the mutexes of a buffer pool instance protect.
type PoolMutex uint8

// Mutexes of a buffer pool instance.
const (
	SplitMutexes PoolMutex = iota // the LRU list has one of its own: since 8.0, Percona Server 5.7
	OneMutex                      // buf_pool->mutex: lists, and the completion of reads and writes: MySQL 5.6 and 5.7
)

// LRUSection is what a thread does under the LRU list mutex to put a page in that it is about to read.
type LRUSection uint8

// Sections of the LRU list mutex.
const (
	LongSection  LRUSection = iota // all of buf_page_init_for_read
	ShortSection                   // Percona 8.4.11: the entry in the list only (PS-11444)
)

// PoolLimit says when a thread pool lets no new transaction in.
type PoolLimit uint8

// Limits of a group of a thread pool.
const (
	ActiveWorkers PoolLimit = iota // one more than thread_pool_oversubscribe of its workers are active: MariaDB
	BusyWorkers                    // those in a reported wait count too: Percona Server, too_many_busy_threads
)

// DataSyncs says what a thread does that wants page writes of a file durable while another thread syncs it.
type DataSyncs uint8

// Syncs of data files.
const (
	SharedSyncs DataSyncs = iota // it waits, and looks again
	OwnSyncs                     // MariaDB since 10.6: it syncs the file too (fil_space_t::flush_low)
)

// Recovery says what crash recovery leaves behind.
type Recovery uint8

// Ends of recovery.
const (
	LeavesDirty Recovery = iota // the last batch of applied pages stays in the pool, dirty: log0recv.cc
	WritesBack                  // it is written and dropped before the server opens: MySQL 9.7, measured
)

// Load says how fast the pages of a dump are read at start.
type Load uint8

// Policies of loading the buffer pool.
const (
	LoadByCapacity Load = iota // one read after another, innodb_io_capacity a second while others are active
	LoadAdaptive               // into the I/O capacity that is free
)

// LockTimer says who ends a wait for a row lock that lasts too long.
type LockTimer uint8

// Timers of waits for row locks.
const (
	LockScan  LockTimer = iota // a thread that looks at all waits once a second: MySQL, lock_wait_timeout_thread
	LockTimed                  // the waiting thread itself, on time: MariaDB since 10.6, lock_wait
)

// Profile is a server: a name and the policies that its releases have. It is plain data.
type Profile struct {
	Name       string // "mysql-8.4"
	Title      string
	Vendor     Vendor
	Version    Version
	Generation Generation
	Catalogue  string // the server whose list of variables it knows: one of Catalogues
	Extra      string // variables that the release has beside them, separated by blanks

	Redo        Committer
	Limits      Limits
	Flush       FlushPolicy
	Topology    Topology
	FreeFrames  FreeFrames
	SyncFlush   SyncFlush
	Doublewrite Doublewrite
	Tuners      Tuners // controllers that change variables at run time
	Restart     Restart
	Binlog      BinlogCommit
	LRUMutex    LRUMutex
	PoolMutex   PoolMutex
	Counters    string // status counters that differ from MySQL's: "old=new", "old=" it has none, "+more"
	Defaults    string // those that differ from the generation's: "name=value name=value"
	LRUSection  LRUSection
	DataSyncs   DataSyncs
	PoolLimit   PoolLimit
	CPUFactor   float64 // CPU time of the server, as a share of MySQL's; 0: the same
	Recovery    Recovery
	Load        Load
	LockTimer   LockTimer

	Missing string // what the model lacks for this row; "" when it is complete
	Source  string
	Date    string // of the source, year and month
}

// Modelled reports whether the row can be simulated.
func (p Profile) Modelled() bool { return p.Missing == "" }
