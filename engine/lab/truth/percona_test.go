package truth

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// sata are cases of testdata/percona, measured on a SATA drive, that are simulated within seconds: reads alone, at the limit
// of the command queue; reads, page writes and commits that share the drive; commits and page writes alone; another server.
var sata = []string{
	"mysql-8.4.8-ro-local-pool2-thr16", "mysql-8.4.8-rw-local-pool2-thr16", "mysql-8.4.8-rw-local-pool12-thr16",
	"mysql-8.4.8-rw-local-pool32-thr4", "mariadb-11.4.10-rw-local-pool32-thr32",
}

// TestSATASubset holds the errors of these cases to their bands, half as much again as the errors were when they were set.
// It needs shorter windows than the cases have: a warm start is stationary.
func TestSATASubset(t *testing.T) {
	if testing.Short() {
		t.Skip("long: simulates truth cases")
	}
	var names []string
	for _, n := range sata {
		names = append(names, "testdata/percona/"+n+".cnf")
	}
	cases, err := Load(os.DirFS("."), names)
	require.NoError(t, err)
	for _, c := range cases {
		require.NoError(t, c.Bad)
		c.Config.Warmup, c.Config.Time, c.Config.Until = 2*sim.Second, 3*sim.Second, 0
	}
	r := Validate(context.Background(), cases, Options{Jobs: 2})
	for name, b := range map[string]band{
		"tps":                       {0.07, 0.12},
		"latency.p95":               {0.15, 0.30},
		"device_reads_per_trx":      {0.04, 0.06},
		"device_writes_per_trx":     {0.15, 0.30},
		"device_flushes_per_trx":    {0.22, 0.33},
		"device_kb_written_per_trx": {0.15, 0.35},
	} {
		s := r.Summary[name]
		t.Logf("%s: %d cases, median %.1f%%, 90th percentile %.1f%%", name, s.N, 100*s.MedianAbs, 100*s.P90Abs)
		require.LessOrEqual(t, s.MedianAbs, b.median, name)
		require.LessOrEqual(t, s.P90Abs, b.p90, name)
	}
	share, _ := r.Ranking.Share()
	require.GreaterOrEqual(t, share, 1.0, "order of tps")
}

// TestPubliclyMeasuredCasesParse: all of them are cases that can be simulated.
func TestPubliclyMeasuredCasesParse(t *testing.T) {
	cases, err := Load(os.DirFS("testdata"), []string{"percona", "percona-nvme"})
	require.NoError(t, err)
	require.Len(t, cases, 52+119)
	for _, c := range cases {
		require.NoError(t, c.Bad, c.Name)
		require.Empty(t, c.Skip, c.Name)
		require.NotEmpty(t, c.Measured, c.Name)
	}
}
