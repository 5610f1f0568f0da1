package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
)

// fight is a load of few rows whose transactions take a second or more: a round trip of 300 ms between statements.
func fight(settings ...string) []string { return append(endless("time=60s"), settings...) }

func endless(settings ...string) []string {
	return append([]string{"tables=1", "table-size=10", "range-size=1", "threads=16", "rtt=300ms"}, settings...)
}

// TestLockWaitsTimeOut: with deadlocks left standing, cycles of waits end by innodb_lock_wait_timeout and by nothing else;
// sysbench counts the errors and goes on.
func TestLockWaitsTimeOut(t *testing.T) {
	for _, server := range []string{"mysql-8.4", "mysql-5.7", "mariadb-11.4"} {
		set := fight("server="+server, "innodb_deadlock_detect=OFF")
		ends := run(t, append(set, "innodb_lock_wait_timeout=3")...)
		stands := run(t, append(set, "innodb_lock_wait_timeout=1000")...)
		t.Log(server, ends.of("tps"), ends.SQL.Ignored, stands.of("tps"), stands.Parked)
		assert.Positive(t, ends.of("tps"))
		assert.Greater(t, ends.SQL.Ignored, uint64(16))
		assert.Zero(t, stands.SQL.Ignored)
		assert.Less(t, stands.SQL.Transactions, uint64(100), "all 16 clients stand in cycles, soon")
		assert.Equal(t, []engine.Parked{{Resource: "row locks", Clients: 16}}, stands.Parked)
		assert.Contains(t, strings.Join(ends.Warnings, "\n"), "innodb_lock_wait_timeout = 3 s")
	}
}

// TestHowLongALockWaitLasts: MySQL looks at waits once a second, MariaDB's threads wake up on time; a wait lasts for the
// timeout and at most one such second more.
func TestHowLongALockWaitLasts(t *testing.T) {
	longest := func(server, timeout string) float64 {
		e := build(t, fight("server="+server, "innodb_deadlock_detect=OFF", "innodb_lock_wait_timeout="+timeout, "time=20s")...)
		most := 0.0
		for at := 0.01; at < 20; at += 0.01 {
			e.RunUntil(seconds(at))
			most = max(most, e.LongestLockWait().Seconds())
		}
		lawful(t, e)
		return most
	}
	maria, mysql := longest("mariadb-11.4", "2"), longest("mysql-8.4", "2")
	t.Log(maria, mysql)
	assert.InDelta(t, 2, maria, 0.02)
	assert.Greater(t, mysql, 2.02)
	assert.LessOrEqual(t, mysql, 3.0)
	assert.Zero(t, longest("mariadb-11.4", "0"))
}

// TestBeginCommitsWhatATimeoutLeavesOpen: the statement alone is rolled back. sysbench's next BEGIN commits the others,
// which reach the history and the binary log; with innodb_rollback_on_timeout nothing of the transaction does.
func TestBeginCommitsWhatATimeoutLeavesOpen(t *testing.T) {
	commits := func(rollback string) (commits, answered, failed float64) {
		o := run(t, fight("innodb_deadlock_detect=OFF", "innodb_lock_wait_timeout=1", "innodb_rollback_on_timeout="+rollback,
			"skip-log-bin=OFF", "log_bin=binlog")...)
		return float64(o.Commits()), float64(o.SQL.Transactions), float64(o.SQL.Ignored)
	}
	all, answered, failed := commits("OFF")
	t.Log(all, answered, failed)
	require.Greater(t, failed, 50.0)
	require.Greater(t, all, float64(answered+float64(failed/4)), "many transactions had changed a row before they failed")
	require.LessOrEqual(t, all, answered+failed+16)
	all, answered, failed = commits("ON")
	t.Log(all, answered, failed)
	require.InDelta(t, answered, all, 16)
	require.Greater(t, failed, 50.0)
}

// TestDeletedRowsAreUnlocked: a DELETE that finds no row leaves no lock behind.
func TestDeletedRowsAreUnlocked(t *testing.T) {
	o := run(t, "script=oltp_delete", "tables=1", "table-size=50", "range-size=1", "threads=16", "time=3s")
	assert.Greater(t, o.of("tps"), 100.0)
	assert.Empty(t, o.SQL.Ignored)
}

// TestAThreadPoolOfLockWaitersStandsUntilTheTimeout: the workers of a pool wait for rows of transactions whose next
// statement finds no worker. The pool goes on when the first wait times out; the report says why it stood.
func TestAThreadPoolOfLockWaitersStandsUntilTheTimeout(t *testing.T) {
	pool := func(timeout string) outcome {
		return run(t, "server=percona-8.4.8", "thread_handling=pool-of-threads", "thread_pool_size=4", "thread_pool_max_threads=8",
			"tables=1", "table-size=30", "range-size=1", "threads=24", "time=20s", "rtt=20ms", "innodb_lock_wait_timeout="+timeout)
	}
	stands, goesOn := pool("50"), pool("1")
	t.Log(stands.of("tps"), goesOn.of("tps"), stands.Parked)
	assert.Contains(t, strings.Join(stands.Warnings, "\n"), "the thread pool stands still: all 8 workers")
	assert.Greater(t, goesOn.of("tps"), 4*stands.of("tps"))
	assert.Positive(t, goesOn.SQL.Ignored)
}

// TestOpenConnectionsKeepTheirTimeout: SET GLOBAL is for connections that come later.
func TestOpenConnectionsKeepTheirTimeout(t *testing.T) {
	set := fight("innodb_deadlock_detect=OFF", "innodb_lock_wait_timeout=1000", "time=30s")
	o := run(t, append(set, "[timeline]\n10s = set innodb_lock_wait_timeout = 1")...)
	assert.Zero(t, o.SQL.Ignored)
	assert.Contains(t, strings.Join(o.Warnings, "\n"), "those of the load keep 1000")
}

// TestARunThatCannotEndEnds: only a number of transactions would end it, and nobody is left to begin them, or all wait for
// rows without a timeout.
func TestARunThatCannotEndEnds(t *testing.T) {
	o := run(t, "time=0", "events=1000000", "threads=4", "[timeline]\n500ms = set threads = 0")
	assert.Contains(t, strings.Join(o.Warnings, "\n"), "no more will end: the run ends here")
	assert.Less(t, o.Simulated.Seconds(), 3.0)
	o = run(t, endless("time=0", "server=mariadb-11.4", "events=1000000", "innodb_deadlock_detect=OFF", "innodb_lock_wait_timeout=100000000")...)
	assert.Contains(t, strings.Join(o.Warnings, "\n"), "no more will end: the run ends here")
	assert.Equal(t, []engine.Parked{{Resource: "row locks", Clients: 16}}, o.Parked)
}

// TestATimedOutStatementChangesNothing: rows are counted as changed when they are, not when a statement asks for them.
func TestATimedOutStatementChangesNothing(t *testing.T) {
	e := build(t, fight("server=mysql-8.4", "innodb_deadlock_detect=OFF", "innodb_lock_wait_timeout=1", "threads=64", "time=20s")...)
	r := finish(t, e)
	lawful(t, e)
	require.Greater(t, r.SQL.Ignored, uint64(100))
	require.Positive(t, e.RowsChanged())
	require.LessOrEqual(t, e.RowsChanged(), r.SQL.Write+64, "64 may be under way")
}
