package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/innosim/innosim/sim/unit"
)

// advised are the results that a comparison shows: name, heading, whether as a factor, and what its unit is
// divided by.
var advised = [...]struct {
	name, heading string
	divide        float64
}{
	{"tps", "tps", 1},
	{"latency.p99", "p99 ms", 1},
	{"device_kb_written_per_trx", "KiB/trx", 1},
	{"checkpoint_age", "ckpt MiB", 1 << 20},
	{"recovery_time", "recovery s", 1},
	{"lost_commits_max", "lost commits", 1},
	{"torn_pages", "torn pages", 1},
}

// factored are the advised results that are also shown as a factor.
var factored = map[string]bool{"tps": true, "latency.p99": true, "device_kb_written_per_trx": true}

// WriteText prints the comparison like Oracle's advisories: the base is 1.00, a factor that may be chance is
// marked with ~.
func (c *Comparison) WriteText(w io.Writer) error {
	rows := [][]string{{"arm"}}
	for _, m := range advised {
		rows[0] = append(rows[0], m.heading)
		if factored[m.name] {
			rows[0] = append(rows[0], "factor", "95 % interval")
		}
	}
	for i := range c.Arms {
		rows = append(rows, c.Arms[i].row(i == 0))
	}
	if err := writeTable(w, rows); err != nil {
		return err
	}
	return c.writeRemarks(w)
}

// row is one line of the table.
func (a *ArmResult) row(base bool) []string {
	row := []string{a.Name}
	for _, m := range advised {
		v, known := a.Results[m.name]
		text := "-"
		if known {
			text = figure(v / m.divide)
		}
		row = append(row, text)
		if factored[m.name] {
			row = append(row, a.Factor[m.name].texts(base)...)
		}
	}
	return row
}

// texts are a factor and its interval, for people.
func (f Factor) texts(base bool) []string {
	switch {
	case base:
		return []string{"1.00", ""}
	case f.Value == 0:
		return []string{"-", ""}
	case math.IsNaN(f.Low):
		return []string{fmt.Sprintf("%.2f", f.Value), "one run"}
	}
	mark := ""
	if !f.Significant() {
		mark = "~"
	}
	return []string{fmt.Sprintf("%s%.2f", mark, f.Value), fmt.Sprintf("%.2f … %.2f", f.Low, f.High)}
}

// writeTable prints columns as wide as they need to be, the first one to the left, numbers to the right.
func writeTable(w io.Writer, rows [][]string) error {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if i == 0 {
				line += cell + pad
				continue
			}
			line += "  " + pad + cell
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure is unit.Figure, which every table uses.
func figure(v float64) string { return unit.Figure(v) }

// WriteCSV prints one line per arm and result.
func (c *Comparison) WriteCSV(w io.Writer) error {
	lines := [][]string{{"arm", "set", "result", "value", "factor", "low", "high"}}
	for _, a := range c.Arms {
		for _, name := range sortedNames(a.Results) {
			f := a.Factor[name]
			line := []string{a.Name, Text(a.Set), name, exact(a.Results[name]), "", "", ""}
			if f.Value > 0 {
				line[4], line[5], line[6] = exact(f.Value), exact(f.Low), exact(f.High)
			}
			lines = append(lines, line)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// exact is the shortest text that reads back as the same number; nothing for what is none.
func exact(v float64) string { return number(v).Exact() }
