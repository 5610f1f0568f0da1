package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestRowTraces has a file per row: "trace" runs the tiny server with settings and prints what the page cleaner and
// the log decide: the checkpoint age, pages written since the line before by what asked for them, checkpoints, threads
// that wait for redo space, and doublewrite batches.
func TestRowTraces(t *testing.T) {
	datadriven.Walk(t, "testdata/rows", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var settings []string
			for _, a := range d.CmdArgs {
				settings = append(settings, a.Key+"="+strings.Join(a.Vals, ""))
			}
			return trace(t, settings)
		})
	})
}

const (
	traceLines = 10
	traceStep  = 0.2 // seconds
)

func trace(t *testing.T, settings []string) string {
	e := build(t, append(settings, "time=1000s", "device.data.latency-cv=0")...)
	var b strings.Builder
	f, l, w := e.Cleaner().Metrics(), e.Log().Metrics(), e.Dblwr()
	for i := 1; i <= traceLines; i++ {
		e.RunUntil(seconds(float64(i) * traceStep))
		f1, l1, w1 := e.Cleaner().Metrics(), e.Log().Metrics(), e.Dblwr()
		g, m, x := f1.Sub(f), l1.Sub(l), w1.Sub(w)
		age := float64(e.Log().Current()-e.Log().Checkpoint()) / float64(e.Log().Limits().Free)
		fmt.Fprintf(&b, "%.1fs age=%3.0f%% background=%d furious=%d lru=%d checkpoints=%d stalled=%d batches=%d\n",
			float64(i)*traceStep, 100*age, g.PagesAdaptive+g.PagesDirty+g.PagesIdle, g.PagesSync, g.PagesLRU,
			m.Checkpoints, e.Log().Stalled(), x.Writes)
		f, l, w = f1, l1, w1
	}
	lawful(t, e)
	return b.String()
}
