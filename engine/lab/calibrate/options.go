package calibrate

import (
	"context"
	"errors"
	"time"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// Source reads the cases with some settings over what their files say.
type Source func(opts ...scenario.Option) ([]*truth.Case, error)

// Options say what is fitted, and how long it may take.
type Options struct {
	// Fit is "host", "device", or names of parameters with commas between them.
	Fit string
	// Results are the names whose residuals count; none: those on which a case is judged.
	Results []string
	// Runs is how many times the cases may be run, the run before and the run after included. Default 60.
	Runs int
	// Wall is how long the fit may take. Default 10 minutes.
	Wall time.Duration
	// Window is the longest measured window of a run, in simulated time. Default 10 s.
	Window sim.Duration
	// Warmup is the longest warm-up of a case that does not start cold. Default 5 s.
	Warmup sim.Duration
	// HoldOut holds out every so-manieth case. Default 5; 0 holds out none.
	HoldOut int
	// Jobs are cases at a time. Default 1.
	Jobs int
	// Progress is called after each run of the cases; may be nil.
	Progress func(done, most int)
	// Predict simulates a case; truth.Simulate when nil.
	Predict truth.Predict
}

// DefaultOptions are 60 runs within 10 minutes.
func DefaultOptions() Options {
	return Options{
		Runs: 60, Wall: 10 * time.Minute, Window: 10 * sim.Second, Warmup: 5 * sim.Second, HoldOut: 5, Jobs: 1,
	}
}

// Ranges of options.
const (
	minRuns = 4 // before, after the laws, one of the search, after
	maxRuns = 100_000
)

// Validate reports all faults at once.
func (o *Options) Validate() error {
	var errs []error
	if o.Fit == "" {
		errs = append(errs, errors.New("fit: allowed is host, device, or names of parameters"))
	}
	return errors.Join(append(errs,
		unit.InRange("runs", o.Runs, minRuns, maxRuns),
		unit.InRange("wall", o.Wall, time.Second, 1000*time.Hour),
		unit.InRange("time", o.Window, sim.Millisecond, sim.Hour),
		unit.InRange("warmup", o.Warmup, 0, sim.Hour),
		unit.InRange("hold-out", o.HoldOut, 0, 1000),
		unit.InRange("jobs", o.Jobs, 1, 4096),
	)...)
}

// shorten cuts a case to a short run. A cold start keeps its warm-up: the state at the window is part of
// what was measured.
func (o *Options) shorten(c *engine.Config) {
	c.Time = min(c.Time, o.Window)
	if c.Start != engine.Cold {
		c.Warmup = min(c.Warmup, o.Warmup)
	}
}

// within is a context that also ends when the fit's time is over.
func (o *Options) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, o.Wall)
}
