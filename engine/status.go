package engine

import (
	"strconv"

	"github.com/innosim/innosim/engine/workload"
)

// status is SHOW GLOBAL STATUS: the counters that the model keeps, since the start of the run, in the
// server's order.
func (e *Engine) status(r *Result) {
	s := e.snapshot()
	pages, lru := e.poolTotals()
	page := uint64(e.settings.PageSize)
	add := func(name string, v uint64) {
		r.Status = append(r.Status, Value{name, strconv.FormatUint(v, 10)})
	}
	add("Binlog_cache_use", s.binlog.Members)
	c := &e.stats.kinds
	add("Com_begin", c[workload.Begin])
	add("Com_commit", c[workload.Commit])
	add("Com_delete", c[workload.Delete])
	add("Com_insert", c[workload.Insert]+c[workload.InsertAuto]+c[workload.BulkInsert]+c[workload.ImportRows])
	add("Com_select", s.c.reads)
	add("Com_update", c[workload.UpdateIndex]+c[workload.UpdateNonIndex])
	add("Innodb_buffer_pool_pages_data", lru.lru)
	add("Innodb_buffer_pool_bytes_data", lru.lru*page)
	add("Innodb_buffer_pool_pages_dirty", lru.dirty)
	add("Innodb_buffer_pool_bytes_dirty", lru.dirty*page)
	add("Innodb_buffer_pool_pages_flushed", s.flush.Flushed())
	add("Innodb_buffer_pool_pages_free", lru.free)
	add("Innodb_buffer_pool_pages_misc", pages-lru.lru-lru.free)
	add("Innodb_buffer_pool_pages_total", pages)
	add("Innodb_buffer_pool_read_ahead_rnd", s.pool.ReadAheadRandom)
	add("Innodb_buffer_pool_read_ahead", s.pool.ReadAhead)
	add("Innodb_buffer_pool_read_ahead_evicted", s.pool.ReadAheadEvicted)
	add("Innodb_buffer_pool_read_requests", s.pool.ReadRequests)
	add("Innodb_buffer_pool_reads", s.pool.Reads)
	add("Innodb_buffer_pool_wait_free", s.pool.WaitFree)
	add("Innodb_buffer_pool_write_requests", s.pool.WriteRequests)
	add("Innodb_data_fsyncs", s.fil.Syncs+s.dblwr.Syncs+s.redo.OSLogFsyncs)
	add("Innodb_data_pending_fsyncs", uint64(s.fil.PendingSyncs))
	add("Innodb_data_pending_reads", uint64(s.fil.PendingReads))
	add("Innodb_data_pending_writes", uint64(s.fil.PendingWrites))
	add("Innodb_data_read", s.fil.BytesRead)
	add("Innodb_data_reads", s.fil.Reads+s.fil.ReadAheads)
	add("Innodb_data_writes", s.fil.Writes+s.dblwr.Writes+s.redo.LogWrites)
	add("Innodb_data_written", s.fil.BytesWritten+s.dblwr.Bytes+s.redo.OSLogWritten)
	add("Innodb_dblwr_pages_written", s.dblwr.PagesWritten)
	add("Innodb_dblwr_writes", s.dblwr.Writes)
	add("Innodb_redo_log_checkpoint_lsn", uint64(e.log.Checkpoint()))
	add("Innodb_redo_log_current_lsn", uint64(e.log.Current()))
	add("Innodb_redo_log_flushed_to_disk_lsn", uint64(e.log.Flushed()))
	add("Innodb_redo_log_logical_size", uint64(e.log.Current()-e.log.Checkpoint()))
	add("Innodb_redo_log_physical_size", uint64(e.log.Limits().FileBytes)*uint64(e.log.Limits().Files))
	add("Innodb_log_waits", s.redo.LogWaits)
	add("Innodb_log_write_requests", s.redo.LogWriteRequests)
	add("Innodb_log_writes", s.redo.LogWrites)
	add("Innodb_os_log_fsyncs", s.redo.OSLogFsyncs)
	add("Innodb_os_log_pending_fsyncs", uint64(e.log.PendingFsyncs()))
	add("Innodb_os_log_pending_writes", uint64(e.log.PendingWrites()))
	add("Innodb_os_log_written", s.redo.OSLogWritten)
	add("Innodb_page_size", page)
	add("Innodb_pages_created", s.pool.PagesCreated)
	add("Innodb_pages_read", s.pool.PagesRead)
	add("Innodb_pages_written", s.pool.PagesWritten)
	add("Innodb_row_lock_current_waits", e.locks.Current)
	add("Innodb_row_lock_waits", e.locks.Waits)
	add("Innodb_rows_deleted", e.stats.rowsDeleted)
	add("Innodb_rows_inserted", e.stats.rowsInserted)
	add("Innodb_rows_read", e.stats.rowsRead)
	add("Innodb_rows_updated", e.stats.rowsUpdated)
	add("Innodb_undo_tablespaces_total", uint64(len(e.undo.spaces)))
	add("Queries", s.c.reads+s.c.writes+s.c.other)
	add("Threads_connected", uint64(e.run.threads))
	add("Threads_running", uint64(max(0, e.run.busy)))
	add("Uptime", uint64(e.k.Now().Seconds()))
	r.Status = e.dialect(r.Status)
}

