package doublewrite

// Metrics count the work of a strategy since the start.
type Metrics struct {
	Writes        uint64 // Innodb_dblwr_writes: batches and single pages
	PagesWritten  uint64 // Innodb_dblwr_pages_written
	SingleWrites  uint64 // single pages among the writes
	Bytes         uint64 // written to doublewrite files
	Syncs         uint64 // fsyncs of doublewrite files
	BatchWaits    uint64 // dblwr_flush_wait_events: a full buffer found the previous batch unfinished
	SegmentWaits  uint64 // a batch found no free segment
	SlotWaits     uint64 // a single page found no free slot
	FlushRequests uint64 // dblwr_flush_requests: forced ends of a batch
	AsyncRequests uint64 // dblwr_async_requests: pages handed over for a batch
	SyncRequests  uint64 // dblwr_sync_requests: pages written alone
	BatchSyncs    uint64 // ends of a batch that synced the data files in an I/O thread
	DataWrites    uint64 // pages written in place
}

// Sub returns the difference of two counts.
func (m Metrics) Sub(o Metrics) Metrics {
	m.Writes -= o.Writes
	m.PagesWritten -= o.PagesWritten
	m.SingleWrites -= o.SingleWrites
	m.Bytes -= o.Bytes
	m.Syncs -= o.Syncs
	m.BatchWaits -= o.BatchWaits
	m.SegmentWaits -= o.SegmentWaits
	m.SlotWaits -= o.SlotWaits
	m.FlushRequests -= o.FlushRequests
	m.AsyncRequests -= o.AsyncRequests
	m.SyncRequests -= o.SyncRequests
	m.BatchSyncs -= o.BatchSyncs
	m.DataWrites -= o.DataWrites
	return m
}

// Add returns the sum of two counts.
func (m Metrics) Add(o Metrics) Metrics {
	m.Writes += o.Writes
	m.PagesWritten += o.PagesWritten
	m.SingleWrites += o.SingleWrites
	m.Bytes += o.Bytes
	m.Syncs += o.Syncs
	m.BatchWaits += o.BatchWaits
	m.SegmentWaits += o.SegmentWaits
	m.SlotWaits += o.SlotWaits
	m.FlushRequests += o.FlushRequests
	m.AsyncRequests += o.AsyncRequests
	m.SyncRequests += o.SyncRequests
	m.BatchSyncs += o.BatchSyncs
	m.DataWrites += o.DataWrites
	return m
}
