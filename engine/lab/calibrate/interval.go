package calibrate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// intervals are the 95 % half-widths of the logarithms of the values, from the least squares linearised
// around them: one run per parameter. A parameter that the cases say little about has an infinite one; it
// is dead when they say nothing at all.
func (f *fitter) intervals(
	ctx context.Context, values []float64, at []Residual,
) (half []float64, dead []bool) {
	n, m := len(values), len(at)
	half, dead = make([]float64, n), make([]bool, n)
	for i := range half {
		half[i] = math.Inf(1)
	}
	if m == 0 || ctx.Err() != nil {
		return half, dead
	}
	j := mat.NewDense(m, n, nil)
	for i := range values {
		moved := append([]float64(nil), values...)
		moved[i] = f.step(i, values[i])
		outcomes, err := f.run(ctx, moved, false)
		res := f.residuals(outcomes, false)
		if err != nil || len(res) != m {
			return half, dead
		}
		by := math.Log(moved[i] / values[i])
		for r := range res {
			j.Set(r, i, (res[r].capped()-at[r].capped())/by)
		}
		dead[i] = mat.Norm(j.ColView(i), 2) < noEffect
	}
	spread(j, at, half)
	return half, dead
}

// noEffect is the change of all residuals together, per change of a parameter's logarithm, that is none.
const noEffect = 1e-3

// step moves a value a little, the other way at the upper end of its range; whole numbers by one at least.
func (f *fitter) step(i int, v float64) float64 {
	p := f.parameters[i]
	by := math.Exp(slope)
	if v*by > p.Hi {
		by = 1 / by
	}
	if p.kind == whole {
		return max(math.Round(v*by), math.Round(v)+1)
	}
	return v * by
}

// spread turns the Jacobian into half-widths: s² (JᵀJ)⁻¹ with Student's factor. Those of dead columns stay
// as they are.
func spread(j *mat.Dense, at []Residual, half []float64) {
	m, n := j.Dims()
	sum := 0.0
	for _, r := range at {
		sum += r.capped() * r.capped()
	}
	var live []int
	for i := range n {
		if mat.Norm(j.ColView(i), 2) >= noEffect {
			live = append(live, i)
		}
	}
	if len(live) == 0 || m <= len(live) {
		return
	}
	jj := mat.NewSymDense(len(live), nil)
	for a, p := range live {
		for b, q := range live {
			jj.SetSym(a, b, mat.Dot(j.ColView(p), j.ColView(q)))
		}
	}
	var inverse mat.Dense
	if inverse.Inverse(jj) != nil {
		return
	}
	free := float64(m - len(live))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: free}.Quantile(0.975)
	for a, p := range live {
		if v := inverse.At(a, a); v > 0 {
			half[p] = t * math.Sqrt(sum/free*v)
		}
	}
}
