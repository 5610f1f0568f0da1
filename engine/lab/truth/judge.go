package truth

import (
	"math"
	"slices"
)

// zeroTolerance is the prediction below which a measured 0 was predicted right; SCENARIO rules, in the
// result's unit.
const zeroTolerance = 0.01

// Outcome is a case with its prediction.
type Outcome struct {
	*Case
	Predicted map[string]float64
	Interval  map[string]float64  // half-widths of the 95 % intervals of the predictions
	Error     map[string]*float64 // predicted / measured − 1, of the judged names; nil where there is none
	Skipped   string              // why there is no prediction
}

// judge compares the prediction with what was measured.
func (o *Outcome) judge() {
	o.Error = map[string]*float64{}
	for _, name := range o.Judge {
		o.Error[name] = nil
		predicted, ok := o.Predicted[name]
		if measured := o.Measured[name]; ok && measured != 0 {
			e := predicted/measured - 1
			o.Error[name] = &e
		}
	}
}

// zero reports whether a judged result was measured as 0, and whether the prediction agrees.
func (o *Outcome) zero(name string) (zero, right bool) {
	predicted, ok := o.Predicted[name]
	zero = o.Measured[name] == 0
	return zero, zero && ok && math.Abs(predicted) < zeroTolerance
}

// worst is the name with the largest error among those that pass, "" when none has one.
func (o *Outcome) worst(pass func(name string) bool) (name string, err float64) {
	for _, n := range o.Judge {
		if e := o.Error[n]; e != nil && pass(n) && (name == "" || math.Abs(*e) > math.Abs(err)) {
			name, err = n, *e
		}
	}
	return name, err
}

// badness orders cases: the error of tps where it is judged, the largest one elsewhere, -1 without any.
func (o *Outcome) badness() float64 {
	if e := o.Error["tps"]; e != nil {
		return math.Abs(*e)
	}
	name, err := o.worst(func(string) bool { return true })
	if name == "" {
		return -1
	}
	return math.Abs(err)
}

// Summary is how well one result is predicted over all cases that are judged on it.
type Summary struct {
	N         int     // with an error
	MedianAbs float64 // of the absolute errors
	P90Abs    float64
	Bias      float64 // median of the signed errors
	Within2   float64 // share of the predictions that are at most a factor of 2 off
	Zero      int     // measured as 0: no error
	ZeroRight int     // of these, predicted right
	Missing   int     // the run has no such result
}

// summarise gathers the errors by result name.
func summarise(all []*Outcome) map[string]Summary {
	signed := map[string][]float64{}
	out := map[string]Summary{}
	for _, o := range all {
		for _, name := range o.Judge {
			s := out[name]
			zero, right := o.zero(name)
			switch e := o.Error[name]; {
			case e != nil:
				signed[name] = append(signed[name], *e)
			case zero:
				s.Zero++
				if right {
					s.ZeroRight++
				}
			default:
				s.Missing++
			}
			out[name] = s
		}
	}
	for name, errs := range signed {
		s := out[name]
		s.N = len(errs)
		s.Bias = quantile(errs, 0.5)
		near := 0
		for i, e := range errs {
			errs[i] = math.Abs(e)
			if e >= -0.5 && e <= 1 {
				near++
			}
		}
		s.Within2 = float64(near) / float64(len(errs))
		s.MedianAbs, s.P90Abs = quantile(errs, 0.5), quantile(errs, 0.9)
		out[name] = s
	}
	return out
}

// quantile interpolates between the order statistics of at least one value.
func quantile(values []float64, p float64) float64 {
	v := slices.Sorted(slices.Values(values))
	at := p * float64(len(v)-1)
	i := int(at)
	if i+1 == len(v) {
		return v[i]
	}
	return v[i] + (at-float64(i))*(v[i+1]-v[i])
}
