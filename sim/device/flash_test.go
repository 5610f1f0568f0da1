package device

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

func newArrivals() rng.Stream { return rng.New(1, "test.arrivals", 0) }

// exponentialQuantiles is an exponential distribution of mean 1 ms, as far as quantiles give one.
var exponentialQuantiles = func() string {
	var b strings.Builder
	for i := range 200 {
		q := (float64(i) + 0.5) / 200
		fmt.Fprintf(&b, "%.5f:%dns ", q, int64(-1e6*math.Log(1-q))+1)
	}
	return strings.TrimSpace(b.String())
}()

// meanService is the mean of what a device draws.
func meanService(t *testing.T, c Config) sim.Duration {
	require.NoError(t, c.Validate())
	s := newServices(&c, "test", 1)
	sum := sim.Duration(0)
	const n = 200_000
	for range n {
		sum += s[Read].draw()
	}
	return sum / n
}

// busyFlash is a device of 64 dies whose programs keep 48 % of them busy while the cache drains, its erases 1 %.
func busyFlash(write float64) Config {
	c := nand{80 * us, 20 * us, 640, 0, write, 64, 1}.config()
	c.LatencyCV, c.WriteBandwidth, c.FileSystem = 0, 0, NoFileSystem
	return c
}

// meanRead is the mean latency of reads alone, with writes of so many bytes per second beside them.
func meanRead(t *testing.T, c Config, writes float64) sim.Duration {
	require.NoError(t, c.Validate())
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	const n = 60_000
	owed := 0.0
	s := newArrivals()
	for i := range int64(n) {
		k.Run(sim.Time(i)*sim.Time(200*us), 0)
		for owed += writes * 200e-6; owed >= 16384; owed -= 16384 {
			d.Submit(k, page(Write, i), out.wake(0))
		}
		k.Run(k.Now().Add(sim.Duration(s.Uint64n(200_000))), 0) // at any time, not when writes come
		d.Submit(k, page(Read, i), out.wake(0))
		out.got = out.got[:0]
	}
	k.Run(forever-1, 0)
	require.NoError(t, d.Check())
	return d.Metrics().Ops[Read].Time / n
}

// TestReadsMeetPrograms: a read waits half a program on average if its die is busy, 100 us less the part of programs with
// less left when they are suspended; and dies are busy as long as what was written takes to drain.
func TestReadsMeetPrograms(t *testing.T) {
	c := busyFlash(2900)
	c.EraseTime, c.EraseSize, c.EraseSuspend, c.ProgramSuspend = 0, 0, 0, 0
	alone := meanRead(t, c, 0)
	require.Equal(t, 80*us, alone)
	busy := 2900e6 * 700e-6 / (65536 * 64)
	for _, load := range []float64{0.2, 0.5, 0.9} {
		got := meanRead(t, c, load*2900e6) - alone
		require.InEpsilon(t, load*busy*350e-6, got.Seconds(), 0.08, "load %v", load)
	}
	c.ProgramSuspend = 100 * us
	got := meanRead(t, c, 0.5*2900e6) - alone
	require.InEpsilon(t, 0.5*busy*(600.0/700*100e-6+100.0/700*50e-6), got.Seconds(), 0.08)
}

// TestSteadyStateIsSlower: garbage collection takes its part of the flash: a device that has been full for long drains
// more slowly, and disturbs reads for longer with the same writes.
func TestSteadyStateIsSlower(t *testing.T) {
	fresh, steady := busyFlash(2900), busyFlash(2900)
	steady.WriteAmplification = 3
	a, b := meanRead(t, fresh, 0.3*2900e6), meanRead(t, steady, 0.3*2900e6)
	require.InEpsilon(t, 3, (b-80*us).Seconds()/(a-80*us).Seconds(), 0.1)
	k := sim.New()
	d, out := New(k, "data", steady, 1), newSink(k)
	for i := range int64(100_000) {
		d.Submit(k, page(Write, i), out.wake(0))
	}
	k.Run(forever-1, 0)
	rate := (100_000*16384 - float64(steady.CacheSize)) / out.last().Seconds()
	require.InEpsilon(t, 2900e6/3, rate, 0.01)
}

// TestOptaneIsNotDisturbed: there is nothing to erase, and what is written is written.
func TestOptaneIsNotDisturbed(t *testing.T) {
	c, err := Lookup("optane-905p", 0)
	require.NoError(t, err)
	c.LatencyCV = 0
	require.InDelta(t, meanRead(t, c, 0).Seconds(), meanRead(t, c, 300e6).Seconds(), 1e-6)
}
