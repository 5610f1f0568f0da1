package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/schematest"
	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/sim"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// synthetic is a run of round figures that fills every section.
func synthetic() *Run {
	latency := hdrhistogram.New(1, 3_600_000_000, 3)
	for i := range 1000 {
		_ = latency.RecordValue(int64(4000 + 40*i))
	}
	res := &engine.Result{
		Results: map[string]float64{
			"tps": 333.25, "qps": 1999.5, "latency.avg": 24.01, "latency.p95": 42.61, "latency.max": 112.1,
			"checkpoint_age": 83886080, "flush_await": math.NaN(),
		},
		Interval:    map[string]float64{"tps": 4.1, "qps": math.Inf(1)},
		WindowStart: 2 * sim.Time(sim.Second), Window: 3 * sim.Second, Simulated: 5 * sim.Second, Digest: 0xfeed, Events: 1_500_000, Stationary: true,
		SQL:     engine.SQL{Read: 0, Write: 4000, Other: 1998, Transactions: 1000, Ignored: 3},
		Latency: latency,
		Threads: []engine.ThreadResult{
			{Events: 501, Busy: 2990 * sim.Millisecond}, {Events: 499, Busy: 2970 * sim.Millisecond},
		},
		Waits: []engine.Share{
			{Class: "cpu", MS: 1.51}, {Class: "page_read", MS: 16.5}, {Class: "log_flush", MS: 6},
		},
		WaitsSlowest: []engine.Share{
			{Class: "page_read", MS: 30}, {Class: "free_page", MS: 60}, {Class: "log_flush", MS: 12},
			{Class: "idle", MS: 0},
		},
		Devices: []engine.DeviceResult{
			{Name: "data", Profile: "essd-pl1", ReadsPerSec: 730.5, WritesPerSec: 950.25, FlushesPerSec: 12,
				ReadBytesPerSec: 11968512, WriteBytesPerSec: 15568896, ReadAwait: 5.67,
				WriteAwait: 4.914, FlushAwait: 5.2,
				QueueSize: 8.81, Util: 0.993, Binding: "iops"},
			{Name: "redo", WritesPerSec: 140, FlushesPerSec: 140, WriteBytesPerSec: 1e6, ReadAwait: math.NaN(),
				WriteAwait: 0.9},
		},
		Series: engine.Series{
			Interval: sim.Second, Names: []string{"tps", "cpu_busy"},
			Columns: [][]float32{{1, 2, 3, 4, 5}, {0.1, 0.2, float32(math.NaN()), 0.4, 0.5}},
		},
		Status: []engine.Value{{Name: "Aborted_clients", Value: "0"}, {Name: "Innodb_buffer_pool_resize_status"}},
		State: engine.State{
			LSN: 19409028, Written: 19409020, Flushed: 19409000, AddedDirty: 19409028, OldestDirty: 19049434,
			Checkpoint: 19049000, RedoCapacity: 104857600, RedoSoftLimit: 83886080, SyncAge: 75000000,
			AsyncAge:  65000000,
			PoolPages: 8191, FreePages: 7183, LRUPages: 1008, OldPages: 364, DirtyPages: 219,
			Instances: []engine.InstanceState{
				{Pages: 4096, Free: 3600, LRU: 496, Old: 180, Dirty: 119},
				{Pages: 4095, Free: 3583, LRU: 512, Old: 184, Dirty: 100},
			},
			PagesMadeYoung: 30, PagesNotMadeYoung: 1484, PagesRead: 848, PagesCreated: 161, PagesWritten: 16,
			HistoryList: 212, TrxIDCounter: 1546, PendingReads: 5, PendingLRU: 3, PendingList: 2, PendingSingle: 1,
			FileReads: 875, FileWrites: 107, FileSyncs: 63, LogIOs: 55, RowsUpdated: 2000, RowsInserted: 1000,
			RowsDeleted:  1000,
			MasterActive: 5, FlushedBy: engine.FlushedPages{Adaptive: 120, Dirty: 10.5, LRU: 400.25, Single: 700},
			DoublewriteBatches: 20, DoublewritePages: 640, RedoFsyncsPerCommit: 0.411,
			Bytes:         engine.WriteBytes{LSN: 1e6, RedoFiles: 1.6e6, Doublewrite: 8e6, Data: 8e6, Undo: 4e5},
			ReadIOThreads: 4, WriteIOThreads: 4,
			Rates: map[string]float64{
				RatePageGets: 10000, RatePagesRead: 290, RateFileReads: 368.5, RateFileReadBytes: 13120000,
			},
		},
		Binds: []engine.Bind{
			{Resource: "data device (page reads)", Load: 0.99, Share: 0.69}, {Resource: "CPU", Load: 0.31, Share: 0.06},
		},
		Durability: engine.Durability{
			LostCommitsMax: 340, LostWindow: sim.Second, RecoveryTime: 4.2, ShutdownTime: 1.5,
			Recovery: recovery.Report{
				Ready: 4200 * sim.Millisecond, Rollback: 20 * sim.Millisecond, Batches: 1, RedoBytes: 80 << 20,
				PagesRead: 9000, PagesApplied: 7000, PagesWritten: 7000,
				Phases: []recovery.Phase{{Name: "scan", Time: 1200 * sim.Millisecond}, {Name: "apply", Time: 3 * sim.Second}},
			},
			Why: []string{"innodb_flush_log_at_trx_commit = 2: the log is synced once a second."},
		},
		Outages: []engine.Outage{{
			At: 30 * sim.Time(sim.Second), Action: "crash", Down: 5 * sim.Second, Lost: 12, Unlogged: 2, Torn: 3, Repaired: 3,
			Redo: 1 << 20, Read: 40, Applied: 30, Written: 30, Rollback: sim.Millisecond,
			Phases: []recovery.Phase{{Name: "scan", Time: 5 * sim.Second}},
		}},
		Warnings: []string{"the redo log is smaller than 15 minutes of writes"},
	}
	r := &Run{
		Header: Header{
			Header: document.Header{
				Version: "0.1.0", Scenario: "golden", Server: "mysql-9.7", Host: "lab-vm-2 (2 CPUs, 24 GiB)",
				Device: "data: essd-pl1 500 GiB", Workload: "oltp_write_only, 8 tables of 400000 rows, 2 threads, uniform",
				Seed:   7,
				Digest: "0123456789abcdef",
			},
			Threads: 2, Warmup: 2 * sim.Second, ReportInterval: sim.Second,
		},
		Result:  res,
		Options: Options{Percentile: 95},
		Machine: Machine{WallSeconds: 0.25, Jobs: 1},
	}
	for i := range 5 {
		r.Lines = append(r.Lines, engine.IntervalLine{
			At: sim.Time(i+1) * sim.Time(sim.Second), Threads: 2, TPS: 330 + float64(i), QPS: 1980,
			WriteQPS: 1320, OtherQPS: 660, LatencyMS: 41.85, CheckpointPct: 41.2, DirtyPct: 62, Free: 1024,
		})
	}
	return r
}

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

