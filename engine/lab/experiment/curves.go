package experiment

import (
	"slices"
	"strconv"

	"github.com/innosim/innosim/engine/profile"
)

// Curve is a result over a parameter, at fixed values of the others.
type Curve struct {
	Name string // the fixed values
	X, Y []float64
}

// Curves are a result over the first parameter whose values are numbers; none when there is no such parameter.
func (s *Sweep) Curves(result string) (axis string, curves []Curve) {
	at := slices.IndexFunc(s.Params, func(p Parameter) bool { return numbersOnly(p.Values) })
	if at < 0 {
		return "", nil
	}
	for i := range s.Points {
		p := &s.Points[i]
		y, ok := p.Results[result]
		if !ok {
			continue
		}
		name := Text(slices.Delete(slices.Clone(p.Set), at, at+1))
		j := slices.IndexFunc(curves, func(c Curve) bool { return c.Name == name })
		if j < 0 {
			j = len(curves)
			curves = append(curves, Curve{Name: name})
		}
		x, _ := numberOf(p.Set[at].Value)
		curves[j].X, curves[j].Y = append(curves[j].X, x), append(curves[j].Y, y)
	}
	return s.Params[at].Name, curves
}

func numbersOnly(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { _, ok := numberOf(v); return !ok })
}

// numberOf reads a number, with or without a size's letter.
func numberOf(text string) (float64, bool) {
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, true
	}
	n, _, bad := profile.ParseNumber(text, true)
	return float64(n), bad == ""
}
