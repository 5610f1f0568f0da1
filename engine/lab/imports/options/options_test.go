package options

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

func yamlOf(t *testing.T, text string) map[string]string {
	var f fact.Facts
	require.Empty(t, ReadYAML(fact.NewLines(strings.NewReader(text)), "x", &f))
	out := map[string]string{}
	for _, s := range f.Settings {
		out[s.Name] = s.Value
	}
	return out
}

// TestPlacesOfOptions: option files and arguments wherever manifests have them.
func TestPlacesOfOptions(t *testing.T) {
	want := map[string]string{"innodb_io_capacity": "900"}
	for name, text := range map[string]string{
		"config map":  "data:\n  my.cnf: |\n    [mysqld]\n    innodb_io_capacity=900\n    [client]\n    port=1\n",
		"list":        "args:\n  - --innodb-io-capacity=900\n  - '--unknown=3'\n",
		"one line":    "command: mysqld --innodb_io_capacity=900 --x\n",
		"flow list":   "command: [\"mysqld\",\"--innodb-io-capacity=900\"]\n",
		"operator":    "mysqlConf:\n  innodb-io-capacity: 900\n",
		"flags":       "databaseFlags:\n- name: innodb_io_capacity\n  value: '900'\n",
		"terraform":   "database_flags {\n  name  = \"innodb_io_capacity\"\n  value = \"900\"\n}\n",
		"quoted name": "  \"primary.cnf\": |-\n    [mysqld]\n    innodb_io_capacity = 900 # comment\n",
	} {
		require.Equal(t, want, yamlOf(t, text), name)
	}
}

// TestLinesOfInnerFiles: a fault inside a manifest has the manifest's line.
func TestLinesOfInnerFiles(t *testing.T) {
	var f fact.Facts
	ReadYAML(fact.NewLines(strings.NewReader("a: 1\nmy.cnf: |\n  [mysqld]\n  innodb_io_capacity=900\n")), "x", &f)
	require.Equal(t, 4, f.Settings[0].Line)
}

// FuzzRead: any text gives facts, faults or none.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"a: |\n  [mysqld]\n  x=1\n", "- \"--a=b\"\n", `[{"name":"innodb_io_capacity","value":5}]`, "NAME VALUE\nx y\n", "--database-flags=a=b,c\n",
		`{"databaseVersion":"MYSQL_8_0","x":[[[{}]]]}`, "name = \"a\"\nvalue = \"b\"\n", "!include x\n[mysqld\n", "image: mysql:8\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		var facts fact.Facts
		ReadYAML(fact.NewLines(strings.NewReader(text)), "x", &facts)
		ReadFlags(fact.NewLines(strings.NewReader(text)), "x", &facts)
		ReadText(text, "x", 0, &facts)
		_ = ReadJSON([]byte(text), "x", &facts)
	})
}
