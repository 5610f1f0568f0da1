package reproduce

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/workload"
)

// stepEvents is how many events are simulated between two looks at whether the run should stop: some 20 ms.
const stepEvents = 20_000

// interrupted is why an arm was not predicted that had not ended.
const interrupted = "interrupted"

// short is what the short version sets: windows of a few seconds, known to 5 %.
const short = "time=10s until=5% report-interval=500ms"

// rough is what runs with other assumptions set: they tell a range, and are many.
const rough = "time=20s until=5%"

// parse reads the scenario of an arm, with further settings over it.
func (e *Experiment) parse(a *Arm, quick bool, more ...Setting) (*scenario.Scenario, error) {
	var opts []scenario.Option
	all := append(append([]Setting(nil), a.Set...), more...)
	if quick {
		all = append(settings(short), all...)
	}
	for _, s := range all {
		opts = append(opts, scenario.WithSet(s.Name, s.Value))
	}
	return scenario.Parse(Files, e.File, opts...)
}

// predict runs an arm. Whatever goes wrong, a broken law of the model included, is why it is not predicted.
func (e *Experiment) predict(ctx context.Context, a *Arm, quick bool, more ...Setting) (p *Prediction) {
	p = &Prediction{Arm: a, Unpredicted: a.Blocked, Fitted: a.Fitted}
	if a.Blocked != "" {
		return p
	}
	defer func() {
		if broken := recover(); broken != nil {
			p.Unpredicted = fmt.Sprintf("the model broke: %v", broken)
		}
	}()
	sc, err := e.parse(a, quick, more...)
	if err != nil {
		p.Unpredicted = strings.ReplaceAll(err.Error(), "\n", "; ")
		return p
	}
	p.Server = strings.Join(append([]string{sc.Profile.Name}, sc.Modifiers...), " + ")
	p.Seed, p.Digest = sc.Seed, fmt.Sprintf("%016x", sc.Digest())
	for _, s := range sc.NotModelled {
		p.NotModelled = append(p.NotModelled, s.Name)
	}
	if len(sc.Skip) > 0 {
		p.Unpredicted = strings.Join(sc.Skip, "; ")
		return p
	}
	if ctx.Err() != nil {
		p.Unpredicted = interrupted
		return p
	}
	p.simulate(ctx, sc)
	return p
}

// simulate runs the scenario and keeps what it measured.
func (p *Prediction) simulate(ctx context.Context, sc *scenario.Scenario) {
	run, err := engine.New(sc.Config)
	if err != nil {
		p.Unpredicted = err.Error()
		return
	}
	for !run.Step(stepEvents) {
		if ctx.Err() != nil {
			p.Unpredicted = interrupted
			return
		}
	}
	if err := run.Err(); err != nil {
		p.Unpredicted = err.Error()
		return
	}
	r := run.Result(false)
	p.Results, p.Window, p.Binds = r.Results, r.Window.Seconds(), bindsText(r)
	if tps := r.Results["tps"]; tps > 0 {
		p.Half = r.Interval["tps"] / tps
	}
	if w := &sc.Workload[0]; w.Script == workload.Import {
		p.Results["rows"] = p.Results["tps"] * float64(w.Dump.PerTransaction())
	}
}

// bindsText names the first resource, and the one behind it.
func bindsText(r *engine.Result) string {
	var texts []string
	for _, b := range r.Binds[:min(2, len(r.Binds))] {
		texts = append(texts, fmt.Sprintf("%s (%.0f %% loaded, %.0f %% of the response time)",
			b.Resource, 100*b.Load, 100*b.Share))
	}
	return strings.Join(texts, ", then ")
}

const (
	fitRuns  = 8    // runs of a fit, at most
	fitClose = 0.01 // a result this near its target ends the fit, as a part of it
)

// fit predicts an arm with the value of its key that gives the published figure: bisection of the logarithm,
// since results are monotone in a share of a processor and in a latency.
func (e *Experiment) fit(ctx context.Context, a *Arm, quick bool, more ...Setting) *Prediction {
	f := a.Fit
	at := func(v float64) *Prediction {
		value := Setting{f.Key, strconv.FormatFloat(v, 'g', 6, 64) + f.Unit}
		p := e.predict(ctx, a, quick, append(append([]Setting(nil), more...), value)...)
		p.Value, p.Fitted = v, label(f, v)
		return p
	}
	low, high := f.Low, f.High
	first, last := at(low), at(high)
	if first.Unpredicted != "" || last.Unpredicted != "" {
		return first.failed(last)
	}
	rising := last.Results[f.Result] > first.Results[f.Result]
	nearest := first.nearer(last, f)
	for range fitRuns - 2 {
		if nearest.off(f) < fitClose {
			break
		}
		v := math.Sqrt(low * high)
		p := at(v)
		if p.Unpredicted != "" {
			return p
		}
		nearest = nearest.nearer(p, f)
		if (p.Results[f.Result] < f.Target) == rising {
			low = v
		} else {
			high = v
		}
	}
	if nearest.off(f) > 10*fitClose {
		nearest.Fitted += fmt.Sprintf(" (the nearest of %g … %g%s: it does not fit)", f.Low, f.High, f.Unit)
	}
	return nearest
}

// failed is the first of two predictions that is none.
func (p *Prediction) failed(other *Prediction) *Prediction {
	if p.Unpredicted != "" {
		return p
	}
	return other
}

// off is how far a prediction is from the target of a fit, as a part of it.
func (p *Prediction) off(f *Fit) float64 { return math.Abs(p.Results[f.Result]/f.Target - 1) }

func (p *Prediction) nearer(other *Prediction, f *Fit) *Prediction {
	if other.off(f) < p.off(f) {
		return other
	}
	return p
}
