package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
)

// pooled is the tiny server as Percona Server with a thread pool.
func pooled(t *testing.T, settings ...string) *engine.Engine {
	t.Helper()
	return build(t, append([]string{"server=percona-8.4.8", "thread_handling=pool-of-threads", "time=1s"}, settings...)...)
}

// TestPoolRunsOneStatementAGroup: with all pages in memory and nobody waiting, one statement of each group runs, whatever
// the number of clients; the others wait for admission.
func TestPoolRunsOneStatementAGroup(t *testing.T) {
	e := pooled(t, "script=oltp_point_select", "innodb_buffer_pool_size=64M", "threads=64", "cpus=16", "thread_pool_size=3")
	for at := 0.1; at < 1; at += 0.0371 {
		e.RunUntil(seconds(at))
		active, waiting := e.PoolThreads()
		require.LessOrEqual(t, active, 3)
		require.LessOrEqual(t, e.CPU().Busy()-1, 3+2)
		require.LessOrEqual(t, waiting, 3)
	}
	finish(t, e)
	lawful(t, e)
	assert.Greater(t, waitOf(e.Result(false), "admission"), 10*waitOf(e.Result(false), "cpu"))
}

// TestPoolLetsOthersRunWhileOneReads: a reported wait is no reason to keep the group idle; with one group and a device of
// 2 ms there are several reads in flight. Percona Server counts those who read as busy, so there are more of them where
// more may be busy; MariaDB counts only those who run.
func TestPoolLetsOthersRunWhileOneReads(t *testing.T) {
	run := func(server, over string) (reading int, trx uint64) {
		e := build(t, "server="+server, "thread_handling=pool-of-threads", "time=1s", "script=oltp_read_only",
			"innodb_buffer_pool_size=5M", "threads=32", "thread_pool_size=1", "thread_pool_oversubscribe="+over,
			"device.data.read-latency=2ms")
		for at := 0.2; at < 1; at += 0.0371 {
			e.RunUntil(seconds(at))
			active, waiting := e.PoolThreads()
			reading += waiting
			require.LessOrEqual(t, active, 32)
		}
		finish(t, e)
		lawful(t, e)
		return reading, e.Transactions()
	}
	few, slow := run("percona-8.4.8", "1")
	many, fast := run("percona-8.4.8", "8")
	require.Greater(t, few, 22)
	require.Greater(t, many, 2*few)
	require.Greater(t, fast, slow)
	all, _ := run("mariadb-11.4", "1")
	require.Greater(t, all, 2*few)
}

// TestPoolWithRoomForAllIsNone: with a group for each client nobody waits, and throughput is that of threads, but for the
// processor time of the pool's own calls.
func TestPoolWithRoomForAllIsNone(t *testing.T) {
	with, without := pooled(t, "threads=8", "thread_pool_size=8"), build(t, "server=percona-8.4.8", "time=1s", "threads=8")
	finish(t, with)
	finish(t, without)
	require.Zero(t, waitOf(with.Result(false), "admission"))
	require.InEpsilon(t, float64(without.Transactions()), float64(with.Transactions()), 0.02)
}

// TestStalledGroupGetsAWorker: a worker that syncs the redo log itself, as before 8.0, reports no wait; the timer helps.
func TestStalledGroupGetsAWorker(t *testing.T) {
	run := func(limit string) uint64 {
		e := pooled(t, "server=percona-5.7", "script=oltp_update_non_index", "threads=16", "thread_pool_size=1", "thread_pool_stall_limit="+limit,
			"time=3s", redoDevice("50ms"))
		finish(t, e)
		return e.Transactions()
	}
	require.Greater(t, 2*run("10"), 3*run("1000"))
}

// TestCommitsReportTheirWait: a worker that waits for the sync of its commit lets the next one of its group in.
func TestCommitsReportTheirWait(t *testing.T) {
	e := pooled(t, "script=oltp_update_non_index", "threads=16", "thread_pool_size=1", "thread_pool_stall_limit=1000",
		"time=3s", redoDevice("50ms"))
	finish(t, e)
	require.InDelta(t, 120, e.Transactions(), 20) // four may be busy, and a commit is a write and a sync of 50 ms
}

// TestPoolGoesOnAlike: a clone has the same queues.
func TestPoolGoesOnAlike(t *testing.T) {
	e := pooled(t, "threads=64", "thread_pool_size=2", "innodb_buffer_pool_size=5M")
	e.RunUntil(seconds(0.5))
	c := e.Clone()
	finish(t, e)
	finish(t, c)
	require.Equal(t, e.Digest(), c.Digest())
}

// TestClientsTimeIsNotTheWorkers: while a client on the same host reads the answer and sends its next statement, no worker
// is busy with it, and the group's listener takes what others have sent.
func TestClientsTimeIsNotTheWorkers(t *testing.T) {
	e := pooled(t, "script=oltp_point_select", "innodb_buffer_pool_size=64M", "threads=1", "cpus=16", "thread_pool_size=1",
		"client=local")
	busy, looks := 0, 0
	for at := 0.1; at < 1; at += 0.00371 {
		e.RunUntil(seconds(at))
		active, _ := e.PoolThreads()
		busy += active
		looks++
	}
	finish(t, e)
	lawful(t, e)
	require.InDelta(t, 0.65, float64(busy)/float64(looks), 0.2) // some 20 us of 60 are the client's
}
