package engine

import (
	"fmt"
	"math"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/stat"
)

// Result is what the run has measured so far; partial marks a run that was interrupted.
func (e *Engine) Result(partial bool) *Result {
	if e.run.window {
		e.meter.to = e.snapshot()
	} else if !e.run.measured {
		e.meter.from, e.meter.to = e.snapshot(), e.snapshot()
	}
	m := &e.meter
	r := &Result{
		Results: map[string]float64{}, Interval: map[string]float64{},
		WindowStart: m.from.at, Window: m.to.at.Sub(m.from.at), Simulated: sim.Duration(e.k.Now()), Partial: partial,
		Digest: e.k.Digest(), Events: e.k.Events(), Latency: m.latency,
	}
	r.Warnings = append(r.Warnings, m.warnings...)
	if err := e.Err(); err != nil {
		r.Partial, r.Warnings = true, append(r.Warnings, err.Error())
	}
	r.Outages = e.down.all
	e.throughput(r)
	e.perTrx(r)
	e.gauges(r)
	e.deviceResults(r)
	e.extensionResults(r)
	e.waitShares(r)
	e.bindings(r)
	e.durability(r)
	e.status(r)
	e.state(r)
	e.series(r)
	e.standing(r)
	r.Tuned = e.tuning.changes()
	return r
}

func (e *Engine) throughput(r *Result) {
	m := &e.meter
	d := r.Window.Seconds()
	c := m.diff()
	r.SQL = SQL{
		Read: c.reads, Write: c.writes, Other: c.other, Transactions: c.trx, Ignored: c.ignored,
		Reconnects: c.reconnects,
	}
	for i := range e.clients {
		r.Threads = append(r.Threads, e.clients[i].result)
	}
	if d <= 0 {
		return
	}
	set := r.Results
	set["tps"] = float64(c.trx) / d
	set["qps"] = float64(c.reads+c.writes+c.other) / d
	set["rw_requests"] = float64(c.reads+c.writes) / d
	if m.n > 0 {
		set["latency.avg"] = m.busySum.Millis() / float64(m.n)
		set["latency.max"] = stat.Millis(m.latency.Max())
		for _, p := range percentiles {
			set["latency."+p.name] = stat.Millis(m.latency.ValueAtQuantile(p.percent))
		}
	}
	if len(m.p99s) > 0 {
		set["latency.p99_1s"] = stat.Median(m.p99s)
	}
	if est := stat.BatchMeans(m.tps, min(untilBatches, max(3, len(m.tps)/2)), 0.95); !math.IsInf(est.Half, 1) {
		r.Interval["tps"] = est.Half
	}
	r.Stationary = stationary(m.tps)
	if !r.Stationary {
		r.Warnings = append(r.Warnings, trendText(m.tps, e.cfg.ReportInterval.Seconds()))
	}
}

// percentiles of the response time that are reported.
var percentiles = [...]struct {
	name    string
	percent float64
}{{"p50", 50}, {"p95", 95}, {"p99", 99}, {"p999", 99.9}}

// stationary compares the halves of the window: their means may differ by what their own scatter explains.
func stationary(tps []float32) bool {
	n := len(tps) / 2
	if n < 5 {
		return true
	}
	a, b := stat.BatchMeans(tps[:n], 5, 0.95), stat.BatchMeans(tps[n:], 5, 0.95)
	gap := math.Abs(a.Mean - b.Mean)
	return gap <= a.Half+b.Half || gap < 0.03*math.Max(a.Mean, b.Mean)
}

// trendText says how far the window is from stationary.
func trendText(tps []float32, interval float64) string {
	perMinute := stat.Trend(tps) * 60 / interval
	share := 100 * perMinute / math.Max(1e-9, stat.Mean(tps))
	return fmt.Sprintf("throughput has a trend over the measured window, %+.1f tps (%+.1f %%) per minute: it is not stationary",
		perMinute, share)
}

// diff is the engine's own counts of the window.
func (m *meter) diff() counters {
	a, b := m.to.c, m.from.c
	a.reads -= b.reads
	a.writes -= b.writes
	a.other -= b.other
	a.trx -= b.trx
	a.ignored -= b.ignored
	a.timeouts -= b.timeouts
	a.commits -= b.commits
	a.pageSplits -= b.pageSplits
	a.pageMerges -= b.pageMerges
	a.rowsRead -= b.rowsRead
	a.rowsInserted -= b.rowsInserted
	a.rowsUpdated -= b.rowsUpdated
	a.rowsDeleted -= b.rowsDeleted
	a.clientCPU -= b.clientCPU
	return a
}

