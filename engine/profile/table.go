package profile

// Limits of the server's number types.
const (
	max32 = 1<<32 - 1
	max63 = 1<<63 - 1024 // the largest float64 below 2^63
	kib   = 1 << 10
	mib   = 1 << 20
	gib   = 1 << 30
)

// Names of variables with rules of their own.
const (
	bufferPoolSize = "innodb_buffer_pool_size"
	poolInstances  = "innodb_buffer_pool_instances"
	poolChunk      = "innodb_buffer_pool_chunk_size"
	ioCapacity     = "innodb_io_capacity"
	ioCapacityMax  = "innodb_io_capacity_max"
	dirtyPct       = "innodb_max_dirty_pages_pct"
	dirtyPctLWM    = "innodb_max_dirty_pages_pct_lwm"
	pageCleaners   = "innodb_page_cleaners"
	readIOThreads  = "innodb_read_io_threads"
	purgeThreads   = "innodb_purge_threads"
	doublewrite    = "innodb_doublewrite"
	dblwrPages     = "innodb_doublewrite_pages"
	redoCapacity   = "innodb_redo_log_capacity"
	logFileSize    = "innodb_log_file_size"
	logFiles       = "innodb_log_files_in_group"
	logBufferSize  = "innodb_log_buffer_size"
	logWriters     = "innodb_log_writer_threads"
	writeAhead     = "innodb_log_write_ahead_size"
	flushMethod    = "innodb_flush_method"
	pageSize       = "innodb_page_size"
	dedicated      = "innodb_dedicated_server"
	commitLimit    = "innodb_commit_concurrency"
	logBin         = "log_bin"
	poolThreads    = "thread_pool_size"
	threadHandling = "thread_handling"
	lruThreads     = "innodb_lru_threads"

	lockWaitTimeout = "innodb_lock_wait_timeout"
)

var (
	methods80   = []string{"fsync", "O_DSYNC", "littlesync", "nosync", "O_DIRECT", "O_DIRECT_NO_FSYNC"}
	methods57   = []string{"fsync", "O_DSYNC", "O_DIRECT", "O_DIRECT_NO_FSYNC", "ALL_O_DIRECT", "littlesync", "nosync"}
	buffering   = []string{"none", "inserts", "deletes", "changes", "purges", "all"}
	dblwrModes  = []string{"OFF", "ON", "DETECT_ONLY", "DETECT_AND_RECOVER", "false", "true"}
	images      = []string{"MINIMAL", "NOBLOB", "FULL"}
	isolations  = []string{"READ-UNCOMMITTED", "READ-COMMITTED", "REPEATABLE-READ", "SERIALIZABLE"}
	handlings   = []string{"one-thread-per-connection", "no-threads", "loaded-dynamically", "pool-of-threads"}
	ageFactors  = []string{"legacy", "high_checkpoint"}
	mariaModes  = []string{"OFF", "ON", "fast"}
	mariaThread = []string{"one-thread-per-connection", "no-threads", "pool-of-threads"}
)

