package fact

import (
	"fmt"
	"strings"
)

// Where is a place in a file.
type Where struct {
	File string
	Line int // 0: the whole file
}

// String is "file:line".
func (w Where) String() string {
	if w.Line == 0 {
		return w.File
	}
	return fmt.Sprintf("%s:%d", w.File, w.Line)
}

// Fault is why a file, or a part of it, is not read.
type Fault struct {
	Where
	Text string
}

// Error prints "file:line: text".
func (f Fault) Error() string { return f.Where.String() + ": " + f.Text }

// Setting is a server variable and its value as the file writes it.
type Setting struct {
	Where
	Name  string // normal: lower case, underscores
	Value string
	Bare  bool
	Exact bool // reported by the server itself, every variable of it; false for what an option file asks for
}

// Sample is a server's counters at one time.
type Sample struct {
	Where
	Kind     string             // what printed it
	Counters map[string]float64 // by name in lower case
	At       float64            // wall time, seconds since any epoch; 0 when not printed
}

// Get is a counter, and whether the sample has it.
func (s *Sample) Get(name string) (float64, bool) {
	v, ok := s.Counters[name]
	return v, ok
}

// Run is one run of a load generator.
type Run struct {
	Where
	Program  string            // "sysbench 1.0.20"
	Options  map[string]string // that the command line or the header gives, sysbench's names
	Results  map[string]float64
	Series   Series
	Complete bool // it has a closing block
}

// Series sums up interval lines without keeping them.
type Series struct {
	Lines, Zero int     // interval lines; those without a transaction
	Sum, Max    float64 // of their tps
	MaxP        float64 // the largest latency percentile, ms
}

// Job is a measurement of a device: a job, or a group of jobs, of fio.
type Job struct {
	Where
	Name    string
	Version string
	Op      string  // read, write
	Random  bool    // or sequential
	Block   int64   // bytes; 0 unknown
	Depth   int     // requests in flight: queue depth × jobs; 0 unknown
	IOPS    float64 // operations per second
	Rate    float64 // bytes per second
	Latency Latency // of the operation
	Sync    Latency // of fsync or fdatasync
	Direct  bool    // known to go past the page cache
	Memory  bool    // known to end in the page cache: what counts is Sync
}

// Latency is a distribution, in seconds.
type Latency struct {
	Mean      float64 // 0 unknown
	Quantiles []Quantile
}

// Quantile is the latency below which a share P of the requests stay.
type Quantile struct{ P, Seconds float64 }

// Disk is what iostat saw of a block device, means over its reports after the first.
type Disk struct {
	Where
	Name    string
	Reports int
	Values  map[string]float64 // iostat's column names of sysstat 12: r/s, w/s, rkB/s, wkB/s, r_await, …, %util
}

// Facts are all that was read.
type Facts struct {
	Settings []Setting
	Samples  []Sample
	Runs     []Run
	Jobs     []Job
	Disks    []Disk
	Version  Setting // of the server: "8.0.36", "10.11.6-MariaDB", with what names the vendor in Name
	CPUs     Setting // of the host
	Memory   Setting // of the host
	Notes    []Fault // what was read in part, or only seen
	Known    int     // facts that were read; 0 means that the file says nothing
}

// Note adds a remark on the input.
func (f *Facts) Note(w Where, format string, args ...any) {
	f.Notes = append(f.Notes, Fault{w, fmt.Sprintf(format, args...)})
}

// SetVersion keeps the first version that a file names.
func (f *Facts) SetVersion(w Where, version, vendor string) {
	if version = strings.TrimSpace(version); version != "" && f.Version.Value == "" && version[0] >= '0' && version[0] <= '9' {
		f.Version = Setting{Where: w, Name: vendor, Value: version}
	} else if f.Version.Value == version && f.Version.Name == "" {
		f.Version.Name = vendor
	}
}
