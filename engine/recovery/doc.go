// Package recovery is a server's start, crash recovery and clean shutdown on its own host and devices: the
// times for which it is down, and what it reads and writes meanwhile.
//
//	Recover: process ─ scan ─▶ apply ─▶ (write) ─▶ open ─▶ ready ─ rollback, pool load
//	             main thread │      │ main thread feeds areas of 32 pages, I/O threads read and apply
//	                         └──────┘ again, when the hash table of records outgrows its share of the pool
//	Start:   process ─ open ─▶ ready ─ pool load           Stop: pages and history out, checkpoint, exit
//
// A run has a kernel of its own, in which the devices begin idle; the threads of the server are actors on the
// host's processors, and each request is booked on the same device models as in normal operation.
//
// Units: nanoseconds, bytes, pages. Errors: none, the configuration is that of an engine. Chance: the devices'
// streams, and hashes for the order of hash tables. Source: log0recv.cc (recv_recovery_begin,
// recv_scan_log_recs, recv_apply_hashed_log_recs, recv_read_in_area), buf0rea.cc (buf_read_recv_pages),
// log0files_governor.cc, buf0dump.cc (buf_load), srv0start.cc (srv_start, srv_pre_dd_shutdown, srv_shutdown),
// MySQL 8.0.30 to 9.x; times of a killed and restarted MySQL 9.7.4 (testdata/lab.jsonl).
package recovery
