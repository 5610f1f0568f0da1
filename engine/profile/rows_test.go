package profile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestRowsAgainstTheirParents has a file per row: "row server=a parent=b" prints the policies, the defaults on
// 16 CPUs and 64 GB and the names of modelled variables in which a row differs from the one that it comes from.
func TestRowsAgainstTheirParents(t *testing.T) {
	datadriven.Walk(t, "testdata/rows", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var server, parent string
			d.ScanArgs(t, "server", &server)
			d.ScanArgs(t, "parent", &parent)
			row, err := Lookup(server)
			require.NoError(t, err)
			from, err := Lookup(parent)
			require.NoError(t, err)
			var b strings.Builder
			differentPolicies(&b, row, from)
			differentDefaults(&b, row, from)
			return b.String()
		})
	})
}

// labels are parts of a row that say who it is, not what it does.
const labels = "Name Title Source Date Catalogue Version"

func differentPolicies(b *strings.Builder, row, from Profile) {
	v, w := reflect.ValueOf(row), reflect.ValueOf(from)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if slices.Contains(strings.Fields(labels), name) || v.Field(i).Interface() == w.Field(i).Interface() {
			continue
		}
		fmt.Fprintf(b, "%s: %v, not %v\n", name, v.Field(i).Interface(), w.Field(i).Interface())
	}
}

func differentDefaults(b *strings.Builder, row, from Profile) {
	m := Machine{CPUs: 16, Memory: 64 * gib}
	s, o := Defaults(row, m), Defaults(from, m)
	for _, v := range row.Variables() {
		old, known := Find(v.Name, from.Generation)
		switch known = known && from.Status(v.Name) == Listed; {
		case !known:
			fmt.Fprintf(b, "+ %s = %s\n", v.Name, v.Format(&s))
		case v.Format(&s) != old.Format(&o):
			fmt.Fprintf(b, "%s = %s, not %s\n", v.Name, v.Format(&s), old.Format(&o))
		}
	}
	for _, v := range from.Variables() {
		if _, known := Find(v.Name, row.Generation); !known || row.Status(v.Name) != Listed {
			fmt.Fprintf(b, "- %s\n", v.Name)
		}
	}
}
