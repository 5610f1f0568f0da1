package truth

import (
	"context"
	"math"
	"sync"
)

// How far a prediction may be from a recording, as a part of what was measured.
const (
	meanBound        = 0.20 // means over a third of the run
	oscillationBound = 0.40 // period and amplitude
)

// Figure is one number of a recording and its prediction.
type Figure struct {
	Name                string  // a result name; or period (s), amplitude (bytes) of checkpoint_age
	Third               int     // of the run, 1 … 3; 0: of the last two
	Measured, Predicted float64 // 0 when there is no oscillation
	Bound               float64 // allowed absolute error
}

// Error is predicted / measured − 1.
func (f Figure) Error() float64 { return f.Predicted/f.Measured - 1 }

// Holds reports whether the error is within its bound.
func (f Figure) Holds() bool { return math.Abs(f.Error()) <= f.Bound }

// Comparison is a recording beside the same run on the model.
type Comparison struct {
	*Recording
	Predicted []Observation
	Figures   []Figure
}

// ReplayAll runs the recordings, so many at a time, and compares them.
func ReplayAll(ctx context.Context, all []*Recording, jobs int) ([]*Comparison, error) {
	out := make([]*Comparison, len(all))
	errs := make([]error, len(all))
	slots := make(chan struct{}, max(jobs, 1))
	var running sync.WaitGroup
	for i, r := range all {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			c := &Comparison{Recording: r}
			if c.Predicted, errs[i] = r.Replay(ctx); errs[i] == nil {
				c.Figures = compare(r.Measured, c.Predicted)
			}
			out[i] = c
		})
	}
	running.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// thirds is into how many parts a run is cut.
const thirds = 3

// compare makes the figures of two equally long series.
func compare(measured, predicted []Observation) []Figure {
	var out []Figure
	cuts := cut(measured)
	for _, q := range quantities() {
		for i := range thirds {
			from, to := cuts[i], cuts[i+1]
			out = append(out, Figure{
				Name: q.name, Third: i + 1, Bound: meanBound,
				Measured: q.mean(measured[from : to+1]), Predicted: q.mean(predicted[from : to+1]),
			})
		}
	}
	m, p := oscillate(measured[cuts[1]:]), oscillate(predicted[cuts[1]:])
	if m.period > 0 {
		out = append(out,
			Figure{Name: "period", Measured: m.period, Predicted: p.period, Bound: oscillationBound},
			Figure{Name: "amplitude", Measured: m.amplitude, Predicted: p.amplitude, Bound: oscillationBound})
	}
	return out
}

// cut returns the observations at the borders of the thirds.
func cut(seen []Observation) [thirds + 1]int {
	var cuts [thirds + 1]int
	cuts[thirds] = len(seen) - 1
	end := seen[len(seen)-1].At
	for i, o := range seen {
		for k := 1; k < thirds; k++ {
			if o.At <= end*float64(k)/thirds {
				cuts[k] = i
			}
		}
	}
	return cuts
}

// quantity is a mean over a part of a series.
type quantity struct {
	name string
	mean func([]Observation) float64
}

func quantities() []quantity {
	return []quantity{
		{"checkpoint_age", func(s []Observation) float64 { return level(s, Observation.age) }},
		{"dirty_pages", func(s []Observation) float64 { return level(s, Observation.dirty) }},
		{"pages_flushed", func(s []Observation) float64 { return rate(s, Observation.flushed) }},
		{"tps", func(s []Observation) float64 { return rate(s, Observation.commits) }},
	}
}

func (o Observation) age() float64     { return o.Age }
func (o Observation) dirty() float64   { return o.Dirty }
func (o Observation) flushed() float64 { return o.Flushed }
func (o Observation) commits() float64 { return o.Commits }

// level is the mean of a gauge over time; between two observations it is taken to be straight.
func level(s []Observation, of func(Observation) float64) float64 {
	var sum float64
	for i := 1; i < len(s); i++ {
		sum += (of(s[i]) + of(s[i-1])) / 2 * (s[i].At - s[i-1].At)
	}
	return sum / (s[len(s)-1].At - s[0].At)
}

// rate is the mean growth of a counter per second.
func rate(s []Observation, of func(Observation) float64) float64 {
	last := s[len(s)-1]
	return (of(last) - of(s[0])) / (last.At - s[0].At)
}
