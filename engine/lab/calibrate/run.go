package calibrate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
)

// worst is the residual beyond which an error counts no more: there the model misses something that no
// parameter of a host or a device can mend. ln 4.
var worst = math.Log(4)

// weights of results beside tps, which has 1: they guide, tps decides.
const otherWeight = 0.4

// fitter runs the cases at points of the parameter space.
type fitter struct {
	o          Options
	source     Source
	parameters []Parameter
	cases      []*truth.Case // at the start, in the order of their files
	held       map[string]bool
	runs       int
}

// settings are parameter values as options of the parser.
func (f *fitter) settings(values []float64) []scenario.Option {
	var opts []scenario.Option
	for i, p := range f.parameters {
		opts = append(opts, scenario.WithSet(p.Name(), p.Format(values[i])))
	}
	return opts
}

// run simulates the cases at the values, those that are held out only when asked for, and returns the
// outcomes in the order of the files.
func (f *fitter) run(ctx context.Context, values []float64, held bool) ([]*truth.Outcome, error) {
	cases, err := f.source(f.settings(values)...)
	if err != nil {
		return nil, fmt.Errorf("at %s: %w", f.point(values), err)
	}
	cases = slices.DeleteFunc(cases, func(c *truth.Case) bool { return !held && f.held[c.File] })
	for _, c := range cases {
		f.o.shorten(&c.Config)
	}
	r := truth.Validate(ctx, cases, truth.Options{Jobs: f.o.Jobs, Predict: f.o.Predict})
	slices.SortFunc(r.Cases, func(a, b *truth.Outcome) int { return compare(a.File, b.File) })
	f.runs++
	if f.o.Progress != nil {
		f.o.Progress(f.runs, f.o.Runs)
	}
	return r.Cases, ctx.Err()
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// point prints values for messages.
func (f *fitter) point(values []float64) string {
	text := ""
	for i, p := range f.parameters {
		text += fmt.Sprintf("%s=%s ", p.Name(), p.short(values[i]))
	}
	return text
}

// Residual is ln(predicted / measured) of one result of one case.
type Residual struct {
	Case, Result string
	Value        float64
	Measured     float64
	Predicted    float64
	weight       float64
	held         bool
}

// residuals are those of the cases that are held out, or of the others. Results that were measured as 0, or
// that the run does not have, have none.
func (f *fitter) residuals(outcomes []*truth.Outcome, held bool) []Residual {
	var out []Residual
	for _, c := range outcomes {
		if c.Skipped != "" || f.held[c.File] != held {
			continue
		}
		for _, name := range f.names(c) {
			m, p := c.Measured[name], c.Predicted[name]
			if !(m > 0) {
				continue
			}
			r := Residual{Case: c.Name, Result: name, Measured: m, Predicted: p, Value: -worst, held: held}
			r.weight = otherWeight
			if name == "tps" {
				r.weight = 1
			}
			if p > 0 {
				r.Value = math.Log(p / m)
			}
			out = append(out, r)
		}
	}
	return out
}

// names are the results of a case whose residuals count.
func (f *fitter) names(c *truth.Outcome) []string {
	if len(f.o.Results) == 0 {
		return c.Judge
	}
	return slices.DeleteFunc(slices.Clone(f.o.Results), func(n string) bool {
		_, ok := c.Measured[n]
		return !ok
	})
}

// capped is a residual as the sum of squares sees it.
func (r Residual) capped() float64 { return r.weight * min(max(r.Value, -worst), worst) }

// cost is the mean square of the residuals.
func cost(all []Residual) float64 {
	sum, weight := 0.0, 0.0
	for _, r := range all {
		sum += r.capped() * r.capped()
		weight += r.weight * r.weight
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}
