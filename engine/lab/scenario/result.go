package scenario

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim/unit"
)

// Metric is a name of the results of a run.
type Metric struct{ Name, Unit, Help string }

// Metrics returns every name of results, in the order of reports.
func Metrics() []Metric { return slices.Clone(metrics[:]) }

// metrics are the names that measured values, thresholds, JSON and error tables share.
var metrics = [...]Metric{
	{"tps", "1/s", "transactions"},
	{"qps", "1/s", "statements, BEGIN and COMMIT included"},
	{"rw_requests", "1/s", "statements without BEGIN and COMMIT"},
	{"latency.avg", "ms", "transaction response time, mean over the window"},
	{"latency.p50", "ms", "its median"},
	{"latency.p95", "ms", "its 95th percentile"},
	{"latency.p99", "ms", "its 99th percentile"},
	{"latency.p999", "ms", "its 99.9th percentile"},
	{"latency.max", "ms", "the longest"},
	{"latency.p99_1s", "ms", "median over the seconds of each second's 99th percentile, in sysbench's buckets"},
	{"data_reads_per_trx", "pages", "page reads from data and undo files"},
	{"pages_written_per_trx", "pages", "page writes to data and undo files"},
	{"single_page_flushes_per_trx", "", "by clients that found no free page"},
	{"wait_free_per_trx", "", "waits for a free page"},
	{"pages_flushed.adaptive", "1/s", "pages flushed for the age of the redo log"},
	{"pages_flushed.dirty", "1/s", "pages flushed for the share of dirty pages"},
	{"pages_flushed.sync", "1/s", "pages flushed for an urgent checkpoint"},
	{"pages_flushed.idle", "1/s", "pages flushed while idle"},
	{"pages_flushed.lru", "1/s", "pages flushed at the end of the LRU list"},
	{"pages_flushed.single", "1/s", "pages flushed by clients"},
	{"dblwr_writes_per_trx", "writes", "write calls to the doublewrite files; a batch is one"},
	{"redo_fsyncs_per_trx", "fsyncs", "syncs of the redo log"},
	{"data_fsyncs_per_trx", "fsyncs", "syncs of data, undo and doublewrite files"},
	{"redo_bytes_per_trx", "bytes", "LSN growth"},
	{"redo_written_per_trx", "bytes", "bytes written to redo files, rewritten blocks included"},
	{"page_splits_per_trx", "", "B-tree pages split"},
	{"page_merges_per_trx", "", "B-tree pages merged"},
	{"checkpoint_age", "bytes", "at the end of the window"},
	{"dirty_pages", "pages", "at the end of the window"},
	{"free_pages", "pages", "at the end of the window"},
	{"history_list_length", "transactions", "mean of the last ten report intervals, in whole teeth: a single look would find any point of a saw-tooth"},
	{"server_cpu_ms_per_trx", "ms", "CPU time of the server, all threads"},
	{"client_cpu_ms_per_trx", "ms", "CPU time of the load generator"},
	{"cpu_busy", "0..1", "of all CPUs"},
	{"read_await", "ms", "mean time of a read"},
	{"write_await", "ms", "mean time of a write"},
	{"redo_fsync_await", "ms", "mean time of a redo sync"},
	{"device_reads_per_trx", "requests", "read requests of the block device"},
	{"device_writes_per_trx", "requests", "write requests of the block device"},
	{"device_flushes_per_trx", "requests", "flush requests of the block device"},
	{"device_kb_written_per_trx", "KiB", "bytes written to the block device"},
	{"flush_await", "ms", "mean time of a flush request"},
	{"device_util", "0..1", "part of the time with a request in flight"},
	{"burst_balance", "0..1", "burst credits that the data device has left at the end of the window"},
	{"extension_reads_per_trx", "pages", "page reads that the second-level cache answered"},
	{"extension_writes_per_trx", "pages", "pages written to the second-level cache"},
	{"extension_hit_share", "0..1", "part of the page reads that the second-level cache answered"},
	{"extension_fill", "0..1", "part of the second-level cache that has a page, at the end of the window"},
	{"shutdown_time", "s", "that a clean shutdown at the end of the window would need"},
	{"recovery_time", "s", "that a crash at the end of the window would need"},
	{"lost_commits_max", "transactions", "acknowledged commits that a power cut can lose"},
	{"torn_pages", "0/1", "a power cut can leave a torn page that nothing repairs"},
}

func metric(name string) (Metric, bool) {
	for _, m := range metrics {
		if m.Name == name {
			return m, true
		}
	}
	return Metric{}, false
}

func metricNames() []string {
	names := make([]string, len(metrics))
	for i, m := range metrics {
		names[i] = m.Name
	}
	return names
}

// Threshold is a condition on a result.
type Threshold struct {
	Name  string
	Op    string // >=, <=, <, >, == or !=
	Value float64
}

