package engine

import (
	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/sim"
)

// Result is what a run has measured. Result names, units and meanings are those of scenario files.
type Result struct {
	Results  map[string]float64 // by result name
	Interval map[string]float64 // half-width of the 95 % interval, by result name; absent where unknown

	WindowStart sim.Time     // when the measured window opened
	Window      sim.Duration // measured
	Simulated   sim.Duration // from the start of the run
	Partial     bool         // interrupted before the end
	Digest      uint64       // of every event of the run
	Events      uint64

	SQL     SQL
	Latency *hdrhistogram.Histogram // response times in microseconds
	Threads []ThreadResult          // of each client

	Waits        []Share // average time of a transaction by wait class, in ms; sums to latency.avg
	WaitsSlowest []Share // the same for the slowest 1 %
	Devices      []DeviceResult
	Series       Series
	Status       []Value // SHOW GLOBAL STATUS, in the server's order, counters since the start of the run
	State        State   // InnoDB at the end, for reports
	Binds        []Bind  // what limits throughput, first what is most wanted and most loaded
	Durability   Durability
	Tuned        []Change // what controllers of the service have set, in order of time
	Outages      []Outage // crashes and restarts of the timeline
	Parked       []Parked // what clients wait for at the end
	PoolStands   string   // why the thread pool stands still at the end; "" where it does not
	Stationary   bool
	Warnings     []string
}

// SQL counts statements as sysbench does, over the measured window.
type SQL struct {
	Read, Write, Other, Transactions, Ignored, Reconnects uint64
}

// ThreadResult is one client's part, for sysbench's fairness lines.
type ThreadResult struct {
	Events uint64
	Busy   sim.Duration // time inside transactions
}

// Share is one class of a sum.
type Share struct {
	Class string
	MS    float64
}

// DeviceResult has iostat's figures of one device over the measured window.
type DeviceResult struct {
	Name                              string // data, redo, doublewrite, binlog
	Profile                           string
	ReadsPerSec, WritesPerSec         float64
	FlushesPerSec                     float64
	ReadBytesPerSec, WriteBytesPerSec float64
	ReadAwait, WriteAwait, FlushAwait float64 // ms
	QueueSize, Util                   float64 // aqu-sz; 0 … 1
	Binding                           string  // the cap that requests waited for most, or ""
}

// Series are the columns of the run, one value per report interval.
type Series struct {
	Interval sim.Duration
	Names    []string
	Columns  [][]float32 // by name, then by interval
}

// Column returns the values of a name, nil when there is none.
func (s Series) Column(name string) []float32 {
	for i, n := range s.Names {
		if n == name {
			return s.Columns[i]
		}
	}
	return nil
}

// Value is one line of SHOW GLOBAL STATUS.
type Value struct {
	Name  string
	Value string
}

// Bind is a resource and how far it is loaded, 0 … 1; Share is the part of the response time spent waiting
// for it.
type Bind struct {
	Resource string
	Load     float64
	Share    float64
}

// Durability says what a power cut at the end of the run can lose.
type Durability struct {
	LostCommitsMax float64 // acknowledged transactions
	LostWindow     sim.Duration
	TornPages      bool
	Why            []string // one sentence each
	RecoveryTime   float64  // seconds; without the rollback of open transactions, which goes on in the background
	ShutdownTime   float64  // seconds of a clean shutdown
	Recovery       recovery.Report
}

// State is InnoDB at the end of the window: what SHOW ENGINE INNODB STATUS prints.
type State struct {
	LSN, Written, Flushed, AddedDirty, OldestDirty, Checkpoint uint64
	RedoCapacity, RedoSoftLimit, SyncAge, AsyncAge             uint64
	PoolPages, FreePages, LRUPages, OldPages, DirtyPages       int
	Instances                                                  []InstanceState
	PagesMadeYoung, PagesNotMadeYoung                          uint64
	PagesRead, PagesCreated, PagesWritten                      uint64
	ReadAhead, ReadAheadEvicted                                uint64
	HistoryList                                                uint64
	TrxIDCounter                                               uint64
	PendingReads, PendingLRU, PendingList, PendingSingle       int
	FileReads, FileWrites, FileSyncs                           uint64
	LogIOs                                                     uint64
	RowsInserted, RowsUpdated, RowsDeleted, RowsRead           uint64
	MasterActive, MasterIdle                                   uint64
	FlushedBy                                                  FlushedPages
	DoublewriteBatches, DoublewritePages                       uint64
	RedoFsyncsPerCommit                                        float64
	LRUKept                                                    float64 // 0 … 1: LRU list mutex kept during syncs
	Bytes                                                      WriteBytes
	ReadIOThreads, WriteIOThreads                              int
	Rates                                                      map[string]float64 // per second over the window, by field
}

// InstanceState is one buffer pool instance.
type InstanceState struct {
	Pages, Free, LRU, Old, Dirty int
}

// FlushedPages are pages per second by cause, over the window.
type FlushedPages struct {
	Adaptive, Dirty, Sync, Idle, LRU, Single float64
}

// WriteBytes split the bytes written to devices in the window by what they were; Redo is the LSN growth.
type WriteBytes struct {
	LSN, RedoFiles, Doublewrite, Data, Undo, Binlog float64
}
