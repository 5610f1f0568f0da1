package report

import (
	"bufio"
	"encoding/csv"
	"io"
	"slices"

	"github.com/innosim/innosim/engine"
)

// column is one series with its values, one per report interval.
type column struct {
	name   string
	values []number
}

// lineColumns are the interval lines as columns, in the lines' own order.
func lineColumns(lines []engine.IntervalLine) []column {
	fields := []struct {
		name string
		get  func(engine.IntervalLine) float64
	}{
		{"time", func(l engine.IntervalLine) float64 { return l.At.Seconds() }},
		{"threads", func(l engine.IntervalLine) float64 { return float64(l.Threads) }},
		{"tps", func(l engine.IntervalLine) float64 { return l.TPS }},
		{"qps", func(l engine.IntervalLine) float64 { return l.QPS }},
		{"read_qps", func(l engine.IntervalLine) float64 { return l.ReadQPS }},
		{"write_qps", func(l engine.IntervalLine) float64 { return l.WriteQPS }},
		{"other_qps", func(l engine.IntervalLine) float64 { return l.OtherQPS }},
		{"latency_percentile", func(l engine.IntervalLine) float64 { return l.LatencyMS }},
		{"errors_per_sec", func(l engine.IntervalLine) float64 { return l.Errs }},
		{"reconnects_per_sec", func(l engine.IntervalLine) float64 { return l.Reconn }},
		{"checkpoint_pct", func(l engine.IntervalLine) float64 { return l.CheckpointPct }},
		{"dirty_pct", func(l engine.IntervalLine) float64 { return l.DirtyPct }},
		{"free_pages", func(l engine.IntervalLine) float64 { return float64(l.Free) }},
	}
	all := make([]column, len(fields))
	for i, f := range fields {
		all[i] = column{f.name, make([]number, len(lines))}
		for j, l := range lines {
			all[i].values[j] = number(f.get(l))
		}
	}
	return all
}

// allColumns are the interval lines and the result's other series, which give way where a name is in both.
func allColumns(r *Run) []column {
	all := lineColumns(r.Lines)
	for i, name := range r.Result.Series.Names {
		if slices.ContainsFunc(all, func(c column) bool { return c.name == name }) {
			continue
		}
		values := make([]number, len(r.Result.Series.Columns[i]))
		for j, v := range r.Result.Series.Columns[i] {
			values[j] = shortest(v)
		}
		all = append(all, column{name, values})
	}
	return append(all, measuredColumn(r))
}

// measuredColumn is 1 for the intervals of the measured window, 0 for those of the warm-up and of other phases.
func measuredColumn(r *Run) column {
	c := column{"measured", make([]number, len(r.Lines))}
	for i, l := range r.Lines {
		if r.measures(l) {
			c.values[i] = 1
		}
	}
	return c
}

// CSV prints the series of the whole run, warm-up included and marked by the last column: a line of names, then a line
// per report interval.
func CSV(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	out := csv.NewWriter(b)
	all := allColumns(r)
	record := make([]string, len(all))
	rows := 0
	for i, c := range all {
		record[i] = c.name
		rows = max(rows, len(c.values))
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for row := range rows {
		for i, c := range all {
			record[i] = cell(c, row)
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return b.Flush()
}

// cell is a value of a column as text, empty past its end and where nothing was measured.
func cell(c column, row int) string {
	if row >= len(c.values) {
		return ""
	}
	return c.values[row].Exact()
}