// poolCounts are pages of all instances.
type poolCounts struct{ lru, free, dirty, old uint64 }

func (e *Engine) poolTotals() (frames uint64, c poolCounts) {
	for i := range e.settings.BufferPoolInstances {
		frames += uint64(e.pool.Frames(i))
		c.lru += uint64(e.pool.LRULen(i))
		c.free += uint64(e.pool.Free(i))
		c.dirty += uint64(e.pool.Dirty(i))
		c.old += uint64(e.pool.OldLen(i))
	}
	return frames, c
}

// state is InnoDB at the end of the window, for SHOW ENGINE INNODB STATUS.
func (e *Engine) state(r *Result) {
	s := e.snapshot()
	st := &r.State
	st.LSN, st.Written, st.Flushed = uint64(e.log.Current()), uint64(e.log.Written()), uint64(e.log.Flushed())
	st.AddedDirty, st.Checkpoint = uint64(e.log.AddedDirty()), uint64(e.log.Checkpoint())
	if lsn, ok := e.pool.OldestDirty(); ok {
		st.OldestDirty = uint64(lsn)
	}
	l := e.log.Limits()
	st.RedoCapacity = uint64(l.FileBytes) * uint64(l.Files)
	st.RedoSoftLimit, st.SyncAge, st.AsyncAge = uint64(l.Soft), uint64(l.Sync), uint64(l.Async)
	frames, c := e.poolTotals()
	st.PoolPages, st.FreePages, st.LRUPages = int(frames), int(c.free), int(c.lru)
	st.OldPages, st.DirtyPages = int(c.old), int(c.dirty)
	for i := range e.settings.BufferPoolInstances {
		st.Instances = append(st.Instances, InstanceState{
			Pages: e.pool.Frames(i), Free: e.pool.Free(i), LRU: e.pool.LRULen(i), Old: e.pool.OldLen(i), Dirty: e.pool.Dirty(i),
		})
	}
	e.stateCounters(st, &s)
	e.stateRates(r, st)
}

func (e *Engine) stateCounters(st *State, s *snapshot) {
	st.PagesMadeYoung, st.PagesNotMadeYoung = s.pool.PagesMadeYoung, s.pool.PagesNotMadeYoung
	st.PagesRead, st.PagesCreated, st.PagesWritten = s.pool.PagesRead, s.pool.PagesCreated, s.pool.PagesWritten
	st.ReadAhead, st.ReadAheadEvicted = s.pool.ReadAhead, s.pool.ReadAheadEvicted
	st.HistoryList, st.TrxIDCounter = e.purge.saw.length, e.purge.committed+1
	st.PendingReads = int(s.fil.PendingReads)
	st.FileReads = s.fil.Reads + s.fil.ReadAheads
	st.FileWrites = s.fil.WriteCalls + s.dblwr.Writes + s.redo.LogWrites
	st.FileSyncs = s.fil.Syncs + s.dblwr.Syncs + s.redo.OSLogFsyncs
	st.LogIOs = s.redo.LogWrites
	st.RowsInserted, st.RowsUpdated = s.c.rowsInserted, s.c.rowsUpdated
	st.RowsDeleted, st.RowsRead = s.c.rowsDeleted, s.c.rowsRead
	st.MasterActive, st.MasterIdle = s.c.masterActive, s.c.masterIdle
	st.DoublewriteBatches, st.DoublewritePages = s.dblwr.Writes, s.dblwr.PagesWritten
	st.ReadIOThreads, st.WriteIOThreads = e.settings.ReadIOThreads, e.settings.WriteIOThreads
}

