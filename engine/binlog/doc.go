// Package binlog models MySQL's ordered group commit: three stages, each with a lock, a queue and a leader.
//
//	Commit ─▶ FLUSH (LOCK_log: redo made durable, caches written) ─▶ SYNC (LOCK_sync: fsync) ─▶ COMMIT (LOCK_commit) ─▶ done
//
// A thread that comes to an empty queue leads it; the others wait until their leader has taken them through
// all stages. Stages overlap: one group writes while the one before it syncs, so the queue that forms during
// the slow stage is the size of the next group.
//
// With a semi-synchronous standby the leader of the COMMIT stage waits for its acknowledgement under LOCK_commit (ack.go).
// With Env.Prepared (MariaDB: trx_group_commit_leader, sql/log.cc) the members have made their redo durable
// before they come, and one lock covers write and sync: the next group forms while this one syncs.
//
// Units: bytes, nanoseconds. Errors: none. Chance: none; the device owns it. Source: sql/binlog.cc of MySQL
// 8.0 (MYSQL_BIN_LOG::ordered_commit, process_flush_stage_queue, sync_binlog_file) and the manual on
// sync_binlog and binlog_group_commit_sync_delay.
package binlog