func TestGolden(t *testing.T) {
	for _, f := range Formats() {
		if f.Name == "html" {
			continue // its data are JSON's, the rest is package page's
		}
		t.Run(f.Name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, f.Print(&b, synthetic()))
			golden(t, f.Name+".txt", b.Bytes())
			require.NotContains(t, b.String(), "NaN")
			require.NotContains(t, b.String(), "Inf")
		})
	}
}

// TestHTMLHoldsTheJSON: the page's numbers are those of --format json.
func TestHTMLHoldsTheJSON(t *testing.T) {
	var page, doc bytes.Buffer
	require.NoError(t, HTML(&page, synthetic()))
	require.NoError(t, JSON(&doc, synthetic()))
	_, rest, _ := strings.Cut(page.String(), `id="data">`)
	data, _, _ := strings.Cut(rest, "</script>")
	require.JSONEq(t, doc.String(), data)
}

// detailed is a partial run with everything that is optional.
func detailed() *Run {
	r := synthetic()
	r.Partial, r.Result.Stationary = "interrupted after 3s of the measured window", false
	r.Warnings = []string{"my.cnf:3: innodb_foo = 1 is not modelled"}
	r.Options = Options{Percentile: 75, Histogram: true, Color: true}
	r.Replications = []Replication{
		{1, 0xa, map[string]float64{"tps": 330, "cpu_busy": 0.5}},
		{2, 0xb, map[string]float64{"tps": 340}},
		{3, 0xc, map[string]float64{"tps": 350, "torn_pages": math.NaN()}},
	}
	r.Thresholds = []Verdict{
		{"tps", ">=", 1000, 340, true, false},
		{"latency.p99", "<", 50, 43.6, true, true}, {"torn_pages", "==", 0, 0, false, false},
	}
	return r
}

func TestGoldenDetailed(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Text(&b, detailed()))
	golden(t, "text-detailed.txt", b.Bytes())
	b.Reset()
	require.NoError(t, JSON(&b, detailed()))
	golden(t, "json-detailed.txt", b.Bytes())
}

func TestInnoDBStatusOfEveryFamily(t *testing.T) {
	for _, server := range []string{"mysql-5.7", "mysql-8.4", "mariadb-11.4"} {
		r := synthetic()
		r.Header.Server = server
		r.Result.State.Instances = nil
		var b bytes.Buffer
		require.NoError(t, InnoDBStatus(&b, r))
		golden(t, "innodb-status-"+server+".txt", b.Bytes())
	}
}

