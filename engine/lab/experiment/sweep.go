package experiment

import (
	"context"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// Point is one configuration of a sweep and what it did.
type Point struct {
	Set      []Change
	Results  map[string]float64 // by result name; nil when the point is not done
	Interval map[string]float64 // half-widths of 95 % intervals, where they are known
	Binds    string             // the resource that limits the throughput
	Failed   string             // why there is no result
	Branched bool               // from the warm-up of a neighbour
	Reused   bool               // read from an earlier call
	Fails    []string           // thresholds of the scenario that do not hold
	Remarks  []string           // what the reader should know
}

// Done reports whether the point has an outcome.
func (p *Point) Done() bool { return p.Results != nil || p.Failed != "" }

// Sweep is a set of points.
type Sweep struct {
	Params  []Parameter
	Points  []Point
	Partial bool
	Ran     int      // simulations of this call
	Remarks []Remark // what the reader should know, each once
}

// SweepOptions say how a sweep is run.
type SweepOptions struct {
	Options
	Store  *Store // where finished points are kept; may be nil
	Branch bool   // points that differ in live variables share a warm-up
}

// RunSweep simulates the points that the store does not have yet. Every point uses the seed of the base.
func RunSweep(ctx context.Context, base Source, params []Parameter, points [][]Change, o SweepOptions) (*Sweep, error) {
	s := &Sweep{Params: params, Points: make([]Point, len(points))}
	arms, err := NewArms(base, points)
	if err != nil {
		return nil, err
	}
	for i, set := range points {
		s.Points[i].Set = set
	}
	var failed error
	var tasks []task[Point]
	for i, run := range plans(arms, o.Branch) {
		if stored, ok := o.Store.find(run.key); ok {
			s.Points[i] = stored.point(arms[i].Set)
			continue
		}
		tasks = append(tasks, task[Point]{
			run: run.simulate,
			done: func(p Point) {
				if !p.Done() {
					return
				}
				s.Ran++
				s.Points[i] = p
				if err := o.Store.add(run.key, &s.Points[i]); err != nil && failed == nil {
					failed = err
				}
			},
		})
	}
	all := runTasks(ctx, tasks, o.Options)
	s.Partial = !all || ctx.Err() != nil
	for i := range s.Points {
		if p := &s.Points[i]; p.Results != nil {
			p.Fails = scenario.Failing(arms[i].Scenario.Thresholds, p.Results)
		}
	}
	s.remarkPoints(arms)
	return s, failed
}

// Failures counts the points that have no result for a reason of their own.
func (s *Sweep) Failures() (n int) {
	for i := range s.Points {
		if s.Points[i].Failed != "" {
			n++
		}
	}
	return n
}

// pointOf turns a run into a point; a partial run has no outcome.
func pointOf(set []Change, res *engine.Result, err error) Point {
	p := Point{Set: set}
	switch {
	case err != nil:
		p.Failed = err.Error()
	case !res.Partial:
		p.Results, p.Interval = document.Finite(res.Results), document.Finite(res.Interval)
		if len(res.Binds) > 0 {
			p.Binds = res.Binds[0].Resource
		}
	}
	return p
}
