package redo

import "reflect"

// Metrics are the log's counters since the start of the run. Times are in nanoseconds.
type Metrics struct {
	LogWriteRequests uint64 // Innodb_log_write_requests: mini-transactions that reserved redo
	LogWrites        uint64 // Innodb_log_writes: pwrite calls for redo data
	LogWaits         uint64 // Innodb_log_waits: reservations that found the log buffer full
	OSLogFsyncs      uint64 // Innodb_os_log_fsyncs: all syncs of redo files
	OSLogWritten     uint64 // Innodb_os_log_written: bytes, rewritten tails included, padding not
	LogPadded        uint64 // log_padded: bytes of write-ahead padding
	HeaderBytes      uint64 // bytes of file and checkpoint headers

	FullBlockWrites    uint64 // log_full_block_writes
	PartialBlockWrites uint64 // log_partial_block_writes
	NextFile           uint64 // log_next_file
	OwnCheckpoints     uint64 // tries of user threads to make a checkpoint after a wait for redo space (MariaDB)
	Checkpoints        uint64 // log_checkpoints
	FlushTotalTime     uint64 // log_flush_total_time
	FlusherSyncs       uint64 // syncs by the flusher or by leading user threads: the base of log_flush_avg_time

	OnWriteNoWaits, OnWriteWaits, OnWriteLoops uint64 // log_on_write_*
	OnFlushNoWaits, OnFlushWaits, OnFlushLoops uint64 // log_on_flush_*
	OnFileSpaceNoWaits, OnFileSpaceWaits       uint64 // log_on_file_space_*
	OnFileSpaceLoops                           uint64
	OnBufferSpaceWaits                         uint64 // log_on_buffer_space_waits
	OnRecentWrittenLoops                       uint64 // log_on_recent_written_wait_loops
	WriterWaits, WriterNoWaits                 uint64 // log_writer_waits, log_writer_no_waits
	FlusherWaits, FlusherNoWaits               uint64 // log_flusher_waits, log_flusher_no_waits
	WriterOnFileSpaceWaits                     uint64 // log_writer_on_file_space_waits
	WriteNotifierWaits, FlushNotifierWaits     uint64 // log_write_notifier_waits, log_flush_notifier_waits

	FollowedWrites uint64 // waits that found their redo written by another thread
	FollowedSyncs  uint64 // waits that were served by another thread's sync
	UserWakeups    uint64 // committers that had gone to sleep
	UserSpins      uint64 // committers that were served while spinning
	SyncFlushes    uint64 // rounds in which the checkpointer asked for a sync flush
	SpinTime       uint64 // CPU time of spinning and polling
	SpaceWaitTime  uint64 // thread time in log_free_check
}

// Sub returns the counts since o.
func (m Metrics) Sub(o Metrics) Metrics {
	v, w := reflect.ValueOf(&m).Elem(), reflect.ValueOf(o)
	for i := range v.NumField() {
		v.Field(i).SetUint(v.Field(i).Uint() - w.Field(i).Uint())
	}
	return m
}
