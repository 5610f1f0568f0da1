package bufferpool

import "github.com/innosim/innosim/sim"

// Metrics count events since the start of the run. Names follow SHOW GLOBAL STATUS (Innodb_buffer_pool_…,
// Innodb_pages_…) and INNODB_METRICS (buffer_…).
type Metrics struct {
	ReadRequests      uint64 // buffer_pool_read_requests: page gets
	Reads             uint64 // buffer_pool_reads: gets that had to read
	WriteRequests     uint64 // buffer_pool_write_requests: pages modified by mini-transactions
	WaitFree          uint64 // buffer_pool_wait_free: single-page flush rounds of searches for a free frame
	PagesFlushed      uint64 // buffer_pool_pages_flushed: pages given to LRU and list batches
	ReadAhead         uint64 // buffer_pool_read_ahead: pages of linear read-ahead
	ReadAheadRandom   uint64 // buffer_pool_read_ahead_rnd: pages of random read-ahead
	ReadAheadEvicted  uint64 // buffer_pool_read_ahead_evicted: evicted by clients without having been accessed
	PagesRead         uint64 // pages_read: demand reads and read-ahead
	PagesCreated      uint64 // pages_created
	PagesWritten      uint64 // pages_written: by all types of flush
	PagesMadeYoung    uint64 // "Pages made young": moved from the old part to the head
	PagesNotMadeYoung uint64 // "not young": accessed in the old part too soon after the first access

	LRUGetFreeSearch      uint64 // buffer_LRU_get_free_search: searches for a free frame
	LRUGetFreeLoops       uint64 // buffer_LRU_get_free_loops: times that the free list was empty
	LRUGetFreeWaits       uint64 // buffer_LRU_get_free_waits: sleeps
	LRUFlushAwait         uint64 // buffer_LRU_flush_await_count: waits for an LRU batch (Percona Server)
	LRUSearchNumScan      uint64 // buffer_LRU_search_num_scan: scans for a page to evict
	LRUSearchScanned      uint64 // buffer_LRU_search_scanned: pages looked at
	LRUSingleFlushNumScan uint64 // buffer_LRU_single_flush_num_scan: scans of single-page flushes
	LRUSingleFlushScanned uint64 // buffer_LRU_single_flush_scanned: pages looked at
	LRUSingleFlushFailure uint64 // buffer_LRU_single_flush_failure_count: nothing to evict or to write
	LRUBatchScanned       uint64 // buffer_LRU_batch_scanned: pages looked at by the cleaner
	LRUBatchFlushed       uint64 // buffer_LRU_batch_flush_total_pages
	LRUBatchEvicted       uint64 // buffer_LRU_batch_evict_total_pages
	FlushBatchScanned     uint64 // buffer_flush_batch_scanned: pages of the flush list looked at by the cleaner
	LRUKept               uint64 // time in ns that LRU list mutexes were kept while files were synced: keep.go
}

// Sub returns the counts since an earlier sample.
func (m Metrics) Sub(earlier Metrics) Metrics {
	a, b := m.fields(), earlier.fields()
	for i := range a {
		*a[i] -= *b[i]
	}
	return m
}

const metricFields = 27

func (m *Metrics) fields() [metricFields]*uint64 {
	return [metricFields]*uint64{
		&m.ReadRequests, &m.Reads, &m.WriteRequests, &m.WaitFree, &m.PagesFlushed, &m.ReadAhead, &m.ReadAheadRandom,
		&m.ReadAheadEvicted, &m.PagesRead, &m.PagesCreated, &m.PagesWritten, &m.PagesMadeYoung, &m.PagesNotMadeYoung,
		&m.LRUGetFreeSearch, &m.LRUGetFreeLoops, &m.LRUGetFreeWaits, &m.LRUFlushAwait, &m.LRUSearchNumScan,
		&m.LRUSearchScanned, &m.LRUSingleFlushNumScan, &m.LRUSingleFlushScanned, &m.LRUSingleFlushFailure,
		&m.LRUBatchScanned, &m.LRUBatchFlushed, &m.LRUBatchEvicted, &m.FlushBatchScanned, &m.LRUKept,
	}
}

// Metrics returns the counts so far.
func (p *Pool) Metrics() Metrics { return p.m }

// MutexMetrics describe the LRU list mutexes of all instances.
type MutexMetrics struct {
	Books, Waits uint64       // times taken; times that the taker had to wait
	Waited, Held sim.Duration // in all
}

// LRUMutex sums the LRU list mutexes.
func (p *Pool) LRUMutex() MutexMetrics {
	var m MutexMetrics
	for i := range p.inst {
		x := &p.inst[i].mutex
		m.Books += x.Books
		m.Waits += x.Waits
		m.Waited += x.Waited
		m.Held += x.Held
	}
	return m
}