func (e *Engine) stateRates(r *Result, st *State) {
	m := &e.meter
	d := r.Window.Seconds()
	st.Rates = map[string]float64{}
	if d <= 0 {
		return
	}
	rate := func(name string, now, then uint64) { st.Rates[name] = float64(now-then) / d }
	a, b := &m.to, &m.from
	rate("file_reads", a.fil.Reads+a.fil.ReadAheads, b.fil.Reads+b.fil.ReadAheads)
	rate("file_read_bytes", a.fil.BytesRead, b.fil.BytesRead)
	rate("file_writes", a.fil.WriteCalls+a.dblwr.Writes+a.redo.LogWrites, b.fil.WriteCalls+b.dblwr.Writes+b.redo.LogWrites)
	rate("file_syncs", a.fil.Syncs+a.redo.OSLogFsyncs, b.fil.Syncs+b.redo.OSLogFsyncs)
	rate("log_ios", a.redo.LogWrites, b.redo.LogWrites)
	rate("pages_made_young", a.pool.PagesMadeYoung, b.pool.PagesMadeYoung)
	rate("pages_not_made_young", a.pool.PagesNotMadeYoung, b.pool.PagesNotMadeYoung)
	rate("pages_read", a.pool.PagesRead, b.pool.PagesRead)
	rate("pages_created", a.pool.PagesCreated, b.pool.PagesCreated)
	rate("pages_written", a.pool.PagesWritten, b.pool.PagesWritten)
	rate("page_gets", a.pool.ReadRequests, b.pool.ReadRequests)
	rate("read_ahead", a.pool.ReadAhead, b.pool.ReadAhead)
	rate("read_ahead_evicted", a.pool.ReadAheadEvicted, b.pool.ReadAheadEvicted)
	rate("rows_inserted", a.c.rowsInserted, b.c.rowsInserted)
	rate("rows_updated", a.c.rowsUpdated, b.c.rowsUpdated)
	rate("rows_deleted", a.c.rowsDeleted, b.c.rowsDeleted)
	rate("rows_read", a.c.rowsRead, b.c.rowsRead)
	e.amounts(st, d)
}

// amounts are pages by cause and bytes by kind.
func (e *Engine) amounts(st *State, d float64) {
	m := &e.meter
	f := m.to.flush.Sub(m.from.flush)
	per := func(v uint64) float64 { return float64(v) / d }
	st.FlushedBy = FlushedPages{
		Adaptive: per(f.PagesAdaptive), Dirty: per(f.PagesDirty), Sync: per(f.PagesSync), Idle: per(f.PagesIdle),
		LRU: per(f.PagesLRU), Single: per(f.PagesSingle),
	}
	undo := m.to.undo.WriteBytes - m.from.undo.WriteBytes
	st.Bytes = WriteBytes{
		LSN:         float64(m.to.lsn - m.from.lsn),
		RedoFiles:   float64(m.to.redo.OSLogWritten - m.from.redo.OSLogWritten),
		Doublewrite: float64(m.to.dblwr.Bytes - m.from.dblwr.Bytes),
		Data:        float64(m.to.fil.BytesWritten - m.from.fil.BytesWritten - undo), Undo: float64(undo),
		Binlog: float64(m.to.binlog.Bytes - m.from.binlog.Bytes),
	}
	if window := m.to.at.Sub(m.from.at); window > 0 {
		kept := m.to.pool.LRUKept - m.from.pool.LRUKept
		st.LRUKept = float64(kept) / float64(window) / float64(e.settings.BufferPoolInstances)
	}
	if commits := m.to.c.commits - m.from.c.commits; commits > 0 {
		st.RedoFsyncsPerCommit = float64(m.to.redo.OSLogFsyncs-m.from.redo.OSLogFsyncs) / float64(commits)
	}
}
