package simtest_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim/simtest"
)

const modulePath = "github.com/innosim/innosim"

// TestTidy applies the rules to the whole module.
func TestTidy(t *testing.T) {
	m, err := simtest.Load(os.DirFS("../.."), modulePath)
	require.NoError(t, err)
	for _, f := range simtest.Check(m) {
		t.Error(f)
	}
}

// faultsOf checks a module of some files, which get a harmless doc.go where they have none.
func faultsOf(t *testing.T, files map[string]string) []string {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		dir, _, _ := cutLast(name)
		pkg := dir[strings.LastIndex(dir, "/")+1:]
		fsys[dir+"/doc.go"] = &fstest.MapFile{Data: []byte("// Package " + pkg + " is. Units: no. Errors: no. Source: no.\n" +
			"package " + pkg + "\n")}
		if !strings.Contains(text, "package ") {
			text = "package " + pkg + "\n\n" + text
		}
		files[name] = text
	}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	m, err := simtest.Load(fsys, modulePath)
	require.NoError(t, err)
	var got []string
	for _, f := range simtest.Check(m) {
		got = append(got, f.String())
	}
	return got
}

func cutLast(name string) (dir, base string, ok bool) {
	i := strings.LastIndex(name, "/")
	return name[:i], name[i+1:], true
}

func TestImportsDoNotClimb(t *testing.T) {
	imports := func(path string) string { return "import _ \"" + path + "\"\n" }
	ours := func(path string) string { return imports(modulePath + "/" + path) }
	require.Empty(t, faultsOf(t, map[string]string{
		"sim/a.go": "", "redo/a.go": ours("sim"), "doublewrite/a.go": ours("doublewrite/fil"), "doublewrite/fil/a.go": "",
		"redo/a_test.go": ours("doublewrite"), "flush/a.go": imports("gonum.org/v1/gonum/mat") + imports("slices"),
		"engine/lab/report/a.go": imports("example.com/printer"),
	}))
	require.Equal(t, []string{
		`doublewrite/fil/a.go:3: floors: "doublewrite/fil" imports "doublewrite" beside it`,
		`elsewhere/a.go:1: floors: package "elsewhere" has no floor`,
		`elsewhere/doc.go:2: floors: package "elsewhere" has no floor`,
		`flush/a.go:3: floors: import of "elsewhere", which has no floor`,
		`flush/a.go:4: floors: only tests import sim/simtest`,
		`redo/a.go:3: floors: "redo" on floor 2 imports "doublewrite" on floor 4`,
		`redo/b.go:3: floors: a model package imports the library "example.com/printer"`,
	}, faultsOf(t, map[string]string{
		"doublewrite/a.go": "", "doublewrite/fil/a.go": ours("doublewrite"), "redo/a.go": ours("doublewrite"),
		"redo/b.go": imports("example.com/printer"), "elsewhere/a.go": "",
		"flush/a.go": ours("elsewhere") + ours("sim/simtest"),
	}))
}

func TestRunsMustNotDiffer(t *testing.T) {
	require.Equal(t, []string{
		"redo/a.go:4: banned: import of math/rand",
		"redo/a.go:12: banned: init function",
		"redo/a.go:13: banned: go statement",
		"redo/a.go:14: banned: time.Now: the wall clock",
		"redo/a.go:15: banned: range over a map: use slices.Sorted(maps.Keys(…))",
		"redo/a.go:17: banned: maps.Keys without slices.Sorted around it",
		"redo/a.go:20: banned: math.Exp: the last digit differs between machines: use sim/rng",
		"redo/b.go:5: banned: range over a map: use slices.Sorted(maps.Keys(…))",
	}, faultsOf(t, map[string]string{
		"sim/a.go": "// Table is one.\ntype Table struct{ M map[int]int }\n",
		"redo/a.go": `import (
	"math/rand"
	"maps"
	"math"
	"slices"
	"time"
)

type named map[int]int
func init() {
	go rand.Int()
	time.Now()
	for range (named{}) {
	}
	for range maps.Keys(named{}) {
	}
	_ = slices.Sorted(maps.Keys(named{}))
	_ = math.Sqrt(math.Exp(1))
	for range []int{} {
	}
}
`,
		"redo/b.go":        "import \"" + modulePath + "/sim\"\nfunc f(t sim.Table) {\n\tfor range t.M {\n\t}\n}\n",
		"redo/a_test.go":   "import \"time\"\nfunc g() { go g(); time.Now() }\n",
		"cmd/innosim/a.go": "import \"time\"\nfunc g() { go g(); time.Now() }\n",
	}))
}

