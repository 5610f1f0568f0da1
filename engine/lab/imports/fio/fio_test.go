package fio

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// TestUnits: fio prints the same latency in three units, and JSON without a unit is in microseconds in 2.x.
func TestUnits(t *testing.T) {
	for text, want := range map[string]float64{
		"clat (nsec): min=1, max=2, avg=1500.50, stdev=1": 1500.5e-9, "clat (usec): min=1, max=2, avg=1500.50, stdev=1": 1500.5e-6,
		"clat (msec): min=1, max=2, avg=1500.50, stdev=1": 1.5005, "lat (usec): min=1, max=2, avg=7, stdev=1": 7e-6,
	} {
		f := text2facts("j: (groupid=0, jobs=1): err= 0\n read : io=1MB, bw=100KB/s, iops=10, runt=1msec\n " + text + "\n")
		require.InEpsilon(t, want, f.Jobs[0].Latency.Mean, 1e-9, text)
	}
	var f fact.Facts
	require.NoError(t, ReadJSON([]byte(`{"fio version":"fio-2.1","jobs":[{"read":{"iops":5,"bw":80,"clat":{"mean":1500.5}}}]}
		{"fio version":"fio-3.1","jobs":[{"read":{"iops":5,"bw":80,"clat_ns":{"mean":1500500}}}]}`), "x", &f))
	require.InEpsilon(t, f.Jobs[0].Latency.Mean, f.Jobs[1].Latency.Mean, 1e-9)
	require.EqualValues(t, 16384, f.Jobs[0].Block)
}

func text2facts(text string) fact.Facts {
	var f fact.Facts
	ReadText(fact.NewLines(strings.NewReader(text)), "x", &f)
	return f
}

// TestSyncIsNotMemory: a write() of 28 us before an fdatasync of 10 ms went to the page cache.
func TestSyncIsNotMemory(t *testing.T) {
	head := "j: (g=0): rw=write, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\nj: (groupid=0, jobs=1): err= 0\n write: IOPS=95, BW=382KiB/s\n"
	f := text2facts(head + " clat (usec): min=14, max=480, avg=28.03, stdev=1\n sync (msec): min=6, max=8, avg=10.45, stdev=1\n")
	require.True(t, f.Jobs[0].Memory)
	require.InEpsilon(t, 0.01045, f.Jobs[0].Sync.Mean, 1e-9)
	f = text2facts(head + " clat (msec): min=14, max=480, avg=10.03, stdev=1\n sync (nsec): min=6, max=8, avg=300, stdev=1\n")
	require.False(t, f.Jobs[0].Memory)
}

// FuzzRead: any text gives facts, an error, or none.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"j: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B\nj: (groupid=0, jobs=2)\n read: IOPS=1.5M, BW=9GiB/s\n | 99.99th=[ 5]\n",
		`{"fio version":"fio-3.1","jobs":[{"job options":{"bs":"16k","iodepth":"4"},"read":{"iops":5,"clat_ns":{"mean":1,"percentile":{"99.0":5}}}}]}`,
		`{"jobs":[{"read":{"iops":1e-300,"bw":1e300}}]}`, "{", "x{}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		text2facts(text)
		var facts fact.Facts
		_ = ReadJSON([]byte(text), "x", &facts)
	})
}
