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

	"github.com/innosim/innosim/sim"
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

// TestSummariesHaveQuantiles: a latency says of which quantile it is, and in which order OpenMetrics wants its parts.
func TestSummariesHaveQuantiles(t *testing.T) {
	var b bytes.Buffer
	r := synthetic()
	require.NoError(t, OpenMetrics(&b, r))
	text := b.String()
	require.Contains(t, text, "# TYPE innosim_latency_seconds summary\ninnosim_latency_seconds{quantile=\"0.95\"} 0.04185 1\n"+
		"innosim_latency_seconds_count 330 1\ninnosim_latency_seconds{quantile=\"0.95\"} 0.04185 2\ninnosim_latency_seconds_count 661 2\n")
	for _, q := range []string{"0.5", "0.95", "0.99", "0.999", "1"} {
		require.Contains(t, text, `innosim_window_latency_seconds{quantile="`+q+`"} `)
	}
	require.NotRegexp(t, `(?m)^innosim_(window_)?latency_seconds `, text)
	r.Options.Percentile, r.Result.Latency = 0, nil
	b.Reset()
	require.NoError(t, OpenMetrics(&b, r))
	require.NotContains(t, b.String(), "latency")
}

// TestWarmUpIsMarked: the window's intervals are marked in the series, those before and after it are not.
func TestWarmUpIsMarked(t *testing.T) {
	r := synthetic()
	r.Result.WindowStart, r.Result.Window = sim.Time(2*sim.Second), 2*sim.Second
	all := allColumns(r)
	last := all[len(all)-1]
	require.Equal(t, "measured", last.name)
	require.Equal(t, []number{0, 0, 1, 1, 0}, last.values)
}

// TestBindsSayHowLongTheServerWasDown in the window.
func TestBindsSayHowLongTheServerWasDown(t *testing.T) {
	r := synthetic()
	r.Result.WindowStart, r.Result.Window = sim.Time(28*sim.Second), 10*sim.Second
	var b bytes.Buffer
	require.NoError(t, Text(&b, r))
	require.Contains(t, b.String(), "The server was out of service for 5 s of the measured 10 s; loads are those of the time it was up.")
	require.Contains(t, b.String(), "12 acknowledged commits lost, the binary log lacks 2 transactions")
	require.InDelta(t, 5, float64(toStatistics(r).Down), 0)
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
