package report

import (
	_ "embed"
	"fmt"
	"io"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/sim"
)

// Schema is the JSON schema (draft 2020-12) of what JSON prints.
//
//go:embed schema.json
var Schema []byte

// runJSON is the JSON of a run. Fields stand in the order of their names, as maps print theirs: all keys are
// sorted.
type runJSON struct {
	Binds        []bindJSON            `json:"binds"`
	Devices      map[string]deviceJSON `json:"devices"`
	Durability   durabilityJSON        `json:"durability"`
	Fairness     fairnessJSON          `json:"fairness"`
	Header       headerJSON            `json:"header"`
	Histogram    []bucketJSON          `json:"histogram,omitempty"`
	InnoDB       innodbJSON            `json:"innodb"`
	Interrupted  string                `json:"interrupted,omitempty"`
	Interval     map[string]float64    `json:"interval"`
	Machine      machineJSON           `json:"machine"`
	Next         string                `json:"next,omitempty"`
	Outages      []outageJSON          `json:"outages,omitempty"`
	Partial      bool                  `json:"partial"`
	Replications []replicationJSON     `json:"replications,omitempty"`
	Results      map[string]float64    `json:"results"`
	Series       map[string][]number   `json:"series"`
	Stationary   bool                  `json:"stationary"`
	Statistics   statisticsJSON        `json:"statistics"`
	Thresholds   []verdictJSON         `json:"thresholds,omitempty"`
	Tuned        []tunedJSON           `json:"tuned,omitempty"`
	Waits        map[string]float64    `json:"waits"`
	WaitsSlowest map[string]float64    `json:"waits_slowest"`
	Warnings     []string              `json:"warnings"`
}

type bindJSON struct {
	Load     number `json:"load"`
	Resource string `json:"resource"`
	Share    number `json:"share"`
}

type deviceJSON struct {
	QueueSize        number `json:"aqu_sz"`
	Cap              string `json:"cap"`
	FlushAwait       number `json:"f_await"`
	FlushesPerSec    number `json:"f_per_sec"`
	Profile          string `json:"profile"`
	ReadAwait        number `json:"r_await"`
	ReadsPerSec      number `json:"r_per_sec"`
	ReadBytesPerSec  number `json:"read_bytes_per_sec"`
	Util             number `json:"util"`
	WriteAwait       number `json:"w_await"`
	WritesPerSec     number `json:"w_per_sec"`
	WriteBytesPerSec number `json:"write_bytes_per_sec"`
}

type durabilityJSON struct {
	LostCommitsMax number       `json:"lost_commits_max"`
	LostWindow     number       `json:"lost_window_ms"`
	Recovery       recoveryJSON `json:"recovery"`
	RecoveryTime   number       `json:"recovery_seconds"`
	ShutdownTime   number       `json:"shutdown_seconds"`
	TornPages      bool         `json:"torn_pages"`
	Why            []string     `json:"why"`
}

type fairnessJSON struct {
	EventsAvg     number `json:"events_avg"`
	EventsStddev  number `json:"events_stddev"`
	SecondsAvg    number `json:"execution_seconds_avg"`
	SecondsStddev number `json:"execution_seconds_stddev"`
}

type headerJSON struct {
	Device         string `json:"device"`
	Digest         string `json:"digest"`
	Host           string `json:"host"`
	Rate           number `json:"rate"`
	ReportInterval number `json:"report_interval_seconds"`
	Scenario       string `json:"scenario"`
	Seed           uint64 `json:"seed"`
	Server         string `json:"server"`
	Threads        int    `json:"threads"`
	Steady         bool   `json:"warmup_auto,omitempty"`
	Version        string `json:"version"`
	Warmup         number `json:"warmup_seconds"`
	Workload       string `json:"workload"`
}

type bucketJSON struct {
	Count int64  `json:"count"`
	MS    number `json:"ms"`
}

type innodbJSON struct {
	AsyncAge           uint64      `json:"async_age"`
	Bytes              bytesJSON   `json:"bytes"`
	CheckpointAge      uint64      `json:"checkpoint_age"`
	DirtyPages         int         `json:"dirty_pages"`
	DoublewriteBatches uint64      `json:"doublewrite_batches"`
	DoublewritePages   uint64      `json:"doublewrite_pages"`
	FreePages          int         `json:"free_pages"`
	History            uint64      `json:"history_list_length"`
	PagesFlushed       flushedJSON `json:"pages_flushed_per_sec"`
	PoolPages          int         `json:"pool_pages"`
	RedoCapacity       uint64      `json:"redo_capacity"`
	RedoFsyncs         number      `json:"redo_fsyncs_per_commit"`
	SoftLimit          uint64      `json:"soft_limit"`
	SyncAge            uint64      `json:"sync_age"`
	Amplification      *number     `json:"write_amplification"`
}

