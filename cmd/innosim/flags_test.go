package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWrongCalls: whatever is wrong with a command line is said at once, each fault on a line of its own, with what is
// allowed or what may have been meant.
func TestWrongCalls(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "binary")
	require.NoError(t, os.WriteFile(binary, []byte{0x7f, 'E', 0, 1}, 0o644))
	for _, c := range []struct {
		args string // separated by blanks; _ is an empty one
		says []string
	}{
		{"runn", []string{`unknown command "runn" for "innosim"; did you mean run?`}},
		{"help runn", []string{`unknown command "runn" for "innosim"; did you mean run?`}},
		{"nothing-like-it", []string{`unknown command "nothing-like-it" for "innosim"; known are `}},
		{"run --thread 3 --time=5s --warm-up 1s --jobs 3", []string{
			"unknown flag: --thread; did you mean --threads?", "unknown flag: --warm-up; did you mean --warmup?"}},
		{"run --zebra", []string{"unknown flag: --zebra; innosim run --help lists the flags"}},
		{"run --threads", []string{"--threads: a value is missing; it is clients"}},
		{"run --jobs many", []string{"--jobs = many: not a whole number"}},
		{"compare --replications x --set sync_binlog=0", []string{"--replications = x: not a whole number"}},
		{"compare --replications 0 --set sync_binlog=x", []string{"--replications = 0: allowed is 1 … 1000", "sync_binlog = x"}},
		{"explain --transaction -1", []string{"--transaction = -1: not a whole number of 0 or more"}},
		{"explain --window 5x..3 --transaction 0 --threads x", []string{
			"--transaction = 0: allowed is 1 or more", `--window = 5x..3: "5x" is not a time`, `threads = x: "x" is not`}},
		{"explain --window 5s..3s", []string{"--window = 5s..3s: allowed is FROM..TO with FROM before TO"}},
		{"run a.cnf b.cnf", []string{"run takes one scenario; there are 2: a.cnf, b.cnf"}},
		{"run _", []string{"a file's name is empty"}},
		{"compare default _", []string{"a file's name is empty"}},
		{"run --defaults-file _ --output _", []string{"--output: a file's name is empty", "--defaults-file: a file's name is empty"}},
		{"run --defaults-file default", []string{"default: no such file"}},
		{"check", []string{"check: give option files or scenarios; usage: innosim check FILE... [flags]"}},
		{"import", []string{"import: give what a server or a benchmark has printed"}},
		{"calibrate", []string{"calibrate: give measured cases"}},
		{"list devices gp9", []string{"list devices = gp9: is not known; did you mean gp2?"}},
		{"run --threads 99999999999999999999 --table-size 1e30", []string{
			`threads = 99999999999999999999: "99999999999999999999" is too large`, `table-size = 1e30: "1e30" is not a number of rows`}},
		{"run --device-size NaN --rate Inf --time -5s", []string{"device-size = NaN", "rate = Inf: out of range", "time = -5s"}},
		{"plan --over threads=1 --prices DIR --require tps=>3", []string{
			"--require tps=>3: => is no comparison; did you mean >=?", "--prices = DIR: cannot be read: is a directory"}},
		{"plan --over threads=1 --require tps>=3 --prices DIR/binary", []string{"--prices = DIR/binary: is a binary file"}},
		{"plan --over threads=1 --require tps>=3 --prices DIR/none", []string{"--prices = DIR/none: no such file"}},
		{"calibrate DIR --fit host --to DIR/no/where", []string{"--to = DIR/no/where: there is no folder DIR/no"}},
		{"calibrate DIR --by tpss --runs 0", []string{
			"--by = tpss: is not known; did you mean tps?", "--fit: allowed is host, device, or names of parameters", "--runs"}},
		{"validate --series DIR/binary --plot DIR", []string{"--plot = DIR: is a folder"}},
		{"run --output /proc/self/x", []string{"--output = /proc/self/x: no file can be made in its folder: "}},
		{"run DIR/none --device _ --set x --threads y", []string{
			"DIR/none: no such file", `threads = y: "y" is not`, "device: empty value; allowed: device of the data files", "--set = x: sets nothing"}},
		{"validate DIR/none DIR/nowhere", []string{"DIR/none: no such file or folder", "DIR/nowhere: no such file or folder"}},
		{"compare DIR/a DIR/b --ablate", []string{"DIR/a: no such file", "DIR/b: no such file"}},
		{"compare --set threads=1,threads=2", []string{"--set threads=1,threads=2: threads is set twice in one arm"}},
		{"import DIR/none --data-size x", []string{`--data-size = x: "x" is not a size`, "DIR/none: no such file"}},
		{"manual DIR/binary", []string{"manual = DIR/binary: no folder can be made: not a directory"}},
		{"sweep -P threads=1 --result tpss --to _", []string{"--to: a file's name is empty"}},
		{"sweep -P threads=1 --result tpss", []string{"--result = tpss: is not known; did you mean tps?"}},
	} {
		var args []string
		for _, arg := range strings.Fields(strings.ReplaceAll(c.args, "DIR", dir)) {
			args = append(args, strings.TrimPrefix(arg, "_"))
		}
		got := innosim(t.Context(), args...)
		require.Equal(t, exitBadInput, got.code, c.args)
		require.Empty(t, got.stdout, c.args)
		for _, text := range c.says {
			require.Contains(t, got.stderr, "innosim: ", c.args)
			require.Contains(t, got.stderr, strings.ReplaceAll(text, "DIR", dir), c.args)
		}
		require.Equal(t, len(c.says), strings.Count(got.stderr, "\n"), got.stderr)
	}
}

// TestNamesStayOnOneLine: a name with a line's end in it does not break the message.
func TestNamesStayOnOneLine(t *testing.T) {
	got := innosim(t.Context(), "run", "--set", "a\nb=3", "--set", "innodb_io_capacity=１")
	require.Equal(t, exitBadInput, got.code)
	require.Contains(t, got.stderr, `command line: "a\nb" = 3: unknown variable`)
	require.Contains(t, got.stderr, "innodb_io_capacity = １: ")
	require.Equal(t, 2, strings.Count(got.stderr, "\n"))
}

// TestFullDiskIsSaidOnce: the write and the flush fail alike.
func TestFullDiskIsSaidOnce(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	got := innosim(t.Context(), "list", "devices", "--output", "/dev/full")
	require.Equal(t, exitBadInput, got.code)
	require.Equal(t, "innosim: write /dev/full: no space left on device\n", got.stderr)
}

// TestHelpOfACommand is the same by both ways.
func TestHelpOfACommand(t *testing.T) {
	require.Equal(t, innosim(t.Context(), "run", "--help").stdout, innosim(t.Context(), "help", "run").stdout)
	require.Contains(t, innosim(t.Context(), "help", "completion", "bash").stdout, "innosim completion bash")
	require.Equal(t, exitDone, innosim(t.Context(), "help").code)
}

// TestCompletionKnowsItsShells: another shell is bad input, and not a question for help.
func TestCompletionKnowsItsShells(t *testing.T) {
	got := innosim(t.Context(), "completion", "bahs")
	require.Equal(t, exitBadInput, got.code)
	require.Equal(t, "innosim: unknown command \"bahs\" for \"innosim completion\"; did you mean bash?\n", got.stderr)
	require.Equal(t, exitDone, innosim(t.Context(), "completion").code)
	require.Contains(t, innosim(t.Context(), "completion", "bash").stdout, "__start_innosim")
}
