package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// labServer reads the measured server that tests of the laboratory share.
func labServer(fixed ...scenario.Option) Source {
	return func(more ...scenario.Option) (*scenario.Scenario, error) {
		return scenario.Parse(os.DirFS("../testdata"), "server.cnf", append(slices.Clone(fixed), more...)...)
	}
}

// sourceOf reads a scenario from text.
func sourceOf(text string, fixed ...scenario.Option) Source {
	fsys := fstest.MapFS{"base.cnf": {Data: []byte(text)}}
	return func(more ...scenario.Option) (*scenario.Scenario, error) {
		return scenario.Parse(fsys, "base.cnf", append(slices.Clone(fixed), more...)...)
	}
}

// small is a quick variant of the server: fewer rows, a shorter run.
func small(more ...scenario.Option) Source {
	return labServer(append([]scenario.Option{
		scenario.WithSet("table-size", "100000"), scenario.WithSet("warmup", "4s"), scenario.WithSet("time", "6s"),
		scenario.WithSet("innodb_buffer_pool_size", "64M"),
	}, more...)...)
}

var quick = Options{Jobs: 2, Grace: time.Minute}

// TestDoublewriteFactors: on this device OFF was measured at 1.51 times the throughput of ON, DETECT_ONLY at
// 1.36.
func TestDoublewriteFactors(t *testing.T) {
	base := labServer()
	var arms []Arm
	for _, mode := range []string{"ON", "OFF", "DETECT_ONLY"} {
		a, err := NewArm("", base, []Change{{"innodb_doublewrite", mode}})
		require.NoError(t, err)
		arms = append(arms, a)
	}
	c := Compare(context.Background(), arms, 3, quick)
	require.False(t, c.Partial)
	require.NoError(t, c.Failures())
	for i, measured := range []float64{1, 1.51, 1.36} {
		f := c.Arms[i].Factor["tps"]
		require.InEpsilon(t, measured, f.Value, 0.08, arms[i].Name)
		if i > 0 {
			require.True(t, f.Significant(), arms[i].Name)
		}
	}
	require.Equal(t, Factor{1, 1, 1}, c.Arms[0].Factor["tps"], "the base against itself")
}

// TestPairingNarrowsTheInterval: with common random numbers the interval of the factor is narrower than that
// of independent seeds.
func TestPairingNarrowsTheInterval(t *testing.T) {
	paired := factorOf([]float64{0.10, 0.11, 0.09})
	require.InDelta(t, math.Exp(0.1), paired.Value, 1e-12)
	require.InDelta(t, math.Exp(0.1-4.302653*0.01/math.Sqrt(3)), paired.Low, 1e-6, "Student's t of two degrees of freedom")
	require.True(t, paired.Significant())
	require.False(t, factorOf([]float64{0.1, -0.1}).Significant())
	require.True(t, math.IsNaN(factorOf([]float64{0.1}).Low), "one run has no interval")
}

// TestIdenticalArmsAreEqual: an arm that changes nothing is exactly 1, whatever the seed.
func TestIdenticalArmsAreEqual(t *testing.T) {
	base := small()
	a, err := NewArm("base", base, nil)
	require.NoError(t, err)
	b, err := NewArm("", base, []Change{{"innodb_io_capacity", "2000"}})
	require.NoError(t, err)
	c := Compare(context.Background(), []Arm{a, b}, 2, quick)
	require.Equal(t, Factor{1, 1, 1}, c.Arms[1].Factor["tps"])
}

func TestAblation(t *testing.T) {
	arms, err := Ablation(small(), []Change{{"innodb_doublewrite", "OFF"}, {"threads", "4"}, {"sync_binlog", "0"}})
	require.NoError(t, err)
	var names []string
	for _, a := range arms {
		names = append(names, a.Name+" | "+Text(a.Set))
	}
	require.Equal(t, []string{
		"base | ",
		"all changes | innodb_doublewrite=OFF,threads=4,sync_binlog=0",
		"only innodb_doublewrite=OFF | innodb_doublewrite=OFF",
		"only threads=4 | threads=4",
		"only sync_binlog=0 | sync_binlog=0",
		"all but innodb_doublewrite=OFF | threads=4,sync_binlog=0",
		"all but threads=4 | innodb_doublewrite=OFF,sync_binlog=0",
		"all but sync_binlog=0 | innodb_doublewrite=OFF,threads=4",
	}, names)
	_, err = Ablation(small(), []Change{{"threads", "4"}})
	require.ErrorContains(t, err, "nothing to split")
}

