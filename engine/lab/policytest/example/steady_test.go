package steadyflush

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/policytest"
	"github.com/innosim/innosim/engine/profile"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files instead of comparing with them")

// row is a server of our own: MySQL 8.4 with our flushing.
func row() profile.Profile {
	p := profile.MySQL84()
	p.Name, p.Title = "steady-8.4", "MySQL 8.4 with steady flushing"
	return p
}

// TestSteady runs the suite, compares with MySQL 8.4, and keeps the results in testdata.
func TestSteady(t *testing.T) {
	r := policytest.Run(t, policytest.Subject{
		Server: "steady-8.4", Rows: []profile.Profile{row()}, Baseline: "mysql-8.4",
		Policies: engine.Policies{Flush: Steady{Target: 0.5, Gain: 4}},
	}, policytest.Options{Seeds: 2, Golden: "testdata", Rewrite: *rewrite, Only: []string{"redo-too-small", "idle-drain"}})
	require.Len(t, r.Scenarios, 2)
	require.NotEmpty(t, r.Scenarios[0].Changed()) // another policy, another server
}
