package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// Server is what a start or a stop needs to know of a server, its host and its devices.
type Server struct {
	CPU         queue.CPUOptions
	Wakeup      sim.Duration // from a completion to the runnable thread
	SyscallCPU  sim.Duration
	CopyKiB     sim.Duration // of requests to a device without a file system: device.FilesOptions
	PageFault   sim.Duration // CPU time of the first use of 4 KiB of memory
	PageCache   int64        // bytes of the host's memory for files
	Data        device.Config
	Redo        *device.Config // nil: on the data device; so also Doublewrite
	Doublewrite *device.Config
	Seed        uint64

	PageSize       int64
	Frames         int // of the buffer pool
	Instances      int
	LRUScanDepth   int
	IOCapacity     int
	ReadIOThreads  int
	WriteIOThreads int
	NativeAIO      bool
	Direct         bool // data and doublewrite files bypass the page cache
	SyncData       bool // data files are synced after a batch of page writes
	SyncCopies     bool // the doublewrite file is synced before the pages are written in place
	Copies         Copies
	BatchPages     int   // innodb_doublewrite_pages
	RedoCapacity   int64 // bytes of redo files that are there when the server is up; 0: they stay as they are
	RedoFiles      int   // over which the capacity is spread
	Parallel       bool  // redo is applied while it is read
	WritesBack     bool  // the applied pages are written and dropped before the server opens
	Load           LoadPacing
}

// Copies is what the doublewrite files get of each page.
type Copies uint8

// Doublewrite modes.
const (
	FullCopies Copies = iota // pages
	Detect                   // page numbers
	NoCopies
)

// LoadPacing says how fast the pages of a dump are read at start.
type LoadPacing uint8

// Policies of loading a dump.
const (
	// LoadByCapacity reads one page after another; every innodb_io_capacity pages it sleeps for the rest of
	// the second if others have been active: buf_load_throttle_if_needed, buf0dump.cc.
	LoadByCapacity LoadPacing = iota
	// LoadAdaptive schedules the reads into what the device has free: as many at a time as it serves
	// without a queue, and none while others wait for it.
	LoadAdaptive
)

// Page is a page that redo names.
type Page struct {
	File   uint16 // tablespace
	Number uint32 // page in its file
	Last   uint64 // bytes from the checkpoint to the end of its last change
	Tag    uint32 // the caller's own number of the page
	OnDisk bool   // written since its last change: it is read, and nothing is applied
}

// Crash is what a crash leaves behind.
type Crash struct {
	Redo     int64  // bytes from the checkpoint to the durable end of the log
	Pages    []Page // that this redo names
	Cached   bool   // the process was killed: the page cache of the host has the redo files
	Rollback int    // row operations of open transactions
}

// Phase is a part of a start or a stop.
type Phase struct {
	Name string
	Time sim.Duration
}

// Report is what a start or a stop took.
type Report struct {
	Ready        sim.Duration // until clients are served; of Stop: until the process has ended
	Phases       []Phase      // they sum to Ready
	Rollback     sim.Duration // of open transactions, in the background, after Ready
	Loaded       sim.Duration // from the start until the pages of the dump were read; 0 without
	Batches      int          // passes over the hash table of redo records
	PagesRead    int
	PagesApplied int
	PagesWritten int
	RedoBytes    int64 // scanned
}

// Costs of starting, recovering and stopping on the reference host. The first three follow from restarts
// after a clean shutdown on four devices, whose times differ by what they ask of the device; the others from
// recoveries. All are fitted to testdata/lab.jsonl together.
const (
	processCPU  = 350 * sim.Millisecond  // until InnoDB opens its files: options, plugins, memory
	openCPU     = 1150 * sim.Millisecond // data dictionary, components, listener
	openReads   = 900                    // pages read one after another: dictionary, headers of tablespaces, rollback segments
	openSyncs   = 110                    // syncs on the way: temporary tablespace, headers, dictionary updates
	openBefore  = openReads / 2          // reads before the pool load begins
	parseByte   = 10                     // ns; block checksum, parsing, hashing: recv_scan_log_recs
	applyByte   = 20                     // ns; finding the record and changing the page: recv_recover_page
	hashPerRedo = 2.2                    // bytes of the hash table per byte of redo: 55 byte records and 72 of recv_t, recv_data_t
	touchBytes  = 400                    // bytes of redo of one change of a page, block headers included
	pageCPU     = 12 * sim.Microsecond   // slot, checksum, lists of one page read or written
	batchSyncs  = 1                      // syncs of data files after a batch: measured, whatever the number of its files
	feedCPU     = 2 * sim.Microsecond    // look-up of a page in hash table and pool
)

// Constants of the server's code, and of Linux.
const (
	readAhead    = 128 << 10             // Linux, read_ahead_kb: what is parsed and read at a time; the server asks for half of it
	areaShift    = 5                     // RECV_READ_AHEAD_AREA is 32 pages
	stripeShift  = 6                     // a MiB of a file belongs to one I/O thread; AIO::reserve_slot, os0file.cc
	keptFree     = 256                   // frames per instance that the hash table leaves; recv_recovery_begin
	feedSleep    = 10 * sim.Millisecond  // of the feeder when too many reads are pending; buf_read_recv_pages
	applyPoll    = 500 * sim.Millisecond // of the end of a batch; recv_apply_hashed_log_recs
	writerPeriod = 100 * sim.Millisecond // recv_writer_thread looks for free frames
	copySlotMiB  = 16                    // bytes of the doublewrite files, MiB, that are read for copies: 2 files of 8 MiB
	fillChunk    = 1 << 20               // bytes of a write that extends a file; os_file_set_size
)
