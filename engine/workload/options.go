package workload

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/sim"
)

// Options are what sysbench is started with. Names and defaults are sysbench 1.0's; see Defaults.
type Options struct {
	Script    string // one of Scripts
	Tables    int    // 1 … 65535
	TableSize uint64 // rows of each table, 1 … 2^32-1
	Threads   int    // clients, 1 … 65535
	Rate      float64
	ThinkTime sim.Duration // between transactions; not sysbench's
	RandType  RandType
	Rand      RandOptions
	Dump      ImportOptions // of import_rows

	PointSelects, SimpleRanges, SumRanges, OrderRanges, DistinctRanges int // statements in a transaction
	IndexUpdates, NonIndexUpdates, DeleteInserts                       int
	RangeSize                                                          int // rows of a range
	RangeSelects                                                       bool
	SkipTrx                                                            bool // no BEGIN and COMMIT around the statements
	AutoInc                                                            bool
	RandomPoints                                                       int    // select_random_points
	NumberOfRanges, Delta                                              int    // select_random_ranges
	TestMode, NontrxMode                                               string // of the script oltp: what it does
	ReadOnly                                                           bool   // … and that it does not write
	Secondary                                                          bool
	CreateSecondary                                                    bool

	Observed ObservedOptions // of the script "observed"
}

// Defaults returns sysbench's defaults of a script.
func Defaults(script string) Options {
	o := Options{
		Script: script, Tables: 1, TableSize: 10000, Threads: 1,
		RandType:     Special,
		Dump:         importDefaults(),
		Rand:         RandOptions{SpecIter: 12, SpecPct: 1, SpecRes: 75, ParetoH: 0.2, ZipfExp: 0.8},
		PointSelects: 10, SimpleRanges: 1, SumRanges: 1, OrderRanges: 1, DistinctRanges: 1,
		IndexUpdates: 1, NonIndexUpdates: 1, DeleteInserts: 1,
		RangeSize: 100, RangeSelects: true, AutoInc: true,
		RandomPoints: 10, NumberOfRanges: 10, Delta: 5, CreateSecondary: true,
		TestMode: testModes[0], NontrxMode: nontrxModes[0],
	}
	if script == "oltp_point_select" {
		o.PointSelects = 1
	}
	if script == ScriptObserved {
		o.Observed, o.RandType, o.CreateSecondary, o.TableSize = observedDefaults(), Uniform, false, 137*RowsPerPage
	}
	return o
}

// Validate reports every value out of range.
func (o *Options) Validate() error {
	var errs []error
	bad := func(name string, v any, allowed string) {
		errs = append(errs, fmt.Errorf("%s = %v: allowed is %s", name, v, allowed))
	}
	if !slices.Contains(Scripts(), o.Script) {
		errs = append(errs, fmt.Errorf("script = %q: known scripts are %s", o.Script, strings.Join(Scripts(), ", ")))
	} else {
		errs = append(errs, o.checkStatements()...)
	}
	if o.Tables < 1 || o.Tables > 1<<16-1 {
		bad("tables", o.Tables, "1 … 65535")
	}
	if o.TableSize < 1 || o.TableSize > 1<<32-1 {
		bad("table-size", o.TableSize, "1 … 4294967295 rows")
	}
	if o.Threads < 1 || o.Threads > 1<<15 {
		bad("threads", o.Threads, "1 … 32768")
	}
	if !(o.Rate >= 0) || o.Rate > 1e9 {
		bad("rate", o.Rate, "0 (closed loop) … 1e9 transactions per second")
	}
	if o.RangeSize < 1 || o.RangeSize > 1<<32-1 {
		bad("range-size", o.RangeSize, "1 … 4294967295 rows")
	}
	errs = append(errs, o.Dump.validate()...)
	if o.Script == ScriptObserved {
		errs = append(errs, o.Observed.validate()...)
	}
	return errors.Join(append(errs, o.Rand.validate()...)...)
}

func (r RandOptions) validate() (errs []error) {
	bad := func(name string, v any, allowed string) {
		errs = append(errs, fmt.Errorf("%s = %v: allowed is %s", name, v, allowed))
	}
	if r.SpecIter < 1 || r.SpecIter > 1000 {
		bad("rand-spec-iter", r.SpecIter, "1 … 1000")
	}
	if r.SpecPct < 0 || r.SpecPct > 100 {
		bad("rand-spec-pct", r.SpecPct, "0 … 100 %")
	}
	if r.SpecRes < 0 || r.SpecRes > 99 {
		bad("rand-spec-res", r.SpecRes, "0 … 99 %")
	}
	if !(r.ParetoH > 0 && r.ParetoH < 1) {
		bad("rand-pareto-h", r.ParetoH, "above 0, below 1")
	}
	if !(r.ZipfExp >= 0 && r.ZipfExp < 5) {
		bad("rand-zipfian-exp", r.ZipfExp, "0 … 5")
	}
	return errs
}
