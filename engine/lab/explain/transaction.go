package explain

import (
	"context"
	"fmt"
	"io"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// stepEvents is how many events are simulated between two looks at whether to stop: some 20 ms.
const stepEvents = 20_000

// Moment is a stretch of a transaction in which nothing changed.
type Moment struct {
	At   sim.Duration // since the transaction began
	For  sim.Duration
	What engine.Glimpse
}

// Trace is one transaction.
type Trace struct {
	Number  uint64 // of the measured window, from 1
	Client  int
	Begun   sim.Time
	Took    sim.Duration
	Moments []Moment
}

// Transaction follows the n-th transaction that begins in the measured window, from 1.
func Transaction(ctx context.Context, c engine.Config, n uint64) (*Trace, error) {
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	if err := toTheWindow(ctx, e, &c); err != nil {
		return nil, err
	}
	f := follower{e: e, want: e.Begun() + n, t: &Trace{Number: n}}
	e.Watch(f.before)
	for !e.Step(stepEvents) && !f.over {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if !f.over {
		return nil, fmt.Errorf("transaction %d: the measured window has %d transactions, and this one does not end in it",
			n, e.Begun()+n-f.want)
	}
	return f.t, nil
}

// slice is how far a run with phases is simulated between two looks at whether its window has opened.
const slice = sim.Millisecond

// toTheWindow simulates until the measured window opens.
func toTheWindow(ctx context.Context, e *engine.Engine, c *engine.Config) error {
	if len(c.Workload) == 1 && !c.Steady {
		e.RunUntil(sim.Time(c.Warmup))
		return nil
	}
	for !e.Measuring() {
		e.RunUntil(e.Now().Add(slice))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if e.Over() {
			return fmt.Errorf("the run ends before its measured window opens")
		}
	}
	return nil
}

// follower watches the events of a run for one transaction.
type follower struct {
	e     *engine.Engine
	want  uint64
	t     *Trace
	on    bool
	over  bool
	last  sim.Time // of the event before
	ref   int      // its client
	now   engine.Glimpse
	since sim.Time
}

// before is called before each event: what it sees is the work of the event before it.
func (f *follower) before(ev sim.Event) {
	defer func() {
		f.last = ev.At
		if client, ok := f.e.IsClient(ev); ok {
			f.ref = client
		}
	}()
	switch {
	case f.over:
	case f.on:
		f.follow()
	case f.e.Begun() >= f.want:
		f.on = true
		f.t.Client, f.t.Begun, f.since = f.ref, f.last, f.last
		f.now = f.e.Look(f.ref)
	}
}

// follow notes a change of what the client does.
func (f *follower) follow() {
	g := f.e.Look(f.t.Client)
	if g == f.now {
		return
	}
	f.note()
	if f.over = g.Transaction != f.now.Transaction || !g.Inside; f.over {
		f.t.Took = f.last.Sub(f.t.Begun)
	}
	f.now, f.since = g, f.last
}

// note ends a moment; those without length are left out.
func (f *follower) note() {
	if d := f.last.Sub(f.since); d > 0 {
		f.t.Moments = append(f.t.Moments, Moment{f.since.Sub(f.t.Begun), d, f.now})
	}
}

// WriteText prints the transaction: a line per statement, and below it what it did and waited for.
func (t *Trace) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "transaction %d of the window: client %d, begun at %.6f s, %.3f ms\n",
		t.Number, t.Client, sim.Duration(t.Begun).Seconds(), t.Took.Millis()); err != nil {
		return err
	}
	statement := -1
	for _, m := range t.Moments {
		if m.What.Statement != statement {
			statement = m.What.Statement
			if _, err := fmt.Fprintf(w, "%10.3f  %s\n", m.At.Millis(), m.What.Text); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "%10s  %10.3f ms  %-14s %s\n", "", m.For.Millis(), m.What.Wait, m.What.Step); err != nil {
			return err
		}
	}
	return nil
}
