package main

import (
	"context"
	"sync"
	"time"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/scenario"
)

const (
	// stepEvents is how many events are simulated between two looks at the clock and at Ctrl-C: some 20 ms.
	stepEvents = 20_000
	// grace is how long an interrupted command waits for what its simulations have so far.
	grace = 900 * time.Millisecond
)

// outcome is one simulation.
type outcome struct {
	seed   uint64
	result *engine.Result
	lines  []engine.IntervalLine
	err    error
}

// simulateAll runs the replications of a scenario, so many at a time, and returns those that measured
// something.
func (a *app) simulateAll(ctx context.Context, sc *scenario.Scenario) ([]outcome, error) {
	n := max(sc.Replications, 1)
	bar := a.newProgress()
	defer bar.end()
	var mu sync.Mutex
	part := make([]float64, n)
	show := func(i int, done float64) {
		mu.Lock()
		defer mu.Unlock()
		part[i] = done
		var sum float64
		for _, p := range part {
			sum += p
		}
		bar.show("simulating %3.0f %%", 100*sum/float64(n))
	}
	finished := make(chan outcome, n)
	go func() {
		slots := make(chan struct{}, a.jobs)
		for i := range n {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				config := sc.Config
				config.Seed += uint64(i)
				finished <- simulate(ctx, config, func(done float64) { show(i, done) })
			}()
		}
	}()
	return gather(ctx, finished, n)
}

// gather waits for the simulations. When the context is done they end by themselves within a step; what does
// not, such as one that still constructs its starting state, is left behind after the grace.
func gather(ctx context.Context, finished <-chan outcome, n int) ([]outcome, error) {
	var all []outcome
	interrupted := ctx.Done()
	var late <-chan time.Time
	for heard := 0; heard < n; {
		select {
		case o := <-finished:
			heard++
			if o.err != nil {
				return nil, o.err
			}
			if o.result != nil {
				all = append(all, o)
			}
		case <-interrupted:
			interrupted, late = nil, time.After(grace)
		case <-late:
			return all, nil
		}
	}
	return all, nil
}

// simulate runs one configuration to its end, or until the context is done.
func simulate(ctx context.Context, config engine.Config, progress func(done float64)) outcome {
	o := outcome{seed: config.Seed}
	if ctx.Err() != nil {
		return o
	}
	e, err := engine.New(config)
	if err != nil {
		o.err = err
		return o
	}
	for !e.Step(stepEvents) {
		if ctx.Err() != nil {
			o.result, o.lines = e.Result(true), e.Intervals(0)
			return o
		}
		if now, until := e.Progress(); until > 0 {
			progress(float64(now) / float64(until))
		}
	}
	o.result, o.lines, o.err = e.Result(false), e.Intervals(0), e.Err()
	return o
}

// replicationsOf are the outcomes as the report prints them.
func replicationsOf(all []outcome) []report.Replication {
	out := make([]report.Replication, len(all))
	for i, o := range all {
		out[i] = report.Replication{Seed: o.seed, Digest: o.result.Digest, Results: o.result.Results}
	}
	return out
}
