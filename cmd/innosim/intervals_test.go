package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lines counts the report lines of an output.
func lines(text string) int { return strings.Count(text, "s ] thds: ") }

// TestEveryIntervalHasALine: a window of so many report intervals has so many lines, in every format that has them.
func TestEveryIntervalHasALine(t *testing.T) {
	for format, want := range map[string]int{"text": 3, "sysbench": 3} {
		got := innosim(t.Context(), small("--format", format)...)
		require.Equal(t, exitDone, got.code, got.stderr)
		require.Equal(t, want, lines(got.stdout), format)
	}
	got := innosim(t.Context(), small("--format", "csv")...)
	require.Equal(t, 1+1+3, strings.Count(got.stdout, "\n"), "names, warm-up, window")
	got = innosim(t.Context(), small("--report-interval", "500ms")...)
	require.Equal(t, 6, lines(got.stdout))
}

// TestMeasuredPhaseBetweenOthers has the lines of its own window only.
func TestMeasuredPhaseBetweenOthers(t *testing.T) {
	phases := file(t, "phases.cnf", "[workload]\nscript = oltp_update_non_index\ntables = 1\ntable-size = 10000\n"+
		"[workload.1]\nthreads = 1\ntime = 1s\n[workload.2]\nthreads = 2\ntime = 3s\nmeasured = on\n"+
		"[workload.3]\nthreads = 4\ntime = 2s\n")
	got := innosim(t.Context(), "run", phases, "--start", "cold", "--warmup", "1s", "--device", "instant",
		"--set", "innodb_buffer_pool_size=32M")
	require.Equal(t, exitDone, got.code, got.stderr)
	require.InDelta(t, 3, strings.Count(got.stdout, "] thds: 2 tps: "), 0, got.stdout)
	require.Equal(t, 3, lines(got.stdout))
	require.Contains(t, got.stdout, "total time:                          3.0")
}
