package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/schematest"
	"github.com/innosim/innosim/engine/profile"
)

// call is the outcome of a command line.
type call struct {
	code           int
	stdout, stderr string
}

// innosim runs a command line.
func innosim(ctx context.Context, args ...string) call {
	var out, errs bytes.Buffer
	code := newApp(&out, &errs).execute(ctx, args)
	return call{code, out.String(), errs.String()}
}

// small is a run of a fraction of a second.
func small(more ...string) []string {
	return append([]string{
		"run", "--workload", "oltp_update_non_index", "--tables", "1", "--table-size", "10000", "--threads", "2",
		"--start", "cold", "--warmup", "1s", "--time", "3s", "--set", "innodb_buffer_pool_size=32M",
		"--set", "innodb_redo_log_capacity=16M",
	}, more...)
}

// file writes a file of a temporary folder.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

func TestExitCodes(t *testing.T) {
	fails := file(t, "fails.cnf", "[thresholds]\ntps = >= 1e12\n")
	holds := file(t, "holds.cnf", "[thresholds]\ntps = >= 1\n")
	wrong := file(t, "wrong.cnf", "[innosim]\nservr = mysql-8.4\n")
	for _, c := range []struct {
		name string
		code int
		args []string
		says string // on stderr
	}{
		{"no command prints the help", exitDone, nil, ""},
		{"unknown command", exitBadInput, []string{"foo"}, `unknown command "foo"`},
		{"unknown flag", exitBadInput, []string{"run", "--foo"}, "unknown flag: --foo"},
		{"unknown format", exitBadInput, []string{"run", "--format", "sysbnch"}, "did you mean sysbench?"},
		{"unknown colour", exitBadInput, []string{"run", "--color", "red"}, "--color = red"},
		{"no jobs", exitBadInput, []string{"run", "--jobs", "0"}, "--jobs = 0"},
		{"set without a value", exitBadInput, []string{"run", "--set", "foo"}, "--set = foo: sets nothing; allowed: VARIABLE=VALUE"},
		{"unknown variable", exitBadInput, []string{"run", "--set", "innodb_bufer_pool_size=1G"},
			"did you mean innodb_buffer_pool_size?"},
		{"unknown server", exitBadInput, []string{"run", "--server", "mysql-8.5"}, "mysql-8.4"},
		{"no such file", exitBadInput, []string{"run", "nowhere.cnf"}, "nowhere.cnf: no such file"},
		{"wrong file", exitBadInput, []string{"run", wrong}, "did you mean server?"},
		{"wrong file, checked", exitBadInput, []string{"check", wrong}, "1 of 1 files cannot be used"},
		{"wrong file, validated", exitBadInput, []string{"validate", wrong}, wrong + ":2"},
		{"no such folder", exitBadInput, []string{"validate", "nowhere"}, "nowhere: no such file or folder"},
		{"negative sample", exitBadInput, []string{"validate", wrong, "--sample", "-1"}, "--sample = -1"},
		{"unknown catalogue", exitBadInput, []string{"list", "server"}, "did you mean servers?"},
		{"unknown entry", exitBadInput, []string{"list", "devices", "gp4"}, "list devices = gp4"},
		{"threshold fails", exitFailed, small(fails), "1 of 1 thresholds do not hold"},
		{"threshold holds", exitDone, small(holds), ""},
		{"folder of --output does not exist", exitBadInput, small("--output", "/nowhere/x"), "/nowhere"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := innosim(t.Context(), c.args...)
			require.Equal(t, c.code, got.code, got.stderr)
			require.Contains(t, got.stderr, c.says)
			if c.says == "" {
				require.Empty(t, got.stderr)
			}
		})
	}
}

func TestForeignFormatsLeaveTheHeaderToStderr(t *testing.T) {
	for _, format := range []string{"csv", "sysbench", "status", "innodb-status"} {
		got := innosim(t.Context(), small("--format", format)...)
		require.Equal(t, exitDone, got.code, got.stderr)
		require.Contains(t, got.stderr, "innosim   "+version, format)
		require.NotContains(t, got.stdout, "innosim", format)
		require.Empty(t, innosim(t.Context(), small("--format", format, "--quiet")...).stderr)
	}
}

func TestEqualRunsPrintAlike(t *testing.T) {
	a := innosim(t.Context(), small("--format", "json")...)
	b := innosim(t.Context(), small("--format", "json")...)
	require.Equal(t, withoutMachine(t, a.stdout), withoutMachine(t, b.stdout))
}

// TestJobsDoNotChangeResults runs replications one after the other, and all at once.
func TestJobsDoNotChangeResults(t *testing.T) {
	args := small("--format", "json", "--replications", "3", "--jobs")
	a, b := innosim(t.Context(), append(args, "1")...), innosim(t.Context(), append(args, "3")...)
	require.Equal(t, withoutMachine(t, a.stdout), withoutMachine(t, b.stdout))
	require.Contains(t, a.stdout, `"replications"`)
}

// withoutMachine decodes a JSON text without what may differ between equal runs.
func withoutMachine(t *testing.T, text string) map[string]any {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	require.Contains(t, all, "machine")
	delete(all, "machine")
	return all
}

