package scenario

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/innosim/innosim/engine/profile"
)

// FuzzParse: any text gives a scenario or faults that name the file; a scenario survives its canonical text.
func FuzzParse(f *testing.F) {
	for _, dir := range []string{"testdata/truth", "builtin"} {
		entries, err := os.ReadDir(dir)
		require.NoError(f, err)
		for _, e := range entries {
			data, err := os.ReadFile(dir + "/" + e.Name())
			require.NoError(f, err)
			f.Add(string(data))
		}
	}
	f.Add("[timeline]\n5s = set innodb_io_capacity = 1\n[workload.1]\ntime=1s\n[workload.2]\nmeasured\n")
	f.Add("mysqld --innodb-io-capacity=1 --skip-log-bin")
	f.Add("!include x.cnf\n[mysqld]\n!includedir .\n")
	f.Add("[mysqld]\nx=\"a # b\\\n[host]\nprofile=./x.cnf\ncpus=3")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte(text)}}, "x.cnf")
		if err != nil {
			require.IsType(t, Faults{}, err)
			if !strings.Contains(text, "%") {
				require.NotContains(t, err.Error(), "%!")
			}
			return
		}
		requireEqual(t, s, again(t, s))
	})
}

// FuzzValue: a value that was quoted is read back.
func FuzzValue(f *testing.F) {
	for _, s := range []string{"", "a # b", `"`, `C:\new`, " x ", "it's", "a\tb", `\`, `\\`, `\s`, "'a'", `"a" "b"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, v string) {
		if strings.ContainsAny(v, "\v\f") || strings.ContainsFunc(v, func(r rune) bool { return r == 0x85 || r == 0xa0 }) {
			return // other blanks than those of option files
		}
		name, value, bare := splitOption("name = " + quoteValue(v))
		require.Equal(t, "name", name)
		require.Equal(t, v, value)
		require.False(t, bare)
	})
}

// TestRandomScenarios: whatever valid settings are combined, the canonical text gives the same run.
func TestRandomScenarios(t *testing.T) {
	rows := profile.Rows()
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom(rows).Draw(t, "row")
		text := "[innosim]\nserver=" + row.Name + "\n[mysqld]\n"
		vars := row.Variables()
		for range rapid.IntRange(0, 6).Draw(t, "n") {
			v := rapid.SampledFrom(vars).Draw(t, "variable")
			value := rapid.StringMatching(`[0-9]{1,5}[KM]?`).Draw(t, "number")
			if v.Kind == profile.Enum {
				value = rapid.SampledFrom(v.Values).Draw(t, "enum")
			}
			if v.Name != "innodb_page_size" && v.Kind != profile.Real {
				text += v.Name + "=" + value + "\n"
			}
		}
		text += "[host]\nprofile=" + rapid.SampledFrom(hostNames()).Draw(t, "host") + "\n[workload]\nscript=" +
			rapid.SampledFrom([]string{"oltp_read_write", "oltp_insert", "oltp_point_select"}).Draw(t, "script") +
			"\nthreads=" + rapid.StringMatching(`[1-9][0-9]{0,2}`).Draw(t, "threads") + "\n"
		s, err := Parse(fstest.MapFS{"x.cnf": {Data: []byte(text)}}, "x.cnf")
		require.NoError(t, err, text)
		requireEqual(t, s, again(t, s))
	})
}

func BenchmarkParse(b *testing.B) {
	fsys := os.DirFS("testdata/truth")
	for b.Loop() {
		if _, err := Parse(fsys, "base-0.cnf"); err != nil {
			b.Fatal(err)
		}
	}
}
