// Package bufferpool models the InnoDB buffer pool: frames, page hash, LRU list with midpoint, flush lists,
// free list, and the search of a client that finds the free list empty.
//
//	Get ─hit──▶ fix, access time, make-young? ──▶ running read or write? park
//	   └─miss─▶ FreePolicy: free list ▸ scan ▸ single-page flush ▸ sleep ──▶ old head of LRU list ─▶ read
//	Modify ───▶ flush list head     cleaner: NextList from the oldest, NextLRU from the LRU tail ─▶ Written
//
// One file per mechanism: fetch.go (hit), miss.go and freepolicy.go (search), place.go (read, create, drop),
// lru.go (midpoint, make-young), reach.go (scans), spin.go (tries for a latch), flushlist.go and ages.go
// (dirty pages), cleaner.go (batches), readahead.go, install.go (warm starts), check.go (laws).
//
// A page changes hands at these moments. Frames freed by a scan or a single-page flush go to the free list,
// for whoever comes first. A thread that waits for a page has fixed it, so it cannot be evicted. A page being
// written lets readers pass and makes Get(Write) wait; a page that is changed all the same, by a thread that
// fixed it earlier, goes back to the flush list with that change when the write ends. The LRU list mutex of
// an instance is booked (queue.Mutex): a scan takes effect when it is booked, and the frame that it evicts
// becomes free when its time is over.
//
// # Cost in real time
//
// A frame is one record of 44 bytes, and the page hash 4 bytes a page: 20 million of both are 961 MB,
// allocated in 35 ms. BenchmarkLayout compared, at 20 million frames in random order on an AMD EPYC (two busy
// CPUs), a fix and unfix / with a change of the page:
//
//	one record of 44 bytes                      83 ns / 112 ns
//	three records of 16, 8 and 20 bytes         81 ns / 130 ns
//	one array for each field                   122 ns / 173 ns
//
// One record is as fast as any, and the simplest. A hit with its Unfix takes 9 ns in a pool of 8192 frames,
// without an event; a miss with scan, eviction and read takes 0.2 us, and so does one with a single-page
// flush. A scan of n pages known to be of no use costs n pages of simulated time and one test (reach.go).
// Check reads counts only; CheckLists walks every frame.
//
// # Contract
//
// Units: pages of innodb_page_size, LSN in bytes, Time in nanoseconds; access times are kept in ms.
// Errors: Options.Validate and Knobs.Validate; misuse (Unfix of a page that is not fixed, Written of one
// that is not being written) panics. Chance: none. Left out: compressed pages and unzip_LRU, the
// adaptive hash index, resizing, of Backoff the hundredth of the sleep that threads of high priority
// have, latches between writers (the engine's), tablespace-wise flushing; read-ahead never waits for a
// frame.
//
// Source: storage/innobase/buf/buf0lru.cc, buf0buf.cc, buf0flu.cc, buf0rea.cc, include/buf0buf.ic,
// buf0lru.h (MySQL 5.6, 8.0 and 8.4); Percona Server 5.7 for Backoff; release notes of Percona Server
// 8.4.11 for the variants of SinglePageFlush. Costs are estimates.
package bufferpool
