package profile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestPerconaRows prints what distinguishes each row of Percona Server from the row that it is built on: policies, and
// settings of a server that was started without options on 80 CPUs.
func TestPerconaRows(t *testing.T) {
	datadriven.RunTest(t, "testdata/rows/percona", func(t *testing.T, d *datadriven.TestData) string {
		var server, parent string
		d.ScanArgs(t, "server", &server)
		d.ScanArgs(t, "parent", &parent)
		row, err := Lookup(server)
		require.NoError(t, err)
		base, err := Lookup(parent)
		require.NoError(t, err)
		require.True(t, row.Modelled(), row.Missing)
		var b strings.Builder
		differences(&b, "row", base, row)
		m := Machine{CPUs: 80, Memory: 187 * gib}
		differences(&b, "default", Defaults(base, m), Defaults(row, m))
		return b.String()
	})
}

// differences prints the fields in which two structs differ.
func differences(b *strings.Builder, what string, from, to any) {
	f, t := reflect.ValueOf(from), reflect.ValueOf(to)
	for i := range f.NumField() {
		if name := f.Type().Field(i).Name; f.Field(i).Interface() != t.Field(i).Interface() && name != "Source" {
			fmt.Fprintf(b, "%s %s: %v -> %v\n", what, name, f.Field(i), t.Field(i))
		}
	}
}

// TestLRUThreadsAreOfOneRelease: other servers do not know the variable.
func TestLRUThreadsAreOfOneRelease(t *testing.T) {
	for _, p := range Rows() {
		want := Elsewhere
		if p.Name == "percona-8.4.11" {
			want = Listed
		}
		got := p.Status(lruThreads)
		require.Equal(t, want == Listed, got == Listed, p.Name)
	}
}
