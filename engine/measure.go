package engine

import (
	"math/bits"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/binlog"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// counters are the engine's own counts since the start of the run.
type counters struct {
	reads, writes, other                  uint64 // statements, by sysbench's class
	kinds                                 [workload.NumKinds]uint64
	trx, ignored, commits                 uint64
	timeouts                              uint64 // of them, waits for row locks
	rowsRead, rowsInserted, rowsUpdated   uint64
	rowsDeleted                           uint64
	pageSplits, pageMerges, mergeAttempts uint64
	masterActive, masterIdle              uint64
	reconnects                            uint64
	lastActivity                          uint64
	clientCPU                             sim.Duration // of the load generator, booked as the server's
}

// snapshot is every counter of the run at one time.
type snapshot struct {
	at         sim.Time
	c          counters
	redo       redo.Metrics
	pool       bufferpool.Metrics
	fil        fil.Metrics
	dblwr      doublewrite.Metrics
	flush      flush.Metrics
	binlog     binlog.Metrics
	server     sim.Duration // CPU time
	lsn        redo.LSN
	second     extension.Metrics
	devices    [5]device.Metrics
	data       device.FileMetrics // data and undo files
	redoFile   device.FileMetrics
	binlogFile device.FileMetrics
	undo       device.FileMetrics
	other      device.FileMetrics // doublewrite files
}

func (e *Engine) snapshot() snapshot {
	s := snapshot{
		at: e.k.Now(), c: e.stats, redo: e.log.Metrics(), pool: e.pool.Metrics(), fil: e.fil.Metrics(),
		dblwr: e.dblwr.Metrics(), flush: e.cleaner.Metrics(), lsn: e.log.Current(),
		server: e.cpu.Used(queue.Server) - e.stats.clientCPU,
	}
	if e.binlog != nil {
		s.binlog = e.binlog.Metrics()
	}
	if e.second != nil {
		s.second = e.second.Metrics()
	}
	e.leaveAreaOut(&s)
	for i, d := range e.devices {
		s.devices[i] = d.dev.Metrics()
	}
	s.undo = e.files.ClassMetrics("undo")
	s.data = e.files.ClassMetrics("data").Add(s.undo)
	s.redoFile = e.files.ClassMetrics("redo")
	s.binlogFile = e.files.ClassMetrics("binlog")
	s.other = e.files.ClassMetrics("doublewrite")
	if len(e.down.all) > 0 {
		s.add(&e.meter.carry)
	}
	return s
}

// meter measures responses: over the window, per second, and by wait class.
type meter struct {
	from, to snapshot
	latency  *hdrhistogram.Histogram // µs, over the window
	second   *stat.Sysbench          // of the running report interval
	p99      *stat.Sysbench          // of the running second
	all      *stat.Sysbench          // over the window
	waits    []sim.Duration          // bucket of response time × class
	counts   []uint64                // responses by bucket
	busySum  sim.Duration            // response times of the window
	n        uint64
	p99s     []float32 // each second's 99th percentile in the window
	tps      []float32 // each report interval's rate in the window
	lines    []IntervalLine
	warnings []string
	last     counters // at the last line
	lastAt   sim.Time
	series   *stat.Series
	row      []float64 // of the series, being put together
	lastSnap snapshot
	carry    snapshot // counters of the processes before this one, where there were any
	secondAt sim.Time
}

// Response times are sorted into buckets of an eighth of an octave, to find out later what the slowest ones
// waited for.
const (
	waitBucketsPerOctave = 8
	waitBuckets          = 48 * waitBucketsPerOctave
)

func waitBucket(d sim.Duration) int {
	if d < waitBucketsPerOctave {
		return int(d)
	}
	e := bits.Len64(uint64(d)) - 1
	frac := uint64(d) >> (e - 3) & 7
	return min(waitBuckets-1, (e-2)*waitBucketsPerOctave+int(frac))
}

func (m *meter) init(e *Engine) {
	m.latency = stat.NewLatency()
	m.second, m.p99, m.all = stat.NewSysbench(), stat.NewSysbench(), stat.NewSysbench()
	m.waits = make([]sim.Duration, waitBuckets*sim.NumWaits)
	m.counts = make([]uint64, waitBuckets)
	intervals := int(e.cfg.simulatedEnd()/sim.Time(e.cfg.ReportInterval)) + 16
	m.lines = make([]IntervalLine, 0, intervals)
	m.tps = make([]float32, 0, intervals)
	m.p99s = make([]float32, 0, intervals)
	m.series = stat.NewSeries(e.cfg.ReportInterval, intervals, e.seriesNames()...)
}

// record takes the response of a client's transaction.
func (e *Engine) record(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	m := &e.meter
	now := k.Now()
	d := now.Sub(c.started)
	e.stats.trx++
	e.answered(now, c, d)
	m.second.Record(d)
	m.p99.Record(d)
	if !e.run.window {
		return
	}
	stat.Record(m.latency, d)
	m.all.Record(d)
	c.result.Events++
	c.result.Busy += d
	m.n++
	m.busySum += d
	b := waitBucket(d)
	m.counts[b]++
	row := m.waits[b*sim.NumWaits : (b+1)*sim.NumWaits]
	sum := sim.Duration(0)
	for i, w := range e.waits.Close(th, now) {
		row[i] += w
		sum += w
	}
	if sum != d {
		e.breach(k, errTime(th, d, sum))
	}
}

func (e *Engine) openWindow(k *sim.Kernel) {
	if e.run.measured {
		return // it has opened before the longest warm-up was over
	}
	m := &e.meter
	if d := e.run.length; d > 0 {
		e.run.end = k.Now().Add(d)
		k.At(e.run.end, sim.Wake{To: e.id, Kind: evPhase, Arg: uint64(e.run.phase)})
	}
	e.run.window, e.run.measured = true, true
	m.from = e.snapshot()
	m.p99.Reset()
	m.secondAt = e.k.Now()
}

func (e *Engine) closeWindow(*sim.Kernel) {
	e.meter.to = e.snapshot()
	e.run.window = false
}

// changedRow counts what a client's statement has done to its row.
func (e *Engine) changedRow(th uint32) bool {
	c := &e.clients[th]
	switch c.ops[c.at].Kind {
	case workload.Delete:
		e.stats.rowsDeleted++
	case workload.Insert:
		e.stats.rowsInserted++
	default:
		e.stats.rowsUpdated++
	}
	return true
}
