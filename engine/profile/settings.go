package profile

import "github.com/innosim/innosim/sim"

// Settings are the effective values of the server variables that the model uses, after defaults, option
// files and flags. Sizes are in bytes, rates in pages per second, percentages 0 … 100. Field names follow
// the variables.
type Settings struct {
	// Buffer pool.
	BufferPoolSize      int64
	BufferPoolInstances int
	BufferPoolChunkSize int64
	OldBlocksPct        int
	OldBlocksTime       sim.Duration
	LRUScanDepth        int
	ReadAheadThreshold  int
	RandomReadAhead     bool
	PageSize            int64
	ChangeBuffering     string // none, inserts, deletes, changes, purges, all
	ChangeBufferMaxSize int
	AdaptiveHashIndex   bool
	LoadAtStartup       bool
	DumpPct             int

	// Flushing.
	PageCleaners        int
	FlushNeighbors      int
	IOCapacity          int
	IOCapacityMax       int
	MaxDirtyPagesPct    float64
	MaxDirtyPagesPctLWM float64
	AdaptiveFlushing    bool
	AdaptiveFlushingLWM float64
	FlushingAvgLoops    int
	FlushSync           bool
	IdleFlushPct        int
	FlushMethod         string // fsync, O_DSYNC, O_DIRECT, O_DIRECT_NO_FSYNC, littlesync, nosync
	UseFdatasync        bool
	UseNativeAIO        bool
	CleanerLSNAgeFactor string // legacy, high_checkpoint; "" where there is no choice: legacy
	LRUThreads          bool   // innodb_lru_threads
	ReadIOThreads       int
	WriteIOThreads      int

	// Doublewrite.
	Doublewrite      string // ON, OFF, DETECT_ONLY
	DoublewriteFiles int
	DoublewritePages int

	// Redo log. RedoLogCapacity is 0 on servers that know LogFileSize and LogFilesInGroup only.
	RedoLogCapacity      int64
	LogFileSize          int64
	LogFilesInGroup      int
	LogBufferSize        int64
	LogWriteAheadSize    int64
	LogFileBuffering     bool // MariaDB; with the other three from 11.0 on, else from innodb_flush_method
	LogFileWriteThrough  bool
	DataFileBuffering    bool
	DataFileWriteThrough bool
	LogWriterThreads     bool
	LogSpinCPUAbsLWM     int
	LogSpinCPUPctHWM     int
	LogWaitForFlushSpin  sim.Duration // innodb_log_wait_for_flush_spin_hwm
	FlushLogAtTrxCommit  int
	FlushLogAtTimeout    sim.Duration
	FastShutdown         int
	RedoLoggingDisabled  bool
	ThreadConcurrency    int
	ConcurrencyTickets   int
	ThreadSleepDelay     sim.Duration
	AdaptiveMaxSleep     sim.Duration
	CommitConcurrency    int
	SyncSpinLoops        int
	SpinWaitDelay        int
	SpinPauseMultiplier  int // innodb_spin_wait_pause_multiplier
	LockWaitTimeout      sim.Duration
	RollbackOnTimeout    bool
	DeadlockDetect       bool
	TransactionIsolation string
	SnapshotIsolation    bool

	// Binary log.
	LogBin             bool
	SyncBinlog         int64
	BinlogSyncDelay    sim.Duration // binlog_group_commit_sync_delay
	BinlogNoDelayCount int          // binlog_group_commit_sync_no_delay_count
	BinlogOrderCommits bool
	BinlogRowImage     string // FULL, MINIMAL, NOBLOB

	// Purge and undo.
	PurgeThreads             int
	PurgeBatchSize           int
	PurgeRsegTruncateFreq    int
	MaxPurgeLag              int64
	MaxPurgeLagDelay         sim.Duration
	UndoTablespaces          int
	RollbackSegments         int
	MaxUndoLogSize           int64
	UndoLogTruncate          bool
	FillFactor               int
	AutoextendIncrementBytes int64
	ExtendAndInitialize      bool // the new end of a tablespace is written with zeros

	// Connections.
	ThreadHandling          string // one-thread-per-connection, pool-of-threads
	ThreadPoolSize          int
	ThreadPoolOversubscribe int
	ThreadPoolMaxThreads    int
	ThreadPoolStall         sim.Duration // thread_pool_stall_limit
	MaxConnections          int
}
