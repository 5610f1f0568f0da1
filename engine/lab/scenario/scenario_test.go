package scenario

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// TestGolden runs the stories in testdata/golden. "file NAME" makes a file; "parse" and "canonical" read
// one, with settings of the command line as further arguments; "check" prints effective values.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		fsys := fstest.MapFS{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			name := ""
			if len(d.CmdArgs) > 0 && len(d.CmdArgs[0].Vals) == 0 {
				name = d.CmdArgs[0].Key
			}
			switch d.Cmd {
			case "file":
				fsys[name] = &fstest.MapFile{Data: []byte(d.Input + "\n")}
				return ""
			case "odd":
				fsys[name] = odd(d.Input)
				return ""
			case "parse", "canonical", "check", "given":
				if d.Input != "" {
					name = "x.cnf"
					fsys[name] = &fstest.MapFile{Data: []byte(d.Input + "\n")}
				}
				return read(d, fsys, name)
			}
			d.Fatalf(t, "unknown command %s", d.Cmd)
			return ""
		})
	})
}

// odd makes files that a golden file cannot hold.
func odd(what string) *fstest.MapFile {
	switch what {
	case "folder":
		return &fstest.MapFile{Mode: fs.ModeDir}
	case "binary":
		return &fstest.MapFile{Data: []byte("[mysqld]\n\x7fELF\x00\x01")}
	case "utf-16":
		return &fstest.MapFile{Data: []byte("\xff\xfe[\x00m\x00")}
	case "100 MB":
		return &fstest.MapFile{Data: make([]byte, 100<<20)}
	case "latin1":
		return &fstest.MapFile{Data: []byte("[mysqld]\n# gr\xfc\xdfe\ninnodb_io_capacity = 4\xfc\n")}
	}
	return &fstest.MapFile{}
}

func read(d *datadriven.TestData, fsys fs.FS, name string) string {
	var opts []Option
	for _, a := range d.CmdArgs {
		if len(a.Vals) == 1 && a.Key != "show" {
			opts = append(opts, WithSet(a.Key, a.Vals[0]))
		}
	}
	c := CheckFile(fsys, name, opts...)
	var b strings.Builder
	for _, f := range c.Wrong {
		fmt.Fprintln(&b, "error:", f)
	}
	for _, f := range c.Warnings {
		fmt.Fprintln(&b, "warning:", f)
	}
	for _, n := range c.NotModelled {
		fmt.Fprintf(&b, "no effect: %s:%d: %s: %s\n", n.File, n.Line, n.Name, n.Why)
	}
	if c.Scenario == nil {
		return b.String()
	}
	for _, why := range c.Scenario.Skip {
		fmt.Fprintln(&b, "skip:", why)
	}
	switch d.Cmd {
	case "canonical":
		b.WriteString(strings.ReplaceAll(c.Scenario.Canonical(), "\n\n", "\n"))
	case "given":
		for _, g := range c.Scenario.Given {
			fmt.Fprintf(&b, "%s = %s\n", g.Name, g.Value)
		}
	case "check":
		for _, e := range c.Effective {
			if e.Origin != "default" {
				fmt.Fprintf(&b, "%s = %s (%s; default %s)\n", e.Name, e.Value, e.Origin, e.Default)
			}
		}
	}
	if b.Len() == 0 {
		return "ok\n"
	}
	return b.String()
}

func cnfFiles(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, path.Join(dir, e.Name()))
	}
	require.NotEmpty(t, out)
	return out
}

// requireEqual compares scenarios by what a run and its report see.
func requireEqual(t require.TestingT, a, b *Scenario) {
	require.Equal(t, a.Canonical(), b.Canonical())
	require.Equal(t, a.Settings, b.Settings)
	require.Equal(t, a.Host, b.Host)
	require.Equal(t, a.Workload, b.Workload)
	require.Equal(t, a.Profile, b.Profile)
	require.Equal(t, a.Devices.Data.Settings(), b.Devices.Data.Settings())
	require.Equal(t, a.Measured, b.Measured)
	require.Equal(t, a.Judge, b.Judge)
	require.Equal(t, a.Thresholds, b.Thresholds)
	require.Equal(t, len(a.Timeline), len(b.Timeline))
	require.Equal(t, a.Digest(), b.Digest())
}

