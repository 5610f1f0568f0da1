package tuner

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestDecisions runs controllers on seconds that a text tells. Commands: io, purge; arguments: the knobs at the start; a
// line is a second: what has changed in the inputs.
func TestDecisions(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			kn := Knobs{IOCapacity: 200, IOCapacityMax: 2000, PurgeThreads: 4}
			d.MaybeScanArgs(t, "io", &kn.IOCapacity)
			d.MaybeScanArgs(t, "io-max", &kn.IOCapacityMax)
			d.MaybeScanArgs(t, "threads", &kn.PurgeThreads)
			controllers := map[string]Controller{
				"io": IO{kn.IOCapacity, kn.IOCapacityMax}, "purge": Purge{32},
			}
			var (
				in  Inputs
				mem Memory
				b   strings.Builder
			)
			for _, line := range strings.Split(d.Input, "\n") {
				times := read(t, &in, line)
				for range times {
					kn = controllers[d.Cmd].Decide(in, kn, &mem)
				}
				b.WriteString(shown(d.Cmd, line, kn))
			}
			return b.String()
		})
	})
}

func shown(cmd, line string, kn Knobs) string {
	if cmd == "io" {
		return fmt.Sprintf("%-60s io=%d max=%d\n", line, kn.IOCapacity, kn.IOCapacityMax)
	}
	return fmt.Sprintf("%-60s threads=%d\n", line, kn.PurgeThreads)
}

// read sets inputs, and returns for how many seconds they stay.
func read(t *testing.T, in *Inputs, line string) int {
	times := 1
	for _, word := range strings.Fields(line) {
		name, text, ok := strings.Cut(word, "=")
		require.True(t, ok, word)
		v, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		at, known := map[string]*float64{
			"requests": &in.Requests, "ms": &in.RequestMS, "flushed": &in.Flushed, "sync": &in.Sync, "age": &in.Age,
			"history": &in.History, "cpu": &in.CPU,
		}[name]
		if name == "seconds" {
			times = int(v)
			continue
		}
		require.True(t, known, name)
		*at = v
	}
	return times
}

// TestBounds: whatever the inputs, the knobs stay within the ranges of the variables.
func TestBounds(t *testing.T) {
	for _, in := range []Inputs{
		{Sync: 1, Flushed: 1e9}, {Requests: 1, RequestMS: 1e9}, {History: 1e12}, {CPU: 1}, {Requests: 1e9, Flushed: 1e9, RequestMS: 1},
	} {
		kn := Knobs{IOCapacity: 10000, IOCapacityMax: 20000, PurgeThreads: 4}
		var a, b Memory
		IO{200, 2000}.Decide(Inputs{Requests: 1, RequestMS: 1}, kn, &a)
		for range 1000 {
			kn = Purge{32}.Decide(in, IO{200, 2000}.Decide(in, kn, &a), &b)
			require.GreaterOrEqual(t, kn.IOCapacity, 100)
			require.LessOrEqual(t, kn.IOCapacity, kn.IOCapacityMax)
			require.LessOrEqual(t, kn.IOCapacityMax, 1_000_000)
			require.GreaterOrEqual(t, kn.PurgeThreads, 1)
			require.LessOrEqual(t, kn.PurgeThreads, 32)
		}
	}
}
