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
	Gen57    Generation = iota // MySQL 5.7 and Percona 5.7
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
	LogThreads      Committer = iota // writer, flusher, notifiers, where innodb_log_writer_threads is ON
	UserThreads                      // committing threads, under one mutex
	GroupCommitLock                  // MariaDB: leaders and followers of two locks
)

// Limits says how the age limits of the redo log follow from its size.
type Limits uint8

// Redo limits.
const (
	Limits8030  Limits = iota // from innodb_redo_log_capacity
	Limits57                  // from file size and number of files
	LimitsMaria               // from one file
)

// FlushPolicy decides how many pages are flushed.
type FlushPolicy uint8

// Flush policies.
const (
	Adaptive       FlushPolicy = iota // f^1.5 / 7.5
	HighCheckpoint                    // Percona: f^2.5 / 700.5
	AheadFurious                      // MariaDB
)

// Topology says which threads flush.
type Topology uint8

// Topologies of flushing.
const (
	Cleaners    Topology = iota // coordinator and workers, one slot per instance
	LRUManagers                 // Cleaners, and a thread per instance for the LRU list
	OneCleaner                  // MariaDB
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
	SinglePageFlush  FreeFrames = iota // scan the tail, wait for a running batch, flush one page
	FlushWithoutWait                   // Percona 8.4.11: as before, without the wait
	Backoff                            // Percona 5.7: sleep, longer and longer
	WaitForCleaner                     // MariaDB: wait on a condition
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
	Recovery    Recovery
	Load        Load

	Missing string // what the model lacks for this row; "" when it is complete
	Source  string
	Date    string // of the source, year and month
}

// Modelled reports whether the row can be simulated.
func (p Profile) Modelled() bool { return p.Missing == "" }
