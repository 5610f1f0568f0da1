package redo

// Geometry is what the capacity limits are computed from.
type Geometry struct {
	Capacity          int64   // innodb_redo_log_capacity, bytes; 8.0.30 and later
	FileSize          int64   // innodb_log_file_size, bytes; before 8.0.30
	Files             int     // innodb_log_files_in_group; before 8.0.30
	PageSize          int64   // innodb_page_size, bytes
	ThreadConcurrency int     // innodb_thread_concurrency
	AdaptiveLWM       float64 // innodb_adaptive_flushing_lwm, percent
}

// Limits are ages in LSN bytes at which the server reacts. Three ages are compared with them, never mixed:
// the page age (current − oldest dirty) with Dirty and LWM; the checkpoint age (current − checkpoint) with
// Free, Soft and Hard; and the age with margin (current + Margin − x) with Sync and Aggressive.
type Limits struct {
	Hard       LSN   // the writer never goes further from the checkpoint
	Soft       LSN   // beyond it the writer stops user threads
	Margin     LSN   // reserved for mini-transactions that are already past the check
	Free       LSN   // free-check capacity: user threads stop beyond it
	Sync       LSN   // sync flush starts
	Async      LSN   // adaptive threshold
	Dirty      LSN   // Async − Margin: the denominator of adaptive flushing
	Aggressive LSN   // a checkpoint is due
	LWM        LSN   // no adaptive flushing below
	UserSync   LSN   // page age at which a user thread itself waits for flushing (5.7); 0: never
	OrderLag   LSN   // the checkpoint stays this far behind the oldest dirty page (relaxed order of flush lists)
	Overrun    bool  // nothing stops the writer: past Hard it overwrites redo that recovery would need (MariaDB)
	Unsafe     bool  // the margin was capped: "concurrency margin unsafe"
	FileBytes  int64 // size of one redo file
	Files      int   // redo files
}

// LimitsPolicy computes the limits of one line of servers. It is a pure function.
type LimitsPolicy interface {
	Limits(g Geometry) Limits
	// Files tells how redo files are used: fresh files are made when one is full (8.0.30), or a fixed ring
	// is reused.
	Files() FilePolicy
}

// FilePolicy is how a line of servers treats its redo files.
type FilePolicy struct {
	SyncSwitch      bool // a new file's header and the old file's "full" flag are synced at a switch
	CheckpointFirst bool // checkpoints go to the first file, not to the file that holds the checkpoint
}

// Constants of the limits; log0constants.h and log0chkp.cc.
const (
	redoFiles        = 32        // LOG_N_FILES
	usableFiles      = 30        // two files are kept out of the logical capacity
	fileHeader       = 2048      // bytes, LOG_FILE_HDR_SIZE
	safetyReserve    = 2 * 65536 // bytes
	createAhead      = 0.10      // of a file, to create the next one early
	writerReserve    = 0.05      // of the hard capacity
	marginExtra      = 4096      // bytes, log_write_max_size
	marginShare      = 0.05      // of the soft capacity
	marginCap        = 0.55      // of the soft capacity
	pagesPerThread   = 4         // redo of a row operation, in pages: LOG_CHECKPOINT_FREE_PER_THREAD
	backgroundThread = 10        // threads: LOG_BACKGROUND_THREADS
	extraFree        = 8         // pages: LOG_CHECKPOINT_EXTRA_FREE
	orderLag         = 2 << 20   // bytes, recent_closed capacity
	mariaHeader      = 12288     // bytes, log_t::START_OFFSET
	mariaPages       = 48        // pages kept free
	reserveMax       = 16 << 20  // bytes, writer's reserve of 8.0.20
)

// Limits8030 is MySQL 8.0.30 and later: 32 files, innodb_redo_log_capacity.
type Limits8030 struct{}

// Limits8020 is MySQL 8.0.13 to 8.0.29: a fixed ring of files.
type Limits8020 struct{}

// Limits57 is MySQL 5.7: user threads flush and wait by page age.
type Limits57 struct{}

// LimitsMariaDB is MariaDB 10.5 and later: one file of innodb_log_file_size, written round. Geometry.Capacity, where
// it is given, is the size that SET GLOBAL asks for. The threads write checkpoints themselves (MakeCheckpoint).
type LimitsMariaDB struct{}

// Files implements LimitsPolicy.
func (LimitsMariaDB) Files() FilePolicy { return FilePolicy{CheckpointFirst: true} }