// perTrx are the results counted per transaction of the window.
func (e *Engine) perTrx(r *Result) {
	m := &e.meter
	c := m.diff()
	if c.trx == 0 {
		return
	}
	n := float64(c.trx)
	pool, dblwr := m.to.pool.Sub(m.from.pool), m.to.dblwr.Sub(m.from.dblwr)
	log, files, fl := m.to.redo.Sub(m.from.redo), m.to.fil.Sub(m.from.fil), m.to.flush.Sub(m.from.flush)
	set := func(name string, v float64) { r.Results[name] = v / n }
	second := m.to.second.Sub(m.from.second)
	set("data_reads_per_trx", float64(pool.PagesRead-min(pool.PagesRead, second.Hits)))
	set("pages_written_per_trx", float64(files.Writes))
	set("single_page_flushes_per_trx", float64(fl.PagesSingle))
	set("wait_free_per_trx", float64(pool.WaitFree))
	set("dblwr_writes_per_trx", float64(dblwr.Writes))
	set("redo_fsyncs_per_trx", float64(log.OSLogFsyncs))
	set("data_fsyncs_per_trx", float64(files.Syncs+dblwr.Syncs))
	set("redo_bytes_per_trx", float64(m.to.lsn-m.from.lsn))
	set("redo_written_per_trx", float64(log.OSLogWritten+log.LogPadded))
	set("page_splits_per_trx", float64(c.pageSplits))
	set("page_merges_per_trx", float64(c.pageMerges))
	set("server_cpu_ms_per_trx", (m.to.server - m.from.server).Millis())
	set("client_cpu_ms_per_trx", c.clientCPU.Millis())
	d := r.Window.Seconds()
	per := func(v uint64) float64 { return float64(v) / d }
	flushed := func(cause string, v uint64) { r.Results["pages_flushed."+cause] = per(v) }
	flushed("adaptive", fl.PagesAdaptive)
	flushed("dirty", fl.PagesDirty)
	flushed("sync", fl.PagesSync)
	flushed("idle", fl.PagesIdle)
	flushed("lru", fl.PagesLRU)
	flushed("single", fl.PagesSingle)
	awaits(r, "read_await", m.to.data.ReadTime-m.from.data.ReadTime, m.to.data.Reads-m.from.data.Reads)
	awaits(r, "write_await", m.to.data.WriteTime-m.from.data.WriteTime, m.to.data.Writes-m.from.data.Writes)
	awaits(r, "redo_fsync_await", m.to.redoFile.SyncTime-m.from.redoFile.SyncTime, m.to.redoFile.Syncs-m.from.redoFile.Syncs)
}

func awaits(r *Result, name string, d sim.Duration, n uint64) {
	if n > 0 {
		r.Results[name] = d.Millis() / float64(n)
	}
}

// gauges are the results that describe the end of the window.
func (e *Engine) gauges(r *Result) {
	set := r.Results
	set["checkpoint_age"] = float64(e.log.Current() - e.log.Checkpoint())
	dirty, free := 0, 0
	for i := range e.settings.BufferPoolInstances {
		dirty += e.pool.Dirty(i)
		free += e.pool.Free(i)
	}
	set["dirty_pages"], set["free_pages"] = float64(dirty), float64(free)
	set["history_list_length"] = e.historyNow()
	if d := r.Window.Seconds(); d > 0 {
		m := &e.meter
		used := m.to.server - m.from.server + m.to.c.clientCPU - m.from.c.clientCPU
		set["cpu_busy"] = used.Seconds() / d / float64(e.cfg.Host.CPUs)
	}
}

// deviceResults are iostat's figures, and what iostat counts on the data device by transaction.
func (e *Engine) deviceResults(r *Result) {
	m := &e.meter
	trx := float64(m.diff().trx)
	for i, d := range e.devices {
		s := m.to.devices[i].Sub(m.from.devices[i])
		io := s.IOStat()
		rd, wr, fl := io.Ops[device.Read], io.Ops[device.Write], io.Ops[device.Flush]
		r.Devices = append(r.Devices, DeviceResult{
			Name: d.role, Profile: d.dev.Config().Profile,
			ReadsPerSec: rd.PerSec, WritesPerSec: wr.PerSec, FlushesPerSec: fl.PerSec,
			ReadBytesPerSec: rd.KiBPerSec * 1024, WriteBytesPerSec: wr.KiBPerSec * 1024,
			ReadAwait: rd.AwaitMillis, WriteAwait: wr.AwaitMillis, FlushAwait: fl.AwaitMillis,
			QueueSize: io.Queue, Util: io.UtilPct / 100,
		})
		r.Devices[i].Binding = bindingCap(s, e.deviceLoad(r, d.role))
		if trx == 0 || d.role == extensionRole {
			continue
		}
		set := r.Results
		set["device_reads_per_trx"] += float64(s.Ops[device.Read].Count) / trx
		set["device_writes_per_trx"] += float64(s.Ops[device.Write].Count) / trx
		set["device_flushes_per_trx"] += float64(s.Ops[device.Flush].Count) / trx
		set["device_kb_written_per_trx"] += float64(s.Ops[device.Write].Bytes) / 1024 / trx
		if i == 0 && d.dev.Config().BurstCredits > 0 {
			set["burst_balance"] = d.dev.BurstBalance()
		}
		if i == 0 {
			set["flush_await"], set["device_util"] = fl.AwaitMillis, io.UtilPct/100
			if e.deviceAwaits() {
				set["read_await"], set["write_await"] = rd.AwaitMillis, wr.AwaitMillis
			}
		}
	}
}

// deviceAwaits tells whose waiting read_await and write_await are: the block device's where there is a file
// system under the server, else those of the server's calls.
func (e *Engine) deviceAwaits() bool { return e.cfg.Devices.Data.FileSystem != device.NoFileSystem }

// bindingCap is the cap that requests waited for longest; "" when they hardly waited at all.
func bindingCap(m device.Metrics, load float64) string {
	best, total := device.Cause(0), sim.Duration(0)
	for i := range m.Ops {
		total += m.Ops[i].Time
	}
	for c := range m.Waits {
		if m.Waits[c].Time > m.Waits[best].Time {
			best = device.Cause(c)
		}
	}
	switch waited := m.Waits[best].Time; {
	case waited == 0, waited*20 < total:
		return ""
	case load < usedUp && waited*2 < total:
		return "" // bursts wait for each other, the cap is not used up
	}
	return best.String()
}

func (e *Engine) series(r *Result) {
	s := e.meter.series
	r.Series = Series{Interval: s.Interval(), Names: s.Names(), Columns: s.Columns()}
}
