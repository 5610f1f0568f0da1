package fil

import "github.com/innosim/innosim/sim"

// Waits of this package: the first half of the doublewrite floor's block.
const (
	// WaitDataRead is a read by an I/O thread; clients that read wait as bufferpool.WaitPageRead.
	WaitDataRead = sim.WaitsDoublewrite + iota
	// WaitDataWrite is the write of a page to a data file.
	WaitDataWrite
	// WaitDataSync is an fsync of a data file that the thread issued itself.
	WaitDataSync
	// WaitDataSyncShared is waiting for another thread's fsync of the same file.
	WaitDataSyncShared
	// WaitIOMutex is waiting for the mutexes of I/O bookkeeping.
	WaitIOMutex
	// WaitIOSlot is waiting for a free slot of an AIO array, or for all of them to become free.
	WaitIOSlot
	// WaitIOIdle is an I/O thread without work.
	WaitIOIdle
)

var waitNames = [...]string{
	"data_read", "data_write", "data_sync", "data_sync_shared", "io_mutex", "io_slot", "io_idle",
}

// WaitName names a wait of this package; it is empty for others.
func WaitName(w sim.Wait) string {
	if w < sim.WaitsDoublewrite || int(w-sim.WaitsDoublewrite) >= len(waitNames) {
		return ""
	}
	return waitNames[w-sim.WaitsDoublewrite]
}