// Files implements LimitsPolicy.
func (Limits8030) Files() FilePolicy { return FilePolicy{SyncSwitch: true} }

// Files implements LimitsPolicy.
func (Limits8020) Files() FilePolicy { return FilePolicy{CheckpointFirst: true} }

// Files implements LimitsPolicy.
func (Limits57) Files() FilePolicy { return FilePolicy{CheckpointFirst: true} }

// Limits implements LimitsPolicy; log0files_capacity.cc.
func (Limits8030) Limits(g Geometry) Limits {
	pg := g.PageSize
	file := g.Capacity / redoFiles / pg * pg
	hard := g.Capacity*usableFiles/redoFiles/pg*pg - ((redoFiles-1)*fileHeader + safetyReserve) - (file+9)/10
	l := Limits{Hard: floor512(LSN(hard)), FileBytes: file, Files: redoFiles, OrderLag: orderLag}
	l.Soft = floor512(share(l.Hard, 1-writerReserve))
	margin := perThread(g) + marginExtra + share(l.Soft, marginShare)
	l.Margin = Blocks512().LSN(uint64(margin))
	if most := share(l.Soft, marginCap); l.Margin > most {
		l.Margin, l.Unsafe = most, true
	}
	l.Free = floor512(l.Soft - l.Margin)
	l.ages(l.Soft, l.Margin)
	l.LWM = percent(l.Free, g.AdaptiveLWM)
	return l
}

// Limits implements LimitsPolicy; log_calc_max_ages of 8.0.20 to 8.0.29.
func (Limits8020) Limits(g Geometry) Limits {
	real := LSN(g.FileSize*int64(g.Files) - fileHeader*int64(g.Files))
	writer := real - min(share(real, 0.10), reserveMax)
	l := Limits{Hard: floor512(writer), FileBytes: g.FileSize, Files: g.Files, OrderLag: orderLag}
	l.Soft = floor512(share(writer, 1-writerReserve))
	margin := perThread(g) + extraFree*LSN(g.PageSize) + share(writer, marginShare)
	l.Margin = min(Blocks512().LSN(uint64(margin)), writer/2)
	l.Free = l.Soft - min(l.Margin, l.Soft)
	l.ages(l.Soft, l.Margin)
	l.LWM = percent(l.Free, g.AdaptiveLWM)
	return l
}

// Limits implements LimitsPolicy; log_calc_max_ages of 5.7. The margin is inside the checkpoint age.
func (Limits57) Limits(g Geometry) Limits {
	capacity := LSN((g.FileSize - fileHeader) * int64(g.Files))
	group := share(capacity, 0.9)
	most := share(group-min(perThread(g)+extraFree*LSN(g.PageSize), group), 0.9)
	l := Limits{Hard: capacity, Soft: group, Free: most, FileBytes: g.FileSize, Files: g.Files}
	l.ages(most, 0)
	l.UserSync = l.Sync
	l.LWM = percent(group, g.AdaptiveLWM)
	return l
}

// Limits implements LimitsPolicy; log_t::set_capacity of MariaDB. All ages are checkpoint ages.
func (LimitsMariaDB) Limits(g Geometry) Limits {
	size := max(g.FileSize, g.Capacity)
	capacity := LSN(size - mariaHeader)
	group := share(capacity, 0.9)
	most := share(group-min(mariaPages*LSN(g.PageSize), group), 0.9)
	return Limits{
		Hard: floor512(capacity), Soft: group, Free: most, Sync: most, Async: most - most/8, Dirty: most - most/8,
		Aggressive: most, LWM: percent(group, g.AdaptiveLWM), FileBytes: size, Files: 1, Overrun: true,
	}
}

// ages fills the fractions that all versions share.
func (l *Limits) ages(of, margin LSN) {
	l.Async = of - of/8
	l.Sync = of - of/16
	l.Aggressive = of - of/32
	l.Dirty = l.Async - min(margin, l.Async)
}

// perThread is the redo that running row operations may need, in payload bytes.
func perThread(g Geometry) LSN {
	return LSN(pagesPerThread * g.PageSize * int64(backgroundThread+g.ThreadConcurrency))
}

func floor512(l LSN) LSN { return l &^ 511 }

func share(l LSN, f float64) LSN { return LSN(float64(l) * f) }

func percent(l LSN, p float64) LSN { return LSN(float64(l) * p / 100) }
