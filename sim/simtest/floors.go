package simtest

import (
	"fmt"
	"slices"
	"strings"
)

// place is where a package stands: it may import every lower floor, and on its own floor what is named.
type place struct {
	floor  int
	beside []string
}

// Floors of packages that rules refer to.
const (
	modelFloors = 7 // the highest floor of model packages; 8 is the laboratory, 9 the commands
	anyFloor    = 9
)

// documents is what the JSON of all commands shares.
const documents = "engine/lab/document"

// imported is where the importers of single formats stand.
const imported = "engine/lab/imports/"

// importers are what engine/lab/imports puts together.
func importers() []string {
	return []string{
		"engine/lab/scenario", imported + "fact", imported + "server", imported + "bench", imported + "fio", imported + "options",
	}
}

// places are all packages of the module, by path below the module's.
func places() map[string]place {
	return map[string]place{
		"sim":         {0, nil},
		"sim/clone":   {1, nil},
		"sim/unit":    {1, nil},
		"sim/rng":     {1, []string{"sim/unit"}},
		"sim/stat":    {1, []string{"sim/unit", "sim/rng"}},
		"sim/queue":   {1, []string{"sim/unit", "sim/rng", "sim/stat"}},
		"sim/device":  {1, []string{"sim/unit", "sim/rng", "sim/stat", "sim/queue"}},
		"sim/simtest": {1, nil},

		"redo":                 {2, nil},
		"bufferpool":           {3, nil},
		"bufferpool/extension": {3, []string{"bufferpool"}},
		"doublewrite/fil":      {4, nil},
		"doublewrite":          {4, []string{"doublewrite/fil"}},
		"flush":                {5, nil},

		"engine/workload":       {6, nil},
		"engine/workload/btree": {6, []string{"engine/workload"}},
		"engine/binlog":         {6, nil},
		"engine/profile":        {6, nil},
		"engine/recovery":       {6, nil},
		"engine/tuner":          {6, nil},
		"engine":                {7, nil},

		documents:               {8, nil},
		"engine/lab/scenario":   {8, nil},
		"engine/lab/truth":      {8, []string{"engine/lab/scenario", documents}},
		"engine/lab/experiment": {8, []string{"engine/lab/scenario", documents}},
		"engine/lab/explain":    {8, []string{documents}},
		"engine/lab/policytest": {8, []string{"engine/lab/scenario", "engine/lab/experiment"}},
		"engine/lab/calibrate":  {8, []string{"engine/lab/scenario", "engine/lab/truth", "engine/lab/experiment", documents}},
		"engine/lab/imports":    {8, importers()},
		imported + "fact":       {8, nil},
		imported + "server":     {8, []string{imported + "fact"}},
		imported + "bench":      {8, []string{imported + "fact"}},
		imported + "fio":        {8, []string{imported + "fact"}},
		imported + "options":    {8, []string{imported + "fact", imported + "server", "engine/lab/scenario"}},
		"engine/lab/page":       {8, nil},
		"engine/lab/report":     {8, []string{"engine/lab/page", documents}},
		"engine/lab/reproduce":  {8, []string{"engine/lab/scenario", documents}},
		"engine/lab/plot":       {8, nil},
		"engine/lab/schematest": {8, nil},

		"cmd/internal/web": {9, nil},
		"cmd/innosim":      {9, []string{"cmd/internal/web"}},
	}
}

// testHelpers is imported by tests only.
const testHelpers = "sim/simtest"

// libraries are the ones that model packages may import beside the standard library.
var libraries = [...]string{"gonum.org/v1/gonum", "github.com/HdrHistogram/hdrhistogram-go"}

// checkFloors reports imports that climb, and libraries that do not belong into a model.
func checkFloors(m *Module) (faults []Fault) {
	all := places()
	for _, f := range m.Files {
		from, known := all[f.Dir]
		if f.Test {
			continue
		}
		if !known {
			faults = append(faults, f.fault(f.Syntax.Name.Pos(), "floors", "package %q has no floor", f.Dir))
			continue
		}
		for _, spec := range f.Syntax.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if text := m.refuse(all, f.Dir, from, path); text != "" {
				faults = append(faults, f.fault(spec.Pos(), "floors", "%s", text))
			}
		}
	}
	return faults
}

// refuse says why a package in dir may not import a path; nothing when it may.
func (m *Module) refuse(all map[string]place, dir string, from place, path string) string {
	target, ours := strings.CutPrefix(path, m.Path+"/")
	if !ours {
		return refuseLibrary(from, path)
	}
	to, known := all[target]
	switch {
	case target == testHelpers:
		return "only tests import " + testHelpers
	case !known:
		return fmt.Sprintf("import of %q, which has no floor", target)
	case to.floor > from.floor:
		return fmt.Sprintf("%q on floor %d imports %q on floor %d", dir, from.floor, target, to.floor)
	case to.floor == from.floor && !slices.Contains(from.beside, target):
		return fmt.Sprintf("%q imports %q beside it", dir, target)
	}
	return ""
}

// refuseLibrary looks at imports from outside the module: the standard library's paths have no dot.
func refuseLibrary(from place, path string) string {
	first, _, _ := strings.Cut(path, "/")
	if from.floor > modelFloors || !strings.Contains(first, ".") {
		return ""
	}
	for _, l := range libraries {
		if path == l || strings.HasPrefix(path, l+"/") {
			return ""
		}
	}
	return fmt.Sprintf("a model package imports the library %q", path)
}

// floorOf returns the floor of a directory, anyFloor when it has none.
func floorOf(dir string) int {
	if p, ok := places()[dir]; ok {
		return p.floor
	}
	return anyFloor
}

// isModel tells whether the rules of model packages hold for the file.
func (f *File) isModel() bool {
	return !f.Test && f.Dir != testHelpers && floorOf(f.Dir) <= modelFloors
}
