package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// source is a server whose pool holds two thirds of its data.
const source = `
[innosim]
server = mysql-8.0
warmup = 2s
[host]
cpus = 8
memory = 16G
[device.data]
profile = nvme-plp
[mysqld]
innodb_buffer_pool_size = 128M
innodb_redo_log_capacity = 128M
innodb_io_capacity = 2000
innodb_flush_method = O_DIRECT
[workload]
script = oltp_read_write
tables = 2
table-size = 500000
threads = 16
rand-type = uniform
rate = 500
`

// TestImportReproducesTheServer: two status samples of a run become a scenario whose run has the same rates.
func TestImportReproducesTheServer(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(in("source.cnf"), []byte(source), 0o644))
	for name, time := range map[string]string{"a": "5s", "b": "20s"} {
		c := innosim(t.Context(), "run", in("source.cnf"), "--time", time, "--format", "status", "--output", in(name))
		require.Equal(t, exitDone, c.code, c.stderr)
	}
	options := "[mysqld]\ninnodb_redo_log_capacity = 128M\ninnodb_io_capacity = 2000\ninnodb_flush_method = O_DIRECT\ninnodb_buffer_pool_size = 128M\n"
	require.NoError(t, os.WriteFile(in("my.cnf"), []byte(options), 0o644))
	c := innosim(t.Context(), "import", in("a"), in("b"), in("my.cnf"), "--server", "mysql-8.0", "--cpus", "8", "--memory", "16G",
		"--device", "nvme-plp", "--output", in("imported.cnf"))
	require.Equal(t, exitDone, c.code, c.stderr)
	require.NotContains(t, c.stderr, "missing")
	want, got := runJSON(t, in("source.cnf")), runJSON(t, in("imported.cnf"))
	for _, name := range []string{"tps", "qps", "data_reads_per_trx", "redo_bytes_per_trx", "pages_written_per_trx"} {
		require.InEpsilon(t, want[name], got[name], 0.15, name)
	}
}

func runJSON(t *testing.T, file string) map[string]float64 {
	c := innosim(t.Context(), "run", file, "--warmup", "5s", "--time", "15s", "--format", "json")
	require.Equal(t, exitDone, c.code, c.stderr)
	var out struct{ Results map[string]float64 }
	require.NoError(t, json.Unmarshal([]byte(c.stdout), &out))
	return out.Results
}

// TestImportPrints: the scenario to stdout with the summary in comments, the summary to stderr; JSON has both.
func TestImportPrints(t *testing.T) {
	name := file(t, "my.cnf", "[mysqld]\ninnodb_buffer_pool_size = 1G\n")
	c := innosim(t.Context(), "import", name)
	require.Equal(t, exitDone, c.code)
	require.Contains(t, c.stdout, "innodb_buffer_pool_size = 1G   # "+name+":2")
	require.Contains(t, c.stdout, "# missing: device profile: give --device NAME")
	require.Contains(t, c.stderr, "missing: device profile: give --device NAME")
	var out imported
	c = innosim(t.Context(), "import", name, "--format", "json", "--quiet")
	require.NoError(t, json.Unmarshal([]byte(c.stdout), &out))
	require.Empty(t, c.stderr)
	require.Equal(t, "an option file", out.Files[0].Kind)
	require.Len(t, out.Missing, 4)
	require.Contains(t, out.Scenario, "[mysqld]")
}

// TestImportRefuses: one line per fault, exit code 2, nothing is written.
func TestImportRefuses(t *testing.T) {
	gz, text := file(t, "a.gz", "\x1f\x8b\x08"), file(t, "b", "once upon a time\n")
	target := filepath.Join(t.TempDir(), "x.cnf")
	c := innosim(t.Context(), "import", gz, text, "--output", target)
	require.Equal(t, exitBadInput, c.code)
	require.Contains(t, c.stderr, gz+": is a gzip archive: archives are not opened")
	require.Contains(t, c.stderr, text+": is a text of an unknown kind")
	require.NoFileExists(t, target)
	good := file(t, "my.cnf", "[mysqld]\ninnodb_buffer_pool_size = 1G\n")
	for _, flag := range [][2]string{{"--device", "no-such"}, {"--data-size", "x"}, {"--server", "mysql-9.9"}, {"--threads", "0"}, {"--cpus", "many"}} {
		c = innosim(t.Context(), "import", good, "--script", "observed", flag[0], flag[1])
		require.Equal(t, exitBadInput, c.code, strconv.Quote(flag[1])+c.stdout)
	}
}

// TestCheckKnowsOtherFiles: what is no option file is named in one line.
func TestCheckKnowsOtherFiles(t *testing.T) {
	for text, want := range map[string]string{
		"Uptime\t5\nQuestions\t7\n":                           "this is SHOW GLOBAL STATUS output; innosim import reads it",
		"{\"fio version\" : \"fio-3.1\",\n\"jobs\": []}\n":    "this is fio's JSON output; innosim import reads it",
		"sysbench 1.0.20 (x)\nNumber of threads: 64\n":        "this is sysbench output; innosim import reads it",
		"procs -----------memory---------- ---swap-- -----\n": "this is vmstat output: it tells nothing that a scenario holds",
	} {
		name := file(t, "x", text)
		c := innosim(t.Context(), "check", name)
		require.Equal(t, exitBadInput, c.code)
		require.Equal(t, name+": cannot be used, errors: 1\n    error    "+name+": "+want+"\n\n", c.stdout)
	}
}
