package engine_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
	"github.com/innosim/innosim/sim/rng"
)

// variants are servers that differ in as much as possible: what must hold for every run is tried on them.
func variants() map[string][]string {
	return map[string][]string{
		"plain":  {"time=500ms"},
		"binlog": {"time=500ms", "skip-log-bin=OFF", "log_bin=binlog", "threads=32", "script=oltp_read_write"},
		"open":   {"time=500ms", "rate=2000", "threads=16", "rand-type=zipfian"},
		"starved": {"time=500ms", "innodb_buffer_pool_size=5M", "innodb_redo_log_capacity=8M", "table-size=60000", "threads=16",
			"innodb_doublewrite=DETECT_ONLY", "innodb_use_native_aio=OFF", "device.data.filesystem=ext4"},
		"local": {"time=500ms", "client=local", "cpus=2", "rand-type=special", "innodb_log_writer_threads=OFF",
			"innodb_flush_method=fsync", "think-time=2ms", "start=warm"},
	}
}

func eachVariant(t *testing.T, f func(t *testing.T, settings []string)) {
	all := variants()
	for _, name := range []string{"plain", "binlog", "open", "starved", "local"} {
		t.Run(name, func(t *testing.T) { f(t, all[name]) })
	}
}

func TestSameSeedSameDigest(t *testing.T) {
	eachVariant(t, func(t *testing.T, settings []string) {
		a, b := run(t, settings...), run(t, settings...)
		require.Equal(t, a.Digest(), b.Digest())
		require.Equal(t, a.Results, b.Results)
		other := run(t, append(settings, "seed=2")...)
		require.NotEqual(t, a.Digest(), other.Digest())
	})
}

// digestOfModel runs an engine, calling look every so many events, and hashes what the model did.
func digestOfModel(t *testing.T, look int, settings ...string) uint64 {
	e := build(t, settings...)
	h := uint64(0)
	e.Watch(func(ev sim.Event) {
		if !e.IsSample(ev) {
			h = rng.Hash3(h, uint64(ev.At), rng.Hash3(uint64(ev.To)<<16|uint64(ev.Kind), uint64(ev.Ref), ev.Arg))
		}
	})
	for !e.Step(look) {
		e.Result(true)
		require.NoError(t, e.Check())
	}
	return h
}

// TestStatisticsDoNotDisturb looks at a run as often as possible, and hardly at all.
func TestStatisticsDoNotDisturb(t *testing.T) {
	eachVariant(t, func(t *testing.T, settings []string) {
		often := digestOfModel(t, 3000, append(settings, "report-interval=10ms")...)
		require.Equal(t, digestOfModel(t, 1<<20, append(settings, "report-interval=1s")...), often)
	})
}

func TestOneProcessorDoesTheSame(t *testing.T) {
	many := run(t).Digest()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	require.Equal(t, many, run(t).Digest())
}

// TestCloneGoesOnAlike branches a run: original and copy share nothing and end alike, and like the run that was never
// branched.
func TestCloneGoesOnAlike(t *testing.T) {
	eachVariant(t, func(t *testing.T, settings []string) {
		e := build(t, settings...)
		e.RunUntil(seconds(0.2))
		c := e.Clone()
		require.Empty(t, clone.Shared(e, c))
		copied := finish(t, c)
		require.Empty(t, clone.Shared(e, c), "after the copy has run")
		original := finish(t, e)
		require.Equal(t, run(t, settings...).Result, original)
		require.Equal(t, original, copied)
	})
}

// TestBranchesDiffer sets a variable in the copy only.
func TestBranchesDiffer(t *testing.T) {
	e := build(t)
	e.RunUntil(seconds(0.5))
	c := e.Clone()
	require.NoError(t, c.Apply("innodb_flush_log_at_trx_commit", "0"))
	fast, slow := finish(t, c), finish(t, e)
	require.Equal(t, run(t).Digest(), slow.Digest)
	require.Greater(t, fast.Results["tps"], 1.3*slow.Results["tps"])
}

// TestApplyIsRepeatable repeats a run with changes on the fly from its timeline.
func TestApplyIsRepeatable(t *testing.T) {
	e := build(t)
	e.RunUntil(seconds(0.5))
	require.NoError(t, e.Apply("innodb_io_capacity", "1500"))
	require.Error(t, e.Apply("innodb_io_capacity", "much"))
	live := finish(t, e)
	again := run(t, "[timeline]\n500ms = set innodb_io_capacity = 1500")
	require.Equal(t, live.Results, again.Results)
}

// TestGoldenDigests compares runs with those of other machines and other days: any change of the model changes them,
// and is accepted with -rewrite.
func TestGoldenDigests(t *testing.T) {
	datadriven.RunTest(t, "testdata/digests", func(t *testing.T, d *datadriven.TestData) string {
		o := run(t, variants()[d.CmdArgs[0].Key]...)
		return fmt.Sprintf("%016x after %d events\n", o.Digest(), o.Events())
	})
}

// TestWebAssemblyDoesTheSame compiles a runner for WebAssembly and compares its digest with the native one.
func TestWebAssemblyDoesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for another machine")
	}
	binary := filepath.Join(t.TempDir(), "run.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./testdata/wasm")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	code, err := os.ReadFile(binary)
	require.NoError(t, err)

	text := strings.Replace(tiny, "time   = 2s", "time = 500ms", 1)
	text = strings.Replace(text, "rand-type  = uniform", "rand-type = pareto\nrate = 4000", 1)
	sc, err := scenario.Parse(oneFile(text), "x.cnf")
	require.NoError(t, err)
	native, err := engine.New(sc.Config)
	require.NoError(t, err)
	finish(t, native)
	require.Equal(t, fmt.Sprintf("%016x %d\n", native.Digest(), native.Events()), runWebAssembly(t, code, text))
}

func runWebAssembly(t *testing.T, code []byte, stdin string) string {
	ctx := t.Context()
	r := wazero.NewRuntime(ctx)
	defer func() { require.NoError(t, r.Close(ctx)) }()
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var out strings.Builder
	_, err := r.InstantiateWithConfig(ctx, code, wazero.NewModuleConfig().
		WithStdin(strings.NewReader(stdin)).WithStdout(&out).WithStderr(&out).WithArgs("run"))
	require.NoError(t, err, out.String())
	return out.String()
}
