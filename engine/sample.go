package engine

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/stat"
)

// IntervalLine is what sysbench prints each report interval, and the state of InnoDB at its end.
type IntervalLine struct {
	At                                sim.Time // end of the interval
	Threads                           int
	TPS, QPS                          float64
	ReadQPS, WriteQPS, OtherQPS       float64
	LatencyMS                         float64 // the report's percentile
	Errs, Reconn                      float64
	CheckpointPct, DirtyPct           float64 // of the redo log's capacity for users; of the pool
	Free                              int     // pages
	CheckpointAge, Dirty, HistoryList float64

	tooth tooth // of the history list, the last that ended
}

// seriesNames are the columns of the run: those of every run, then those of what only some have.
func (e *Engine) seriesNames() []string {
	names := []string{
		"tps", "qps", "latency_percentile", "checkpoint_age", "dirty_pages", "free_pages", "history_list_length",
		"pages_flushed", "pages_read", "redo_bytes", "redo_fsyncs", "cpu_busy",
	}
	for x := range numExtra {
		if e.hasExtra(x) {
			names = append(names, x.String())
		}
	}
	return names
}

// sample ends a report interval: a line, a row of the series, and the decision whether the run knows enough.
func (e *Engine) sample(k *sim.Kernel) {
	e.lastInterval(k)
	if e.run.over {
		return
	}
	if e.standsStill() {
		e.endStanding(k)
		return
	}
	if e.run.window && e.cfg.Until > 0 && e.knowsEnough() {
		e.finish(k)
		return
	}
	k.Observe(e.cfg.ReportInterval, sim.Wake{To: e.id, Kind: evSample})
}

// lastInterval ends the report interval if this is its end: before the window closes at the same instant,
// since the sampler's event comes after those of the model.
func (e *Engine) lastInterval(k *sim.Kernel) {
	if k.Now().Sub(e.meter.lastAt) >= e.cfg.ReportInterval {
		e.endInterval(k)
	}
}

// endInterval notes what has happened since the last report, and checks the laws.
func (e *Engine) endInterval(k *sim.Kernel) {
	m := &e.meter
	line := e.line(k)
	m.lines = append(m.lines, line)
	e.appendSeries(line)
	e.obey(k)
	m.last, m.lastAt = e.stats, k.Now()
	m.second.Reset()
	switch {
	case e.run.window:
		m.tps = append(m.tps, float32(line.TPS))
	case e.cfg.Steady && !e.cfg.Stretch.chosen() && !e.run.measured && e.transientOver():
		k.Soon(sim.Wake{To: e.id, Kind: evWindow})
	}
	if k.Now().Sub(m.secondAt) >= sim.Second {
		if e.run.window && m.p99.Count() > 0 {
			m.p99s = append(m.p99s, float32(m.p99.Percentile(99)))
		}
		m.p99.Reset()
		m.secondAt = k.Now()
	}
}

// untilBatches is the number of batches whose means tell how well tps is known.
const untilBatches = 10

// knowsEnough reports whether the 95 % interval of tps is narrower than asked for.
func (e *Engine) knowsEnough() bool {
	if len(e.meter.tps) < untilBatches {
		return false
	}
	return stat.BatchMeans(e.meter.tps, untilBatches, 0.95).Relative() < e.cfg.Until
}

func (e *Engine) line(k *sim.Kernel) IntervalLine {
	m := &e.meter
	c := &e.stats
	d := k.Now().Sub(m.lastAt).Seconds()
	rate := func(now, then uint64) float64 { return float64(now-then) / d }
	l := IntervalLine{
		At: k.Now(), Threads: e.run.threads, LatencyMS: m.second.Percentile(float64(e.cfg.Percentile)),
		TPS:     rate(c.trx, m.last.trx),
		ReadQPS: rate(c.reads, m.last.reads), WriteQPS: rate(c.writes, m.last.writes),
		OtherQPS: rate(c.other, m.last.other), Errs: rate(c.ignored, m.last.ignored), Reconn: rate(c.reconnects, m.last.reconnects),
	}
	l.QPS = l.ReadQPS + l.WriteQPS + l.OtherQPS
	age := float64(e.log.Current() - e.log.Checkpoint())
	l.CheckpointAge = age
	if f := float64(e.log.Limits().Free); f > 0 {
		l.CheckpointPct = 100 * age / f
	}
	dirty, free := 0, 0
	for i := range e.settings.BufferPoolInstances {
		dirty += e.pool.Dirty(i)
		free += e.pool.Free(i)
	}
	l.Dirty, l.Free = float64(dirty), free
	l.DirtyPct = 100 * float64(dirty) / float64(max(1, e.settings.BufferPoolSize/e.settings.PageSize))
	l.HistoryList, l.tooth = float64(e.purge.saw.length), e.purge.saw.tooth
	return l
}

func (e *Engine) appendSeries(l IntervalLine) {
	m := &e.meter
	s := e.snapshot()
	d := s.at.Sub(m.lastSnap.at).Seconds()
	rate := func(now, then uint64) float64 { return float64(now-then) / d }
	busy := (s.server + s.c.clientCPU - m.lastSnap.server - m.lastSnap.c.clientCPU).Seconds()
	row := append(m.row[:0],
		l.TPS, l.QPS, l.LatencyMS, l.CheckpointAge, l.Dirty, float64(l.Free), l.HistoryList,
		rate(s.pool.PagesWritten, m.lastSnap.pool.PagesWritten), rate(s.pool.PagesRead, m.lastSnap.pool.PagesRead),
		rate(uint64(s.lsn), uint64(m.lastSnap.lsn)), rate(s.redo.OSLogFsyncs, m.lastSnap.redo.OSLogFsyncs),
		busy/d/float64(e.cfg.Host.CPUs),
	)
	for x := range numExtra {
		if e.hasExtra(x) {
			row = append(row, e.extraValue(x, &s, &m.lastSnap))
		}
	}
	m.series.Append(row...)
	m.row = row
	m.lastSnap = s
}

// Intervals returns the lines of the run from the given one on.
func (e *Engine) Intervals(from int) []IntervalLine {
	return e.meter.lines[min(from, len(e.meter.lines)):]
}
