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
// Units: pages, LSN in bytes, rates per second. Invariant: a page is handed to doublewrite only when redo is
// durable up to its newest change. Errors: Options.Validate and Knobs.Validate only; a broken invariant
// panics. Chance: none.
// Source: storage/innobase/buf/buf0flu.cc (MySQL 5.7, 8.0, 8.4; MariaDB 10.11 and later).
package flush
