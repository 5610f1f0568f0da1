// Package fil models tablespace files and the asynchronous I/O of the server: which page lies where,
// synchronous page reads and writes in the calling thread, file syncs that coalesce, and the I/O threads with
// their slots.
//
//	client ──ReadPage──▶ pread           Flush: one fsync a file at a time; late-comers share or repeat it
//	cleaner ──Submit──▶ slot ──(native: device | simulated: I/O thread)──▶ I/O thread ──▶ Reaper
//
//	grown space ──Grow──▶ zeros, a MiB a call, and one fsync, in the thread that needed the extent
//
// Units: offsets and sizes in bytes, pages of 16 KiB unless Options say otherwise, extents of 64 pages. A
// page number is global: pages are numbered in extents, taken from one counter as spaces grow, so that page
// number 0 is free to mean "none". Invariant: a space's flush counter never passes its modification counter.
// Errors: Options.Validate only; a broken invariant panics. Chance: none, the device owns all noise.
// Source: storage/innobase/fil/fil0fil.cc, os/os0file.cc (MySQL 8.0, 8.4).
package fil