func TestOutputIsWholeOrAbsent(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.json")
	got := innosim(t.Context(), small("--format", "json", "--output", name)...)
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Empty(t, got.stdout)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.True(t, json.Valid(text))

	require.NoError(t, os.Remove(name))
	require.Equal(t, exitBadInput, innosim(t.Context(), small("--threads", "x", "--output", name)...).code)
	left, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestInterrupt stops a run of some simulated hours, which would take minutes.
func TestInterrupt(t *testing.T) {
	for _, extra := range [][]string{nil, {"--replications", "3", "--jobs", "2"}} {
		got := stopped(t, append(small("--time", "5h"), extra...), 500*time.Millisecond)
		require.Contains(t, got.stdout, "partial   interrupted")
		require.Contains(t, got.stdout, "SQL statistics:")
	}
}

// stopped runs the command and interrupts it after some time; on a busy machine that may be before it has measured
// anything, so it gets more then.
func stopped(t *testing.T, args []string, after time.Duration) call {
	t.Helper()
	for ; ; after *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		begin := time.Now()
		got := innosim(ctx, args...)
		cancel()
		require.Equal(t, exitInterrupted, got.code, got.stderr)
		require.Less(t, time.Since(begin)-after, 3*time.Second) // the promise is a second; a busy machine gets more
		if got.stdout != "" || after > 10*time.Second {
			return got
		}
	}
}

func TestInterruptBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := innosim(ctx, small()...)
	require.Equal(t, exitInterrupted, got.code)
	require.Contains(t, got.stderr, "interrupted before anything was measured")
}

func TestDefaultsFile(t *testing.T) {
	cnf := file(t, "my.cnf", "[mysqld]\ninnodb_io_capacity = 123\ninnodb_redo_log_capacity = 32M\n")
	got := innosim(t.Context(), "check", cnf, "--format", "csv", "--set", "innodb_redo_log_capacity=64M")
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Contains(t, got.stdout, "given,,innodb_io_capacity,123")
	require.Contains(t, got.stdout, "given,,innodb_redo_log_capacity,64M")
	other := innosim(t.Context(), small("--defaults-file", cnf)...)
	require.Equal(t, exitDone, other.code, other.stderr)
}

func TestHostProfileOfAFile(t *testing.T) {
	host := file(t, "my-host.cnf", "[host]\ncpus = 6\nthreads-per-core = 1\nmemory = 7G\n")
	t.Chdir(filepath.Dir(host))
	got := innosim(t.Context(), small("--host", "./my-host.cnf")...)
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Contains(t, got.stdout, "6 CPUs")
}

func TestValidate(t *testing.T) {
	name := file(t, "case.cnf", "[innosim]\nstart = cold\nwarmup = 1s\ntime = 2s\n[host]\nprofile = lab-vm-2\n"+
		"[device.data]\nprofile = instant\n[workload]\nscript = oltp_point_select\n"+
		"tables = 1\ntable-size = 1000\nthreads = 1\n"+
		"[measured]\njudge = tps\ntps = 1000\nqps = 1000\n")
	file := filepath.Dir(name)
	got := innosim(t.Context(), "validate", file, "--format", "json")
	require.Equal(t, exitDone, got.code, got.stderr)
	var out struct {
		Cases []struct {
			File  string
			Error map[string]float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &out))
	require.Len(t, out.Cases, 1)
	require.Equal(t, name, out.Cases[0].File)
	require.Contains(t, out.Cases[0].Error, "tps")
	require.NotContains(t, out.Cases[0].Error, "qps")
}

func TestListEverything(t *testing.T) {
	for _, c := range catalogues() {
		all := innosim(t.Context(), "list", c.name)
		require.Equal(t, exitDone, all.code, all.stderr)
		row := profile.MySQL84()
		entries := c.entries(row)
		require.NotEmpty(t, entries)
		require.Equal(t, len(entries), strings.Count(all.stdout, "\n"), c.name)
		for _, e := range entries {
			require.NotEmpty(t, e.Title, "%s %s", c.name, e.Name)
		}
		for _, format := range []string{"text", "json", "csv"} {
			one := innosim(t.Context(), "list", c.name, entries[0].Name, "--format", format)
			require.Equal(t, exitDone, one.code, one.stderr)
			require.Contains(t, one.stdout, entries[0].Name)
		}
	}
}

// TestHelpNamesEveryFlag guards the documentation: every flag has a help text.
func TestHelpNamesEveryFlag(t *testing.T) {
	for _, command := range []string{"run", "validate", "list", "check"} {
		got := innosim(t.Context(), command, "--help")
		require.Equal(t, exitDone, got.code)
		for _, flag := range []string{"--format", "--output", "--jobs", "--quiet", "--color"} {
			require.Contains(t, got.stdout, flag, command)
		}
	}
}

func TestJSONOfARunHoldsToTheSchema(t *testing.T) {
	got := innosim(t.Context(), small("--format", "json", "--histogram")...)
	schematest.Valid(t, report.Schema, []byte(got.stdout))
}

// TestEveryServerRuns on the built-in scenario, made small.
func TestEveryServerRuns(t *testing.T) {
	for _, row := range profile.Rows() {
		got := innosim(t.Context(), "run", "--server", row.Name, "--tables", "2", "--table-size", "10000", "--threads", "4",
			"--start", "loaded", "--warmup", "0s", "--time", "2s", "--set", "loose-innodb_redo_log_capacity=128M")
		require.Zero(t, got.code, row.Name+": "+got.stderr)
		require.Regexp(t, `transactions: +[1-9]`, got.stdout, row.Name)
	}
}