type bytesJSON struct {
	Binlog      number `json:"binlog"`
	Data        number `json:"data"`
	Doublewrite number `json:"doublewrite"`
	LSN         number `json:"lsn"`
	RedoFiles   number `json:"redo_files"`
	Undo        number `json:"undo"`
}

type flushedJSON struct {
	Adaptive number `json:"adaptive"`
	Dirty    number `json:"dirty"`
	Idle     number `json:"idle"`
	LRU      number `json:"lru"`
	Single   number `json:"single"`
	Sync     number `json:"sync"`
}

type machineJSON struct {
	EventsPerSecond number `json:"events_per_second"`
	Jobs            int    `json:"jobs"`
	TimesRealTime   number `json:"times_real_time"`
	WallSeconds     number `json:"wall_seconds"`
}

type replicationJSON struct {
	EventDigest string             `json:"event_digest"`
	Results     map[string]float64 `json:"results"`
	Seed        uint64             `json:"seed"`
}

type statisticsJSON struct {
	Down          number `json:"down_seconds"`
	EventDigest   string `json:"event_digest"`
	Events        uint64 `json:"events"`
	Ignored       uint64 `json:"ignored_errors"`
	LatencyMin    number `json:"latency_min_ms"`
	LatencyAt     number `json:"latency_percentile_ms"`
	LatencySum    number `json:"latency_sum_ms"`
	Other         uint64 `json:"other"`
	Percentile    int    `json:"percentile"`
	Read          uint64 `json:"read"`
	Reconnects    uint64 `json:"reconnects"`
	Simulated     number `json:"simulated_seconds"`
	Transactions  uint64 `json:"transactions"`
	WindowSeconds number `json:"window_seconds"`
	WindowStart   number `json:"window_start_seconds"`
	Write         uint64 `json:"write"`
}

type verdictJSON struct {
	Limit number  `json:"limit"`
	Name  string  `json:"name"`
	OK    bool    `json:"ok"`
	Op    string  `json:"op"`
	Value *number `json:"value"`
}

// JSON prints the run indented and with sorted keys; what was not measured is absent or null.
func JSON(w io.Writer, r *Run) error {
	return document.Write(w, toDocument(r))
}

// toDocument gathers the facts of the text.
func toDocument(r *Run) runJSON {
	res := r.Result
	d := runJSON{
		Binds:        bindList(res.Binds),
		Devices:      deviceMap(res.Devices),
		Durability:   toDurability(res.Durability),
		Fairness:     toFairness(res),
		Header:       toHeader(r.Header),
		InnoDB:       toInnoDB(res.State),
		Interrupted:  r.Partial,
		Interval:     r.intervals(),
		Machine:      toMachine(r),
		Next:         r.Next,
		Outages:      outageList(res.Outages),
		Partial:      r.Partial != "",
		Replications: replicationList(r.Replications),
		Results:      r.Results(),
		Series:       map[string][]number{},
		Statistics:   toStatistics(r),
		Stationary:   res.Stationary,
		Thresholds:   verdictList(r.Thresholds),
		Tuned:        tunedList(res.Tuned),
		Waits:        map[string]float64{},
		WaitsSlowest: map[string]float64{},
		Warnings:     append(append([]string{}, r.Warnings...), res.Warnings...),
	}
	for _, c := range allColumns(r) {
		d.Series[c.name] = c.values
	}
	for _, w := range waitTable(res) {
		d.Waits[w.class], d.WaitsSlowest[w.class] = w.ms, w.slowestMS
	}
	if r.Options.Histogram {
		for _, k := range buckets(res) {
			d.Histogram = append(d.Histogram, bucketJSON{k.count, number(k.ms)})
		}
	}
	return d
}

func bindList(all []engine.Bind) []bindJSON {
	out := make([]bindJSON, len(all))
	for i, b := range all {
		out[i] = bindJSON{number(b.Load), b.Resource, number(b.Share)}
	}
	return out
}

func deviceMap(all []engine.DeviceResult) map[string]deviceJSON {
	out := make(map[string]deviceJSON, len(all))
	for _, d := range all {
		out[d.Name] = deviceJSON{
			QueueSize: number(d.QueueSize), Cap: d.Binding, FlushAwait: number(d.FlushAwait),
			FlushesPerSec: number(d.FlushesPerSec), Profile: d.Profile, ReadAwait: number(d.ReadAwait),
			ReadsPerSec: number(d.ReadsPerSec), ReadBytesPerSec: number(d.ReadBytesPerSec), Util: number(d.Util),
			WriteAwait: number(d.WriteAwait), WritesPerSec: number(d.WritesPerSec),
			WriteBytesPerSec: number(d.WriteBytesPerSec),
		}
	}
	return out
}

