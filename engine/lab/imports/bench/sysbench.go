package bench

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// reader goes through sysbench logs.
type reader struct {
	facts *fact.Facts
	file  string
	run   *fact.Run
	words map[string]string // of a command line, until its run begins
	block string            // of the closing block: "latency", "queries"
}

// mostRuns of one file are kept.
const mostRuns = 1000

// ReadSysbench reads a log of any version, with any number of runs.
func ReadSysbench(lines *fact.Lines, file string, f *fact.Facts) {
	r := &reader{facts: f, file: file}
	for lines.Next() {
		r.line(lines.Text(), lines.No())
	}
	r.end()
}

func (r *reader) end() {
	if r.run != nil && (r.run.Complete || r.run.Series.Lines > 0) && len(r.facts.Runs) < mostRuns {
		finish(r.run)
		r.facts.Runs = append(r.facts.Runs, *r.run)
		r.facts.Known++
	}
	r.run = nil
}

// begin starts a run at its version line, or without one at what comes first.
func (r *reader) begin(program string, no int) {
	r.end()
	r.run = &fact.Run{
		Where: fact.Where{File: r.file, Line: no}, Program: program, Options: map[string]string{}, Results: map[string]float64{},
	}
	for k, v := range r.words {
		r.run.Options[k] = v
	}
	r.words, r.block = nil, ""
}

func (r *reader) line(text string, no int) {
	t := strings.TrimSpace(text)
	switch {
	case t == "":
	case t[0] == '[' || t[0] >= '0' && t[0] <= '9' && strings.Count(t, ",") >= 8:
		r.interval(t, no)
	case isVersion(t):
		program, _, _ := strings.Cut(t, " (")
		program, _, _ = strings.Cut(program, ":")
		r.begin(program, no)
	case strings.Contains(t, "sysbench") && strings.Contains(t, "--"):
		r.words = commandLine(t)
	default:
		r.closing(t, no)
	}
}

