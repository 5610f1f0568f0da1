package redo

import "github.com/innosim/innosim/sim"

// Waits of threads at the redo log.
const (
	// WaitLogBuffer is a mini-transaction that waits for room in the log buffer (Innodb_log_waits).
	WaitLogBuffer sim.Wait = sim.WaitsRedo + iota
	// WaitLogRecent is a mini-transaction too far ahead of the writer (recent_written) or of the flush lists.
	WaitLogRecent
	// WaitLogSpace is log_free_check: the redo files are full up to the free-check capacity.
	WaitLogSpace
	// WaitLogWrite waits until redo is written, or writes it.
	WaitLogWrite
	// WaitLogFlush waits until redo is synced, or syncs it.
	WaitLogFlush
	// WaitLogMutex waits for the writer mutex.
	WaitLogMutex
	// WaitLogIdle is a log thread without work.
	WaitLogIdle
	// WaitCheckpoint is the checkpointer writing and syncing a checkpoint header.
	WaitCheckpoint
)

// WaitName returns the name of one of the package's waits, "" for any other.
func WaitName(w sim.Wait) string {
	switch w {
	case WaitLogBuffer:
		return "log_buffer"
	case WaitLogRecent:
		return "log_recent"
	case WaitLogSpace:
		return "log_free_check"
	case WaitLogWrite:
		return "log_write"
	case WaitLogFlush:
		return "log_flush"
	case WaitLogMutex:
		return "log_writer_mutex"
	case WaitLogIdle:
		return "log_idle"
	case WaitCheckpoint:
		return "checkpoint_write"
	}
	return ""
}