func again(t require.TestingT, s *Scenario) *Scenario {
	text := s.Canonical()
	fsys := fstest.MapFS{"again.cnf": {Data: []byte(text)}}
	b, err := Parse(fsys, "again.cnf")
	require.NoError(t, err, text)
	return b
}

// TestTruthCases: measured cases parse; those of rows that are not modelled say why they are skipped.
func TestTruthCases(t *testing.T) {
	for _, name := range cnfFiles(t, "testdata/truth") {
		s, err := Parse(os.DirFS("."), name)
		require.NoError(t, err)
		require.NotEmpty(t, s.Measured, name)
		require.NotEmpty(t, s.Judge, name)
		require.Equal(t, s.Profile.Modelled(), len(s.Skip) == 0, name)
		requireEqual(t, s, again(t, s))
	}
	s, err := Parse(os.DirFS("testdata/truth"), "base-0.cnf")
	require.NoError(t, err)
	require.Equal(t, engine.Cold, s.Start)
	require.Equal(t, 12*sim.Second, s.Warmup)
	require.Equal(t, int64(256<<20), s.Settings.BufferPoolSize)
	require.False(t, s.Settings.LogBin)
	require.False(t, s.Settings.LogWriterThreads)
	require.Equal(t, 2, s.Host.CPUs)
	require.Equal(t, 700*sim.Microsecond, s.Devices.Data.ReadLatency)
	require.Equal(t, 16, s.Workload[0].Threads)
	require.Contains(t, s.Judge, "tps")
}

func TestBuiltinScenarios(t *testing.T) {
	require.Contains(t, BuiltinNames(), "default")
	for _, name := range BuiltinNames() {
		s, err := Parse(Builtin(), name+".cnf")
		require.NoError(t, err)
		require.Empty(t, s.Warnings, name)
		require.Empty(t, s.Skip, name)
		require.Equal(t, name, s.Name)
		require.NotEmpty(t, s.Title)
		requireEqual(t, s, again(t, s))
	}
	d, err := Default()
	require.NoError(t, err)
	base := baseline()
	require.Equal(t, base.Time, d.Time)
	require.Equal(t, base.Warmup, d.Warmup)
	require.Equal(t, base.Seed, d.Seed)
	require.Equal(t, "mysql-8.4", d.Profile.Name)
	require.Equal(t, 16, d.Host.CPUs)
}

// TestFormDoesNotMatter: line ends, a byte order mark, dashes, the case of keys and the order of sections
// change nothing.
func TestFormDoesNotMatter(t *testing.T) {
	data, err := os.ReadFile("testdata/truth/base-0.cnf")
	require.NoError(t, err)
	text := string(data)
	plain, err := Parse(fstest.MapFS{"a.cnf": {Data: data}}, "a.cnf")
	require.NoError(t, err)
	sections := strings.Split(text, "\n[")
	reversed := ""
	for i := len(sections) - 1; i > 0; i-- {
		reversed += "[" + sections[i] + "\n"
	}
	for form, other := range map[string]string{
		"CRLF and BOM": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
		"dashes":       strings.ReplaceAll(text, "innodb_", "innodb-"),
		"underscores":  strings.NewReplacer("table-size", "table_size", "read-latency", "read_latency").Replace(text),
		"order":        reversed + sections[0],
		"blanks":       strings.ReplaceAll(text, " = ", "="),
		"comments":     strings.ReplaceAll(text, "\n", " # a remark\n"),
	} {
		s, err := Parse(fstest.MapFS{"a.cnf": {Data: []byte(other)}}, "a.cnf")
		require.NoError(t, err, form)
		require.Equal(t, plain.Canonical(), s.Canonical(), form)
	}
}

