package experiment

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/innosim/innosim/engine"
)

// stepEvents is how many events a run simulates between two looks at whether it should stop: some 20 ms.
const stepEvents = 20_000

// Options say how simulations are run.
type Options struct {
	Jobs     int                   // simulations at a time; at least 1
	Grace    time.Duration         // how long to wait after an interrupt for those that still run
	Progress func(done, total int) // called after every simulation, from one goroutine; may be nil
}

// Simulate runs a configuration to its end, or until the context is done: then the result is partial. A law
// of the model that breaks, or a panic in it, is an error.
func Simulate(ctx context.Context, c engine.Config) (res *engine.Result, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			res, err = nil, fmt.Errorf("the model broke: %v", broken)
		}
	}()
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	return finish(ctx, e)
}

// finish runs an engine to its end.
func finish(ctx context.Context, e *engine.Engine) (*engine.Result, error) {
	for !e.Step(stepEvents) {
		if ctx.Err() != nil {
			return e.Result(true), nil
		}
	}
	return e.Result(false), e.Err()
}

// task is a part of an experiment: run does the work, done takes the answer and is called from one goroutine.
type task[T any] struct {
	run  func(context.Context) T
	done func(T)
}

// runTasks runs the tasks on so many goroutines. A done context ends it within a moment: tasks that have not
// begun stay undone, and those that do not end within the grace are left behind. It reports whether all are
// done.
func runTasks[T any](ctx context.Context, tasks []task[T], o Options) bool {
	type answer struct {
		i int
		v T
	}
	next := make(chan int, len(tasks))
	finished := make(chan answer, len(tasks))
	for i := range tasks {
		next <- i
	}
	close(next)
	var workers sync.WaitGroup
	for range max(o.Jobs, 1) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				finished <- answer{i, tasks[i].run(ctx)}
			}
		})
	}
	go func() {
		workers.Wait()
		close(finished)
	}()
	stop := ctx.Done()
	var late <-chan time.Time
	n := 0
	for {
		select {
		case a, more := <-finished:
			if !more {
				return n == len(tasks)
			}
			tasks[a.i].done(a.v)
			if n++; o.Progress != nil {
				o.Progress(n, len(tasks))
			}
		case <-stop:
			stop, late = nil, time.After(o.Grace)
		case <-late:
			return false
		}
	}
}
