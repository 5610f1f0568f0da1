package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// TestAStretchIsMeasuredAndChangesNothing: the run of a scenario with phases, a warm-up and a crash is the same line by
// line, whatever part of it is measured, and the part is what is measured.
func TestAStretchIsMeasuredAndChangesNothing(t *testing.T) {
	c := config(t, "warmup=500ms", "report-interval=250ms", "[workload.1]\ntime = 2s\n[workload.2]\ntime = 2s\nthreads = 3\n",
		"[timeline]\n1s = set innodb_io_capacity = 500\n3200ms = kill\n")
	whole := start(t, c)
	all := finish(t, whole)
	lines := whole.Intervals(0)
	require.InDelta(t, 2.5, all.WindowStart.Seconds(), 0.1, "the second phase begins when the first one's transactions have ended")
	for _, s := range []engine.Stretch{
		{From: 0, To: 250 * sim.Millisecond}, {From: 250 * sim.Millisecond, To: 1500 * sim.Millisecond},
		{From: 2 * sim.Second, To: 3 * sim.Second}, {From: 3 * sim.Second, To: 4 * sim.Second},
	} {
		part := c
		part.Stretch = s
		e := start(t, part)
		r := finish(t, e)
		require.Equal(t, sim.Time(s.From), r.WindowStart)
		require.Equal(t, s.To-s.From, r.Window)
		got := e.Intervals(0)
		require.Equal(t, lines[:len(got)], got)
		sum := 0.0
		for _, l := range got {
			if l.At > sim.Time(s.From) {
				sum += l.TPS * 0.25
			}
		}
		assert.InDelta(t, sum, float64(r.SQL.Transactions), 1e-6)
	}
	steady := c
	steady.Steady, steady.Warmup, steady.Stretch = true, 100*sim.Second, engine.Stretch{From: sim.Second, To: 2 * sim.Second}
	require.Equal(t, sim.Second, finish(t, start(t, steady)).Window)
}
