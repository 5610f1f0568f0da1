package report

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
)

// TestTuned sums up what controllers did, and says nothing where there are none.
func TestTuned(t *testing.T) {
	show := func(all ...engine.Change) string {
		var s strings.Builder
		b := bufio.NewWriter(&s)
		tuned(b, &Run{Result: &engine.Result{Tuned: all}})
		require.NoError(t, b.Flush())
		return s.String()
	}
	require.Empty(t, show())
	require.Equal(t, "Set by the service's controllers\n"+
		"    innodb_io_capacity       3 times, 160 … 250, at last 160\n"+
		"    innodb_purge_threads     1 times, 5 … 5, at last 5\n\n",
		show(engine.Change{Variable: "innodb_io_capacity", Value: "200"}, engine.Change{Variable: "innodb_purge_threads", Value: "5"},
			engine.Change{Variable: "innodb_io_capacity", Value: "250"}, engine.Change{Variable: "innodb_io_capacity", Value: "160"}))
}
