package report

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrometheusTakesTheMetrics asks promtool, where it is installed: it lints the names, and makes a block of all samples.
func TestPrometheusTakesTheMetrics(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	var b bytes.Buffer
	require.NoError(t, OpenMetrics(&b, synthetic()))
	check := exec.Command(promtool, "check", "metrics")
	check.Stdin = bytes.NewReader(b.Bytes())
	out, err := check.CombinedOutput()
	require.NoError(t, err, string(out))
	dir := t.TempDir()
	file := filepath.Join(dir, "run.om")
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
	out, err = exec.Command(promtool, "tsdb", "create-blocks-from", "openmetrics", file, filepath.Join(dir, "blocks")).CombinedOutput()
	require.NoError(t, err, string(out))
}

// TestCountersNeverFall, and the last line is the end mark.
func TestCountersNeverFall(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, OpenMetrics(&b, synthetic()))
	require.True(t, strings.HasSuffix(b.String(), "\n# EOF\n"))
	last := map[string]float64{}
	for line := range strings.Lines(b.String()) {
		f := strings.Fields(line)
		if f[0] != "mysql_global_status_queries" {
			continue
		}
		var v float64
		_, err := fmt.Sscan(f[1], &v)
		require.NoError(t, err)
		require.GreaterOrEqual(t, v, last[f[0]])
		last[f[0]] = v
	}
	require.Positive(t, last["mysql_global_status_queries"])
}

func TestJUnitCountsFailures(t *testing.T) {
	r := synthetic()
	r.Thresholds = []Verdict{
		{Name: "tps", Op: ">=", Limit: 10, Value: 5, Known: true}, {Name: "latency.p99", Op: "<", Limit: 20, Value: 3, Known: true, OK: true},
		{Name: "recovery_time", Op: "<", Limit: 1},
	}
	var b bytes.Buffer
	require.NoError(t, JUnit(&b, r))
	for _, want := range []string{`tests="3" failures="2"`, "tps: wanted &gt;= 10, found 5", "recovery_time: wanted &lt; 1, found not measured"} {
		require.Contains(t, b.String(), want)
	}
}
