package calibrate

import "math"

// reach is by how much a search may change a parameter from where it starts, as a factor.
const reach = 8

// space maps parameters within bounds to unbounded coordinates. A coordinate is 0 where the search starts,
// and near there it is the logarithm of the change: 0.1 is 10 % more.
type space struct {
	parameters []Parameter
	lo, width  []float64 // of the logarithm
	zero       []float64 // coordinate of the start before it is moved to 0
}

func newSpace(parameters []Parameter, start []float64) space {
	s := space{parameters: parameters}
	for i, p := range parameters {
		lo, hi := math.Log(max(p.Lo, start[i]/reach)), math.Log(min(p.Hi, start[i]*reach))
		s.lo, s.width = append(s.lo, lo), append(s.width, hi-lo)
		at := min(max((math.Log(start[i])-lo)/(hi-lo), 0.02), 0.98)
		s.zero = append(s.zero, math.Log(at/(1-at))/4*(hi-lo))
	}
	return s
}

// values are the parameters at coordinates x.
func (s *space) values(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		at := 1 / (1 + math.Exp(-4*(x[i]+s.zero[i])/s.width[i]))
		out[i] = math.Exp(s.lo[i] + at*s.width[i])
	}
	return out
}
