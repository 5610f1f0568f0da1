package bufferpool

import "github.com/innosim/innosim/sim"

// Waits of the buffer pool.
const (
	// WaitPageRead is the wait for a page to be read, by this thread or by another.
	WaitPageRead sim.Wait = sim.WaitsBufferPool + iota
	// WaitPageWriting is a writer's wait for a page that is being flushed.
	WaitPageWriting
	// WaitFreePage is the sleep of a thread that found no page to evict.
	WaitFreePage
	// WaitLRUMutex is the wait for an instance's LRU list mutex, beyond spinning.
	WaitLRUMutex
	// WaitFlushBatch is the wait until all pages of a running flush batch are on disk.
	WaitFlushBatch
)

var waitNames = [...]string{"page_read", "page_writing", "free_page", "lru_mutex", "flush_batch"}

// WaitName returns the name of a wait of this package, "" for others.
func WaitName(w sim.Wait) string {
	if i := int(w) - int(sim.WaitsBufferPool); i >= 0 && i < len(waitNames) {
		return waitNames[i]
	}
	return ""
}