// Holds reports whether a result satisfies the threshold.
func (t Threshold) Holds(x float64) bool {
	switch t.Op {
	case ">=":
		return x >= t.Value
	case "<=":
		return x <= t.Value
	case ">":
		return x > t.Value
	case "<":
		return x < t.Value
	case "==":
		return x == t.Value
	}
	return x != t.Value
}

// String prints the threshold as ParseThreshold reads it.
func (t Threshold) String() string {
	return t.Name + " " + t.Op + " " + strconv.FormatFloat(t.Value, 'g', -1, 64)
}

var condition = regexp.MustCompile(`^\s*([\w.]+)\s*=?\s*(>=|<=|==|!=|<|>|=)\s*(\S+)\s*$`)

// ParseThreshold reads "latency.p99 < 20ms", and the form of a scenario, "latency.p99 = < 20ms". A value
// may carry the unit of its result.
func ParseThreshold(text string) (Threshold, error) {
	for _, wrong := range []string{"=>", "=<"} {
		if strings.Contains(text, wrong) {
			return Threshold{}, fmt.Errorf("%s is no comparison; did you mean %c=?", wrong, wrong[1])
		}
	}
	m := condition.FindStringSubmatch(text)
	if m == nil {
		return Threshold{}, fmt.Errorf("not a condition; allowed: NAME >= VALUE, with >=, <=, <, >, == or !=")
	}
	name := strings.ToLower(m[1])
	known, ok := metric(name)
	if !ok {
		if near := profile.Nearest(name, metricNames(), 3); near != "" {
			return Threshold{}, fmt.Errorf("unknown result %s; did you mean %s?", name, near)
		}
		return Threshold{}, fmt.Errorf("unknown result %s; see innosim list metrics", name)
	}
	v, err := known.parse(m[3])
	if err != nil {
		return Threshold{}, err
	}
	op := m[2]
	if op == "=" {
		op = "=="
	}
	return Threshold{Name: name, Op: op, Value: v}, nil
}

// parse reads a value in the metric's unit, or one that carries another unit of the same kind.
func (m Metric) parse(text string) (float64, error) {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return 0, fmt.Errorf("%s is not a finite number", text)
		}
		return x, nil
	}
	switch m.Unit {
	case "ms", "s":
		d, err := unit.ParseDuration(text)
		if err != nil {
			return 0, err
		}
		if m.Unit == "s" {
			return d.Seconds(), nil
		}
		return d.Millis(), nil
	case "bytes", "KiB":
		b, err := unit.ParseBytes(text)
		if err != nil {
			return 0, err
		}
		if m.Unit == "KiB" {
			return float64(b) / 1024, nil
		}
		return float64(b), nil
	case "0..1":
		return unit.ParseShare(text)
	}
	return 0, fmt.Errorf("%s is not a number", text)
}

func (p *parser) thresholds() {
	p.each("thresholds", func(l line) {
		text := l.name
		if !l.bare {
			text += " = " + l.value
		}
		t, err := ParseThreshold(strings.NewReplacer("> =", ">=", "< =", "<=").Replace(text))
		if err != nil {
			p.fault(l.fault(err.Error()))
			return
		}
		p.sc.Thresholds = append(p.sc.Thresholds, t)
	})
}

func (p *parser) measured() {
	judge, judged := line{}, false
	for _, s := range p.r.sections {
		if strings.EqualFold(s.section, "measured") {
			p.sc.Measured = map[string]float64{}
		}
	}
	p.each("measured", func(l line) {
		if p.sc.Measured == nil {
			p.sc.Measured = map[string]float64{}
		}
		if l.key() == "judge" {
			judge, judged = l, true
			return
		}
		p.measure(l)
	})
	switch {
	case !judged:
		for _, m := range metrics {
			if _, ok := p.sc.Measured[m.Name]; ok {
				p.sc.Judge = append(p.sc.Judge, m.Name)
			}
		}
	case !strings.EqualFold(judge.value, "none"):
		p.judge(judge)
	}
}

func (p *parser) measure(l line) {
	name := strings.ToLower(l.name)
	m, ok := metric(name)
	if !ok {
		p.unknownKey(l, metricNames())
		return
	}
	x, err := m.parse(l.value)
	if err != nil {
		p.fault(l.fault(err.Error()))
		return
	}
	p.sc.Measured[name] = x
}

func (p *parser) judge(l line) {
	for _, name := range strings.FieldsFunc(l.value, func(r rune) bool { return r == ',' || r == ' ' }) {
		if _, ok := p.sc.Measured[name]; !ok {
			f := l.fault(name + " was not measured")
			if near := profile.Nearest(name, metricNames(), 3); near != name {
				f.Nearest = near
			}
			p.fault(f)
			continue
		}
		if !slices.Contains(p.sc.Judge, name) {
			p.sc.Judge = append(p.sc.Judge, name)
		}
	}
}
