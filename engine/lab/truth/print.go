package truth

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
)

// finite returns the entries that are numbers: no format may contain NaN.
func finite(m map[string]float64) map[string]float64 {
	out := make(map[string]float64, len(m))
	for name, v := range m {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[name] = v
		}
	}
	return out
}

// signed prints an error as a percentage.
func signed(e float64) string { return fmt.Sprintf("%+.1f%%", 100*e) }

// figure prints a value with four significant digits.
func figure(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// Text prints one line per case, the worst first, then the summary.
func (r *Report) Text(w io.Writer, version string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "innosim %s: %d truth cases\n\n", version, len(r.Cases))
	fmt.Fprintf(b, caseFormat, "error", "case", "measured", "predicted", "interval", "worst of the others")
	skipped := 0
	for _, o := range r.Cases {
		if o.Skipped != "" {
			skipped++
			continue
		}
		caseLine(b, o)
	}
	if skipped > 0 {
		fmt.Fprintf(b, "\nSkipped: %d\n", skipped)
	}
	for _, o := range r.Cases {
		if o.Skipped != "" {
			fmt.Fprintf(b, "    %-40s %s\n", o.Name, o.Skipped)
		}
	}
	r.summaryText(b)
	return b.Flush()
}

// caseLine prints the error of tps, or the largest one where tps is not judged, then the worst of the rest.
func caseLine(b *bufio.Writer, o *Outcome) {
	head := "tps"
	if !o.judges(head) {
		if name, _ := o.worst(func(string) bool { return true }); name != "" {
			head = name
		}
	}
	text := "not judged"
	if len(o.Judge) > 0 {
		text = "no error"
	}
	if e := o.Error[head]; e != nil {
		text = signed(*e)
	}
	measured, predicted := "-", "-"
	if v, ok := o.Measured[head]; ok {
		measured = figure(v)
	}
	if v, ok := o.Predicted[head]; ok {
		predicted = figure(v)
	}
	rest := ""
	if name, e := o.worst(func(n string) bool { return n != head }); name != "" {
		rest = name + " " + signed(e)
	}
	label := o.Name
	if head != "tps" {
		label += " (" + head + ")"
	}
	fmt.Fprintf(b, caseFormat, text, label, measured, predicted, o.halfWidth(head), rest)
}

// caseFormat is a line of the table of cases.
const caseFormat = "%9s  %-40s %10s %10s %9s  %s\n"

// halfWidth prints how well the run knows its own prediction, as a part of what was measured, like the error.
func (o *Outcome) halfWidth(name string) string {
	half, ok := o.Interval[name]
	measured := o.Measured[name]
	if !ok || measured == 0 {
		return "-"
	}
	return fmt.Sprintf("±%.1f%%", 100*half/measured)
}

// summaryText prints the table of errors by name, and the ranking.
func (r *Report) summaryText(b *bufio.Writer) {
	fmt.Fprintf(b, "\n%-30s %5s %9s %9s %9s %10s  %s\n",
		"result", "n", "median", "p90", "bias", "within x2", "measured as 0")
	for _, name := range slices.Sorted(maps.Keys(r.Summary)) {
		s := r.Summary[name]
		fmt.Fprintf(b, "%-30s %5d", name, s.N)
		if s.N > 0 {
			fmt.Fprintf(b, " %8.1f%% %8.1f%% %9s %9.0f%%",
				100*s.MedianAbs, 100*s.P90Abs, signed(s.Bias), 100*s.Within2)
		} else {
			fmt.Fprintf(b, " %9s %9s %9s %10s", "-", "-", "-", "-")
		}
		if s.Zero > 0 {
			fmt.Fprintf(b, "  %d of %d right", s.ZeroRight, s.Zero)
		}
		if s.Missing > 0 {
			fmt.Fprintf(b, "  %d without a prediction", s.Missing)
		}
		fmt.Fprintln(b)
	}
	k := r.Ranking
	fmt.Fprintf(b, "\nOrder of tps predicted right: all pairs %s, pairs that differ in one setting %s\n",
		shareText(k.Right, k.Pairs), shareText(k.RightOneSetting, k.PairsOneSetting))
}

// shareText prints a part of a whole with both counts.
func shareText(n, of int) string {
	share, ok := part(n, of)
	if !ok {
		return "none"
	}
	return fmt.Sprintf("%.1f%% (%d of %d)", 100*share, n, of)
}

// CSV prints one line per case and measured name, and one per skipped case.
func (r *Report) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{
		{"case", "file", "result", "judged", "measured", "predicted", "half_width", "error", "skipped"},
	}
	for _, o := range r.Cases {
		if o.Skipped != "" {
			lines = append(lines, []string{o.Name, o.File, "", "", "", "", "", "", o.Skipped})
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(o.Measured)) {
			e := ""
			if v := o.Error[name]; v != nil {
				e = exact(*v)
			}
			lines = append(lines, []string{o.Name, o.File, name, strconv.FormatBool(o.judges(name)),
				exact(o.Measured[name]), cell(o.Predicted, name), cell(o.Interval, name), e, ""})
		}
	}
	return out.WriteAll(lines)
}

// exact prints the shortest text that reads back as v.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// cell is a value of a map, empty when absent.
func cell(m map[string]float64, name string) string {
	v, ok := m[name]
	if !ok {
		return ""
	}
	return exact(v)
}
