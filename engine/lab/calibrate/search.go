package calibrate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// Steps and ends of the search, in coordinates: 0.1 is 10 % of a parameter.
const (
	simplexSize = 0.12
	slope       = 0.05 // step of a difference quotient
	noGain      = 2e-4 // improvement of the mean square that is none
	patience    = 8    // iterations without one that end the search
)

// search refines the values by Nelder-Mead with at most so many runs of the cases; the best point that it
// saw is returned, with its residuals.
func (f *fitter) search(ctx context.Context, start []float64, runs int) (values []float64, best []Residual) {
	s := newSpace(f.parameters, start)
	least := math.Inf(1)
	values = start
	try := func(x []float64) float64 {
		if ctx.Err() != nil {
			return math.MaxFloat64
		}
		at := s.values(x)
		out, err := f.run(ctx, at, false)
		if err != nil {
			return math.MaxFloat64
		}
		res := f.residuals(out, false)
		c := cost(res)
		if c < least {
			least, values, best = c, at, res
		}
		return c
	}
	settings := &optimize.Settings{
		FuncEvaluations: max(runs, 1),
		Converger:       &optimize.FunctionConverge{Absolute: noGain, Iterations: patience},
	}
	// An error means that the budget is used up or the time is over: the best point stands.
	_, _ = optimize.Minimize(optimize.Problem{Func: try}, make([]float64, len(start)), settings,
		&optimize.NelderMead{SimplexSize: simplexSize})
	return values, best
}