func TestPackagesHaveNoState(t *testing.T) {
	require.Equal(t, []string{
		"redo/a.go:7: state: package variable total is changed",
		"redo/a.go:8: state: package variable table is changed",
		"redo/a.go:9: state: package variable total is changed",
		"redo/a.go:16: state: a field of type func() cannot be cloned",
		"redo/a.go:17: state: a field of type chan int cannot be cloned",
	}, faultsOf(t, map[string]string{"redo/a.go": `
var total int
var table [3]int
func f() {
	total = 1
	table[0] = 2
	total++
	total := 3
	total = 4
	_ = total
}
type s struct {
	n int
	done func()
	c []chan int
	watch func() ` + "`clone:\"zero\"`" + `
}
func (*s) change() {}
type row struct {
	set func()
}
func (row) read() {}
`}))
}

func TestSizesAreBounded(t *testing.T) {
	long := strings.Repeat("\t_ = 1\n", 70)
	row := "\t\"" + strings.Repeat("x", 140) + "\",\n"
	require.Equal(t, []string{
		"redo/a.go:3: sizes: function f of 72 lines",
		"redo/b.go:3: sizes: line of 141 characters",
		"redo/c.go:1: sizes: file of 604 lines",
		"redo/e.go:3: shapes: 6 parameters",
		"redo/e.go:4: shapes: interface of 4 methods",
	}, faultsOf(t, map[string]string{
		"redo/a.go":      "func f() {\n" + long + "}\n",
		"redo/b.go":      "// " + strings.Repeat("ü", 138) + "\n",
		"redo/c.go":      strings.Repeat("// line\n\n", 301),
		"redo/d.go":      "var t = []string{\n" + strings.Repeat(row, 600) + "}\nfunc g() []string {\n\treturn []string{\n" + strings.Repeat(row, 100) + "\t}\n}\n",
		"redo/e.go":      "func p(a, b, c, d, e, f int) {}\ntype i interface { a(); b(); c(); d() }\n",
		"redo/a_test.go": "func h() {\n" + strings.Repeat(long, 9) + "}\n",
	}))
}

func TestExportedNamesHaveASentence(t *testing.T) {
	require.Equal(t, []string{
		"redo/a.go:3: docs: T has no comment",
		"redo/a.go:4: docs: M has no comment",
		"redo/a.go:5: docs: F has no comment",
		"redo/a.go:6: docs: C has no comment",
		"redo/a.go:19: docs: U has no comment",
		"redo/a.go:21: docs: TO" + "DO in a comment",
	}, faultsOf(t, map[string]string{"redo/a.go": `type T int
func (t *T) M() {}
func F() {}
const C = 1
type u int
func (u) N() {}
func g() {}
// D and E.
const (
	D = 1
	E = 2
)
// Group.
type (
	// V is documented.
	V int
	U int
)
// TO` + `DO: later
`}))
}

func TestPackagesHaveAContract(t *testing.T) {
	require.Equal(t, []string{
		"flush/doc.go:2: docs: package comment says nothing of Units:",
		"flush/doc.go:2: docs: package comment says nothing of Source:",
		"redo/doc.go:1: docs: package comment is missing",
	}, faultsOf(t, map[string]string{
		"flush/doc.go":                "// Package flush has no Errors: none.\npackage flush\n",
		"redo/doc.go":                 "package redo\n",
		"engine/lab/report/doc.go":    "// Package report prints.\npackage report\n",
		"engine/lab/report/b_test.go": "",
	}))
	m, err := simtest.Load(fstest.MapFS{
		"redo/a.go":          {Data: []byte("package redo\n")},
		"redo/testdata/b.go": {Data: []byte("no Go at all")},
	}, modulePath)
	require.NoError(t, err)
	require.Len(t, simtest.Check(m), 1)
	_, err = simtest.Load(fstest.MapFS{"a.go": {Data: []byte("no Go at all")}}, modulePath)
	require.ErrorContains(t, err, "simtest: a.go:1")
}