// table holds every variable that the model uses. Ranges and defaults: ha_innodb.cc and sys_vars.cc of
// 5.7, 8.0.45, 8.4.11, 9.7 and the manuals; formulas are in derive.go.
var table = [...]Variable{
	// Buffer pool.
	{Name: bufferPoolSize, Kind: Size, Unit: "bytes", Min: 5 * mib, Max: max63, defaults: "128M = = = =", static: "56",
		Help:  "memory for pages; rounded up to a multiple of chunk size times instances",
		field: func(s *Settings) any { return &s.BufferPoolSize }},
	{Name: poolInstances, Kind: Count, Min: 0, Max: 64, defaults: "auto = = = 1", static: "all",
		Help:  "independent parts of the pool; one below 1 GiB",
		field: func(s *Settings) any { return &s.BufferPoolInstances }},
	{Name: poolChunk, Kind: Size, Unit: "bytes", Min: mib, Max: max63, Step: mib, defaults: "128M = = = 2M",
		static: "all", Help: "unit in which the pool grows and shrinks; made smaller for small pools",
		field: func(s *Settings) any { return &s.BufferPoolChunkSize }},
	{Name: "innodb_old_blocks_pct", Kind: Count, Unit: "%", Min: 5, Max: 95, defaults: "37 = = = =",
		Help: "share of the LRU list behind the midpoint", field: func(s *Settings) any { return &s.OldBlocksPct }},
	{Name: "innodb_old_blocks_time", Kind: Span, Unit: "ms", Min: 0, Max: max32, defaults: "1000 = = = =",
		Help:  "time after which a second access makes a page young",
		field: func(s *Settings) any { return &s.OldBlocksTime }},
	{Name: "innodb_lru_scan_depth", Kind: Count, Unit: "pages", Min: 100, Max: max63, defaults: "1024 = = = 1536",
		Help:  "free pages per instance that the cleaner keeps ready",
		field: func(s *Settings) any { return &s.LRUScanDepth }},
	{Name: "innodb_read_ahead_threshold", Kind: Count, Unit: "pages", Min: 0, Max: 64, defaults: "56 = = = =",
		Help:  "pages of an extent read in sequence that start a read of the next extent",
		field: func(s *Settings) any { return &s.ReadAheadThreshold }},
	{Name: "innodb_random_read_ahead", Kind: Bool, defaults: "OFF = = = =",
		Help:  "read the rest of an extent of which many pages are cached",
		field: func(s *Settings) any { return &s.RandomReadAhead }},
	{Name: pageSize, Kind: Size, Unit: "bytes", Min: 4 * kib, Max: 64 * kib, defaults: "16K = = = =", static: "all",
		Help: "4K, 8K, 16K, 32K or 64K", field: func(s *Settings) any { return &s.PageSize }},
	{Name: "innodb_change_buffering", Kind: Enum, Values: buffering, defaults: "all = none all none",
		Help:  "changes of secondary indexes that wait for their page",
		field: func(s *Settings) any { return &s.ChangeBuffering }},
	{Name: "innodb_change_buffer_max_size", Kind: Count, Unit: "%", Min: 0, Max: 50, defaults: "25 = = 5 25",
		Help: "of the pool, for the change buffer", field: func(s *Settings) any { return &s.ChangeBufferMaxSize }},
	{Name: "innodb_adaptive_hash_index", Kind: Bool, defaults: "ON = OFF = OFF",
		Help: "hash index over hot pages", field: func(s *Settings) any { return &s.AdaptiveHashIndex }},
	{Name: "innodb_buffer_pool_load_at_startup", Kind: Bool, defaults: "ON = = = =", static: "all",
		Help: "read the pages of the last dump at start", field: func(s *Settings) any { return &s.LoadAtStartup }},
	{Name: "innodb_buffer_pool_dump_pct", Kind: Count, Unit: "%", Min: 1, Max: 100, defaults: "25 = = = =",
		Help: "of the pages of each instance that a dump names", field: func(s *Settings) any { return &s.DumpPct }},

	// Flushing.
	{Name: pageCleaners, Kind: Count, Min: 1, Max: 64, defaults: "auto = = = 1", static: "all",
		Help:  "page cleaner threads, the coordinator among them; at most one per instance",
		field: func(s *Settings) any { return &s.PageCleaners }},
	{Name: "innodb_flush_neighbors", Kind: Count, Min: 0, Max: 2, defaults: "1 0 0 0 1",
		Help:  "flush adjacent (1) or all (2) dirty pages of the extent too",
		field: func(s *Settings) any { return &s.FlushNeighbors }},
	{Name: ioCapacity, Kind: Count, Unit: "pages/s", Min: 100, Max: max32, defaults: "200 = 10000 = 200",
		Help: "rate of background flushing", field: func(s *Settings) any { return &s.IOCapacity }},
	{Name: ioCapacityMax, Kind: Count, Unit: "pages/s", Min: 100, Max: max32, defaults: "auto = = = =",
		Help: "rate of flushing when it falls behind", field: func(s *Settings) any { return &s.IOCapacityMax }},
	{Name: dirtyPct, Kind: Real, Unit: "%", Min: 0, Max: 99.999, defaults: "75 90 90 90 90",
		Help: "dirty pages that flushing tries to stay below", field: func(s *Settings) any { return &s.MaxDirtyPagesPct }},
	{Name: dirtyPctLWM, Kind: Real, Unit: "%", Min: 0, Max: 99.999, defaults: "0 10 10 10 0",
		Help:  "dirty pages at which flushing starts; 0: at innodb_max_dirty_pages_pct",
		field: func(s *Settings) any { return &s.MaxDirtyPagesPctLWM }},
	{Name: "innodb_adaptive_flushing", Kind: Bool, defaults: "ON = = = =",
		Help: "flush by the age of the redo log", field: func(s *Settings) any { return &s.AdaptiveFlushing }},
	{Name: "innodb_adaptive_flushing_lwm", Kind: Real, Unit: "%", Min: 0, Max: 70, defaults: "10 = = = =",
		Help:  "of the redo capacity, below which adaptive flushing rests",
		field: func(s *Settings) any { return &s.AdaptiveFlushingLWM }},
	{Name: "innodb_flushing_avg_loops", Kind: Count, Min: 1, Max: 1000, defaults: "30 = = = =",
		Help:  "rounds over which rates are averaged",
		field: func(s *Settings) any { return &s.FlushingAvgLoops }},
	{Name: "innodb_flush_sync", Kind: Bool, defaults: "ON = = = =",
		Help:  "ignore innodb_io_capacity while a checkpoint is urgent",
		field: func(s *Settings) any { return &s.FlushSync }},
	{Name: "innodb_idle_flush_pct", Kind: Count, Unit: "%", Min: 0, Max: 100, defaults: "100 = = = =",
		Help: "of innodb_io_capacity, when idle", field: func(s *Settings) any { return &s.IdleFlushPct }},
	{Name: "innodb_cleaner_lsn_age_factor", Kind: Enum, Values: ageFactors, defaults: "high_checkpoint = = = -",
		only: "57 8019 80 84 97", Help: "how the age of the redo log raises the rate of flushing",
		field: func(s *Settings) any { return &s.CleanerLSNAgeFactor }},
	{Name: lruThreads, Kind: Bool, defaults: "- - OFF OFF -", only: "84 97", static: "all",
		Help:  "a thread per instance keeps its free list filled, instead of the page cleaner",
		field: func(s *Settings) any { return &s.LRUThreads }},
	{Name: flushMethod, Kind: Enum, Values: methods80, defaults: "fsync = O_DIRECT = =", only: "8019 80 84 97 maria", static: "all",
		Help: "how data files are opened and synced", field: func(s *Settings) any { return &s.FlushMethod }},
	{Name: flushMethod, Kind: Enum, Values: methods57, defaults: "fsync", only: "56 57",
		static: "all", Help: "how data files are opened and synced",
		field: func(s *Settings) any { return &s.FlushMethod }},
	{Name: "innodb_use_fdatasync", Kind: Bool, defaults: "OFF = ON = OFF",
		Help: "fdatasync instead of fsync", field: func(s *Settings) any { return &s.UseFdatasync }},
	{Name: "innodb_use_native_aio", Kind: Bool, defaults: "ON = = = =", static: "all",
		Help: "asynchronous I/O of the kernel", field: func(s *Settings) any { return &s.UseNativeAIO }},
	{Name: readIOThreads, Kind: Count, Min: 1, Max: 64, defaults: "4 4 auto = 4", static: "57 80 84 97",
		Help: "threads for asynchronous reads", field: func(s *Settings) any { return &s.ReadIOThreads }},
	{Name: "innodb_write_io_threads", Kind: Count, Min: 1, Max: 64, defaults: "4 = = = =", static: "57 80 84 97",
		Help: "threads for asynchronous writes", field: func(s *Settings) any { return &s.WriteIOThreads }},

	// Doublewrite.
	{Name: doublewrite, Kind: Enum, Values: dblwrModes, defaults: "ON = = =", only: "80 84 97",
		Help:  "copy of each page before it is written in place; OFF needs a restart",
		field: func(s *Settings) any { return &s.Doublewrite }},
	{Name: doublewrite, Kind: Enum, Values: dblwrModes[:2], defaults: "ON =", only: "56 57 8019", static: "57 80",
		Help:  "copy of each page before it is written in place",
		field: func(s *Settings) any { return &s.Doublewrite }},
	{Name: doublewrite, Kind: Enum, Values: mariaModes, defaults: "ON = = = =", only: "maria", static: "maria",
		Help:  "copy of each page before it is written in place; fast: data files are not synced",
		field: func(s *Settings) any { return &s.Doublewrite }},
	{Name: "innodb_doublewrite_files", Kind: Count, Min: 0, Max: 256, defaults: "2 = = = =", static: "all",
		Help: "doublewrite files", field: func(s *Settings) any { return &s.DoublewriteFiles }},
	{Name: dblwrPages, Kind: Count, Unit: "pages", Min: 0, Max: 512, defaults: "auto = 128 =", static: "all",
		Help: "pages of one doublewrite batch", field: func(s *Settings) any { return &s.DoublewritePages }},

	// Redo log.
	{Name: redoCapacity, Kind: Size, Unit: "bytes", Min: 8 * mib, Max: 512 * gib, Step: mib, defaults: "- 100M = = -",
		Help: "space of the redo log files", field: func(s *Settings) any { return &s.RedoLogCapacity }},
	{Name: logFileSize, Kind: Size, Unit: "bytes", Min: 4 * mib, Max: max63, Step: mib, defaults: "48M = = - 96M",
		only: "57 8019 80 84 97 maria", static: "57 80 84", Help: "size of one redo log file",
		field: func(s *Settings) any { return &s.LogFileSize }},
	{Name: logFileSize, Kind: Size, Unit: "bytes", Min: mib, Max: max63, Step: mib, defaults: "48M", only: "56", static: "all",
		Help: "size of one redo log file", field: func(s *Settings) any { return &s.LogFileSize }},
	{Name: logFiles, Kind: Count, Min: 2, Max: 100, defaults: "2 = = - -", static: "all",
		Help: "redo log files", field: func(s *Settings) any { return &s.LogFilesInGroup }},
	{Name: logBufferSize, Kind: Size, Unit: "bytes", Min: 256 * kib, Max: max32, Step: kib, defaults: "16M = 64M = 16M",
		static: "57 maria", Help: "redo that may wait in memory to be written",
		field: func(s *Settings) any { return &s.LogBufferSize }},
	{Name: writeAhead, Kind: Size, Unit: "bytes", Min: 512, Max: 64 * kib, defaults: "8192 = = = 512",
		static: "maria", Help: "block in which the redo log writes ahead, a power of two up to the page size",
		field: func(s *Settings) any { return &s.LogWriteAheadSize }},
	{Name: "innodb_log_file_buffering", Kind: Bool, defaults: "- - - - OFF", only: "maria", static: "maria",
		Help:  "write the redo log through the page cache",
		field: func(s *Settings) any { return &s.LogFileBuffering }},
	{Name: "innodb_log_file_write_through", Kind: Bool, defaults: "- - - - OFF", only: "maria", static: "maria",
		Help:  "writes of the redo log are durable when they return",
		field: func(s *Settings) any { return &s.LogFileWriteThrough }},
	{Name: "innodb_data_file_buffering", Kind: Bool, defaults: "- - - - OFF", only: "maria", static: "maria",
		Help:  "write data files through the page cache",
		field: func(s *Settings) any { return &s.DataFileBuffering }},
	{Name: "innodb_data_file_write_through", Kind: Bool, defaults: "- - - - OFF", only: "maria", static: "maria",
		Help:  "writes of data files are durable when they return",
		field: func(s *Settings) any { return &s.DataFileWriteThrough }},
	{Name: logWriters, Kind: Bool, defaults: "- ON ON auto -",
		Help:  "threads of their own write and sync the redo log",
		field: func(s *Settings) any { return &s.LogWriterThreads }},
	{Name: "innodb_log_spin_cpu_abs_lwm", Kind: Count, Unit: "% of a CPU", Min: 0, Max: max32, defaults: "- 80 = = -",
		Help: "CPU use below which nobody spins for redo", field: func(s *Settings) any { return &s.LogSpinCPUAbsLWM }},
	{Name: "innodb_log_spin_cpu_pct_hwm", Kind: Count, Unit: "%", Min: 0, Max: 100, defaults: "- 50 = = -",
		Help: "CPU use above which nobody spins for redo", field: func(s *Settings) any { return &s.LogSpinCPUPctHWM }},
	{Name: "innodb_log_wait_for_flush_spin_hwm", Kind: Span, Unit: "us", Min: 0, Max: max63, defaults: "- 400 = = -",
		Help:  "average flush time above which nobody spins for a flush",
		field: func(s *Settings) any { return &s.LogWaitForFlushSpin }},
	{Name: "innodb_flush_log_at_trx_commit", Kind: Count, Min: 0, Max: 2, defaults: "1 = = = -", only: "56 57 8019 80 84 97",
		Help:  "at commit: 0 nothing, 1 write and sync, 2 write",
		field: func(s *Settings) any { return &s.FlushLogAtTrxCommit }},
	{Name: "innodb_flush_log_at_trx_commit", Kind: Count, Min: 0, Max: 3, defaults: "- - - - 1", only: "maria",
		Help:  "at commit: 0 nothing, 1 write and sync, 2 write, 3 sync at prepare too",
		field: func(s *Settings) any { return &s.FlushLogAtTrxCommit }},
	{Name: "innodb_fast_shutdown", Kind: Count, Min: 0, Max: 2, defaults: "1 = = = -", only: "57 80 84 97",
		Help:  "a clean shutdown: 0 purges everything, 1 writes the dirty pages, 2 does neither",
		field: func(s *Settings) any { return &s.FastShutdown }},
	{Name: "innodb_fast_shutdown", Kind: Count, Min: 0, Max: 3, defaults: "- - - - 1", only: "maria",
		Help:  "a clean shutdown: 0 purges everything, 1 writes the dirty pages, 2 and 3 do neither",
		field: func(s *Settings) any { return &s.FastShutdown }},
	{Name: "innodb_flush_log_at_timeout", Kind: Span, Unit: "s", Min: 0, Max: 2700, defaults: "1 = = = =",
		Help: "time between background syncs of the redo log", field: func(s *Settings) any { return &s.FlushLogAtTimeout }},

	// Concurrency.
	{Name: "innodb_thread_concurrency", Kind: Count, Min: 0, Max: 1000, defaults: "0 = = = -",
		Help: "threads inside InnoDB; 0: any number", field: func(s *Settings) any { return &s.ThreadConcurrency }},
	{Name: "innodb_concurrency_tickets", Kind: Count, Min: 1, Max: max32, defaults: "5000 = = = -",
		Help: "rows that a thread handles per entry", field: func(s *Settings) any { return &s.ConcurrencyTickets }},
	{Name: "innodb_thread_sleep_delay", Kind: Span, Unit: "us", Min: 0, Max: 1e6, defaults: "10000 = = = -",
		Help: "sleep before an entry is tried again", field: func(s *Settings) any { return &s.ThreadSleepDelay }},
	{Name: "innodb_adaptive_max_sleep_delay", Kind: Span, Unit: "us", Min: 0, Max: 1e6, defaults: "150000 = = = -",
		Help: "upper end of that sleep", field: func(s *Settings) any { return &s.AdaptiveMaxSleep }},
	{Name: commitLimit, Kind: Count, Min: 0, Max: 1000, defaults: "0 = = = -",
		Help: "threads that commit at the same time; 0: any number", field: func(s *Settings) any { return &s.CommitConcurrency }},
	{Name: "innodb_sync_spin_loops", Kind: Count, Min: 0, Max: max32, defaults: "30 = = = =",
		Help: "rounds of spinning before a thread sleeps", field: func(s *Settings) any { return &s.SyncSpinLoops }},
	{Name: "innodb_spin_wait_delay", Kind: Count, Min: 0, Max: 6000, defaults: "6 = = = 4",
		Help: "longest pause between two rounds", field: func(s *Settings) any { return &s.SpinWaitDelay }},
	{Name: "innodb_spin_wait_pause_multiplier", Kind: Count, Min: 0, Max: 100, defaults: "- 50 50 50 -", only: "8019 80 84 97",
		Help: "instructions of each part of that pause", field: func(s *Settings) any { return &s.SpinPauseMultiplier }},
	{Name: lockWaitTimeout, Kind: Span, Unit: "s", Min: 1, Max: 1 << 30, defaults: "50 = = = -",
		only: "56 57 8019 80 84 97", Help: "wait for a row lock, after which the statement fails",
		field: func(s *Settings) any { return &s.LockWaitTimeout }},
	{Name: lockWaitTimeout, Kind: Span, Unit: "s", Min: 0, Max: 1e8, defaults: "- - - - 50", only: "maria",
		Help:  "wait for a row lock, after which the statement fails; 0: at once",
		field: func(s *Settings) any { return &s.LockWaitTimeout }},
	{Name: "innodb_rollback_on_timeout", Kind: Bool, defaults: "OFF = = = =", static: "all",
		Help:  "its transaction is rolled back then, not the statement alone",
		field: func(s *Settings) any { return &s.RollbackOnTimeout }},
	{Name: "innodb_deadlock_detect", Kind: Bool, defaults: "ON = = = =",
		Help: "look for cycles of lock waits", field: func(s *Settings) any { return &s.DeadlockDetect }},
	{Name: "innodb_snapshot_isolation", Kind: Bool, defaults: "- - - - OFF", only: "maria",
		Help:  "an error for a transaction that locks a row changed after its read view",
		field: func(s *Settings) any { return &s.SnapshotIsolation }},
	{Name: "transaction_isolation", Kind: Enum, Values: isolations, defaults: "REPEATABLE-READ = = = =",
		Help: "isolation level", field: func(s *Settings) any { return &s.TransactionIsolation }},

	// Binary log.
	{Name: logBin, Kind: Base, defaults: "OFF ON ON ON OFF", static: "all",
		Help: "write the binary log; the value is the base name of its files", field: func(s *Settings) any { return &s.LogBin }},
	{Name: "sync_binlog", Kind: Count, Unit: "groups", Min: 0, Max: max32, defaults: "1 = = = 0",
		Help: "commit groups per sync of the binary log; 0: never", field: func(s *Settings) any { return &s.SyncBinlog }},
	{Name: "binlog_group_commit_sync_delay", Kind: Span, Unit: "us", Min: 0, Max: 1e6, defaults: "0 = = = -",
		Help: "wait for more commits before a sync", field: func(s *Settings) any { return &s.BinlogSyncDelay }},
	{Name: "binlog_group_commit_sync_no_delay_count", Kind: Count, Min: 0, Max: 1e6, defaults: "0 = = = -",
		Help: "commits that end that wait", field: func(s *Settings) any { return &s.BinlogNoDelayCount }},
	{Name: "binlog_order_commits", Kind: Bool, defaults: "ON = = = -",
		Help: "commit in the order of the binary log", field: func(s *Settings) any { return &s.BinlogOrderCommits }},
	{Name: "binlog_row_image", Kind: Enum, Values: images, defaults: "FULL = = = =",
		Help: "columns that a row event carries", field: func(s *Settings) any { return &s.BinlogRowImage }},

	// Purge and undo.
	{Name: purgeThreads, Kind: Count, Min: 1, Max: 32, defaults: "4 4 auto = 4", static: "57 80 84 97",
		Help: "threads that remove old row versions", field: func(s *Settings) any { return &s.PurgeThreads }},
	{Name: "innodb_purge_batch_size", Kind: Count, Unit: "pages", Min: 1, Max: 5000, defaults: "300 = = = 127",
		Help: "undo pages of one purge batch", field: func(s *Settings) any { return &s.PurgeBatchSize }},
	{Name: "innodb_purge_rseg_truncate_frequency", Kind: Count, Unit: "batches", Min: 1, Max: 128,
		defaults: "128 = = = =", Help: "batches between two truncations of the history list",
		field: func(s *Settings) any { return &s.PurgeRsegTruncateFreq }},
	{Name: "innodb_max_purge_lag", Kind: Count, Unit: "transactions", Min: 0, Max: max32, defaults: "0 = = = =",
		Help: "history length at which writers are slowed down", field: func(s *Settings) any { return &s.MaxPurgeLag }},
	{Name: "innodb_max_purge_lag_delay", Kind: Span, Unit: "us", Min: 0, Max: 1e7, defaults: "0 = = = =",
		Help: "longest of these delays", field: func(s *Settings) any { return &s.MaxPurgeLagDelay }},
	{Name: "innodb_undo_tablespaces", Kind: Count, Min: 0, Max: 127, defaults: "0 2 = = 0", static: "57 maria",
		Help: "undo tablespaces", field: func(s *Settings) any { return &s.UndoTablespaces }},
	{Name: "innodb_rollback_segments", Kind: Count, Min: 1, Max: 128, defaults: "128 = = = -",
		Help: "rollback segments per undo tablespace", field: func(s *Settings) any { return &s.RollbackSegments }},
	{Name: "innodb_max_undo_log_size", Kind: Size, Unit: "bytes", Min: 10 * mib, Max: max63, defaults: "1G = = = 10M",
		Help: "size at which an undo tablespace is truncated", field: func(s *Settings) any { return &s.MaxUndoLogSize }},
	{Name: "innodb_undo_log_truncate", Kind: Bool, defaults: "OFF ON ON ON OFF",
		Help: "truncate undo tablespaces", field: func(s *Settings) any { return &s.UndoLogTruncate }},
	{Name: "innodb_fill_factor", Kind: Count, Unit: "%", Min: 10, Max: 100, defaults: "100 = = = =",
		Help: "how full pages are when an index is built", field: func(s *Settings) any { return &s.FillFactor }},
	{Name: "innodb_autoextend_increment", Kind: Size, Unit: "MiB", Min: 1, Max: 1000, defaults: "64 = = = =",
		Help: "growth of a shared tablespace", field: func(s *Settings) any { return &s.AutoextendIncrementBytes }},

	{Name: "innodb_extend_and_initialize", Kind: Bool, defaults: "- ON ON ON -", only: "80 84 97",
		Help: "write zeros to the new end of a tablespace", field: func(s *Settings) any { return &s.ExtendAndInitialize }},

	// Machine and connections.
	{Name: dedicated, Kind: Bool, defaults: "- OFF = = -", static: "all",
		Help: "pool, redo log and flush method from the machine's memory and CPUs, where they are not set"},
	{Name: threadHandling, Kind: Enum, Values: handlings, defaults: "one-thread-per-connection = = =",
		only: "56 57 8019 80 84 97", static: "all", Help: "threads of connections",
		field: func(s *Settings) any { return &s.ThreadHandling }},
	{Name: threadHandling, Kind: Enum, Values: mariaThread, defaults: "one-thread-per-connection = = = =",
		only: "maria", static: "all", Help: "threads of connections",
		field: func(s *Settings) any { return &s.ThreadHandling }},
	{Name: poolThreads, Kind: Count, Min: 1, Max: 100000, defaults: "auto = = = =",
		Help: "groups of the thread pool", field: func(s *Settings) any { return &s.ThreadPoolSize }},
	{Name: "thread_pool_oversubscribe", Kind: Count, Min: 1, Max: 1000, defaults: "3 = = = =",
		Help:  "statements that may be under way in a group when a worker takes another one",
		field: func(s *Settings) any { return &s.ThreadPoolOversubscribe }},
	{Name: "thread_pool_stall_limit", Kind: Span, Unit: "ms", Min: 10, Max: max32, defaults: "500 = = = =",
		Help:  "time after which a group whose queue does not move gets another worker",
		field: func(s *Settings) any { return &s.ThreadPoolStall }},
	{Name: "thread_pool_max_threads", Kind: Count, Min: 1, Max: 100000, defaults: "100000 = = = 65536",
		Help: "worker threads of all groups", field: func(s *Settings) any { return &s.ThreadPoolMaxThreads }},
	{Name: "max_connections", Kind: Count, Min: 1, Max: 100000, defaults: "151 = = = =",
		Help: "connections", field: func(s *Settings) any { return &s.MaxConnections }},
}
