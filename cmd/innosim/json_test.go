package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/explain"
	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/schematest"
)

// TestJSONOfEveryCommand has sorted keys and holds to its schema; what was simulated comes with the header that repeats it.
func TestJSONOfEveryCommand(t *testing.T) {
	cnf := file(t, "my.cnf", "[mysqld]\ninnodb_io_capacity = 123\n")
	for _, c := range []struct {
		args   []string
		schema []byte // nil: nothing is simulated
		code   int
	}{
		{small(), report.Schema, exitDone},
		{loadArms("compare", "--replications", "1", "--set", "sync_binlog=0"), experiment.Schema, exitDone},
		{loadArms("compare", "--replications", "2", "--set", "sync_binlog=0"), experiment.Schema, exitDone},
		{loadArms("sweep", "-P", "threads=1,2"), experiment.Schema, exitDone},
		{loadArms("plan", "--over", "threads=1,2", "--require", "tps >= 1"), experiment.Schema, exitDone},
		{loadArms("plan", "--over", "threads=1,2", "--require", "tps >= 1e9"), experiment.Schema, exitFailed},
		{loadArms("explain"), explain.Schema, exitDone},
		{loadArms("explain", "--transaction", "3"), explain.Schema, exitDone},
		{[]string{"check", cnf}, nil, exitDone},
		{[]string{"import", cnf, "--quiet"}, nil, exitDone},
		{[]string{"list", "devices"}, nil, exitDone},
		{[]string{"reproduce", "--list"}, nil, exitDone},
	} {
		got := innosim(t.Context(), append(c.args, "--format", "json")...)
		require.Equal(t, c.code, got.code, got.stderr)
		require.NoError(t, document.Sorted([]byte(got.stdout)), "%v", c.args)
		if c.schema == nil {
			continue
		}
		schematest.Valid(t, c.schema, []byte(got.stdout), "%v", c.args)
		var doc struct {
			Header struct{ Device, Digest, Host, Server, Version, Workload string }
		}
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &doc))
		require.Equal(t, version, doc.Header.Version, "%v", c.args)
		for _, text := range []string{doc.Header.Device, doc.Header.Digest, doc.Header.Host, doc.Header.Server, doc.Header.Workload} {
			require.NotEmpty(t, text, "%v", c.args)
		}
	}
}
