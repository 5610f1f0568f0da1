package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/profile"
)

// TestViewsAreAsLongAsTheIsolationLevelSays: a transaction's first read opens a view that keeps purge away from what it
// sees, to the end of the transaction with REPEATABLE-READ, of the statement with READ-COMMITTED, and none at all with
// READ-UNCOMMITTED. With round trips of 4 ms between statements a transaction of 20 statements lasts 80 ms; the longest of
// these views is what the history cannot get shorter than.
func TestViewsAreAsLongAsTheIsolationLevelSays(t *testing.T) {
	mean := func(level string) float64 {
		e := build(t, "server=mysql-9.7", "script=oltp_read_write", "threads=32", "time=4s", "rtt=4ms",
			"innodb_purge_rseg_truncate_frequency=1", "transaction_isolation="+level)
		sum, n := 0.0, 0.0
		for at := 1.0; at < 4; at += 0.003 {
			e.RunUntil(seconds(at))
			sum, n = sum+float64(e.History()), n+1
		}
		finish(t, e)
		lawful(t, e)
		return sum / n
	}
	repeatable, committed, uncommitted := mean("REPEATABLE-READ"), mean("READ-COMMITTED"), mean("READ-UNCOMMITTED")
	t.Log(repeatable, committed, uncommitted)
	require.Greater(t, repeatable, 2*committed)
	require.LessOrEqual(t, uncommitted, committed)
}

// TestLatchesSpinAsTold: the tries before a thread sleeps for a latch are innodb_sync_spin_loops rounds of as many pauses as
// innodb_spin_wait_delay times innodb_spin_wait_pause_multiplier, halved; MySQL's defaults are 30, 6 and 50.
func TestLatchesSpinAsTold(t *testing.T) {
	spin := func(settings ...string) float64 { return build(t, settings...).LatchSpin().Millis() * 1000 }
	for _, server := range []string{"mysql-5.7", "mysql-8.0", "mysql-9.7", "mariadb-11.4"} {
		usual := spin("server=" + server)
		require.InDelta(t, 90, usual, 0.01, server)
		require.InEpsilon(t, usual/10, spin("server="+server, "innodb_sync_spin_loops=3"), 1e-9, server)
		require.Zero(t, spin("server="+server, "innodb_sync_spin_loops=0"), server)
	}
	require.InDelta(t, 900, spin("server=mysql-9.7", "innodb_spin_wait_delay=60"), 0.01)
	require.InDelta(t, 9, spin("server=mysql-9.7", "innodb_spin_wait_pause_multiplier=5"), 0.01)
	require.InDelta(t, 0.6, spin("server=mysql-9.7", "innodb_spin_wait_delay=0"), 0.01, "30 looks")
}

// TestWhoWritesZeros: the new end of a tablespace is written with zeros, 4 MiB a time, unless innodb_extend_and_initialize
// is OFF; 5.7 always does, MariaDB never.
func TestWhoWritesZeros(t *testing.T) {
	machine := profile.Machine{CPUs: 2, Memory: 4 << 30}
	for _, p := range profile.Rows() {
		require.Equal(t, p.Vendor != profile.MariaDB, profile.Defaults(p, machine).ExtendAndInitialize, p.Name)
	}
	written := func(settings ...string) float64 {
		e := build(t, append([]string{"script=oltp_insert", "time=4s", "server=mysql-9.7"}, settings...)...)
		finish(t, e)
		lawful(t, e)
		return float64(e.Fil().Metrics().BytesWritten)
	}
	with, without := written(), written("innodb_extend_and_initialize=OFF")
	require.Greater(t, with-without, float64(8<<20), "both tables have grown")
}
