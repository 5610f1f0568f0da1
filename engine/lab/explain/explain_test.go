package explain

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files instead of comparing with them")

// config is the measured server that tests of the laboratory share, with fewer rows, and with changes.
func config(t *testing.T, set ...string) engine.Config {
	t.Helper()
	return configOf(t, os.DirFS("../testdata"), "server.cnf", append([]string{"table-size=100000", "warmup=4s", "time=12s", "device.data.bandwidth=0",
		"innodb_change_buffering=all"}, set...)...)
}

func configOf(t *testing.T, files fs.FS, name string, set ...string) engine.Config {
	t.Helper()
	var opts []scenario.Option
	for _, s := range set {
		name, value, _ := strings.Cut(s, "=")
		opts = append(opts, scenario.WithSet(name, value))
	}
	sc, err := scenario.Parse(files, name, opts...)
	require.NoError(t, err)
	return sc.Config
}

// causes are the chain as one text.
func causes(t *testing.T, c engine.Config, o Options) string {
	t.Helper()
	s, err := Explain(context.Background(), c, o)
	require.NoError(t, err)
	var parts []string
	for _, l := range s.Chain {
		parts = append(parts, l.Cause)
		require.NotContains(t, l.Figures, "NaN")
	}
	return strings.Join(parts, " <- ")
}

// TestRedoTooSmall: the chain leads from the redo log's capacity over flushing to the device.
func TestRedoTooSmall(t *testing.T) {
	text := causes(t, config(t, "start=warm", "innodb_redo_log_capacity=24M", "innodb_buffer_pool_size=1G", "seed=2"), Options{})
	require.Regexp(t, `^transactions wait for redo log capacity .* <- the redo log .* <- pages are not flushed .* <- the data device is used up`, text)
}

// TestSlowSync: the chain names the commit and the device's flush.
func TestSlowSync(t *testing.T) {
	c := config(t, "start=warm", "innodb_buffer_pool_size=1G", "device.data.flush-latency=20ms", "device.data.iops=20000", "threads=4",
		"innodb_redo_log_capacity=1G")
	text := causes(t, c, Options{})
	require.Regexp(t, `^transactions wait for redo log \(write and fsync\) <- every commit waits .* <- the data device`, text)
}

// TestNoFreePage: the chain names the free page and what flushing it waits for.
func TestNoFreePage(t *testing.T) {
	c := config(t, "innodb_buffer_pool_size=32M", "threads=64", "table-size=400000", "device.data.flush-latency=20ms",
		"device.data.flush-serial=on")
	text := causes(t, c, Options{From: 8 * sim.Second, To: 12 * sim.Second})
	require.Contains(t, text, "no free page")
	require.Contains(t, text, "the data device is used up")
}

// TestTheRepeatedRunIsTheSame: measuring another stretch changes no event of the model.
func TestTheRepeatedRunIsTheSame(t *testing.T) {
	a, b := config(t, "warmup=4s", "time=8s"), config(t, "warmup=7s", "time=5s")
	ra, la, err := simulate(context.Background(), a)
	require.NoError(t, err)
	rb, lb, err := simulate(context.Background(), b)
	require.NoError(t, err)
	require.Equal(t, la, lb)
	require.Equal(t, ra.State.LSN, rb.State.LSN)
	require.NotEqual(t, ra.Window, rb.Window)
}

// TestTransaction is golden: every statement of a transaction with what it waited for. Its moments cover its
// time.
func TestTransaction(t *testing.T) {
	tr, err := Transaction(context.Background(), config(t), 7)
	require.NoError(t, err)
	var sum sim.Duration
	for _, m := range tr.Moments {
		require.Equal(t, sum, m.At)
		sum += m.For
	}
	require.Equal(t, tr.Took, sum)
	var b bytes.Buffer
	require.NoError(t, tr.WriteText(&b))
	golden(t, "transaction.txt", b.Bytes())
	require.NoError(t, tr.WriteJSON(&b, document.Header{}))
}

func TestTransactionBeyondTheRun(t *testing.T) {
	_, err := Transaction(context.Background(), config(t, "time=1s"), 1_000_000)
	require.ErrorContains(t, err, "transaction 1000000: the measured window has ")
}

func TestWindowOutsideTheRun(t *testing.T) {
	_, err := Explain(context.Background(), config(t), Options{From: sim.Second, To: 100 * sim.Second})
	require.ErrorContains(t, err, "--window")
}

// TestWorst finds the stretch that lost most, and the slowest second of an even run.
func TestWorst(t *testing.T) {
	line := func(quarter int, tps float64) engine.IntervalLine {
		return engine.IntervalLine{At: sim.Time(quarter) * sim.Time(fine), TPS: tps}
	}
	even := []engine.IntervalLine{line(1, 100), line(2, 90), line(3, 80), line(4, 85), line(5, 80), line(6, 99)}
	from, to := worst(even, 90)
	require.Equal(t, [2]sim.Duration{fine, 5 * fine}, [2]sim.Duration{from, to})
	stalled := []engine.IntervalLine{line(1, 100), line(2, 10), line(3, 100), line(4, 0), line(5, 40), line(6, 100)}
	from, to = worst(stalled, 90)
	require.Equal(t, [2]sim.Duration{3 * fine, 6 * fine}, [2]sim.Duration{from, to})
}

func TestStretchPrints(t *testing.T) {
	s, err := Explain(context.Background(), config(t), Options{})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, s.WriteText(&b))
	require.Contains(t, b.String(), "tps, the measured window has ")
	b.Reset()
	require.NoError(t, s.WriteJSON(&b, document.Header{}))
	require.True(t, json.Valid(b.Bytes()))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *rewrite {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}