// TestDifferencesLeadFromOneScenarioToTheOther: applied to the first, they give the second's digest.
func TestDifferencesLeadFromOneScenarioToTheOther(t *testing.T) {
	base := small()
	from, err := base(scenario.WithSet("innodb_io_capacity", "500"), scenario.WithSet("threads", "3"))
	require.NoError(t, err)
	to, err := base(scenario.WithSet("innodb_doublewrite", "OFF"), scenario.WithSet("device.data.iops", "9000"),
		scenario.WithSet("threads", "7"), scenario.WithSet("innodb_io_capacity", "10000"), scenario.WithSet("innodb_io_capacity_max", "20000"))
	require.NoError(t, err)
	set, err := Differences(from, to)
	require.NoError(t, err)
	again, err := NewArm("", base, set)
	require.NoError(t, err)
	require.Equal(t, to.Digest(), again.Scenario.Digest(), Text(set))
}

func TestParseSet(t *testing.T) {
	set, err := ParseSet("a=1, b = 2,3,c=x=y")
	require.NoError(t, err)
	require.Equal(t, []Change{{"a", "1"}, {"b", "2,3"}, {"c", "x=y"}}, set)
	for _, bad := range []string{"", "a", "=1", "a=1,=2"} {
		_, err := ParseSet(bad)
		require.Error(t, err, bad)
	}
}

func TestParseParameter(t *testing.T) {
	sc, err := labServer()()
	require.NoError(t, err)
	for text, want := range map[string]string{
		"x=1,2,3":             "1 2 3",
		"x=8G..100G":          "8G 16G 32G 64G 100G",
		"threads=1..5":        "1 2 4 5",
		"x=16K, 1M..4M":       "16K 1M 2M 4M",
		"x=0.25ws,1ws":        "181M 726M",
		"device=gp3,essd-pl1": "gp3 essd-pl1",
	} {
		p, err := ParseParameter(text, sc)
		require.NoError(t, err, text)
		require.Equal(t, want, strings.Join(p.Values, " "), text)
	}
	for _, bad := range []string{"", "x", "x=", "x=1,,2", "x=1,1", "x=4..2", "x=0..8", "x=a..b", "x=-1ws", "x=NaNws"} {
		_, err := ParseParameter(bad, sc)
		require.Error(t, err, bad)
	}
}

func FuzzParseParameter(f *testing.F) {
	sc, err := labServer()()
	require.NoError(f, err)
	for _, seed := range []string{"x=1,2", "x=8G..256G", "x=0.25ws", "x=1..18446744073709551615"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseParameter(text, sc)
		if err == nil {
			require.NotEmpty(t, p.Values)
		}
	})
}

// TestLatinHypercubeIsBalanced: every value of every parameter is used as often as any other, give or take
// one.
func TestLatinHypercubeIsBalanced(t *testing.T) {
	var params []Parameter
	for i := range 3 {
		p := Parameter{Name: fmt.Sprint("p", i)}
		for v := range 5 + i {
			p.Values = append(p.Values, fmt.Sprint(v))
		}
		params = append(params, p)
	}
	points := LatinHypercube(params, 40, 7)
	require.Greater(t, len(points), 30)
	require.Equal(t, points, LatinHypercube(params, 40, 7))
	for i, p := range params {
		count := map[string]int{}
		for _, point := range points {
			count[point[i].Value]++
		}
		for _, v := range p.Values {
			require.InDelta(t, 40/len(p.Values), count[v], float64(40-len(points))+1.001, "%s=%s", p.Name, v)
		}
	}
}

func TestGrid(t *testing.T) {
	points := Grid([]Parameter{{"a", []string{"1", "2"}}, {"b", []string{"x", "y", "z"}}})
	require.Len(t, points, 6)
	require.Equal(t, "a=1,b=z", Text(points[2]))
	require.Equal(t, "a=2,b=x", Text(points[3]))
}

