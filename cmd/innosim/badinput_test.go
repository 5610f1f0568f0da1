package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bad is an input and everything that is to be said of it; %s is the file.
type bad struct {
	name string
	text string
	args []string
	says []string
}

// badTexts are scenarios and option files with one fault each.
func badTexts() []bad {
	return []bad{
		{"unknown variable", "[mysqld]\n\ninnodb_bufer_pool_size = 1G\n", nil,
			[]string{"%s:3: innodb_bufer_pool_size = 1G: unknown variable; did you mean innodb_buffer_pool_size?"}},
		{"variable of another server", "[mysqld]\nquery_cache_size = 0\n", nil,
			[]string{"%s:2: query_cache_size = 0: not in mysql-8.4; known to mysql-5.7"}},
		{"unknown key", "[host]\ncpu = 4\n", nil, []string{"%s:2: cpu = 4: unknown key of [host]; did you mean cpus?"}},
		{"unknown section", "[inosim]\n[host]\n", nil, []string{"%s:1: unknown section [inosim]; did you mean [innosim]?"}},
		{"wrong unit of a size", "[mysqld]\ninnodb_buffer_pool_size = 12X\n", nil,
			[]string{`%s:2: innodb_buffer_pool_size = 12X: unknown suffix "X"; allowed: 5M or more`}},
		{"wrong unit of a time", "[innosim]\nwarmup = 10q\n", nil,
			[]string{`%s:2: warmup = 10q: "10q" is not a time: write ns, us, ms, s, min or h`, "0s … 10000h"}},
		{"wrong unit of a bandwidth", "[device.data]\nbandwidth = 100Mbit\n", nil,
			[]string{`%s:2: bandwidth = 100Mbit: "100Mbit" is not a bandwidth: write KB/s, MB/s`}},
		{"value out of range", "[host]\ncpus = 5000\n", nil, []string{"%s:2: cpus = 5000: out of range; allowed: 1 … 4096"}},
		{"device value out of range", "[device.data]\nchannels = -1\n", nil,
			[]string{"%s:2: channels = -1: out of range; allowed: 0 … "}},
		{"not a value", "[mysqld]\ninnodb_flush_method = O_DIREKT\n", nil,
			[]string{"%s:2: innodb_flush_method = O_DIREKT: not a value of this variable; allowed: fsync", "did you mean O_DIRECT?"}},
		{"rand-type", "[workload]\nrand-type = unifrom\n", nil,
			[]string{"%s:2: rand-type = unifrom: not a value of this option; allowed: special", "did you mean uniform?"}},
		{"include loop", "[mysqld]\n!include bad.cnf\n", nil, []string{"%s:2: !include = %s: the file includes itself"}},
		{"contradicting keys of the host", "[host]\nclient = local\nrtt = 1ms\n", nil,
			[]string{"%s:3: rtt = 1ms: contradicts client = local"}},
		{"contradicting keys of a device", "[device.data]\nread-latency = 1ms\nread-quantiles = 0.5:85us 0.99:1ms\n", nil,
			[]string{"%s:3: read-quantiles = 0.5:85us 0.99:1ms: contradicts read-latency"}},
		{"contradicting keys of the workload", "[workload]\nrate = 10\nthink-time = 5ms\n", nil,
			[]string{"%s:3: think-time = 5ms: contradicts rate = 10"}},
		{"device without the size that its formula needs", "[device.data]\nprofile = essd-pl1\n", nil,
			[]string{"%s:2: size: profile essd-pl1 needs one, its limits depend on it; allowed: 20G … "}},
		{"no threads", "[workload]\nthreads = 0\n", nil, []string{"%s:2: threads = 0: out of range; allowed: 1 … 32768"}},
		{"no rows", "[workload]\ntable-size = 0\n", nil, []string{"%s:2: table-size = 0: out of range; allowed: 1 … "}},
		{"no tables", "[workload]\ntables = 0\n", nil, []string{"%s:2: tables = 0: out of range; allowed: 1 … "}},
		{"endless time", "[innosim]\ntime = 0\n", nil,
			[]string{"%s:2: time = 0: the run would not end; give a time above 0, or events"}},
		{"time that never comes", "[innosim]\ntime = 100000h\n", nil,
			[]string{"%s:2: time = 100000h: out of range; allowed: 0s … 10000h"}},
		{"more reports than memory", "[innosim]\ntime = 9000h\n", nil,
			[]string{"%s:2: time = 9000h: cannot be simulated: it makes 32400060 report intervals; allowed: at most 1000000"}},
		{"more pages than memory", "[workload]\ntables = 1000\ntable-size = 4000000000\n", nil,
			[]string{"%s:3: table-size = 4000000000: cannot be simulated: it makes ", "allowed: at most 400000000"}},
		{"pool larger than memory", "[mysqld]\ninnodb_buffer_pool_size = 8T\n", nil,
			[]string{"%s:2: innodb_buffer_pool_size = 8T: cannot be simulated: it makes 536870912 pages in the pool"}},
		{"binary", "[mysqld]\n\x7fELF\x00\x01", nil, []string{"%s: is a binary file"}},
		{"flags", "[host]\n", []string{"--threads", "0", "--cpus", "x", "--set", "innodb_doublewrite=MAYBE"},
			[]string{"command line: threads = 0: out of range", "command line: cpus = x: not a whole number",
				"command line: innodb_doublewrite = MAYBE: not a value of this variable"}},
	}
}

