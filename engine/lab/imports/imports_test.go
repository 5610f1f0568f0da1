package imports

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// TestFormats: each block of a golden file is a file of its own: "file NAME" keeps it, "import FLAG=VALUE …" imports
// what was kept since the last import, and prints the summary; "scenario" prints the text instead.
func TestFormats(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var names []string
		files := fstest.MapFS{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "file":
				name := d.CmdArgs[0].Key
				names = append(names, name)
				files[name] = &fstest.MapFile{Data: []byte(unescaped(d.Input))}
				return Detect([]byte(unescaped(d.Input))).Title + "\n"
			case "import", "scenario":
				text := outcome(t, files, names, d)
				names, files = nil, fstest.MapFS{}
				return text
			}
			return "unknown command"
		})
	})
}

// unescaped lets golden files have tabs and empty lines in their input: "<tab>", and "." for an empty line.
func unescaped(s string) string {
	s = strings.ReplaceAll(s, "<tab>", "\t")
	lines := strings.Split(s, "\n")
	for i := range lines {
		if lines[i] == "." {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func outcome(t *testing.T, files fstest.MapFS, names []string, d *datadriven.TestData) string {
	var o Options
	for _, a := range d.CmdArgs {
		o.Flags = append(o.Flags, KeyValue{a.Key, strings.Join(a.Vals, ",")})
	}
	r, faults := Import(files, names, o)
	if len(faults) > 0 {
		var b strings.Builder
		for _, f := range faults {
			fmt.Fprintln(&b, "error: "+f.Error())
		}
		return b.String()
	}
	_, err := scenario.ParseText(files, r.Scenario, "imported")
	require.NoError(t, err, "the scenario parses again")
	if d.Cmd == "scenario" {
		var b strings.Builder
		for l := range strings.Lines(r.Scenario) {
			if !strings.HasPrefix(l, "#") && strings.TrimSpace(l) != "" {
				b.WriteString(l)
			}
		}
		return b.String()
	}
	return r.Summary()
}

// TestEveryGapIsNamed: nothing at all but an option file leaves server, host, device and workload to be asked for.
func TestEveryGapIsNamed(t *testing.T) {
	files := fstest.MapFS{"my.cnf": {Data: []byte("[mysqld]\ninnodb_buffer_pool_size=1G\n")}}
	r, faults := Import(files, []string{"my.cnf"}, Options{})
	require.Empty(t, faults)
	var missing []string
	for _, m := range r.Missing {
		missing = append(missing, m.Name)
	}
	require.Equal(t, []string{"server", "host", "device profile", "workload"}, missing)
	require.Contains(t, r.Scenario, "# missing: device profile: give --device NAME")
}

// TestFaultsAreOnePerFile: every file that cannot be read is named, all at once.
func TestFaultsAreOnePerFile(t *testing.T) {
	files := fstest.MapFS{
		"a.gz": {Data: []byte("\x1f\x8b\x08rest")}, "b": {Data: []byte("\n \n")}, "c": {Data: []byte("once upon a time\n")},
		"d": {Data: []byte{'a', 0, 'b'}}, "dir/x": {Data: []byte("x")}, "e.json": {Data: []byte(`[{"name": "x", `)},
		"f.cnf": {Data: []byte("[innosim]\nserver = mysql-8.4\n")},
	}
	_, faults := Import(files, []string{"a.gz", "b", "c", "d", "dir", "e.json", "f.cnf", "none"}, Options{})
	require.Len(t, faults, 8)
	for i, want := range []string{
		"archives are not opened", "nothing in it", "unknown kind", "binary", "folder", "ends in the middle", "innosim run reads it", "no such file",
	} {
		require.Contains(t, faults[i].Error(), want)
	}
}

// TestPowerShellWritesUTF16: a redirected client's output is UTF-16 there.
func TestPowerShellWritesUTF16(t *testing.T) {
	text := "Variable_name\tValue\r\nUptime\t100\r\nQuestions\t5000\r\nThreads_running\t3\r\n"
	raw := []byte{0xff, 0xfe}
	for _, c := range text {
		raw = append(raw, byte(c), 0)
	}
	r, faults := Import(fstest.MapFS{"s": {Data: raw}}, []string{"s"}, Options{})
	require.Empty(t, faults)
	require.Equal(t, "SHOW GLOBAL STATUS output", r.Files[0].Kind.Title)
}

// TestPopularityGivesTheHitRate: the exponent that is inferred has the hit rate it was inferred from, and equally
// popular pages hit in proportion to the pool.
func TestPopularityGivesTheHitRate(t *testing.T) {
	require.InDelta(t, 0.25, uniform(1e6).hitRate(2.5e5), 1e-3)
	for _, hit := range []float64{0.3, 0.6, 0.9, 0.97} {
		s, ok := exponent(1e6, 1e5, hit)
		require.True(t, ok, hit)
		require.InDelta(t, hit, zipf(1e6, s).hitRate(1e5), 1e-4)
	}
	_, ok := exponent(1e6, 1e5, 0.05)
	require.False(t, ok, "equal popularity already hits more")
}

// TestWritesUndoTheRewriting: the changes that are inferred cause the writes that were measured: each page is
// written once in the mean time to its next change plus the time that it stays dirty.
func TestWritesUndoTheRewriting(t *testing.T) {
	g := uniform(1000)
	w := g.writes(2, 100)
	require.InDelta(t, 2, 1000/(1000/w+100), 1e-6)
	require.InDelta(t, 2, g.writes(2, 0), 1e-6, "pages that are written at once are written once per change")
}

// FuzzImport: whatever stands in a file, it is refused with reasons or gives a scenario that parses.
func FuzzImport(f *testing.F) {
	for _, s := range []string{
		"", "Uptime\t100\nQuestions\t5\nUptime\t200\nQuestions\t50\nCom_commit\t7\n", "[mysqld]\ninnodb_buffer_pool_size=1G\n",
		"| Uptime | 10 |\n| Innodb_pages_read | 1e308 |\n", "fio-3.1\nx: (g=0): rw=randread, bs=4K-4K\nx: (groupid=0, jobs=1)\n read: IOPS=5k\n",
		"sysbench 1.0.20\n[ 1s ] thds: 4 tps: 5.0 lat (ms,95%): 1.0\n", `{"ParameterName":"innodb_buffer_pool_size","ParameterValue":"{DBInstanceClassMemory*3/4}"}`,
		"version\t8.0.99\nmax_connections\t10\ninnodb_buffer_pool_size\t\"#\n", "spec:\n  args: [\"--innodb-buffer-pool-size=1G\"]\n",
		"Uptime 96 107\nInnodb_pages_written 1 5000\nCom_commit 5 80\nInnodb_buffer_pool_read_requests 1 90000\nInnodb_buffer_pool_pages_data 900 900\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := fstest.MapFS{"x": {Data: []byte(text)}}
		r, faults := Import(files, []string{"x"}, Options{})
		if len(faults) > 0 {
			return
		}
		if _, err := scenario.ParseText(files, r.Scenario, "imported"); err != nil {
			t.Fatalf("%v\n%s", err, r.Scenario)
		}
	})
}
