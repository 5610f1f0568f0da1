package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// asProgram makes the test binary the program itself.
const asProgram = "INNOSIM_TEST_PROGRAM"

// patience is how long an interrupted command may take in a test: it promises a second, a busy machine gets more.
const patience = 3 * time.Second

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// interrupted runs the program, sends it the signal of Ctrl-C after a while, and reports how long it went on.
func interrupted(t *testing.T, after time.Duration, args ...string) (call, time.Duration) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("signals")
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Start())
	time.Sleep(after)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	begin := time.Now()
	_ = cmd.Wait() // its exit code is looked at
	return call{cmd.ProcessState.ExitCode(), out.String(), errs.String()}, time.Since(begin)
}

func TestCtrlCPrintsWhatWasMeasured(t *testing.T) {
	got, took := interrupted(t, time.Second, small("--time", "5h")...)
	require.Equal(t, exitInterrupted, got.code, got.stderr)
	require.Less(t, took, patience)
	require.Contains(t, got.stdout, "partial   interrupted after ")
	require.Contains(t, got.stdout, "What binds")
	require.Contains(t, got.stdout, "General statistics:")

	name := t.TempDir() + "/out.json"
	got, took = interrupted(t, time.Second, small("--time", "5h", "--format", "json", "--output", name)...)
	require.Equal(t, exitInterrupted, got.code, got.stderr)
	require.Less(t, took, patience)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Contains(t, string(text), `"partial": true`)
	require.Contains(t, string(text), `"interrupted": "interrupted after `)
}

// TestCtrlCWhileTheStartIsConstructed stops a huge server whose warm start takes longer than the promise.
func TestCtrlCWhileTheStartIsConstructed(t *testing.T) {
	got, took := interrupted(t, 500*time.Millisecond, "run", "nvme-big-host", "--tables", "100", "--table-size", "12000000",
		"--threads", "512", "--replications", "2", "--set", "innodb_buffer_pool_size=150G")
	require.Equal(t, exitInterrupted, got.code, got.stderr)
	require.Less(t, took, patience)
	require.Contains(t, got.stderr+got.stdout, "interrupted")
}

func TestCtrlCDuringValidate(t *testing.T) {
	scenario := "[innosim]\nstart = cold\nwarmup = 1s\ntime = 5h\n[host]\nprofile = lab-vm-2\n[device.data]\nprofile = instant\n" +
		"[workload]\nscript = oltp_point_select\ntables = 1\ntable-size = 1000\nthreads = 1\n[measured]\ntps = 1000\n"
	got, took := interrupted(t, time.Second, "validate", file(t, "case.cnf", scenario))
	require.Equal(t, exitInterrupted, got.code, got.stderr)
	require.Less(t, took, patience)
	require.Contains(t, got.stdout, "interrupted")
	require.Contains(t, got.stderr, "interrupted: what was finished is printed")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, exitInterrupted, innosim(ctx, "validate", file(t, "case.cnf", scenario)).code)
}

// TestCtrlCDuringExplain stops it while the start is constructed, and while its warm-up runs.
func TestCtrlCDuringExplain(t *testing.T) {
	for _, args := range [][]string{
		{"explain", "nvme-big-host", "--tables", "100", "--table-size", "12000000", "--set", "innodb_buffer_pool_size=150G"},
		loadArms("explain", "--warmup", "5h", "--transaction", "3"),
	} {
		got, took := interrupted(t, 500*time.Millisecond, args...)
		require.Equal(t, exitInterrupted, got.code, got.stderr)
		require.Less(t, took, patience)
		require.Contains(t, got.stderr, "interrupted before anything was explained")
		require.Empty(t, got.stdout)
	}
}
