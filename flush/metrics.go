package flush

import "github.com/innosim/innosim/sim"

// Metrics count flushing since the start; pages are those handed over to be written.
type Metrics struct {
	PagesAdaptive uint64 // list pages of normal passes that the age rule led
	PagesDirty    uint64 // list pages of normal passes that the dirty page rule led
	PagesSync     uint64 // list pages of synchronous flushing
	PagesIdle     uint64 // list pages written because the server was idle
	PagesLRU      uint64 // LRU pages
	PagesSingle   uint64 // pages that clients wrote alone
	PagesNear     uint64 // neighbours among the list and LRU pages
	Evicted       uint64 // clean pages that LRU batches freed
	Requested     uint64 // buffer_flush_n_to_flush_requested: sum of the targets
	ByAge         uint64 // … sum of the percents by age
	ByDirty       uint64 // … sum of the percents by dirty pages
	Passes        uint64 // passes of the coordinator with slots
	PassesSync    uint64 // synchronous ones among them
	PassesEvent   uint64 // passes for the LRU lists only: the coordinator was woken
	ListBatches   uint64
	LRUBatches    uint64
	Blocked       uint64 // batches that did not begin because the previous one was not over
	Scanned       uint64 // pages looked at on flush lists
	RedoNoWaits   uint64 // page_written_on_log_no_waits
	RedoWaits     uint64 // page_written_on_log_waits: pages whose redo was not durable yet
	SlowPasses    uint64 // notes that the page cleaner took more than four seconds
	PassTime      sim.Duration
	IdleTime      sim.Duration // of the coordinator
}

// Flushed is the number of pages written by batches: Innodb_buffer_pool_pages_flushed.
func (m Metrics) Flushed() uint64 {
	return m.PagesAdaptive + m.PagesDirty + m.PagesSync + m.PagesIdle + m.PagesLRU
}

// Sub returns the difference of two counts.
func (m Metrics) Sub(o Metrics) Metrics {
	m.PagesAdaptive -= o.PagesAdaptive
	m.PagesDirty -= o.PagesDirty
	m.PagesSync -= o.PagesSync
	m.PagesIdle -= o.PagesIdle
	m.PagesLRU -= o.PagesLRU
	m.PagesSingle -= o.PagesSingle
	m.PagesNear -= o.PagesNear
	m.Evicted -= o.Evicted
	m.Requested -= o.Requested
	m.ByAge -= o.ByAge
	m.ByDirty -= o.ByDirty
	m.Passes -= o.Passes
	m.PassesSync -= o.PassesSync
	m.PassesEvent -= o.PassesEvent
	m.ListBatches -= o.ListBatches
	m.LRUBatches -= o.LRUBatches
	m.Blocked -= o.Blocked
	m.Scanned -= o.Scanned
	m.RedoNoWaits -= o.RedoNoWaits
	m.RedoWaits -= o.RedoWaits
	m.SlowPasses -= o.SlowPasses
	m.PassTime -= o.PassTime
	m.IdleTime -= o.IdleTime
	return m
}
