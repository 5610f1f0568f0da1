package explain

import (
	"bytes"
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/schematest"
	"github.com/innosim/innosim/sim"
)

// phased is the measured server with two phases and a crash in the second one.
func phased(t *testing.T, timeline string) engine.Config {
	t.Helper()
	text := `
[innosim]
server = mysql-9.7
start = cold
warmup = 1s
[host]
profile = lab-vm-2
[device.data]
profile = instant
[mysqld]
innodb_buffer_pool_size = 256M
disable_log_bin
[workload]
tables = 2
table-size = 20000
threads = 4
[workload.1]
script = oltp_write_only
time = 3s
[workload.2]
script = oltp_update_index
time = 4s
measured = on
` + timeline
	return configOf(t, fstest.MapFS{"phased.cnf": {Data: []byte(text)}}, "phased.cnf")
}

// TestAStretchOfAnyPhase: the window may lie in a phase that is not measured, and the run is that of the scenario.
func TestAStretchOfAnyPhase(t *testing.T) {
	c := phased(t, "")
	whole, lines, err := simulate(context.Background(), c)
	require.NoError(t, err)
	for _, o := range []Options{{}, {From: 1500 * sim.Millisecond, To: 2 * sim.Second}, {From: 3 * sim.Second, To: 6 * sim.Second}} {
		s, err := Explain(context.Background(), c, o)
		require.NoError(t, err)
		require.NotEmpty(t, s.Chain)
		require.Equal(t, whole.Results["tps"], s.Mean)
		require.Equal(t, s.To-s.From, s.Result.Window)
		sum := 0.0
		for _, l := range lines {
			if at := sim.Duration(l.At); at > s.From && at <= s.To {
				sum += l.TPS
			}
		}
		if seconds := (s.To - s.From).Seconds(); seconds == 3 {
			require.InDelta(t, sum/seconds, s.TPS, 1e-9, "the lines of the scenario's own run")
		}
	}
}

// TestAnOutageExplainsItself: what the crash of the timeline takes is the worst stall, with what it was spent on.
func TestAnOutageExplainsItself(t *testing.T) {
	c := phased(t, "[timeline]\n5s = kill\n")
	s, err := Explain(context.Background(), c, Options{})
	require.NoError(t, err)
	require.True(t, s.Stall)
	require.Equal(t, "no service: the process was killed, and the server recovers", s.Chain[0].Cause)
	require.Contains(t, s.Chain[0].Figures, "kill at 5.00 s")
	require.Regexp(t, `^most of it is spent in the phase \w+$`, s.Chain[1].Cause)
	require.Positive(t, s.Down())
	before, err := Explain(context.Background(), c, Options{From: 4 * sim.Second, To: 5 * sim.Second})
	require.NoError(t, err)
	require.Zero(t, before.Down())
	require.Contains(t, before.Chain[0].Cause, "transactions wait for")
}

// TestJSONHasTheHeader, sorted keys, and holds to the schema.
func TestJSONHasTheHeader(t *testing.T) {
	h := document.Header{Version: "1", Digest: "d", Scenario: "s", Server: "mysql-9.7", Seed: 7}
	s, err := Explain(context.Background(), phased(t, ""), Options{})
	require.NoError(t, err)
	tr, err := Transaction(context.Background(), phased(t, ""), 3)
	require.NoError(t, err)
	for _, print := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return s.WriteJSON(b, h) }, func(b *bytes.Buffer) error { return tr.WriteJSON(b, h) },
	} {
		var b bytes.Buffer
		require.NoError(t, print(&b))
		require.NoError(t, document.Sorted(b.Bytes()))
		require.Contains(t, b.String(), `"digest": "d"`)
		schematest.Valid(t, Schema, b.Bytes())
	}
}