// isVersion is "sysbench 1.0.20 (using …" or "sysbench 0.4.12:  multi-threaded …".
func isVersion(t string) bool {
	rest, ok := strings.CutPrefix(t, "sysbench ")
	return ok && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

var script = regexp.MustCompile(`(?:^|/)((?:oltp|select|bulk)[a-z_]*|tpcc)(?:\.lua)?$`)

// commandLine takes the options and the script from sysbench's command line.
func commandLine(t string) map[string]string {
	out := map[string]string{}
	for _, w := range strings.Fields(t) {
		if name, ok := strings.CutPrefix(w, "--"); ok {
			name, value, _ := strings.Cut(name, "=")
			out[strings.ReplaceAll(name, "_", "-")] = strings.Trim(value, `"'`)
			if name == "test" {
				w = strings.Trim(value, `"'`)
			}
		}
		if m := script.FindStringSubmatch(w); m != nil {
			out["script"] = m[1]
		}
	}
	return out
}

// interval reads a line of intermediate results: sysbench's own of 0.5 and of 1.x, and the CSV that its hooks print:
// second, threads, tps, qps, reads, writes, other, percentile, errors, reconnects.
func (r *reader) interval(t string, no int) {
	var tps, lat float64
	var ok bool
	if strings.HasPrefix(t, "[") {
		if tps, ok = fact.After(t, "tps:"); !ok {
			return
		}
		if lat, ok = fact.After(t, "%): "); !ok {
			lat, _ = fact.After(t, "response time:")
		}
	} else {
		f := strings.SplitN(t, ",", 9)
		if tps, ok = fact.Number(f[2]); !ok {
			return
		}
		lat, _ = fact.Number(f[7])
	}
	if r.run == nil || r.run.Complete {
		r.begin("sysbench", no)
	}
	s := &r.run.Series
	s.Lines++
	s.Sum += tps
	s.Max = max(s.Max, tps)
	s.MaxP = max(s.MaxP, lat)
	if tps == 0 {
		s.Zero++
	}
	if threads, ok := fact.After(t, "thds:"); ok && r.run.Options["threads"] == "" {
		r.run.Options["threads"] = strconv.Itoa(int(threads))
	}
}

// numbers are the lines of the closing block, in all versions: their beginning and what they say; "/s" takes the
// number in parentheses.
var numbers = [...]struct{ begin, block, result string }{
	{"read:", "queries", "read"}, {"write:", "queries", "write"}, {"other:", "queries", "other"},
	{"transactions:", "", "transactions"}, {"transactions:", "", "tps/s"}, {"queries:", "", "qps/s"},
	{"read/write requests:", "", "rw_requests/s"}, {"ignored errors:", "", "errors"}, {"deadlocks:", "", "errors"},
	{"total time:", "", "seconds"}, {"time elapsed:", "", "seconds"}, {"total number of events:", "", "events"},
	{"avg:", "latency", "latency.avg"}, {"max:", "latency", "latency.max"}, {"min:", "latency", "latency.min"},
}

func (r *reader) closing(t string, no int) {
	switch {
	case strings.HasPrefix(t, "queries performed"), strings.HasPrefix(t, "SQL statistics"),
		strings.HasPrefix(t, "OLTP test statistics"):
		if r.run == nil || r.run.Complete && strings.HasSuffix(t, "statistics:") {
			r.begin("sysbench", no)
		}
		r.run.Complete, r.block = true, "queries"
	case strings.HasPrefix(t, "Latency"), strings.HasPrefix(t, "per-request statistics"), strings.HasPrefix(t, "response time:"):
		r.block = "latency"
	case strings.HasPrefix(t, "Threads fairness"):
		r.block = ""
	}
	if r.run == nil {
		return
	}
	r.header(t)
	for _, n := range numbers {
		rest, ok := strings.CutPrefix(t, n.begin)
		if !ok || n.block != "" && n.block != r.block {
			continue
		}
		name, perSecond := strings.CutSuffix(n.result, "/s")
		if perSecond {
			_, rest, _ = strings.Cut(rest, "(")
		}
		if v, ok := fact.Leading(rest); ok {
			r.run.Results[name] = v
		}
	}
	if p, rest, ok := strings.Cut(t, "percentile:"); ok {
		p = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(p), "approx."))
		p = strings.TrimRight(p, "stndrh ")
		if v, ok := fact.Leading(rest); ok {
			r.run.Results["latency.p"+strings.Replace(p, ".", "", 1)] = v
		}
	}
}

// header reads what a log says of its options.
func (r *reader) header(t string) {
	for begin, option := range map[string]string{
		"Number of threads:": "threads", "Warmup time:": "warmup-time", "Target transaction rate:": "rate",
	} {
		if v, ok := fact.After(t, begin); ok && strings.HasPrefix(t, begin) {
			r.run.Options[option] = strconv.FormatFloat(v, 'f', -1, 64)
		}
	}
	if rest, ok := strings.CutPrefix(t, "Using "); ok && strings.Contains(rest, " distribution") {
		r.run.Options["rand-type"] = strings.ToLower(strings.Fields(rest)[0])
	}
	switch t {
	case "Running mixed OLTP test":
		r.run.Options["script"] = "oltp_read_write"
	case "Doing read-only test", "Running read-only OLTP test":
		r.run.Options["script"] = "oltp_read_only"
	}
}

// finish works out what the log does not print itself.
func finish(x *fact.Run) {
	r := x.Results
	if x.Series.Lines > 0 && r["tps"] == 0 {
		r["tps"] = x.Series.Sum / float64(x.Series.Lines)
	}
	if n := r["transactions"]; n > 0 && r["seconds"] > 0 && r["qps"] == 0 {
		r["qps"] = (r["read"] + r["write"] + r["other"]) / r["seconds"]
	}
}
