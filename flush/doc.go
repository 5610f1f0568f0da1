// Package flush models the page cleaner: how many dirty pages leave the buffer pool per pass, which, and by
// whom.
//
//	coordinator ─every second, or woken─▶ Policy: n pages ─▶ slots, one an instance ─▶ coordinator and workers
//	slot: LRU batch ─▶ list batch;   page: redo durable ─▶ checksum ─▶ doublewrite.Strategy ─▶ Pool.Written
//	client without a free page ─FlushOne─▶ redo durable ─▶ single-page write ─▶ Pool.Written
//
// With Options.Rounds (MariaDB) one thread does all of it, in rounds that end with a checkpoint: see rounds.
//
// Targets are per pass, not per elapsed second: a pass that lasts three seconds is not caught up with. A
// batch does not begin while pages of the previous one of its kind and instance are still being written.
//
// Before 8.0.20 a synchronous pass has no number of pages, only an age (Adaptive57). The cleaner of 5.6 is one thread that nobody
// wakes (lone.go), and clients that find pages too old write them themselves (preflush.go).
//
// Not modelled: of 5.6, the search for a dirty page of a single-page flush, which passes over clean ones; of 5.6 and 5.7, the
// one mutex of all files, mutexes that spin in the sync array while processors are short, and the dearer checksum of 5.6.
//
// Units: pages, LSN in bytes, rates per second. Invariant: a page is handed to doublewrite only when redo is
// durable up to its newest change. Errors: Options.Validate and Knobs.Validate only; a broken invariant
// panics. Chance: none.
// Source: storage/innobase/buf/buf0flu.cc (MySQL 5.6, 5.7, 8.0, 8.4; MariaDB 10.11 and later).
package flush
