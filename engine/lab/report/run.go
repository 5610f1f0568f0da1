package report

import (
	"io"
	"slices"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
)

// Run is everything there is to print about one run.
type Run struct {
	Header       Header
	Result       *engine.Result
	Lines        []engine.IntervalLine // of the whole run, warm-up included
	Replications []Replication         // all of them, when there is more than one; Result is the first
	Thresholds   []Verdict
	Warnings     []string // of the input; those of the run are in Result
	Next         string   // of a lesson: what to change next
	Partial      string   // how the run was interrupted; "" when it is complete
	Options      Options
	Machine      Machine
}

// Options are choices of presentation.
type Options struct {
	Percentile int  // of the interval lines and sysbench's closing block, 1 … 100; 0 leaves it out
	Histogram  bool // print the distribution of response times
	Color      bool // emphasise headings and failures with terminal colours
}

// Machine is what may differ between two equal runs.
type Machine struct {
	WallSeconds float64
	Jobs        int // replications that ran at the same time
}

// Replication is the outcome of one seed.
type Replication struct {
	Seed    uint64
	Digest  uint64
	Results map[string]float64
}

// Verdict says whether a threshold held.
type Verdict struct {
	Name  string  // result name
	Op    string  // <, <=, ==, >=, >
	Limit float64 // in the unit of the result
	Value float64
	Known bool // the run has measured the result
	OK    bool
}

// Printer writes a run in one format.
type Printer func(w io.Writer, r *Run) error

// Format is a way to print a run.
type Format struct {
	Name    string
	Foreign bool // another program's format: the header goes elsewhere
	Print   Printer
}

// Formats returns the formats of a run, in the order of the documentation.
func Formats() []Format {
	return []Format{
		{"text", false, Text},
		{"json", false, JSON},
		{"csv", true, CSV},
		{"html", false, HTML},
		{"sysbench", true, Sysbench},
		{"status", true, Status},
		{"innodb-status", true, InnoDBStatus},
		{"openmetrics", true, OpenMetrics},
		{"junit", true, JUnit},
	}
}

// Lookup finds a format by name.
func Lookup(name string) (Format, bool) {
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// measured are the interval lines of the measured window.
func (r *Run) measured() []engine.IntervalLine {
	var out []engine.IntervalLine
	for _, l := range r.Lines {
		if r.measures(l) {
			out = append(out, l)
		}
	}
	return out
}

// measures reports whether an interval belongs to the measured window.
func (r *Run) measures(l engine.IntervalLine) bool {
	begin := r.Result.WindowStart
	return l.At > begin && l.At <= begin.Add(r.Result.Window)
}

// Results are the values to judge and to print: the means of all replications, or those of the only run.
func (r *Run) Results() map[string]float64 {
	if len(r.Replications) > 1 {
		return means(r.Replications)
	}
	return document.Finite(r.Result.Results)
}

// intervals are the half-widths of the 95 % intervals: between replications, or within the only run.
func (r *Run) intervals() map[string]float64 {
	if len(r.Replications) > 1 {
		return halfWidths(r.Replications)
	}
	return document.Finite(r.Result.Interval)
}
