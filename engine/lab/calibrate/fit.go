package calibrate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/innosim/innosim/engine/lab/truth"
)

// Fitted is a parameter with what was found.
type Fitted struct {
	Parameter Parameter
	Start     float64 // what the cases' profile says
	Value     float64
	Low, High float64 // 95 % interval; 0 and infinite when the cases say nothing about it
}

// Errors are the residuals of a set of cases, before and after.
type Errors struct {
	Cases         int
	Before, After []Residual
}

// Report is the outcome of a fit.
type Report struct {
	Fit        string
	Parameters []Fitted
	Laws       []Law
	Fitted     Errors // the cases that were fitted to
	HeldOut    Errors // every fifth case
	Skipped    []*truth.Outcome
	Runs       int // of the cases
	Partial    bool
	Profile    Base
}

// Fit fits the parameters to the cases. A done context, or the end of the time, ends it with the best
// values so far, if there are any.
func Fit(ctx context.Context, source Source, o Options) (*Report, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	f := &fitter{o: o, source: source}
	if err := f.load(); err != nil {
		return nil, err
	}
	limited, cancel := o.within(ctx)
	defer cancel()
	start := make([]float64, len(f.parameters))
	for i, p := range f.parameters {
		start[i] = p.clamp(p.value(&f.cases[0].Config))
	}
	before, err := f.run(limited, start, true)
	if err != nil {
		return nil, fmt.Errorf("the first run of the cases did not end: %w", err)
	}
	r := &Report{Fit: o.Fit, Profile: baseOf(f.cases[0])}
	r.Skipped = slices.DeleteFunc(slices.Clone(before), func(c *truth.Outcome) bool { return c.Skipped == "" })
	if len(f.residuals(before, false)) == 0 {
		return nil, errors.New("no case that can be simulated has a judged result to fit to")
	}
	values := f.lawful(limited, r, start, before)
	values = f.refine(limited, r, start, values)
	f.conclude(ctx, r, before, start, values)
	r.Runs = f.runs
	r.Partial = ctx.Err() != nil
	return r, nil
}

// load reads the cases, finds the parameters, and chooses the cases to hold out.
func (f *fitter) load() error {
	cases, err := f.source()
	if err != nil {
		return err
	}
	slices.SortFunc(cases, func(a, b *truth.Case) int { return compare(a.File, b.File) })
	able := slices.DeleteFunc(slices.Clone(cases), func(c *truth.Case) bool {
		return c.Bad != nil || c.Skip != ""
	})
	if len(able) == 0 {
		return errors.New("there is no case that can be simulated")
	}
	f.cases, f.held = able, map[string]bool{}
	if f.parameters, err = Find(f.o.Fit, &able[0].Config); err != nil {
		return err
	}
	for _, c := range able[1:] {
		for _, p := range f.parameters {
			if a, b := p.value(&able[0].Config), p.value(&c.Config); a != b {
				return fmt.Errorf("%s: %s has %s, %s has %s: cases of one %s are needed", p.Name(), able[0].Name,
					p.Format(a), c.Name, p.Format(b), p.Section)
			}
		}
	}
	for i, c := range able {
		if f.o.HoldOut > 0 && i%f.o.HoldOut == f.o.HoldOut-1 {
			f.held[c.File] = true
		}
	}
	return nil
}

// lawful applies the operational laws if they improve the fit.
func (f *fitter) lawful(ctx context.Context, r *Report, start []float64, before []*truth.Outcome) []float64 {
	laws := f.laws(start, before)
	if len(laws) == 0 {
		return start
	}
	values := slices.Clone(start)
	for _, l := range laws {
		for i, p := range f.parameters {
			if p.Name() == l.Parameter.Name() {
				values[i] = l.To
			}
		}
	}
	r.Laws = laws
	after, err := f.run(ctx, values, false)
	if err != nil || cost(f.residuals(after, false)) > cost(f.residuals(before, false)) {
		return start
	}
	return values
}

// refine searches, then finds the intervals.
func (f *fitter) refine(ctx context.Context, r *Report, start, values []float64) []float64 {
	n := len(f.parameters)
	values, best := f.search(ctx, values, f.o.Runs-f.runs-n-1)
	if best == nil {
		best = []Residual{}
	}
	half, dead := f.intervals(ctx, values, best)
	for i, p := range f.parameters {
		if dead[i] {
			values[i] = start[i] // the search moved it for nothing
		}
		low, high := interval(values[i], half[i])
		r.Parameters = append(r.Parameters, Fitted{p, start[i], values[i], low, high})
	}
	return values
}

// conclude runs all cases, those held out too, with the fitted values.
func (f *fitter) conclude(ctx context.Context, r *Report, before []*truth.Outcome, start, values []float64) {
	after := before
	if !slices.Equal(start, values) {
		if out, err := f.run(ctx, values, true); err == nil {
			after = out
		}
	}
	r.Fitted = Errors{len(f.cases) - len(f.held), f.residuals(before, false), f.residuals(after, false)}
	r.HeldOut = Errors{len(f.held), f.residuals(before, true), f.residuals(after, true)}
}
