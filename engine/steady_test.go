package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestWarmupEndsWithTheTransient: a cold start is left out of the window, whose length is what was asked for.
func TestWarmupEndsWithTheTransient(t *testing.T) {
	c := config(t, "start = cold", "warmup = auto", "time = 10s", "table-size = 100000")
	require.True(t, c.Steady)
	e := start(t, c)
	for !e.Step(100_000) {
	}
	r := e.Result(false)
	require.Equal(t, 10*sim.Second, r.Window)
	require.GreaterOrEqual(t, sim.Duration(r.WindowStart), 20*sim.Second)
	require.Less(t, sim.Duration(r.WindowStart), 600*sim.Second)
	require.Equal(t, sim.Duration(r.WindowStart)+r.Window, r.Simulated)
}