// requireRefused runs, checks and validates an input: each must say all, write nothing and return 2.
func requireRefused(t *testing.T, path string, flags, says []string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.json")
	run := innosim(t.Context(), append([]string{"run", path, "--format", "json", "--output", out}, flags...)...)
	check := innosim(t.Context(), append([]string{"check", path}, flags...)...)
	require.Equal(t, exitBadInput, run.code)
	require.Equal(t, exitBadInput, check.code)
	require.Empty(t, run.stdout)
	require.NoFileExists(t, out)
	left, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	require.Empty(t, left)
	for _, text := range says {
		text = strings.ReplaceAll(text, "%s", path)
		require.Contains(t, run.stderr, text)
		require.Contains(t, check.stdout, text)
	}
	if len(flags) == 0 {
		validated := innosim(t.Context(), "validate", path)
		require.Equal(t, exitBadInput, validated.code)
		require.Contains(t, validated.stderr, strings.ReplaceAll(says[0], "%s", path))
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range badTexts() {
		t.Run(c.name, func(t *testing.T) { requireRefused(t, file(t, "bad.cnf", c.text), c.args, c.says) })
	}
}

// TestAllFaultsAtOnce puts every text into one file.
func TestAllFaultsAtOnce(t *testing.T) {
	var all string
	var names []string
	for _, c := range badTexts() {
		if c.args != nil || strings.ContainsAny(c.text, "\x00!") || strings.Contains(c.name, "than memory") {
			continue
		}
		all += c.text
		first, _, _ := strings.Cut(c.says[0], ": ")
		require.True(t, strings.HasPrefix(first, "%s:"), c.name)
		text, _, _ := strings.Cut(strings.TrimPrefix(c.says[0], first+": "), ": ")
		names = append(names, text)
	}
	got := innosim(t.Context(), "run", file(t, "bad.cnf", all))
	require.Equal(t, exitBadInput, got.code)
	for _, name := range names {
		require.Contains(t, got.stderr, name)
	}
	require.Greater(t, strings.Count(got.stderr, "\n"), 18)
}

func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.cnf")
	require.NoError(t, os.WriteFile(big, nil, 0o644))
	require.NoError(t, os.Truncate(big, 100<<20))
	for _, c := range []struct{ path, says string }{
		{filepath.Join(dir, "missing.cnf"), "%s: no such file"},
		{dir, "%s: is a folder, not a file"},
		{big, "%s: 100 MiB is too large for an option file"},
	} {
		run, check := innosim(t.Context(), "run", c.path), innosim(t.Context(), "check", c.path)
		more := innosim(t.Context(), "run", "--defaults-file", c.path)
		require.Equal(t, []int{2, 2, 2}, []int{run.code, check.code, more.code})
		for _, text := range []string{run.stderr, check.stdout, more.stderr} {
			require.Contains(t, text, strings.ReplaceAll(c.says, "%s", c.path))
		}
	}
}

// TestEmptyFileIsAWarning: a server starts with an empty option file, and so does a run.
func TestEmptyFileIsAWarning(t *testing.T) {
	empty := file(t, "empty.cnf", "")
	got := innosim(t.Context(), small(empty)...)
	require.Equal(t, exitDone, got.code)
	require.Contains(t, got.stdout, empty+": the file is empty; everything has its default")
}

// TestMoreInstancesThanTheServerMakes: the server starts with fewer, which is worth a warning.
func TestMoreInstancesThanTheServerMakes(t *testing.T) {
	path := file(t, "my.cnf", "[mysqld]\ninnodb_buffer_pool_size = 5M\ninnodb_buffer_pool_instances = 64\n")
	got := innosim(t.Context(), "check", path)
	require.Equal(t, exitDone, got.code)
	require.Contains(t, got.stdout, path+":3: innodb_buffer_pool_instances = 64: adjusted to 1")
}

// TestOptionFilesOfServers: nothing that a server starts with is refused.
func TestOptionFilesOfServers(t *testing.T) {
	all, err := os.ReadDir("testdata/servers")
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, e := range all {
		got := innosim(t.Context(), "check", filepath.Join("testdata/servers", e.Name()))
		require.Equal(t, exitDone, got.code, "%s: %s", e.Name(), got.stdout)
		require.NotContains(t, got.stdout, "    error ", e.Name())
	}
}
