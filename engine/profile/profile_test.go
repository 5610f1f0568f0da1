package profile

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestGolden runs the stories in testdata: "start" a server with an option file, "set" variables while it
// runs.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		var row Profile
		var s Settings
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "start":
				row, s = Profile{}, Settings{}
				return start(t, d, &row, &s)
			case "set":
				return set(row, &s, d)
			}
			d.Fatalf(t, "unknown command %s", d.Cmd)
			return ""
		})
	})
}

func start(t *testing.T, d *datadriven.TestData, row *Profile, s *Settings) string {
	var server, memory string
	m := Machine{CPUs: 16}
	d.ScanArgs(t, "server", &server)
	d.MaybeScanArgs(t, "cpus", &m.CPUs)
	if memory = "64G"; d.HasArg("memory") {
		d.ScanArgs(t, "memory", &memory)
	}
	m.Memory, _, _ = ParseNumber(memory, true)
	var err error
	*row, err = Lookup(server)
	if err != nil {
		return err.Error()
	}
	out := Resolve(*row, m, assignments(d.Input))
	*s = out.Settings
	var b strings.Builder
	for _, r := range out.Refused {
		fmt.Fprintln(&b, "refused:", r)
	}
	for _, n := range out.Notes {
		fmt.Fprintf(&b, "note: %s: %s\n", n.Name, n.Text)
	}
	show(&b, *row, s, d)
	return b.String()
}

func assignments(input string) []Assignment {
	var out []Assignment
	for line := range strings.Lines(input) {
		name, value, found := strings.Cut(strings.TrimSpace(line), "=")
		out = append(out, Assignment{Name: NormalName(strings.TrimSpace(name)), Value: strings.TrimSpace(value), Bare: !found})
	}
	return out
}

// show prints the variables that the command asks for.
func show(b *strings.Builder, row Profile, s *Settings, d *datadriven.TestData) {
	for _, arg := range d.CmdArgs {
		if v, ok := Find(arg.Key, row.Generation); ok && len(arg.Vals) == 0 {
			fmt.Fprintf(b, "%s = %s\n", v.Name, v.Format(s))
		}
		if arg.Key == "all" {
			for _, v := range row.Variables() {
				fmt.Fprintf(b, "%s = %s\n", v.Name, v.Format(s))
			}
		}
	}
}

func set(row Profile, s *Settings, d *datadriven.TestData) string {
	var b strings.Builder
	for _, a := range assignments(d.Input) {
		notes, err := Set(row, s, a.Name, a.Value)
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		v, _ := Find(a.Name, row.Generation)
		fmt.Fprintf(&b, "%s = %s\n", v.Name, v.Format(s))
		for _, n := range notes {
			fmt.Fprintln(&b, "  note:", n)
		}
	}
	show(&b, row, s, d)
	return b.String()
}

// TestDefaultsOfARealServer compares with MySQL 9.7.4 that was started without options on 2 CPUs and 24 GB.
func TestDefaultsOfARealServer(t *testing.T) {
	text, err := os.ReadFile("testdata/mysql-9.7-two-cpus.tsv")
	require.NoError(t, err)
	printed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		printed[name] = value
	}
	s := Defaults(MySQL97(), Machine{CPUs: 2, Memory: 24 * gib})
	for _, v := range MySQL97().Variables() {
		want, ok := printed[v.Name]
		if !ok || v.field == nil {
			continue
		}
		got := v.Format(&s)
		if v.Kind == Size && v.Unit == "bytes" {
			n, _, _ := ParseNumber(got, true)
			got = strconv.FormatInt(n, 10)
		}
		if v.Kind == Real && strings.Contains(want, ".") {
			want = strings.TrimSuffix(strings.TrimRight(want, "0"), ".")
		}
		require.Equal(t, want, got, v.Name)
	}
}

// TestTableIsComplete: every setting has its variable, every row its text, and every default is in its range.
func TestTableIsComplete(t *testing.T) {
	covered := map[uintptr]string{}
	var s Settings
	base := reflect.ValueOf(&s).Pointer()
	for _, v := range table {
		require.NotEmpty(t, v.Help, v.Name)
		require.Equal(t, NormalName(v.Name), v.Name)
		if v.field != nil {
			covered[reflect.ValueOf(v.field(&s)).Pointer()-base] = v.Name
		}
		_, listed := lookup(variableNames, v.Name)
		for _, row := range Rows() {
			listed = listed || slices.Contains(strings.Fields(row.Extra), v.Name)
		}
		require.True(t, listed, "%s is in no server's list", v.Name)
	}
	typ := reflect.TypeOf(s)
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Name != "RedoLoggingDisabled" { // ALTER INSTANCE, no variable
			require.Contains(t, covered, f.Offset, "no variable sets %s", f.Name)
		}
	}
	for _, row := range Rows() {
		names := map[string]bool{}
		for _, v := range row.Variables() {
			require.False(t, names[v.Name], "%s twice in %s", v.Name, row.Name)
			names[v.Name] = true
			if d := v.Default(row.Generation); d != "" && d != "auto" && v.field != nil && v.Kind != Base {
				note, refused := v.read(row.Generation, &s, d)
				require.Empty(t, note+refused, "%s of %s", v.Name, row.Name)
			}
		}
	}
}

