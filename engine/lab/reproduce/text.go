package reproduce

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Text prints the experiments for people.
func Text(w io.Writer, version string, all []*Outcomes) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "innosim %s: published experiments, predicted beside published\n", version)
	for _, o := range all {
		o.text(b)
	}
	return b.Flush()
}

func (o *Outcomes) text(b *bufio.Writer) {
	e := o.Experiment
	fmt.Fprintf(b, "\n%s: %s\nSource: %s.\n", e.Name, e.Title, e.Source)
	if o.Partial {
		fmt.Fprintln(b, "Interrupted: what was finished is printed.")
	}
	rows := o.Rows()
	o.table(b, rows)
	o.bindsLines(b, rows)
	o.openLines(b)
	for _, line := range o.optionLines() {
		fmt.Fprintf(b, "  %s\n", line)
	}
	if e.Notes != nil {
		for _, note := range e.Notes(o) {
			fmt.Fprintf(b, "  %s\n", note)
		}
	}
	o.statementLines(b)
}

// table has one line for each figure.
func (o *Outcomes) table(b *bufio.Writer, rows []Row) {
	width, metric := len("arm"), len("metric")
	for _, r := range rows {
		if r.Metric != metricStatement {
			width, metric = max(width, len([]rune(r.Arm))), max(metric, len(r.Metric))
		}
	}
	fmt.Fprintf(b, "  %-*s  %-*s  %10s  %10s  %-21s  %6s  %7s\n",
		width, "arm", metric, "metric", "published", "predicted", "95 % interval", "ratio", "window")
	for _, r := range rows {
		if r.Metric == metricStatement {
			continue
		}
		if r.Unpredicted != "" {
			fmt.Fprintf(b, "  %-*s  %-*s  %10s  not predicted: %s\n", width, r.Arm, metric, r.Metric, dash(r.Published),
				r.Unpredicted)
			continue
		}
		span := ""
		if r.Interval != nil {
			span = plain(r.Interval[0]) + " … " + plain(r.Interval[1])
		}
		ratio := ""
		if r.Ratio != nil {
			ratio = fmt.Sprintf("%.2f", *r.Ratio)
		}
		line := fmt.Sprintf("  %-*s  %-*s  %10s  %10s  %-21s  %6s  %5.4g s", width, r.Arm, metric, r.Metric,
			dash(r.Published), dash(r.Predicted), span, ratio, r.Window)
		if r.Fitted != "" {
			line += "  fitted: " + r.Fitted
		}
		fmt.Fprintln(b, line)
	}
}

// bindsLines say what limits each arm; arms with the same words share a line.
func (o *Outcomes) bindsLines(b *bufio.Writer, rows []Row) {
	fmt.Fprintln(b, "  What binds:")
	seen := map[string]bool{}
	for _, r := range rows {
		if r.Binds != "" && !seen[r.Arm] {
			seen[r.Arm] = true
			fmt.Fprintf(b, "    %s: %s\n", r.Arm, r.Binds)
		}
	}
	if len(seen) == 0 {
		fmt.Fprintln(b, "    nothing was predicted")
	}
}

// openLines name the open facts, and the ranges of the arms that were predicted with other assumptions.
func (o *Outcomes) openLines(b *bufio.Writer) {
	ranges := ""
	if len(o.variants) > 0 {
		ranges = " (ranges from shorter windows, known to 5 %)"
	}
	fmt.Fprintf(b, "  What the publication leaves open%s:\n", ranges)
	for i := range o.Experiment.Open {
		open := &o.Experiment.Open[i]
		fmt.Fprintf(b, "    %s: assumed %s\n", open.Fact, open.Assumed)
		others := make([]string, len(open.Others))
		for j, x := range open.Others {
			others[j] = x.Text
		}
		for j := range o.Arms {
			a := &o.Arms[j]
			for k := range a.Figures {
				if low, high, ok := o.Range(a, &a.Figures[k], open); ok {
					fmt.Fprintf(b, "      %s, %s: %s … %s (also with %s)\n", a.Name, o.row(a, &a.Figures[k]).Metric,
						plain(low), plain(high), strings.Join(others, "; "))
				}
			}
		}
	}
}

func (o *Outcomes) statementLines(b *bufio.Writer) {
	fmt.Fprintln(b, "  Statements:")
	for _, v := range o.Verdicts() {
		switch {
		case !v.Known:
			fmt.Fprintf(b, "    not checked  %s (%s)\n", v.Text, v.band())
		case v.Held():
			fmt.Fprintf(b, "    held         %s: %s (%s)\n", v.Text, plain(v.Got), v.band())
		default:
			fmt.Fprintf(b, "    NOT HELD     %s: %s (%s)\n", v.Text, plain(v.Got), v.band())
		}
	}
}

// band is the statement's band in words.
func (v *Verdict) band() string {
	switch {
	case math.IsInf(v.High, 1) && math.IsInf(v.Low, -1):
		return "any value"
	case math.IsInf(v.High, 1):
		return "at least " + plain(v.Low)
	case math.IsInf(v.Low, -1):
		return "at most " + plain(v.High)
	}
	return plain(v.Low) + " … " + plain(v.High)
}

func dash(v *float64) string {
	if v == nil {
		return "-"
	}
	return plain(*v)
}

// plain prints four significant digits without an exponent.
func plain(v float64) string {
	if math.Abs(v) >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
