package truth

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/innosim/innosim/engine"
)

// stepEvents is how many events a case simulates between two looks at whether it should stop: some 20 ms.
const stepEvents = 20_000

// interrupted is why a case was skipped that had not ended.
const interrupted = "interrupted"

// Options say how cases are run.
type Options struct {
	Jobs     int                   // cases at a time; at least 1
	Grace    time.Duration         // how long to wait after an interrupt for cases that still run
	Progress func(done, total int) // called after every case, from one goroutine; may be nil
	Predict  Predict               // Simulate when nil
}

// Predict runs a case to its end, or until the context is done.
type Predict func(ctx context.Context, c *Case) (*engine.Result, error)

// Report is the outcome of all cases.
type Report struct {
	Cases   []*Outcome // the worst first, those that were skipped last
	Summary map[string]Summary
	Ranking Ranking
	Partial bool // interrupted: the cases that were running or waiting are skipped
}

// Validate runs the cases and judges them. A done context ends it within a moment; finished cases are kept.
func Validate(ctx context.Context, cases []*Case, o Options) *Report {
	outcomes := predictAll(ctx, cases, o)
	judged := slices.DeleteFunc(slices.Clone(outcomes), func(o *Outcome) bool { return o.Skipped != "" })
	for _, o := range judged {
		o.judge()
	}
	slices.SortStableFunc(outcomes, func(a, b *Outcome) int {
		if a.Skipped == "" && b.Skipped == "" {
			return cmp.Compare(b.badness(), a.badness())
		}
		return cmp.Compare(min(len(a.Skipped), 1), min(len(b.Skipped), 1))
	})
	return &Report{Cases: outcomes, Summary: summarise(judged), Ranking: rank(judged), Partial: ctx.Err() != nil}
}

// predictAll runs the cases on so many goroutines, and returns their outcomes in the order of the cases.
// Those that an interrupt does not end within the grace are left behind.
func predictAll(ctx context.Context, cases []*Case, o Options) []*Outcome {
	type indexed struct {
		i       int
		outcome *Outcome
	}
	next := make(chan int, len(cases))
	finished := make(chan indexed, len(cases))
	outcomes := make([]*Outcome, len(cases))
	for i, c := range cases {
		outcomes[i] = &Outcome{Case: c, Skipped: interrupted}
	}
	for _, i := range longestFirst(cases) {
		next <- i
	}
	close(next)
	for range max(o.Jobs, 1) {
		go func() {
			for i := range next {
				finished <- indexed{i, predictOne(ctx, cases[i], o.Predict)}
			}
		}()
	}
	stop := ctx.Done()
	var late <-chan time.Time
	for done := 0; done < len(cases); {
		select {
		case f := <-finished:
			outcomes[f.i] = f.outcome
			if done++; o.Progress != nil {
				o.Progress(done, len(cases))
			}
		case <-stop:
			stop, late = nil, time.After(o.Grace)
		case <-late:
			return outcomes
		}
	}
	return outcomes
}

// longestFirst is the order in which the cases are begun, so that no long one is left for the end.
func longestFirst(cases []*Case) []int {
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cases[b].work(), cases[a].work()) })
	return order
}

// predictOne runs a case. Whatever goes wrong, a broken law of the model included, is a reason to skip it.
func predictOne(ctx context.Context, c *Case, predict Predict) (out *Outcome) {
	out = &Outcome{Case: c, Skipped: c.Skip}
	if c.Bad != nil {
		out.Skipped = strings.ReplaceAll(c.Bad.Error(), "\n", "; ")
	}
	if !c.able() {
		return out
	}
	if ctx.Err() != nil {
		out.Skipped = interrupted
		return out
	}
	defer func() {
		if broken := recover(); broken != nil {
			out.Skipped = fmt.Sprintf("the model broke: %v", broken)
		}
	}()
	if predict == nil {
		predict = Simulate
	}
	res, err := predict(ctx, c)
	switch {
	case err != nil:
		out.Skipped = err.Error()
	case res.Partial:
		out.Skipped = interrupted
	default:
		out.Predicted, out.Interval = finite(res.Results), finite(res.Interval)
	}
	return out
}