func TestJSONHoldsToSchema(t *testing.T) {
	for _, r := range []*Run{synthetic(), detailed(), {Result: &engine.Result{}}} {
		var b bytes.Buffer
		require.NoError(t, JSON(&b, r))
		schematest.Valid(t, Schema, b.Bytes())
	}
}

// TestJSONKeysAreSorted compares with what encoding/json makes of the same value as maps, whose keys it
// sorts.
func TestJSONKeysAreSorted(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, JSON(&b, detailed()))
	in := json.NewDecoder(bytes.NewReader(b.Bytes()))
	in.UseNumber()
	var value any
	require.NoError(t, in.Decode(&value))
	var sorted bytes.Buffer
	out := json.NewEncoder(&sorted)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	require.NoError(t, out.Encode(value))
	require.Equal(t, sorted.String(), b.String())
}

// TestEmptyResult prints a run that measured nothing: no format may fail, divide by zero or print NaN.
func TestEmptyResult(t *testing.T) {
	for _, f := range Formats() {
		var b bytes.Buffer
		require.NoError(t, f.Print(&b, &Run{Result: &engine.Result{}}), f.Name)
		if f.Name == "html" {
			continue // JavaScript has these words
		}
		require.NotContains(t, b.String(), "NaN", f.Name)
		require.NotContains(t, b.String(), "Inf", f.Name)
	}
}

// TestOnlyMachineDiffers prints one run with two wall clocks.
func TestOnlyMachineDiffers(t *testing.T) {
	a, b := toDocument(synthetic()), synthetic()
	b.Machine.WallSeconds = 77
	other := toDocument(b)
	require.NotEqual(t, a, other)
	other.Machine = a.Machine
	left, err := json.Marshal(a)
	require.NoError(t, err)
	right, err := json.Marshal(other)
	require.NoError(t, err)
	require.Equal(t, string(left), string(right))
}

// TestWaitsSumToTheResponseTime adds up the printed table.
func TestWaitsSumToTheResponseTime(t *testing.T) {
	var sum float64
	for _, w := range waitTable(synthetic().Result) {
		sum += w.ms
	}
	require.InDelta(t, synthetic().Result.Results["latency.avg"], sum, 1e-9)
}

func TestStudentInterval(t *testing.T) {
	half := halfWidths(detailed().Replications)
	require.InDelta(t, 24.84, half["tps"], 0.01) // t(2, 97.5 %) = 4.303, s = 10, n = 3
	require.NotContains(t, half, "cpu_busy")
}

func TestHeaderPrefix(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteHeader(&b, Header{Header: document.Header{Version: "1", Seed: 2}}, "# "))
	require.Equal(t, "# innosim   1\n# seed      2\n", b.String())
}

func BenchmarkText(b *testing.B) {
	r := synthetic()
	for b.Loop() {
		_ = Text(&bytes.Buffer{}, r)
	}
}

// TestWhatBinds reads the sentence for a saturated server, an idle one, and one that gets no more work.
func TestWhatBinds(t *testing.T) {
	device := engine.Bind{Resource: "data device (page reads)", Load: 0.97, Share: 0.6}
	network := engine.Bind{Resource: "network round trips", Load: 0, Share: 0.3}
	processor := engine.Bind{Resource: "CPU", Load: 0.2, Share: 0.7}
	for _, c := range []struct {
		rate  float64
		binds []engine.Bind
		want  string
	}{
		{0, nil, "Nothing was waited for."},
		{0, []engine.Bind{device}, "The throughput is limited by: data device (page reads), 97 % loaded, where 60 % of the" +
			" response time is spent."},
		{0, []engine.Bind{device, network}, "The throughput is limited by: data device (page reads), 97 % loaded, where 60 %" +
			" of the response time is spent; the next one behind it: network round trips (0 % loaded, 30 % of the response time)."},
		{0, []engine.Bind{processor}, "No resource is near its limit, the number of clients limits the throughput: most loaded" +
			" and waited for is CPU (20 % loaded, 70 % of the response time)."},
		{50, []engine.Bind{processor, network}, "No resource is near its limit, the offered rate limits the throughput: most" +
			" loaded and waited for is CPU (20 % loaded, 70 % of the response time), then network round trips (0 % loaded, 30 %" +
			" of the response time)."},
	} {
		r := &Run{Header: Header{Rate: c.rate}, Result: &engine.Result{Binds: c.binds}}
		require.Equal(t, c.want, bindsSentence(r))
	}
}

// TestMeasuredLines leaves out what came before and after the window.
func TestMeasuredLines(t *testing.T) {
	r := synthetic()
	r.Result.WindowStart, r.Result.Window = sim.Time(sim.Second), 2*sim.Second
	lines := r.measured()
	require.Len(t, lines, 2)
	require.Equal(t, 2*sim.Time(sim.Second), lines[0].At)
}
