package device

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// largest is the largest size of a profile, for tests of any.
func (p Profile) largest() int64 {
	if p.MaxSize == 0 {
		return math.MaxInt64
	}
	return p.MaxSize
}

// TestLimitsBySize prints what volumes of some sizes can do, as the vendors' formulas and tables say it.
func TestLimitsBySize(t *testing.T) {
	datadriven.RunTest(t, "testdata/limits", func(t *testing.T, d *datadriven.TestData) string {
		var b strings.Builder
		for _, line := range strings.Split(d.Input, "\n") {
			w := strings.Fields(line)
			for _, size := range w[1:] {
				n, err := unit.ParseBytes(size)
				require.NoError(t, err)
				c, err := Lookup(w[0], int64(n))
				if err != nil {
					fmt.Fprintf(&b, "%-24s %6s  %v\n", w[0], size, err)
					continue
				}
				fmt.Fprintf(&b, "%-24s %6s %s\n", w[0], size, limitsOf(&c))
			}
		}
		return b.String()
	})
}

func limitsOf(c *Config) (out string) {
	ops := func(name string, v float64) {
		if v > 0 {
			out += fmt.Sprintf(" %s%.0f", name, v)
		}
	}
	ops("iops=", c.IOPS)
	ops("read-iops=", c.ReadIOPS)
	ops("write-iops=", c.WriteIOPS)
	ops("MB/s=", math.Round(c.Bandwidth/1e6))
	ops("burst-iops=", c.BurstIOPS)
	ops("burst-MB/s=", math.Round(c.BurstBandwidth/1e6))
	ops("credits=", c.BurstCredits)
	if c.BurstCredits > 0 {
		ops("burst-seconds=", c.BurstCredits/(c.BurstIOPS-c.IOPS))
	}
	return out
}

// TestCreditsAreConserved: what is in the bucket is what was in it, plus the refill, minus what was served, at any time of
// any load.
func TestCreditsAreConserved(t *testing.T) {
	c := Config{IOPS: 300, BurstIOPS: 3000, BurstCredits: 20_000, Channels: 1000}
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	credits := c.BurstCredits
	sent, before := uint64(0), k.Now()
	check := func() {
		credits = min(c.BurstCredits, credits+k.Now().Sub(before).Seconds()*c.IOPS)
		before = k.Now()
		require.InDelta(t, max(0, credits)/c.BurstCredits, d.BurstBalance(), 1e-6)
	}
	for second := range 400 {
		rate := [...]int{3000, 0, 300, 1000}[second/10%4] // bursts, pauses, the base rate, something between
		for i := range rate {
			k.Run(sim.Time(second)*sim.Time(sim.Second)+sim.Time(i)*sim.Time(sim.Second)/sim.Time(rate), 0)
			check()
			if d.BurstBalance() == 0 {
				continue
			}
			d.Submit(k, page(Read, int64(i)), out.wake(0))
			credits--
			sent++
		}
	}
	k.Run(sim.Time(401*sim.Second), 0)
	check()
	require.Greater(t, sent, uint64(120_000), "300 a second for 400 s, and a bucket")
	require.EqualValues(t, sent, d.Metrics().Ops[Read].Count)
}

// TestExhaustedBurstIsTheBase: with the bucket empty, a volume does what it was sold for, not a request more.
func TestExhaustedBurstIsTheBase(t *testing.T) {
	c, err := Lookup("premium-ssd", 256*gib)
	require.NoError(t, err)
	c.ReadLatency, c.BurstCredits = 0, 10_000
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	for i := range int64(30_000) {
		d.Submit(k, page(Read, i), out.wake(0))
	}
	k.Run(forever-1, 0)
	want := (30_000 - 10_000) / c.IOPS
	require.InEpsilon(t, want, out.last().Seconds(), 1e-3)
	require.InDelta(t, 0, d.BurstBalance(), 1e-3)
}

// TestManyServers holds the waiting time for a channel against Erlang's formula: Poisson arrivals, exponential service.
func TestManyServers(t *testing.T) {
	const servers, load = 8, 0.85
	k := sim.New()
	c := Config{ReadQuantiles: exponentialQuantiles, Channels: servers}
	d, out := New(k, "data", c, 1), newSink(k)
	s := newArrivals()
	mean := meanService(t, c)
	at := sim.Time(0)
	const n = 400_000
	for i := range int64(n) {
		at = at.Add(sim.Duration(s.Exponential(float64(mean) / (servers * load))))
		k.Run(at, 0)
		d.Submit(k, page(Read, i), out.wake(0))
		out.got = out.got[:0]
	}
	k.Run(forever-1, 0)
	got := d.Metrics().Waits[ChannelBusy].Time.Seconds() / n
	want := erlangC(servers, load) * mean.Seconds() / (servers * (1 - load))
	require.InEpsilon(t, want, got, 0.06)
}

// erlangC is the probability that all of m servers are busy.
func erlangC(m int, load float64) float64 {
	a, term, sum := float64(m)*load, 1.0, 0.0
	for i := range m {
		sum += term
		term *= a / float64(i+1)
	}
	last := term / (1 - load)
	return last / (sum + last)
}
