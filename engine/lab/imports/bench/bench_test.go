package bench

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// endless is a log of sysbench whose interval lines are made as they are read.
type endless struct {
	left, line int
	rest       string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.left <= 0 {
			return 0, io.EOF
		}
		e.line++
		e.rest = fmt.Sprintf("[ %ds ] thds: 64 tps: %d.00 qps: 141224.20 (r/w/o: 98984.90/28122.27/14117.03) "+
			"lat (ms,95%%): 13.22 err/s: 0.00 reconn/s: 0.00\n", e.line, e.line%2*10)
	}
	n := copy(p, e.rest)
	e.rest, e.left = e.rest[n:], e.left-n
	return n, nil
}

// TestLongLogsTakeConstantMemory: a log of 64 MB is one run; what is in use afterwards does not grow with it.
func TestLongLogsTakeConstantMemory(t *testing.T) {
	const size = 64 << 20
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var f fact.Facts
	peak := &watch{r: &endless{left: size}}
	ReadSysbench(fact.NewLines(peak), "x", &f)
	require.Less(t, peak.most, before.HeapAlloc+4<<20, "in use at any moment")
	require.Len(t, f.Runs, 1)
	s := f.Runs[0].Series
	require.Greater(t, s.Lines, size/200)
	require.InDelta(t, s.Lines/2, s.Zero, 1)
	require.InDelta(t, 5, f.Runs[0].Results["tps"], 0.01)
}

// watch looks at the heap every few megabytes.
type watch struct {
	r     io.Reader
	reads int
	most  uint64
}

func (w *watch) Read(p []byte) (int, error) {
	if w.reads++; w.reads%(1<<15) == 0 {
		var m runtime.MemStats
		runtime.GC() // what is left is in use
		runtime.ReadMemStats(&m)
		w.most = max(w.most, m.HeapAlloc)
	}
	return w.r.Read(p)
}

// BenchmarkSysbench reads interval lines: bytes per second.
func BenchmarkSysbench(b *testing.B) {
	b.SetBytes(8 << 20)
	for range b.N {
		var f fact.Facts
		ReadSysbench(fact.NewLines(&endless{left: 8 << 20}), "x", &f)
	}
}

// TestEndOfALogWithoutClosingBlock: a run that was killed has what its interval lines say.
func TestEndOfALogWithoutClosingBlock(t *testing.T) {
	var f fact.Facts
	ReadSysbench(fact.NewLines(strings.NewReader("sysbench 0.5\n[  10s] threads: 8, tps: 12.50, reads/s: 1, response time: 88.1ms (95%)\n")), "x", &f)
	require.Len(t, f.Runs, 1)
	require.False(t, f.Runs[0].Complete)
	require.Equal(t, 12.5, f.Runs[0].Results["tps"])
	require.Equal(t, 88.1, f.Runs[0].Series.MaxP)
}

// TestTheFirstReportIsNotTheLoad: iostat's first report is the mean since the start of the host.
func TestTheFirstReportIsNotTheLoad(t *testing.T) {
	head := "Device: rsec/s w/s await %util\n"
	var f fact.Facts
	text := "Linux 2.6 (h) 1/1/10 _x86_64_ (4 CPU)\n" + head + "sda 9 9 9 9\n\n" + head + "sda 200 10,5 1 2\n" + head + "sda 400 9,5 3 2\n"
	ReadIostat(fact.NewLines(strings.NewReader(text)), "x", &f)
	require.Equal(t, "4", f.CPUs.Value)
	require.Equal(t, map[string]float64{"rkB/s": 150, "w/s": 10, "await": 2, "%util": 2}, f.Disks[0].Values)
}

// FuzzBench: any text gives facts or none.
func FuzzBench(f *testing.F) {
	for _, s := range []string{
		"sysbench 1.0\n[ 1s ] thds: 4 tps: 5 lat (ms,99%): 1\nSQL statistics:\n queries performed:\n read: 5\nLatency (ms):\n 95th percentile: 3\n",
		"1,56,437.67,16978.45,10368.52,5567.10,1042.83,231.53,1.00,0.00\n", "sysbench --a --b=c /x/oltp_x.lua run\n",
		"Device r/s %util\nsda 1 2\n", "Linux x (CPU)\nDevice: await\nsda nan\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		var facts fact.Facts
		ReadSysbench(fact.NewLines(strings.NewReader(text)), "x", &facts)
		ReadIostat(fact.NewLines(strings.NewReader(text)), "x", &facts)
	})
}