// TestRowsAreNamed: names are unique, have a source, and Lookup finds each, also with its patch number.
func TestRowsAreNamed(t *testing.T) {
	for _, row := range Rows() {
		found, err := Lookup(row.Name)
		require.NoError(t, err)
		require.Equal(t, row, found)
		require.NotEmpty(t, row.Source)
		require.NotEmpty(t, row.Date)
		require.Contains(t, Catalogues(), row.Catalogue)
		require.Greater(t, len(row.Names()), 400, row.Name)
	}
	row, err := Lookup("mysql-8.4.8")
	require.NoError(t, err)
	require.Equal(t, "mysql-8.4", row.Name)
	_, err = Lookup("mysl-8.4")
	require.EqualError(t, err, "server mysl-8.4: not in the catalogue; did you mean mysql-8.4?")
	_, err = Lookup("oracle")
	require.ErrorContains(t, err, "known are mysql-8.4, mysql-9.7")
	own := MySQL84()
	own.Name, own.FreeFrames = "mine", Backoff
	row, err = Lookup("mine", own)
	require.NoError(t, err)
	require.Equal(t, own, row)
}

func TestStatusOfNames(t *testing.T) {
	for name, want := range map[string]Status{
		"innodb_io_capacity": Listed, "character_set_server": Listed, "user": OptionOnly, "wsrep_provider": Plugin,
		"query_cache_size": Elsewhere, "innodb_track_changed_pages": Elsewhere, "var1": Unknown, "": Unknown, "#": Unknown,
	} {
		require.Equal(t, want, MySQL84().Status(name), name)
	}
	maria, _ := Lookup("mariadb-11.4")
	require.Equal(t, Ignored, maria.Status("innodb_buffer_pool_instances"))
	require.Equal(t, Listed, Percona8411().Status("innodb_lru_threads"))
	require.Contains(t, Percona8411().Names(), "innodb_lru_threads")
	require.Equal(t, "mysql-5.7, percona-5.7", Where("innodb_locks_unsafe_for_binlog")[:len("mysql-5.7, percona-5.7")])
}

// TestStartingAgainChangesNothing: a server started with its own effective values has the same values.
func TestStartingAgainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom(Rows()).Draw(t, "row")
		m := Machine{CPUs: rapid.IntRange(1, 512).Draw(t, "cpus"), Memory: rapid.Int64Range(gib/4, 1<<42).Draw(t, "memory")}
		vars := row.Variables()
		var given []Assignment
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			v := rapid.SampledFrom(vars).Draw(t, "variable")
			given = append(given, Assignment{Name: v.Name, Value: drawValue(t, v)})
		}
		once := Resolve(row, m, given)
		var all []Assignment
		for _, v := range vars {
			if text := v.Format(&once.Settings); !v.Inert(&once.Settings) {
				if v.Kind == Base {
					text = map[string]string{"ON": "binlog", "OFF": "0"}[text]
				}
				all = append(all, Assignment{Name: v.Name, Value: text})
			}
		}
		twice := Resolve(row, m, all)
		require.Empty(t, twice.Refused)
		require.Equal(t, once.Settings, twice.Settings)
	})
}

func drawValue(t *rapid.T, v Variable) string {
	if v.Kind == Enum && rapid.Bool().Draw(t, "valid") {
		return rapid.SampledFrom(v.Values).Draw(t, "enum")
	}
	return rapid.OneOf(
		rapid.StringMatching(`[0-9]{1,4}[KMGkmg]?`),
		rapid.StringMatching(`[0-9]{1,12}`),
		rapid.SampledFrom([]string{"", "ON", "OFF", "-1", "1.5", "16MB", "x", "99999999999999999999"}),
	).Draw(t, "value")
}

// TestNearestAgainstASlowTwin compares with the textbook recursion.
func TestNearestAgainstASlowTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringMatching(`[abc]{0,7}`).Draw(t, "a")
		b := rapid.StringMatching(`[abc]{0,7}`).Draw(t, "b")
		limit := rapid.IntRange(0, 8).Draw(t, "limit")
		require.Equal(t, min(slowEdits(a, b), limit+1), edits(a, b, limit))
	})
}

func slowEdits(a, b string) int {
	switch {
	case a == "":
		return len(b)
	case b == "":
		return len(a)
	}
	i, j := len(a)-1, len(b)-1
	best := min(slowEdits(a[:i], b)+1, slowEdits(a, b[:j])+1, slowEdits(a[:i], b[:j])+differ(a[i], b[j]))
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		best = min(best, slowEdits(a[:i-1], b[:j-1])+1)
	}
	return best
}

// FuzzParseNumber: no panic, and what is read again after printing is the same.
func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"", "16M", "16mb", "1G", "-5", "9e9", "18446744073709551615", "8E", "1%", "+ 1", "٣"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, _, refused := ParseNumber(s, true)
		if refused != "" {
			return
		}
		again, note, refused := ParseNumber(FormatSize(n), true)
		require.Empty(t, note+refused)
		require.Equal(t, n, again)
	})
}

func BenchmarkResolve(b *testing.B) {
	row, m := MySQL84(), Machine{CPUs: 16, Memory: 64 * gib}
	for b.Loop() {
		Resolve(row, m, nil)
	}
}

// TestOldReleasesOf80: a release up to 8.0.19 is the row of that name, later ones are 8.0.
func TestOldReleasesOf80(t *testing.T) {
	for name, row := range map[string]string{
		"mysql-8.0.11": "mysql-8.0.19", "mysql-8.0.19": "mysql-8.0.19", "mysql-8.0.20": "mysql-8.0", "mysql-8.0.45": "mysql-8.0",
		"mysql-8.0": "mysql-8.0", "mysql-5.6.51": "mysql-5.6", "mysql-5.7.44": "mysql-5.7",
	} {
		p, err := Lookup(name)
		require.NoError(t, err)
		require.Equal(t, row, p.Name, name)
	}
}
