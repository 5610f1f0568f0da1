package truth

import (
	"context"

	"github.com/innosim/innosim/engine"
)

// Simulate runs the case's configuration on the engine.
func Simulate(ctx context.Context, c *Case) (*engine.Result, error) {
	e, err := engine.New(c.Config)
	if err != nil {
		return nil, err
	}
	for !e.Step(stepEvents) {
		if ctx.Err() != nil {
			return e.Result(true), nil
		}
	}
	return e.Result(false), e.Err()
}
