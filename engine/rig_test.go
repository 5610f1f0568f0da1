package engine_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
)

// tiny is a server small enough to run for seconds in no time: 2 tables of 20,000 rows, about 600 pages.
const tiny = `
[innosim]
server = mysql-8.4
start  = loaded
warmup = 0
time   = 2s
[host]
cpus   = 8
threads-per-core = 1
memory = 4G
client = remote
rtt    = 0
wakeup = 20us
[device.data]
read-latency  = 100us
write-latency = 100us
flush-latency = 200us
latency-cv    = 0.2
channels      = 32
filesystem    = none
[mysqld]
skip-log-bin
innodb_buffer_pool_size = 32M
loose-innodb_redo_log_capacity = 64M
innodb_io_capacity      = 1000
innodb_io_capacity_max  = 2000
[workload]
script     = oltp_write_only
tables     = 2
table-size = 20000
threads    = 8
rand-type  = uniform
`

// config is the tiny server with settings of the form "name = value"; "[section]" and further lines in one string are
// appended to the file.
func config(t testing.TB, settings ...string) engine.Config {
	t.Helper()
	text := tiny
	var opts []scenario.Option
	for _, s := range settings {
		if strings.HasPrefix(s, "[") {
			text += s + "\n"
			continue
		}
		name, value, _ := strings.Cut(s, "=")
		opts = append(opts, scenario.WithSet(strings.TrimSpace(name), strings.TrimSpace(value)))
	}
	return parse(t, text, opts...)
}

func oneFile(text string) fstest.MapFS { return fstest.MapFS{"x.cnf": {Data: []byte(text)}} }

func parse(t testing.TB, text string, opts ...scenario.Option) engine.Config {
	t.Helper()
	sc, err := scenario.Parse(oneFile(text), "x.cnf", opts...)
	require.NoError(t, err)
	require.Empty(t, sc.Skip)
	return sc.Config
}

func build(t testing.TB, settings ...string) *engine.Engine {
	t.Helper()
	return start(t, config(t, settings...))
}

func start(t testing.TB, c engine.Config) *engine.Engine {
	t.Helper()
	e, err := engine.New(c)
	require.NoError(t, err)
	return e
}

// finish runs an engine to its end with every law on, also the dear ones.
func finish(t testing.TB, e *engine.Engine) *engine.Result {
	t.Helper()
	for !e.Step(1 << 20) {
	}
	lawful(t, e)
	r := e.Result(false)
	require.False(t, r.Partial)
	return r
}

// lawful verifies every law, also those that walk all lists.
func lawful(t testing.TB, e *engine.Engine) {
	t.Helper()
	require.NoError(t, e.Err())
	require.NoError(t, e.Check())
	require.NoError(t, e.Pool().CheckLists())
	if x := e.Extension(); x != nil {
		x.Each(func(pg bufferpool.PageNo) {
			require.False(t, e.Pool().Changed(pg), "an old version in the second-level cache")
		})
	}
}

// outcome is a run that has ended, with what tests ask for.
type outcome struct {
	*engine.Engine
	*engine.Result
}

// Digest and Events are the engine's.
func (o outcome) Digest() uint64 { return o.Engine.Digest() }
func (o outcome) Events() uint64 { return o.Engine.Events() }

func run(t testing.TB, settings ...string) outcome {
	t.Helper()
	e := build(t, settings...)
	return outcome{e, finish(t, e)}
}

// of is a result by name.
func (o outcome) of(name string) float64 { return o.Results[name] }

// wait is the mean time of a transaction in a wait class, in ms.
func (o outcome) wait(class string) (ms float64) {
	for _, s := range o.Result.Waits {
		if s.Class == class {
			ms += s.MS
		}
	}
	return ms
}

func seconds(s float64) sim.Time { return sim.Time(s * float64(sim.Second)) }

// redo gives the redo log a device of its own: writes cost nothing, a flush takes a fixed time.
func redoDevice(flush string) string {
	return "[device.redo]\nread-latency = 0\nwrite-latency = 0\nflush-latency = " + flush + "\nlatency-cv = 0\n"
}

// updates is a load of one small change a transaction: the commit is most of it.
const updates = "script=oltp_update_non_index"

// window is the length of the measured window in seconds.
func (o outcome) window() float64 { return o.Window.Seconds() }
