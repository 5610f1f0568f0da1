// Package redo models the InnoDB redo log: LSN space, log buffer, write, sync, capacity limits, checkpoint.
//
//	mtr ──Append──▶ log buffer ──pwrite──▶ file ──fsync──▶ durable       checkpoint ◀── oldest dirty page
//	 ▲                  │ full, or 1 MiB ahead of the writer                   │
//	 └── FreeCheck ◀────┴──────────────── capacity limits ◀────────────────────┘
//
// Who writes. With LogThreads a log_writer moves Written, a log_flusher moves Flushed, two notifiers wake
// the waiters, and each hop is a thread woken on the CPU. With UserThreads (innodb_log_writer_threads =
// OFF, and MySQL 5.7) the waiting thread itself writes everything that is ready and leads or follows one
// sync. A checkpointer frees redo.
//
// With GroupCommit (MariaDB) a committing thread leads or follows twice: under the flush lock for the sync, and under
// the write lock for the write that it needs (group.go). There is no checkpointer: the page cleaner makes a checkpoint
// after each round, and so does every user thread that has waited for redo space in vain (own.go).
//
// Spinning. A log thread that has been idle for less than Costs.ThreadSpin, and a user thread within its
// spin budget, goes on at once instead of sleeping; the time is added to a debt of CPU time that is paid in
// bursts of Costs.SpinChunk on the server's account, so that spinners compete with real work without an
// event per round. Debt beyond Costs.DebtMax is forgotten: a spinner that gets no processor does not spin.
// A spinning writer for which nobody waits writes each mini-transaction at once; those writes are replayed
// in one batch (see replay), exact in number and bytes, late by at most Costs.LazyWindow in Written.
//
// MySQL 5.6 and 5.7 (Limits57, Timing57, UserThreads): copying to the log buffer is under one mutex (OneMutex), in 5.6 redo is
// written under it too (LockedWrites); a thread that wants a sync waits for the running one before it writes (SyncFirst).
// Threads that find the oldest page too old ask a Preflusher: 5.6's flush themselves, 5.7's wait for the page cleaner and look
// every 10 ms (margin.go).
//
// Buffered redo files: a pwrite is CPU time, the sync pays for the device. With DSync the pwrite itself is
// durable.
//
// Contract for callers. Append: the caller dirties its pages in the very event in which the span is granted
// (at once, or in the handler of ok); AddedDirty relies on it. FreeCheck: hold no latches. The page cleaner
// calls CleanerTick after every pass; without it a sync flush advances the checkpoint once a second only.
//
// Units: LSN in bytes of log file, sn in bytes of payload, time in nanoseconds.
//
// Invariant: checkpoint ≤ flushed ≤ written ≤ ready ≤ current, and checkpoint ≤ oldest dirty page; see Check.
//
// Errors: Options.Validate and Knobs.Validate; a broken invariant of a caller panics.
//
// Chance: none, the device has all.
//
// Not modelled: redo archiving, encryption, dummy records of a capacity decrease, the governor's own loop,
// the dictionary's reserve in the margin. Of 5.6 and 5.7: the checkpoint that an urgent thread writes itself (the checkpointer
// does it, and the thread waits), the one write call for all that is ready (it is split at regions that are written ahead), and
// the flush of the log buffer when it is half full.
//
// Source: storage/innobase/log/log0write.cc, log0buf.cc, log0chkp.cc, log0files_capacity.cc (MySQL 8.0.30 and
// later); log0log.cc (5.6, 5.7); log0sync.cc, log0log.cc, mtr0mtr.cc, buf0flu.cc (MariaDB 10.11 and later).
package redo