// TestSweepGoesOnWhereItWasKilled: a sweep is interrupted at a random point and its file is torn in the
// middle of a line; the next call runs what is missing and nothing else, and the outcome is that of a sweep
// in one piece.
func TestSweepGoesOnWhereItWasKilled(t *testing.T) {
	base := small()
	params := []Parameter{{"threads", []string{"1", "4", "16"}}, {"innodb_io_capacity", []string{"200", "1000", "2000", "4000"}}}
	points := Grid(params)
	whole, err := RunSweep(context.Background(), base, params, points, SweepOptions{Options: quick})
	require.NoError(t, err)
	require.Equal(t, 12, whole.Ran)

	dir := t.TempDir()
	stopAt := 1 + rand.IntN(10)
	ran, interrupted := killedSweep(t, dir, base, params, stopAt)
	file := filepath.Join(dir, storeFile)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, ran, bytes.Count(text, []byte("\n")))
	require.NoError(t, os.WriteFile(file, append(text, text[:len(text)/ran/2]...), 0o644)) // a torn line

	store, err := OpenStore(dir, "1", false)
	require.NoError(t, err)
	rest, err := RunSweep(context.Background(), base, params, points, SweepOptions{Options: quick, Store: store})
	require.NoError(t, err)
	require.NoError(t, store.Close())
	require.Equal(t, 12-ran, rest.Ran, "stopped after %d, interrupted %v", stopAt, interrupted)
	for i := range points {
		require.Equal(t, whole.Points[i].Results, rest.Points[i].Results, Text(points[i]))
	}
}

// killedSweep runs until so many points are done, and returns how many the store has.
func killedSweep(t *testing.T, dir string, base Source, params []Parameter, stopAt int) (ran int, interrupted bool) {
	store, err := OpenStore(dir, "1", false)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	o := quick
	o.Progress = func(done, _ int) {
		if done == stopAt {
			stop()
		}
	}
	s, err := RunSweep(ctx, base, params, Grid(params), SweepOptions{Options: o, Store: store})
	require.NoError(t, err)
	require.NoError(t, store.Close())
	require.GreaterOrEqual(t, s.Ran, stopAt)
	return s.Ran, s.Partial
}

func TestStoreOfAnotherVersionIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	s, err := OpenStore(dir, "1", false)
	require.NoError(t, err)
	require.NoError(t, s.add("k", &Point{Results: map[string]float64{"tps": 1}}))
	require.NoError(t, s.Close())
	for version, want := range map[string]bool{"1": true, "2": false} {
		s, err := OpenStore(dir, version, false)
		require.NoError(t, err)
		_, found := s.find("k")
		require.Equal(t, want, found, version)
		require.NoError(t, s.Close())
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, storeFile), []byte("not a sweep\n"), 0o644))
	_, err = OpenStore(dir, "1", false)
	require.ErrorContains(t, err, ":1: is no line of a sweep")
}

// TestBranchesAgreeWithFullWarmUps: five sweeps over live variables, each point within the intervals of both
// ways, and at least 40 % fewer simulated seconds.
func TestBranchesAgreeWithFullWarmUps(t *testing.T) {
	base := labServer(scenario.WithSet("start", "warm"), scenario.WithSet("table-size", "100000"),
		scenario.WithSet("innodb_buffer_pool_size", "64M"), scenario.WithSet("warmup", "40s"), scenario.WithSet("time", "20s"),
		scenario.WithSet("workload", "oltp_update_non_index"), scenario.WithSet("threads", "8")) // purge keeps up: stationary
	for _, p := range []Parameter{
		{"innodb_flush_log_at_trx_commit", []string{"1", "2", "0"}},
		{"innodb_io_capacity", []string{"2000", "1000", "3000"}},
		{"innodb_lru_scan_depth", []string{"1024", "512", "2048"}},
		{"innodb_old_blocks_pct", []string{"37", "20", "60"}},
		{"innodb_thread_concurrency", []string{"0", "8", "4"}},
	} {
		t.Run(p.Name, func(t *testing.T) {
			full, err := RunSweep(context.Background(), base, []Parameter{p}, Grid([]Parameter{p}), SweepOptions{Options: quick})
			require.NoError(t, err)
			branched, err := RunSweep(context.Background(), base, []Parameter{p}, Grid([]Parameter{p}), SweepOptions{Options: quick, Branch: true})
			require.NoError(t, err)
			for i := range full.Points {
				a, b := &full.Points[i], &branched.Points[i]
				require.True(t, b.Branched)
				require.Empty(t, a.Failed+b.Failed)
				gap := math.Abs(a.Results["tps"] - b.Results["tps"])
				require.LessOrEqual(t, gap, a.Interval["tps"]+b.Interval["tps"], "%s: %.1f against %.1f tps", Text(a.Set), a.Results["tps"], b.Results["tps"])
			}
		})
	}
}

// TestBranchingSavesTime counts simulated seconds of a sweep of ten points: 30 + 10·(10+20) against
// 10·(40+20).
func TestBranchingSavesTime(t *testing.T) {
	warm, window, n := 40.0, 20.0, 10.0
	require.LessOrEqual(t, warm*(1-settle)+n*(warm*settle+window), 0.6*n*(warm+window))
}

