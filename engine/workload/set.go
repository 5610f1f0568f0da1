package workload

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// option is one sysbench option: how it is read and printed.
type option struct {
	name string
	set  func(o *Options, v string) error
	get  func(o *Options) string
}

// options is the table of everything that Set knows, in the order of a canonical scenario.
func options() []option {
	return append([]option{
		{"script", func(o *Options, v string) error { o.Script = v; return nil }, func(o *Options) string { return o.Script }},
		integer("tables", func(o *Options) *int { return &o.Tables }),
		{"table-size", setTableSize, func(o *Options) string { return strconv.FormatUint(o.TableSize, 10) }},
		integer("threads", func(o *Options) *int { return &o.Threads }),
		{"rand-type", setRandType, func(o *Options) string { return o.RandType.String() }},
		number("rate", func(o *Options) *float64 { return &o.Rate }),
		{"think-time", setThinkTime, func(o *Options) string { return unit.FormatDuration(o.ThinkTime) }},
		integer("rand-spec-iter", func(o *Options) *int { return &o.Rand.SpecIter }),
		integer("rand-spec-pct", func(o *Options) *int { return &o.Rand.SpecPct }),
		integer("rand-spec-res", func(o *Options) *int { return &o.Rand.SpecRes }),
		number("rand-pareto-h", func(o *Options) *float64 { return &o.Rand.ParetoH }),
		number("rand-zipfian-exp", func(o *Options) *float64 { return &o.Rand.ZipfExp }),
		integer("point-selects", func(o *Options) *int { return &o.PointSelects }),
		integer("simple-ranges", func(o *Options) *int { return &o.SimpleRanges }),
		integer("sum-ranges", func(o *Options) *int { return &o.SumRanges }),
		integer("order-ranges", func(o *Options) *int { return &o.OrderRanges }),
		integer("distinct-ranges", func(o *Options) *int { return &o.DistinctRanges }),
		integer("index-updates", func(o *Options) *int { return &o.IndexUpdates }),
		integer("non-index-updates", func(o *Options) *int { return &o.NonIndexUpdates }),
		integer("delete-inserts", func(o *Options) *int { return &o.DeleteInserts }),
		integer("range-size", func(o *Options) *int { return &o.RangeSize }),
		boolean("range-selects", func(o *Options) *bool { return &o.RangeSelects }),
		boolean("skip-trx", func(o *Options) *bool { return &o.SkipTrx }),
		boolean("auto-inc", func(o *Options) *bool { return &o.AutoInc }),
		integer("random-points", func(o *Options) *int { return &o.RandomPoints }),
		integer("number-of-ranges", func(o *Options) *int { return &o.NumberOfRanges }),
		integer("delta", func(o *Options) *int { return &o.Delta }),
		boolean("secondary", func(o *Options) *bool { return &o.Secondary }),
		boolean("create-secondary", func(o *Options) *bool { return &o.CreateSecondary }),
		{"rows", setRows, func(o *Options) string { return strconv.FormatUint(o.Dump.Rows, 10) }},
		integer("row-bytes", func(o *Options) *int { return &o.Dump.RowBytes }),
		integer("rows-per-insert", func(o *Options) *int { return &o.Dump.RowsPerInsert }),
		boolean("autocommit", func(o *Options) *bool { return &o.Dump.AutoCommit }),
		integer("rows-per-commit", func(o *Options) *int { return &o.Dump.RowsPerCommit }),
	}, observedOptions()...)
}

func allOptions() []option { return append(options(), options04()...) }

// Keys are the names that Set knows.
func Keys() []string {
	var names []string
	for _, o := range allOptions() {
		names = append(names, o.name)
	}
	return names
}

// Set reads one option by sysbench's name; '_' and '-' are alike. The error says what is allowed.
func (o *Options) Set(key, value string) error {
	key = Today(strings.ReplaceAll(key, "_", "-"))
	for _, opt := range allOptions() {
		if opt.name == key {
			return opt.set(o, value)
		}
	}
	return fmt.Errorf("unknown workload option %q", key)
}

// Get prints one option as Set reads it; "" for an unknown name.
func (o *Options) Get(key string) string {
	for _, opt := range allOptions() {
		if opt.name == key {
			return opt.get(o)
		}
	}
	return ""
}

func integer(name string, at func(*Options) *int) option {
	return option{name, func(o *Options, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 {
			return notWhole(v, "is not a whole number of 0 or more", err)
		}
		*at(o) = n
		return nil
	}, func(o *Options) string { return strconv.Itoa(*at(o)) }}
}

// notWhole says why a text is no whole number that fits.
func notWhole(text, why string, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		why = "is too large"
	}
	return fmt.Errorf("%q %s", text, why)
}

func number(name string, at func(*Options) *float64) option {
	return option{name, func(o *Options, v string) error {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return notWhole(v, "is not a number", err)
		}
		*at(o) = f
		return nil
	}, func(o *Options) string { return strconv.FormatFloat(*at(o), 'g', -1, 64) }}
}

func boolean(name string, at func(*Options) *bool) option {
	return option{name, func(o *Options, v string) error {
		switch strings.ToLower(v) {
		case "on", "true", "1", "yes", "":
			*at(o) = true
		case "off", "false", "0", "no":
			*at(o) = false
		default:
			return fmt.Errorf("%q is not on or off", v)
		}
		return nil
	}, func(o *Options) string {
		if *at(o) {
			return "on"
		}
		return "off"
	}}
}

func setTableSize(o *Options, v string) error {
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		return notWhole(v, "is not a number of rows", err)
	}
	o.TableSize = n
	return nil
}

func setRows(o *Options, v string) error {
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		return notWhole(v, "is not a number of rows", err)
	}
	o.Dump.Rows = n
	return nil
}

func setRandType(o *Options, v string) (err error) {
	o.RandType, err = ParseRandType(v)
	return err
}

func setThinkTime(o *Options, v string) error {
	d, err := unit.ParseDuration(v)
	if err == nil && d < 0 {
		err = fmt.Errorf("%q is negative", v)
	}
	o.ThinkTime = sim.Duration(d)
	return err
}
