// Package doublewrite models how pages are protected against torn writes on their way to the data files.
//
//	cleaner ─Enqueue─▶ buffer ─full or ForceOut─▶ pwrite of n pages ─[fsync]─▶ n asynchronous data writes
//	I/O thread: page clean … last one: batch done ─▶ fsync of the data files ─▶ segment given back
//	client ─WriteSingle─▶ slot write ─[fsync]─▶ data write ─▶ fsync of its file
//
// Strategies: Off writes in place at once; Files has a buffer and a batch in flight for every buffer pool
// instance and flush type (8.0.20 and later; with DetectOnly it writes one page of checksums a batch);
// TwoSlots has two batches in the system tablespace, one being filled while the other is in flight (MariaDB);
// SystemBuffer has one batch for the whole server, in the system tablespace (before 8.0.20); ShardedBuffer has a shard of a
// file for every instance and flush type, and its thread waits for its own pages (Percona Server 5.7 to 8.0.19).
//
// Units: pages, and bytes in files. Invariant: a segment belongs to one batch from its write until the fsync
// of the data files is done; the batch itself ends when its last data write has completed, before that fsync.
// Errors: Options.Validate only; a broken invariant panics. Chance: none.
// Source: storage/innobase/buf/buf0dblwr.cc (MySQL 5.7, 8.0.20, 8.4; MariaDB 10.5 and later).
package doublewrite
