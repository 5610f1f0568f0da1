package fil

import "github.com/innosim/innosim/sim"

// Metrics count the I/O of data files since the start.
type Metrics struct {
	Reads         uint64 // synchronous page reads
	ReadAheads    uint64 // asynchronous page reads
	Writes        uint64 // page writes, both kinds
	WriteCalls    uint64 // write requests after merging
	BytesRead     uint64
	BytesWritten  uint64
	Syncs         uint64 // fsyncs of data files
	SyncsShared   uint64 // flush requests covered by somebody else's fsync
	SyncsSkipped  uint64 // flush requests with nothing to flush
	SlotWaits     uint64 // submissions that found the AIO array full
	MutexBooks    uint64
	MutexWaits    uint64
	MutexWaited   sim.Duration
	MutexHeld     sim.Duration
	PendingWrites int64 // asynchronous writes in flight now: a gauge
	PendingReads  int64 // asynchronous reads in flight now: a gauge
	PendingSyncs  int64 // fsyncs in flight now: a gauge
}

// Sub returns the difference of the counters; gauges keep their value.
func (m Metrics) Sub(o Metrics) Metrics {
	m.Reads -= o.Reads
	m.ReadAheads -= o.ReadAheads
	m.Writes -= o.Writes
	m.WriteCalls -= o.WriteCalls
	m.BytesRead -= o.BytesRead
	m.BytesWritten -= o.BytesWritten
	m.Syncs -= o.Syncs
	m.SyncsShared -= o.SyncsShared
	m.SyncsSkipped -= o.SyncsSkipped
	m.SlotWaits -= o.SlotWaits
	m.MutexBooks -= o.MutexBooks
	m.MutexWaits -= o.MutexWaits
	m.MutexWaited -= o.MutexWaited
	m.MutexHeld -= o.MutexHeld
	return m
}

// Metrics returns a copy of the counters.
func (s *System) Metrics() Metrics {
	m := s.metrics
	for i := range s.mutexes {
		m.MutexBooks += s.mutexes[i].Books
		m.MutexWaits += s.mutexes[i].Waits
		m.MutexWaited += s.mutexes[i].Waited
		m.MutexHeld += s.mutexes[i].Held
	}
	return m
}
