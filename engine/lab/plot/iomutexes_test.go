package plot_test

import (
	"bytes"
	"flag"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/plot"
	"github.com/innosim/innosim/engine/lab/scenario"
)

var rewrite = flag.Bool("rewrite", false, "write the figures anew")

const (
	ioFigure    = "testdata/io-mutexes.svg"
	ioScenario  = "io-mutexes.cnf"
	wellLoaded  = 0.95 // load of a device that binds
	sameRate    = 0.02 // part by which equal rates may differ
	microsecond = 1e-3 // in milliseconds
)

// ioPoint is what a server with some I/O mutexes did.
type ioPoint struct {
	mutexes int
	tps     float64
	reads   float64 // of the device, per second
	cap     float64 // the most that it can
	wait    float64 // for I/O mutexes, ms of a transaction
}

// load is how far the device is used, 0 … 1.
func (p ioPoint) load() float64 { return p.reads / p.cap }

// measureIO runs the built-in scenario with some I/O mutexes.
func measureIO(t *testing.T, mutexes int) ioPoint {
	sc, err := scenario.Parse(scenario.Builtin(), ioScenario, scenario.WithSet("io-mutexes", strconv.Itoa(mutexes)))
	require.NoError(t, err)
	e, err := engine.New(sc.Config)
	require.NoError(t, err)
	for !e.Step(1 << 20) {
		require.NoError(t, e.Err())
	}
	r := e.Result(false)
	p := ioPoint{
		mutexes: mutexes, tps: r.Results["tps"], reads: r.Devices[0].ReadsPerSec, cap: sc.Devices.Data.IOPS,
	}
	for _, w := range r.Waits {
		if w.Class == "io_mutex" {
			p.wait = w.MS
		}
	}
	t.Logf("io-mutexes %2d: tps %.0f, device %.1f %%, io_mutex %.5f ms", mutexes, p.tps, 100*p.load(), p.wait)
	return p
}

// measureAllIO runs one scenario per number of mutexes, two at a time.
func measureAllIO(t *testing.T, mutexes ...int) []ioPoint {
	out := make([]ioPoint, len(mutexes))
	slots := make(chan struct{}, 2)
	var all sync.WaitGroup
	for i, n := range mutexes {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			out[i] = measureIO(t, n)
		})
	}
	all.Wait()
	return out
}

// TestShardedIOMutexes: 512 clients read from a fast device. Spreading the server's I/O over more mutexes shortens the
// wait for them at each step, and throughput rises until the device binds.
func TestShardedIOMutexes(t *testing.T) {
	all := measureAllIO(t, 1, 4, 16, 64)
	require.Less(t, all[0].load(), 0.6, "one mutex leaves the device half idle")
	bound := false
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		require.Less(t, b.wait, a.wait, "io-mutexes = %d", b.mutexes)
		if bound {
			require.InEpsilon(t, a.tps, b.tps, sameRate, "the device binds")
		} else {
			require.Greater(t, b.tps, 1.2*a.tps, "io-mutexes = %d", b.mutexes)
		}
		bound = b.load() > wellLoaded
	}
	require.True(t, bound)
}

// TestFigureOfIOMutexes draws what TestShardedIOMutexes tests, when it is asked to.
func TestFigureOfIOMutexes(t *testing.T) {
	if !*rewrite {
		require.FileExists(t, ioFigure)
		t.Skip("needs -rewrite")
	}
	var tps, limit, waits []plot.Point
	for _, p := range measureAllIO(t, 1, 2, 4, 8, 16, 32, 64) {
		x := float64(p.mutexes)
		tps = append(tps, plot.Point{X: x, Y: p.tps / 1000})
		limit = append(limit, plot.Point{X: x, Y: p.tps / p.load() / 1000})
		waits = append(waits, plot.Point{X: x, Y: p.wait / microsecond})
	}
	axis := plot.Axis{Title: "io-mutexes", Log: true, Ticks: []float64{1, 2, 4, 8, 16, 32, 64}}
	var b bytes.Buffer
	require.NoError(t, plot.SVG(&b,
		plot.Panel{
			Title: "Throughput, 512 clients", X: axis, Y: plot.Axis{Title: "thousand transactions/s"},
			Curves: []plot.Curve{{Name: "predicted", Points: tps}, {Name: "the device's limit", Points: limit, Limit: true}},
		},
		plot.Panel{
			Title: "Wait for I/O mutexes", X: axis, Y: plot.Axis{Title: "µs per transaction", Log: true},
			Curves: []plot.Curve{{Points: waits}},
		}))
	require.NoError(t, os.WriteFile(ioFigure, b.Bytes(), 0o644))
}
