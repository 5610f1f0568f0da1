package reproduce

import (
	"context"
	"slices"
	"time"
)

// Options say how experiments are run.
type Options struct {
	Jobs     int                   // runs at a time; at least 1
	Quick    bool                  // fewer arms, short windows, no ranges
	Grace    time.Duration         // how long to wait after an interrupt for runs that have not ended
	Progress func(done, total int) // called after every run, from one goroutine; may be nil
}

// job is one run: an arm of an experiment, with an assumption.
type job struct {
	out     *Outcomes
	arm     *Arm
	variant string
	set     []Setting
}

// done is a job with what it gave.
type done struct {
	job
	p *Prediction
}

// runner keeps the jobs of all experiments.
type runner struct {
	o        Options
	ctx      context.Context
	pending  []job
	running  int
	total    int
	ended    int
	finished chan done
}

// Run predicts the experiments, all their arms in parallel. A done context ends it within the grace; what was
// finished is kept.
func Run(ctx context.Context, all []*Experiment, o Options) []*Outcomes {
	r := &runner{o: o, ctx: ctx, finished: make(chan done, 1)}
	var outs []*Outcomes
	for _, e := range all {
		out := &Outcomes{Experiment: e, base: map[string]*Prediction{}}
		outs = append(outs, out)
		r.addArms(out, e.Arms)
		r.addVariants(out)
	}
	r.drain()
	if ctx.Err() == nil {
		for _, out := range outs {
			r.addLater(out)
		}
		r.drain()
	}
	for _, out := range outs {
		out.Partial = ctx.Err() != nil
	}
	return outs
}

// addArms adds the base runs of arms.
func (r *runner) addArms(out *Outcomes, arms []Arm) {
	for _, a := range arms {
		if r.o.Quick && !a.Quick {
			continue
		}
		out.Arms = append(out.Arms, a)
		r.add(job{out: out, arm: &a})
	}
}

// addVariants adds the runs with other assumptions; the short version has none.
func (r *runner) addVariants(out *Outcomes) {
	if r.o.Quick {
		return
	}
	for _, open := range out.Experiment.Open {
		for _, other := range open.Others {
			for _, a := range out.Experiment.Arms {
				if open.covers(a.Name) {
					r.add(job{out: out, arm: &a, variant: other.Text, set: other.Set})
				}
			}
		}
	}
}

// addLater adds the arms that need the fits of the others, with each assumption that has a fit of its own.
func (r *runner) addLater(out *Outcomes) {
	then := out.Experiment.Then
	if then == nil {
		return
	}
	r.addArms(out, then(out, ""))
	if r.o.Quick {
		return
	}
	for _, open := range out.Experiment.Open {
		for _, other := range open.Others {
			for _, a := range then(out, other.Text) {
				if open.covers(a.Name) {
					r.add(job{out: out, arm: &a, variant: other.Text, set: other.Set})
				}
			}
		}
	}
}

func (r *runner) add(j job) {
	r.pending = append(r.pending, j)
	r.total++
}

// drain runs what is pending. Jobs that an interrupt does not end within the grace, such as one that still
// constructs its starting state, are left behind.
func (r *runner) drain() {
	r.dearFirst()
	stop := r.ctx.Done()
	var late <-chan time.Time
	for {
		for r.running < max(r.o.Jobs, 1) && len(r.pending) > 0 && r.ctx.Err() == nil {
			r.start()
		}
		if r.running == 0 {
			return
		}
		select {
		case d := <-r.finished:
			r.keep(d)
		case <-stop:
			stop, late = nil, time.After(r.o.Grace)
		case <-late:
			return
		}
	}
}

// dearFirst puts fits first, which are several runs one after the other.
func (r *runner) dearFirst() {
	slices.SortStableFunc(r.pending, func(a, b job) int {
		return boolInt(b.arm.Fit != nil) - boolInt(a.arm.Fit != nil)
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// start runs the next job on a goroutine of its own, which touches nothing of the runner but its channel.
func (r *runner) start() {
	j := r.pending[0]
	r.pending = r.pending[1:]
	r.running++
	ctx, quick, finished := r.ctx, r.o.Quick, r.finished
	if j.variant != "" {
		j.set = append(settings(rough), j.set...)
	}
	go func() {
		e := j.out.Experiment
		if j.arm.Fit != nil {
			finished <- done{j, e.fit(ctx, j.arm, quick, j.set...)}
			return
		}
		finished <- done{j, e.predict(ctx, j.arm, quick, j.set...)}
	}()
}

// keep puts a prediction where it belongs.
func (r *runner) keep(d done) {
	r.running--
	r.ended++
	if r.o.Progress != nil {
		r.o.Progress(r.ended, r.total)
	}
	if d.variant != "" {
		d.p.Variant = d.variant
		d.out.variants = append(d.out.variants, d.p)
		return
	}
	d.out.base[d.arm.Name] = d.p
}
