package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// Confidence of the intervals of factors.
const confidence = 0.95

// Comparison is what the arms did, the base first.
type Comparison struct {
	Arms    []ArmResult
	Partial bool // interrupted: arms may lack replications
}

// ArmResult is one arm's part.
type ArmResult struct {
	Arm
	Runs    []*engine.Result   // by seed; nil where a run was interrupted or has failed
	Results map[string]float64 // means over the runs
	Factor  map[string]Factor  // against the base, by result name
	Failed  string             // why runs are missing; "" when they are not
	Fails   []string           // thresholds of the scenario that the means do not hold
	Remarks []string           // what the reader should know, and does not hold of the base
}

// Factor is a ratio to the base with its 95 % interval. Low and High are NaN with fewer than two common
// seeds.
type Factor struct{ Value, Low, High float64 }

// Significant reports whether the interval leaves out 1.
func (f Factor) Significant() bool { return f.Low > 1 || f.High < 1 }

// Compare runs every arm with the same seeds, replications of them from the first arm's seed on.
func Compare(ctx context.Context, arms []Arm, replications int, o Options) *Comparison {
	c := &Comparison{Arms: make([]ArmResult, len(arms))}
	var tasks []task[outcome]
	for i, a := range arms {
		c.Arms[i] = ArmResult{Arm: a, Runs: make([]*engine.Result, replications)}
		for r := range replications {
			config := a.Scenario.Config
			config.Seed = arms[0].Scenario.Seed + uint64(r)
			tasks = append(tasks, task[outcome]{
				run:  func(ctx context.Context) outcome { return simulateOne(ctx, config) },
				done: func(x outcome) { c.Arms[i].take(r, x) },
			})
		}
	}
	c.Partial = !runTasks(ctx, byReplication(tasks, replications), o) || ctx.Err() != nil
	for i := range c.Arms {
		c.Arms[i].summarise(&c.Arms[0])
	}
	c.remarkArms()
	return c
}

// byReplication orders the tasks so that every arm has its first seed before any has its second: an
// interrupted comparison then has all arms.
func byReplication[T any](tasks []task[T], replications int) []task[T] {
	out := make([]task[T], 0, len(tasks))
	for r := range replications {
		for i := r; i < len(tasks); i += replications {
			out = append(out, tasks[i])
		}
	}
	return out
}

// outcome is a run that ended, one way or another.
type outcome struct {
	result *engine.Result
	err    error
}

func simulateOne(ctx context.Context, c engine.Config) outcome {
	res, err := Simulate(ctx, c)
	return outcome{res, err}
}

// take stores a run; a partial one counts for nothing.
func (a *ArmResult) take(r int, x outcome) {
	switch {
	case x.err != nil:
		a.Failed = fmt.Sprintf("seed %d: %v", a.Scenario.Seed+uint64(r), x.err)
	case !x.result.Partial:
		a.Runs[r] = x.result
	}
}

// summarise fills in means and factors.
func (a *ArmResult) summarise(base *ArmResult) {
	a.Results, a.Factor = map[string]float64{}, map[string]Factor{}
	n := map[string]float64{}
	ratios := map[string][]float64{}
	for r, run := range a.Runs {
		if run == nil {
			continue
		}
		for name, v := range run.Results {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			a.Results[name] += v
			n[name]++
			if b := base.Runs[r]; b != nil && b.Results[name] > 0 && v > 0 {
				ratios[name] = append(ratios[name], math.Log(v/b.Results[name]))
			}
		}
	}
	for name := range a.Results {
		a.Results[name] /= n[name]
	}
	for name, logs := range ratios {
		a.Factor[name] = factorOf(logs)
	}
	if len(a.Results) > 0 {
		a.Fails = scenario.Failing(a.Scenario.Thresholds, a.Results)
	}
}

// factorOf is the geometric mean of ratios, from their logarithms.
func factorOf(logs []float64) Factor {
	mean, half := meanAndHalf(logs)
	return Factor{math.Exp(mean), math.Exp(mean - half), math.Exp(mean + half)}
}

// meanAndHalf is a mean and the half-width of its interval; NaN for fewer than two values.
func meanAndHalf(x []float64) (mean, half float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	if len(x) < 2 {
		return mean, math.NaN()
	}
	var squares float64
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + confidence) / 2)
	return mean, t * math.Sqrt(squares/(n-1)/n)
}

// Failures are the reasons of arms without results.
func (c *Comparison) Failures() error {
	var errs []error
	for _, a := range c.Arms {
		if a.Failed != "" {
			errs = append(errs, fmt.Errorf("%s: %s", a.Name, a.Failed))
		}
	}
	return errors.Join(errs...)
}
