package reproduce

import (
	_ "embed"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
)

// Schema is the JSON schema (draft 2020-12) of what JSON prints.
//
//go:embed schema.json
var Schema []byte

// JSON prints the rows indented and with sorted keys.
func JSON(w io.Writer, all []*Outcomes) error {
	rows := []Row{}
	for _, o := range all {
		rows = append(rows, o.Rows()...)
	}
	return document.Write(w, rows)
}

// CSV prints the rows as a table with a head; assumptions as "assumed (low … high)".
func CSV(w io.Writer, all []*Outcomes) error {
	c := csv.NewWriter(w)
	head := []string{
		"experiment", "arm", "metric", "published", "predicted", "low", "high", "ratio", "held", "fitted",
		"unpredicted", "window_seconds", "binds", "assumptions", "ignored", "server", "seed", "digest",
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for _, o := range all {
		for _, r := range o.Rows() {
			if err := c.Write(r.cells()); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

func (r *Row) cells() []string {
	low, high, held, metric := "", "", "", r.Metric
	if r.Interval != nil {
		low, high = cell(&r.Interval[0]), cell(&r.Interval[1])
	}
	if r.Held != nil {
		held = strconv.FormatBool(*r.Held)
	}
	if r.Metric == metricStatement {
		metric = r.Metric + ": " + r.Statement
		low, high = cell(r.Band[0]), cell(r.Band[1])
	}
	var assumed []string
	for _, a := range r.Assumptions {
		assumed = append(assumed, a.Open+": "+a.Assumed+rangeText(a.Range))
	}
	return []string{
		r.Experiment, r.Arm, metric, cell(r.Published), cell(r.Predicted), low, high, cell(r.Ratio), held, r.Fitted,
		r.Unpredicted, cell(&r.Window), r.Binds, strings.Join(assumed, "; "), strings.Join(r.Ignored, " "),
		r.Server, strconv.FormatUint(r.Seed, 10), r.Digest,
	}
}

func cell(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', 6, 64)
}

func rangeText(span []float64) string {
	if span == nil {
		return ""
	}
	return " (" + plain(span[0]) + " … " + plain(span[1]) + ")"
}