func toDurability(d engine.Durability) durabilityJSON {
	return durabilityJSON{
		LostCommitsMax: number(d.LostCommitsMax), LostWindow: number(d.LostWindow.Millis()),
		Recovery: toRecovery(d.Recovery), RecoveryTime: number(d.RecoveryTime), ShutdownTime: number(d.ShutdownTime), TornPages: d.TornPages, Why: append([]string{}, d.Why...),
	}
}

func toFairness(r *engine.Result) fairnessJSON {
	e, s := spread(r)
	return fairnessJSON{number(e.mean), number(e.dev), number(s.mean), number(s.dev)}
}

func toHeader(h Header) headerJSON {
	return headerJSON{
		Device: h.Device, Digest: h.Digest, Host: h.Host, Rate: number(h.Rate),
		ReportInterval: number(h.ReportInterval.Seconds()), Scenario: h.Scenario, Seed: h.Seed, Server: h.Server,
		Threads: h.Threads, Steady: h.Steady, Version: h.Version, Warmup: number(h.Warmup.Seconds()), Workload: h.Workload,
	}
}

func toInnoDB(s engine.State) innodbJSON {
	b, f := s.Bytes, s.FlushedBy
	out := innodbJSON{
		AsyncAge: s.AsyncAge,
		Bytes: bytesJSON{
			number(b.Binlog), number(b.Data), number(b.Doublewrite),
			number(b.LSN), number(b.RedoFiles), number(b.Undo),
		},
		CheckpointAge: s.LSN - min(s.Checkpoint, s.LSN), DirtyPages: s.DirtyPages,
		DoublewriteBatches: s.DoublewriteBatches, DoublewritePages: s.DoublewritePages, FreePages: s.FreePages,
		History: s.HistoryList,
		PagesFlushed: flushedJSON{
			number(f.Adaptive), number(f.Dirty), number(f.Idle), number(f.LRU), number(f.Single), number(f.Sync),
		},
		PoolPages: s.PoolPages, RedoCapacity: s.RedoCapacity, RedoFsyncs: number(s.RedoFsyncsPerCommit),
		SoftLimit: s.RedoSoftLimit, SyncAge: s.SyncAge,
	}
	if b.LSN > 0 {
		n := number((b.RedoFiles + b.Doublewrite + b.Data + b.Undo + b.Binlog) / b.LSN)
		out.Amplification = &n
	}
	return out
}

func toMachine(r *Run) machineJSON {
	return machineJSON{
		EventsPerSecond: number(ratio(float64(r.Result.Events), r.Machine.WallSeconds)),
		Jobs:            r.Machine.Jobs,
		TimesRealTime:   number(ratio(r.Result.Simulated.Seconds(), r.Machine.WallSeconds)),
		WallSeconds:     number(r.Machine.WallSeconds),
	}
}

func replicationList(all []Replication) []replicationJSON {
	if len(all) < 2 {
		return nil
	}
	out := make([]replicationJSON, len(all))
	for i, one := range all {
		out[i] = replicationJSON{fmt.Sprintf("%016x", one.Digest), document.Finite(one.Results), one.Seed}
	}
	return out
}

func toStatistics(run *Run) statisticsJSON {
	r := run.Result
	low, _, _, sum := latencies(r)
	return statisticsJSON{
		Down: number(r.DownTime().Seconds()), EventDigest: fmt.Sprintf("%016x", r.Digest), Events: r.Events, Ignored: r.SQL.Ignored,
		LatencyMin: number(low), LatencySum: number(sum), Other: r.SQL.Other,
		LatencyAt: number(percentileMS(r, float64(run.Options.Percentile))), Percentile: run.Options.Percentile,
		Read: r.SQL.Read, Reconnects: r.SQL.Reconnects,
		Simulated: number(r.Simulated.Seconds()), Transactions: r.SQL.Transactions,
		WindowSeconds: number(r.Window.Seconds()), WindowStart: number(sim.Duration(r.WindowStart).Seconds()), Write: r.SQL.Write,
	}
}

func verdictList(all []Verdict) []verdictJSON {
	out := make([]verdictJSON, len(all))
	for i, v := range all {
		out[i] = verdictJSON{Limit: number(v.Limit), Name: v.Name, OK: v.OK, Op: v.Op}
		if v.Known {
			value := number(v.Value)
			out[i].Value = &value
		}
	}
	return out
}
