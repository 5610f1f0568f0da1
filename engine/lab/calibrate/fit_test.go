package calibrate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
)

// A server that can be computed by hand: a transaction takes 1 ms of CPU time at factor 1 and one read.
const (
	trueFactor  = 1.7
	trueLatency = 240e3 // ns
	trueCPUs    = 4
)

func throughput(c *engine.Config) float64 {
	n := float64(c.Workload[0].Threads)
	cpu := c.Host.CPUFactor * 1e-3
	read := float64(c.Devices.Data.ReadLatency) * 1e-9
	return min(n/(cpu+read), trueCPUs/cpu)
}

// byHand predicts a case without simulating it.
func byHand(_ context.Context, c *truth.Case) (*engine.Result, error) {
	tps := throughput(&c.Config)
	return &engine.Result{Results: map[string]float64{
		"tps":        tps,
		"cpu_busy":   tps * c.Config.Host.CPUFactor * 1e-3 / trueCPUs,
		"read_await": float64(c.Config.Devices.Data.ReadLatency) / 1e6,
	}}, nil
}

// cases are what a server with the true factor and latency does at 1 to 10 clients.
func cases() fstest.MapFS {
	fsys := fstest.MapFS{}
	for n := 1; n <= 10; n++ {
		tps := math.Min(float64(n)/(trueFactor*1e-3+trueLatency*1e-9), trueCPUs/(trueFactor*1e-3))
		text := fmt.Sprintf("[scenario]\nname = thr%d\n[host]\nprofile = cloud-4\ncpu-factor = 1\n[device.data]\n"+
			"profile = nvme-plp\n[workload]\nthreads = %d\n[measured]\njudge = tps\ntps = %g\ncpu_busy = %g\n"+
			"read_await = %g\n", n, n, tps, tps*trueFactor*1e-3/trueCPUs, trueLatency/1e6)
		fsys[fmt.Sprintf("set/thr%02d.cnf", n)] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func sourceOf(fsys fstest.MapFS) Source {
	return func(opts ...scenario.Option) ([]*truth.Case, error) {
		return truth.Load(fsys, []string{"set"}, opts...)
	}
}

func options(fit string) Options {
	o := DefaultOptions()
	o.Fit, o.Predict = fit, byHand
	return o
}

func TestLawsGiveFactorAndLatencyWithoutSearch(t *testing.T) {
	o := options("cpu-factor,read-latency")
	o.Runs = minRuns
	r, err := Fit(context.Background(), sourceOf(cases()), o)
	require.NoError(t, err)
	require.Len(t, r.Laws, 2)
	require.InEpsilon(t, trueFactor, r.Laws[0].To, 1e-6)
	require.InEpsilon(t, trueLatency, r.Laws[1].To, 1e-6)
}

func TestSearchFindsTheTruthWithoutLaws(t *testing.T) {
	fsys := cases()
	for _, f := range fsys { // nothing measured but tps
		text, _, _ := strings.Cut(string(f.Data), "cpu_busy")
		f.Data = []byte(text)
	}
	r, err := Fit(context.Background(), sourceOf(fsys), options("cpu-factor"))
	require.NoError(t, err)
	require.Empty(t, r.Laws)
	// The latency that is not fitted is too short, so the factor makes up for it: within that, it is found.
	require.InEpsilon(t, trueFactor, r.Parameters[0].Value, 0.1)
	require.Less(t, cost(r.Fitted.After), cost(r.Fitted.Before)/50)
	require.Less(t, r.Parameters[0].Low, r.Parameters[0].Value)
	require.Greater(t, r.Parameters[0].High, r.Parameters[0].Value)
}

func TestEveryFifthCaseIsHeldOut(t *testing.T) {
	o := options("cpu-factor")
	seen := map[string]int{}
	o.Predict = func(ctx context.Context, c *truth.Case) (*engine.Result, error) {
		seen[c.Name]++
		return byHand(ctx, c)
	}
	r, err := Fit(context.Background(), sourceOf(cases()), o)
	require.NoError(t, err)
	require.Equal(t, 8, r.Fitted.Cases)
	require.Equal(t, 2, r.HeldOut.Cases)
	require.Equal(t, 2, seen["thr5"]) // before and after
	require.Equal(t, 2, seen["thr10"])
	require.LessOrEqual(t, seen["thr1"], o.Runs)
	require.Greater(t, seen["thr1"], 3)
}

func TestWhatCasesDoNotTellStaysAsItIs(t *testing.T) {
	r, err := Fit(context.Background(), sourceOf(cases()), options("cpu-factor,write-latency"))
	require.NoError(t, err)
	idle := r.Parameters[1]
	require.Equal(t, idle.Start, idle.Value)
	require.True(t, math.IsInf(idle.High, 0))
}

func TestProfileIsReadAsAHost(t *testing.T) {
	fsys := cases()
	r, err := Fit(context.Background(), sourceOf(fsys), options("cpu-factor,read-latency"))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteProfile(&b, "test"))
	fsys["set/fitted.cnf"] = &fstest.MapFile{Data: b.Bytes()}
	fsys["run.cnf"] = &fstest.MapFile{Data: []byte(
		"[host]\nprofile = ./set/fitted.cnf\n[device.data]\nprofile = ./set/fitted.cnf\n[workload]\nthreads = 1\n")}
	sc, err := scenario.Parse(fsys, "run.cnf")
	require.NoError(t, err)
	require.InEpsilon(t, trueFactor, sc.Host.CPUFactor, 0.01)
	require.InEpsilon(t, trueLatency, float64(sc.Devices.Data.ReadLatency), 0.05)
	require.Equal(t, 4, sc.Host.CPUs)
	require.Contains(t, b.String(), "no unit; 95% interval")
}

func TestReportIsTheSameAsTextAndJSON(t *testing.T) {
	r, err := Fit(context.Background(), sourceOf(cases()), options("host"))
	require.NoError(t, err)
	var text, doc, again bytes.Buffer
	require.NoError(t, r.Text(&text, "test"))
	require.NoError(t, r.JSON(&doc, "test", Machine{Jobs: 1}))
	var parsed map[string]any
	require.NoError(t, json.Unmarshal(doc.Bytes(), &parsed))
	require.Len(t, parsed["cases"], 10)
	require.Len(t, parsed["parameters"], len(r.Parameters))
	for _, want := range []string{"host.cpu-factor", "utilisation law", "held-out cases", "thr10"} {
		require.Contains(t, text.String(), want)
	}
	r, err = Fit(context.Background(), sourceOf(cases()), options("host"))
	require.NoError(t, err)
	require.NoError(t, r.JSON(&again, "test", Machine{Jobs: 1}))
	require.Equal(t, doc.String(), again.String()) // equal inputs, equal fit
	require.NoError(t, r.CSV(&text))
}

func TestFaultsAreNamed(t *testing.T) {
	for fit, want := range map[string]string{
		"":            "fit: allowed is",
		"cpu-facto":   "did you mean cpu-factor",
		"device.redo": "known are",
	} {
		_, err := Fit(context.Background(), sourceOf(cases()), options(fit))
		require.ErrorContains(t, err, want, fit)
	}
	o := options("host")
	o.Runs, o.Jobs, o.Wall = 1, 0, time.Millisecond
	err := o.Validate()
	for _, want := range []string{"runs", "jobs", "wall"} {
		require.ErrorContains(t, err, want)
	}
}

func TestInterruptEndsTheFit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := options("cpu-factor")
	o.Progress = func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}
	r, err := Fit(ctx, sourceOf(cases()), o)
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Len(t, r.Parameters, 1)
}

func TestSpaceStaysWithinBounds(t *testing.T) {
	p := []Parameter{{"host", "smt-gain", 0.01, 1, plain}}
	s := newSpace(p, []float64{0.3})
	require.InEpsilon(t, 0.3, s.values([]float64{0})[0], 1e-9)
	require.InEpsilon(t, 0.3*1.01, s.values([]float64{0.01})[0], 0.01)
	for _, x := range []float64{-50, 50} {
		v := s.values([]float64{x})[0]
		require.True(t, v >= 0.01 && v <= 1, v)
	}
}

func BenchmarkFit(b *testing.B) {
	fsys := cases()
	for range b.N {
		if _, err := Fit(context.Background(), sourceOf(fsys), options("cpu-factor,read-latency")); err != nil {
			b.Fatal(err)
		}
	}
}