// TestPlanFindsWhatTheSweepFinds on three examples, with at most a third of its runs.
func TestPlanFindsWhatTheSweepFinds(t *testing.T) {
	base := small()
	for _, example := range []struct {
		require []string
		params  []Parameter
	}{
		{[]string{"tps >= 300"}, []Parameter{numbers("device.data.iops", 1000, 12), {"innodb_redo_log_capacity", []string{"32M", "64M", "128M", "256M"}}}},
		{[]string{"latency.p95 < 120ms", "tps >= 450"}, []Parameter{numbers("device.data.iops", 1000, 24)}},
		{[]string{"tps >= 500", "latency.p99 < 250ms"}, []Parameter{
			numbers("device.data.iops", 1000, 10), {"innodb_buffer_pool_size", []string{"32M", "64M", "128M", "256M"}}}},
	} {
		o := PlanOptions{Options: quick}
		for _, text := range example.require {
			th, err := scenario.ParseThreshold(text)
			require.NoError(t, err)
			o.Require = append(o.Require, th)
		}
		got, err := Plan(context.Background(), base, example.params, o)
		require.NoError(t, err)
		want := exhaustive(t, base, example.params, o)
		require.NotNil(t, got.Choice)
		require.Equal(t, want.Cost, got.Choice.Cost, "%s instead of %s", Text(got.Choice.Set), Text(want.Set))
		require.LessOrEqual(t, 3*got.Runs, got.Points)
	}
}

// numbers are n multiples of a step.
func numbers(name string, step, n int) Parameter {
	p := Parameter{Name: name}
	for i := range n {
		p.Values = append(p.Values, fmt.Sprint((i+1)*step))
	}
	return p
}

// exhaustive simulates every choice.
func exhaustive(t *testing.T, base Source, params []Parameter, o PlanOptions) *Choice {
	p := &planner{base: base, params: params, o: o, ordered: make([]bool, len(params))}
	require.NoError(t, p.grid())
	require.NoError(t, p.simulate(context.Background(), p.all))
	return p.cheapest()
}

func TestPlanWithoutAnAnswer(t *testing.T) {
	th, err := scenario.ParseThreshold("tps >= 1000000")
	require.NoError(t, err)
	got, err := Plan(context.Background(), small(), []Parameter{numbers("cpus", 4, 4)}, PlanOptions{Options: quick, Require: []scenario.Threshold{th}})
	require.NoError(t, err)
	require.Nil(t, got.Choice)
	require.NotNil(t, got.Closest)
	var b bytes.Buffer
	require.NoError(t, got.WriteText(&b, "steps"))
	require.Contains(t, b.String(), "none ")
	require.Contains(t, b.String(), "closest ")
}

func TestPrices(t *testing.T) {
	p, err := ParsePrices(strings.NewReader("# monthly\n[device]\ngp3 = 80\n[innodb_buffer_pool_size]\nper = 4 / 1G\n"), "p")
	require.NoError(t, err)
	cost, err := p.of([]Change{{"device", "gp3"}, {"innodb_buffer_pool_size", "8G"}})
	require.NoError(t, err)
	require.InDelta(t, 112, cost, 1e-9)
	_, err = p.of([]Change{{"device", "io2"}})
	require.ErrorContains(t, err, "no price for device=io2")
	_, err = ParsePrices(strings.NewReader("gp3 = 1\n[device]\ngp3\ngp3 = -1\nper = 1\n"), "p")
	for _, line := range []string{"p:1:", "p:3:", "p:4:", "p:5:"} {
		require.ErrorContains(t, err, line)
	}
}

func FuzzPrices(f *testing.F) {
	f.Add("[device]\ngp3 = 80\n[x]\nper = 4 / 1G\n")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParsePrices(strings.NewReader(text), "p"); err == nil {
			require.NotNil(t, p)
		}
	})
}

// TestABrokenModelIsAnError: what the engine refuses fails the arm and not the experiment.
func TestABrokenModelIsAnError(t *testing.T) {
	_, err := Simulate(context.Background(), engine.Config{})
	require.Error(t, err)
}

// TestJSONHasNoNaN: one run has no interval, which is null.
func TestJSONHasNoNaN(t *testing.T) {
	a, err := NewArm("base", small(), nil)
	require.NoError(t, err)
	c := Compare(context.Background(), []Arm{a}, 1, quick)
	var b bytes.Buffer
	require.NoError(t, c.WriteJSON(&b, Header{Version: "1"}, Machine{}))
	var doc struct {
		Arms []struct{ Factor map[string][]*float64 }
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
	require.Nil(t, doc.Arms[0].Factor["tps"][1])
}
