package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
)

// oldSwarm is a draw of the swarm for an old server: what that server does not know is left out.
func oldSwarm(t testing.TB, seed uint64, row profile.Profile) engine.Config {
	settings := slices.DeleteFunc(swarm(seed), func(s string) bool {
		name, value, _ := strings.Cut(s, "=")
		server := strings.HasPrefix(name, "innodb_") || strings.HasPrefix(name, "binlog_")
		return name == "server" || name == "start" || server && row.Status(name) != profile.Listed || value == "DETECT_ONLY"
	})
	starts := [...]string{"warm", "loaded", "cold"}
	settings = append(settings, "server="+row.Name, "start="+starts[seed%3], "time=1s", "report-interval=100ms",
		fmt.Sprintf("seed=%d", seed), fmt.Sprintf("innodb_log_file_size=%dM", 4<<(seed%4)))
	return config(t, settings...)
}

// TestOldServersSwarm runs random servers from 5.6 to 8.0.19 for a second each, with every law on; every other one that
// belongs to 5.7 has Percona's way without a free page, and its doublewrite.
func TestOldServersSwarm(t *testing.T) {
	rows := []profile.Profile{profile.MySQL56(), profile.MySQL57(), profile.MySQL8019()}
	for seed := range uint64(24) {
		row := rows[seed%3]
		t.Run(fmt.Sprint(row.Name, seed), func(t *testing.T) {
			c := oldSwarm(t, 100+seed/3, row)
			if row.Name == "mysql-5.7" && seed/3%2 == 1 {
				c.Profile.FreeFrames, c.Profile.Doublewrite = profile.Backoff, profile.ShardedBuffer
			}
			e := start(t, c)
			for at := sim.Time(0); !e.Step(5000); at = e.Now() {
				require.NoError(t, e.Check())
				require.Less(t, at, sim.Time(2*sim.Second))
			}
			lawful(t, e)
		})
	}
}

// agedOut is a server whose redo log is small for its load, so that pages become too old.
var agedOut = []string{"start=loaded", "innodb_log_file_size=4M", "threads=32", "table-size=40000", "innodb_buffer_pool_size=64M",
	"innodb_io_capacity=100", "innodb_io_capacity_max=200", "time=4s", "device.data.write-latency=50us", "innodb_flush_method=O_DIRECT"}

// TestClientsOf56FlushOldPages themselves, without a limit; the age of the oldest page stays near the synchronous limit. 5.7's
// clients wait for the page cleaner, which they wake, unless innodb_flush_sync forbids that.
func TestClientsOf56FlushOldPages(t *testing.T) {
	for _, server := range []string{"mysql-5.6", "mysql-5.7"} {
		e := build(t, append([]string{"server=" + server}, agedOut...)...)
		r := finish(t, e)
		m := e.Cleaner().Metrics()
		l := e.Log().Limits()
		require.Positive(t, e.Log().Metrics().OnFileSpaceWaits, server)
		require.Greater(t, m.PagesSync, uint64(2000), server)
		oldest, dirty := e.Pool().OldestDirty()
		require.True(t, dirty)
		require.Less(t, float64(e.Log().Current()-oldest), 1.02*float64(l.UserSync), server)
		require.Positive(t, r.SQL.Transactions, server)
	}
	e := build(t, append([]string{"server=mysql-5.7", "innodb_flush_sync=OFF"}, agedOut...)...)
	finish(t, e)
	require.Zero(t, e.Cleaner().Metrics().PagesSync)
	require.LessOrEqual(t, e.Cleaner().Metrics().Flushed(), uint64(5*201))
}

// TestOltp04: a transaction has 14 reads and 5 writes, which rw_requests counts, and BEGIN and COMMIT, which it does not.
func TestOltp04(t *testing.T) {
	for _, start := range []string{"cold", "loaded", "warm"} {
		r := finish(t, build(t, "server=mysql-5.6", "start="+start, "script=oltp", "oltp-table-size=20000", "num-threads=4", "rand-type=special"))
		perTrx := r.Results["rw_requests"] / r.Results["tps"]
		require.InDelta(t, 19, perTrx, 0.2, start)
		require.InDelta(t, 21, r.Results["qps"]/r.Results["tps"], 0.2, start)
	}
}

// TestCloneOfOldServers: a branch of a run in which clients flush, shards are filled and threads back off ends like the run.
func TestCloneOfOldServers(t *testing.T) {
	for _, row := range []string{"mysql-5.6", "mysql-5.7", "mysql-8.0.19"} {
		c := config(t, append([]string{"server=" + row}, agedOut...)...)
		c.Time = 2 * sim.Second
		if row == "mysql-5.7" {
			c.Profile.FreeFrames, c.Profile.Doublewrite = profile.Backoff, profile.ShardedBuffer
			c.Settings.BufferPoolSize = 16 << 20
		}
		e := start(t, c)
		e.RunUntil(seconds(1.2))
		branch := e.Clone()
		require.Empty(t, clone.Shared(e, branch), row)
		copied := finish(t, branch)
		require.Equal(t, finish(t, e), copied, row)
	}
}
