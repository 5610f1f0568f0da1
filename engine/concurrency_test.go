package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// gatedReads is a server whose clients mostly read pages, of a device of 2 ms.
func gatedReads(t *testing.T, settings ...string) *engine.Engine {
	t.Helper()
	return build(t, append([]string{"server=mysql-9.7", "time=1s", "script=oltp_point_select", "innodb_buffer_pool_size=5M",
		"threads=32", "device.data.read-latency=2ms"}, settings...)...)
}

// TestGateLetsSoManyIn: no more threads are inside than innodb_thread_concurrency, the others sleep; and with so many reads
// in flight the device is as busy as those few clients alone would keep it.
func TestGateLetsSoManyIn(t *testing.T) {
	e := gatedReads(t, "innodb_thread_concurrency=4")
	full := 0
	for at := 0.1; at < 1; at += 0.0371 {
		e.RunUntil(seconds(at))
		active, waiting, _ := e.Gate()
		require.LessOrEqual(t, active, 4)
		require.LessOrEqual(t, active+waiting, 32)
		if active == 4 {
			full++
		}
	}
	require.Greater(t, full, 10)
	finish(t, e)
	lawful(t, e)
	assert.Greater(t, waitOf(e.Result(false), "innodb_queue"), waitOf(e.Result(false), "page_read"))

	few, all := gatedReads(t, "threads=4"), gatedReads(t)
	finish(t, few)
	finish(t, all)
	assert.Less(t, e.Transactions(), few.Transactions()*21/20)
	assert.Greater(t, e.Transactions(), few.Transactions()/2)
	assert.Greater(t, all.Transactions(), 2*few.Transactions())
}

// TestOpenGateChangesNothing: with room for all clients the run is the same.
func TestOpenGateChangesNothing(t *testing.T) {
	open, none := gatedReads(t, "innodb_thread_concurrency=32"), gatedReads(t)
	finish(t, open)
	finish(t, none)
	require.Equal(t, none.Result(false).Results, open.Result(false).Results)
}

// TestSleepBeforeTheGateAdapts: it is halved when clients come in with nobody waiting, and grows while they have to sleep
// again and again; with innodb_adaptive_max_sleep_delay = 0 it stays what innodb_thread_sleep_delay says, and that is how
// long a client waits at least.
func TestSleepBeforeTheGateAdapts(t *testing.T) {
	delay := func(settings ...string) (sim.Duration, *engine.Engine) {
		e := gatedReads(t, append(settings, "innodb_thread_sleep_delay=5000")...)
		finish(t, e)
		_, _, d := e.Gate()
		return d, e
	}
	d, _ := delay("innodb_thread_concurrency=30", "threads=16")
	require.Zero(t, d)
	d, _ = delay("innodb_thread_concurrency=1")
	require.Greater(t, d, 5*sim.Millisecond)
	d, _ = delay("innodb_thread_concurrency=1", "innodb_adaptive_max_sleep_delay=5010")
	require.Equal(t, 5010*sim.Microsecond, d)
	d, e := delay("innodb_thread_concurrency=1", "innodb_adaptive_max_sleep_delay=0")
	require.Equal(t, 5*sim.Millisecond, d)
	require.Greater(t, waitOf(e.Result(false), "innodb_queue"), 5.0)
}

// TestRowLocksAreWaitedForOutside: all clients want the same few rows, and the one that has a row holds it while it waits
// at the gate with its next statement, which has travelled meanwhile. If those who wait for the row stayed inside, nothing would ever move.
func TestRowLocksAreWaitedForOutside(t *testing.T) {
	e := build(t, "server=mysql-9.7", "time=1s", "script=oltp_write_only", "table-size=20", "tables=1", "range-size=1",
		"threads=16", "innodb_thread_concurrency=1",
		"client=remote", "rtt=300us")
	finish(t, e)
	lawful(t, e)
	require.Greater(t, e.LockWaits(), uint64(50))
	require.Greater(t, e.Transactions(), uint64(50))
}
