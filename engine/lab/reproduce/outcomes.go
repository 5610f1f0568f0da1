package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Prediction is what was predicted for an arm.
type Prediction struct {
	Arm         *Arm
	Variant     string             // the other assumption with which it was predicted; "" the base
	Results     map[string]float64 // by result name
	Half        float64            // half-width of the 95 % interval of the throughput, as a part of it
	Window      float64            // s, measured
	Binds       string             // what limits it
	NotModelled []string           // settings without effect
	Unpredicted string             // why it could not be predicted; "" when it could
	Fitted      string             // key = value of a fit
	Value       float64            // of the fit
	Server      string
	Seed        uint64
	Digest      string // of the canonical scenario
}

// Outcomes are the predictions of one experiment.
type Outcomes struct {
	Experiment *Experiment
	Arms       []Arm // those that were to be run, in order
	base       map[string]*Prediction
	variants   []*Prediction
	Partial    bool // interrupted
}

// Of is the base prediction of an arm; nil when there is none.
func (o *Outcomes) Of(name string) *Prediction { return o.base[name] }

// Value is a result of an arm's base prediction.
func (o *Outcomes) Value(name, metric string) (float64, bool) {
	p := o.base[name]
	if p == nil || p.Unpredicted != "" {
		return 0, false
	}
	v, ok := p.Results[metric]
	return v, ok
}

// figure is the predicted value of a figure, with its interval, from one prediction. The arm that a gain is
// over is taken with the same assumption where it was predicted with it.
func (o *Outcomes) figure(p *Prediction, f *Figure) (v, low, high float64, ok bool) {
	if p == nil || p.Unpredicted != "" {
		return 0, 0, 0, false
	}
	half := p.Half
	switch f.Metric {
	case "import_seconds":
		v, ok = f.Rows/p.Results["rows"], p.Results["rows"] > 0
	case "gain":
		other := o.with(f.Over, p.Variant)
		if other == nil || other.Unpredicted != "" || other.Results[f.Of] == 0 {
			return 0, 0, 0, false
		}
		factor := p.Results[f.Of] / other.Results[f.Of]
		half = math.Hypot(half, other.Half)
		return factor - 1, factor*(1-half) - 1, factor*(1+half) - 1, true
	default:
		v, ok = p.Results[f.Metric]
		if strings.HasPrefix(f.Metric, "latency") {
			half = 0
		}
	}
	return v, v * (1 - half), v * (1 + half), ok
}

// with is an arm's prediction with an assumption, its base prediction when there is none.
func (o *Outcomes) with(name, variant string) *Prediction {
	for _, p := range o.variants {
		if p.Arm.Name == name && p.Variant == variant {
			return p
		}
	}
	return o.base[name]
}

// Range is the span of a figure's predictions over the assumptions of an open fact, the base one included;
// ok when another one was predicted.
func (o *Outcomes) Range(a *Arm, f *Figure, open *Open) (low, high float64, ok bool) {
	low, _, _, ok = o.figure(o.base[a.Name], f)
	if !ok {
		return 0, 0, false
	}
	high, ok = low, false
	for _, p := range o.variants {
		if p.Arm.Name != a.Name || !open.has(p.Variant) {
			continue
		}
		if v, _, _, known := o.figure(p, f); known {
			low, high, ok = min(low, v), max(high, v), true
		}
	}
	return low, high, ok
}

func (p *Open) has(variant string) bool {
	return slices.ContainsFunc(p.Others, func(x Other) bool { return x.Text == variant })
}

// covers reports whether the assumption is predicted for an arm.
func (p *Open) covers(name string) bool {
	return slices.ContainsFunc(p.Arms, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// label names a value of a fit.
func label(f *Fit, v float64) string { return fmt.Sprintf("%s = %.4g%s", f.Key, v, f.Unit) }

// formatShare prints a fitted value for a scenario.
func formatShare(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
