package scenario

import (
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
)

// Seeds of TestRandomRuns: a long run by hand is go test -run RandomRuns -args -random.first=100 -random.runs=5000.
var (
	firstRandom = flag.Uint64("random.first", 0, "first seed of random scenarios")
	randomRuns  = flag.Uint64("random.runs", 20, "number of random scenarios")
)

// randomScenario parses a random scenario. What is refused names its line; the scenario without these lines is taken then.
func randomScenario(t *testing.T, seed uint64) (*Scenario, string) {
	text := randomText(seed)
	for range 20 {
		sc, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte(text)}}, "x.cnf")
		if err == nil {
			requireEqual(t, sc, again(t, sc))
			return sc, text
		}
		faults, ok := err.(Faults)
		require.True(t, ok, "%T", err)
		lines := strings.Split(text, "\n")
		for _, f := range faults {
			require.Equal(t, "x.cnf", f.File, f.Error())
			require.Positive(t, f.Line, f.Error())
			require.NotContains(t, f.Error(), "%!")
			require.NotContains(t, f.Error(), "strconv")
			lines[f.Line-1] = ""
		}
		text = strings.Join(lines, "\n")
	}
	require.Fail(t, "still refused", text)
	return nil, ""
}

// randomBudget is how many events a random run may take: what it is then is judged.
const randomBudget = 50_000

// TestRandomRuns runs random servers, devices and loads for some tenths of a second: nothing panics, everything that is
// refused names its line, every law holds, and every figure is one.
func TestRandomRuns(t *testing.T) {
	for seed := *firstRandom; seed < *firstRandom+*randomRuns; seed++ {
		text := ""
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panic: %v\n%s", p, debug.Stack())
				}
			}()
			var sc *Scenario
			sc, text = randomScenario(t, seed)
			if len(sc.Skip) > 0 {
				return // it says why
			}
			begin := time.Now()
			e, err := engine.New(sc.Config)
			require.NoError(t, err)
			for e.Events() < randomBudget && !e.Step(5000) {
				require.NoError(t, e.Check())
			}
			require.NoError(t, e.Err())
			require.NoError(t, e.Check())
			lawful(t, e, sc)
			if d := time.Since(begin); d > 500*time.Millisecond {
				t.Logf("slow: %v for %d events", d, e.Events())
			}
		})
		if !ok {
			t.Log(text)
		}
	}
}

// lawful holds a result against what is true of all runs.
func lawful(t *testing.T, e *engine.Engine, sc *Scenario) {
	r := e.Result(!e.Over())
	for name, v := range r.Results {
		require.False(t, math.IsNaN(v) || math.IsInf(v, 0), "%s = %v", name, v)
		require.GreaterOrEqual(t, v, 0.0, name)
	}
	for name, v := range r.Interval {
		require.False(t, math.IsNaN(v) || math.IsInf(v, 0), "± %s = %v", name, v)
	}
	for i, column := range r.Series.Columns {
		for _, v := range column {
			require.False(t, math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) || v < 0, "%s = %v", r.Series.Names[i], v)
		}
	}
	for name, v := range r.State.Rates {
		require.False(t, math.IsNaN(v) || math.IsInf(v, 0) || v < 0, "%s = %v", name, v)
	}
	for _, d := range r.Devices {
		for _, v := range []float64{d.ReadAwait, d.WriteAwait, d.FlushAwait, d.QueueSize, d.Util, d.ReadsPerSec, d.WriteBytesPerSec} {
			require.False(t, math.IsNaN(v) || math.IsInf(v, 0) || v < 0, "%+v", d)
		}
	}
	sum := 0.0
	for _, w := range r.Waits {
		require.GreaterOrEqual(t, w.MS, 0.0, w.Class)
		sum += w.MS
	}
	require.InDelta(t, r.Results["latency.avg"], sum, 1e-6*max(1, sum), "waits sum to the response time")
	for _, b := range r.Binds {
		require.True(t, b.Load >= 0 && b.Load <= 1 && b.Share >= 0 && b.Share <= 1.000001, "%+v", b)
	}
	d := r.Durability
	require.False(t, math.IsNaN(d.RecoveryTime+d.ShutdownTime+d.LostCommitsMax) || d.RecoveryTime < 0 || d.ShutdownTime < 0, "%+v", d)
	if r.SQL.Transactions == 0 && r.Window > 0 {
		require.True(t, slices.ContainsFunc(r.Warnings, func(w string) bool {
			return strings.HasPrefix(w, "no transaction ended")
		}), "%v", r.Warnings)
	}
	threads := sc.Workload[0].Threads
	if n := r.Results["tps"] * r.Results["latency.avg"] / 1000; sc.Workload[0].Rate == 0 && r.WindowStart == 0 {
		require.LessOrEqual(t, n, float64(threads)*1.000001, "N = X·R")
	}
	require.NotContains(t, strings.Join(r.Warnings, "\n"), "%!")
}