// TestDigestIsOfTheRun: names and expectations do not count, settings do.
func TestDigestIsOfTheRun(t *testing.T) {
	a, err := Default()
	require.NoError(t, err)
	for _, same := range [][2]string{{"scenario.name", "x"}, {"seed", "7"}, {"replications", "3"}} {
		b, err := Default(WithSet(same[0], same[1]))
		require.NoError(t, err)
		require.Equal(t, a.Digest(), b.Digest(), same)
	}
	for _, other := range [][2]string{{"threads", "65"}, {"innodb_io_capacity", "9999"}, {"device.data.iops", "100"},
		{"cpus", "8"}, {"server", "mysql-9.7"}, {"time", "1s"}, {"start", "cold"}} {
		b, err := Default(WithSet(other[0], other[1]))
		require.NoError(t, err)
		require.NotEqual(t, a.Digest(), b.Digest(), other)
	}
}

// TestLaterSourcesWin: defaults, file, further files, flags.
func TestLaterSourcesWin(t *testing.T) {
	fsys := fstest.MapFS{
		"run.cnf": {Data: []byte("[mysqld]\ninnodb_io_capacity=300\ninnodb_lru_scan_depth=300\n[workload]\nthreads=3\n")},
		"my.cnf":  {Data: []byte("[mysqld]\ninnodb_io_capacity=400\ninnodb_flush_neighbors=1\n")},
	}
	s, err := Parse(fsys, "run.cnf", WithFiles("my.cnf"), WithSet("innodb_flush_neighbors", "2"), WithSet("device", "gp3"))
	require.NoError(t, err)
	require.Equal(t, []int{400, 300, 2, 3}, []int{s.Settings.IOCapacity, s.Settings.LRUScanDepth,
		s.Settings.FlushNeighbors, s.Workload[0].Threads})
	require.Equal(t, "gp3", s.Devices.Data.Profile)
	require.Equal(t, 16, s.Host.CPUs, "what nobody says comes from the default scenario")
}

func TestRowsOfTheCaller(t *testing.T) {
	row := profile.MySQL84()
	row.Name, row.FreeFrames = "mine", profile.Backoff
	s, err := Default(WithRows(row), WithSet("server", "mine"))
	require.NoError(t, err)
	require.Equal(t, row, s.Profile)
}

func TestCatalogues(t *testing.T) {
	for _, kind := range Kinds() {
		entries, err := List(kind)
		require.NoError(t, err)
		require.NotEmpty(t, entries)
		seen := map[string]bool{}
		for _, e := range entries {
			require.False(t, seen[e.Name], "%s twice among %s", e.Name, kind)
			seen[e.Name] = true
			found, err := Describe(kind, e.Name)
			require.NoError(t, err)
			require.Equal(t, e, found)
			if kind != "metrics" {
				require.NotEmpty(t, e.Source, e.Name)
			}
		}
	}
	_, err := List("server")
	require.EqualError(t, err, "server: not a catalogue; allowed: servers, modifiers, devices, hosts, workloads, "+
		"variables, metrics, scenarios; did you mean servers?")
	_, err = Describe("variables", "innodb-io-capasity")
	require.EqualError(t, err, "innodb-io-capasity: not among the variables; did you mean innodb_io_capacity?")
	e, err := Describe("variables", "innodb-io-capacity")
	require.NoError(t, err)
	require.Empty(t, e.Missing)
}

func TestThresholds(t *testing.T) {
	for text, want := range map[string]Threshold{
		"tps >= 5000":          {"tps", ">=", 5000},
		"latency.p99 < 20ms":   {"latency.p99", "<", 20},
		"latency.p99 = < 0.5s": {"latency.p99", "<", 500},
		"torn_pages==0":        {"torn_pages", "==", 0},
		"torn_pages = 0":       {"torn_pages", "==", 0},
		"recovery_time<2min":   {"recovery_time", "<", 120},
		"cpu_busy < 80%":       {"cpu_busy", "<", 0.8},
	} {
		got, err := ParseThreshold(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
		back, err := ParseThreshold(got.String())
		require.NoError(t, err)
		require.Equal(t, got, back)
	}
	for _, text := range []string{"", "tps", "tps >=", "tps >= many", "tsp > 1", "foo > 1", "tps ~ 1", "tps > NaN"} {
		_, err := ParseThreshold(text)
		require.Error(t, err, text)
	}
	above := Threshold{"tps", ">=", 10}
	require.True(t, above.Holds(10))
	require.False(t, above.Holds(9.99))
}
