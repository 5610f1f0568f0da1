package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhoKeepsTheBufferPoolDuringSyncs: the old doublewrite buffer syncs the data files under a mutex of the buffer pool, 5.7
// behind batches of either list, 8.0.19 behind those of the LRU list only. Percona Server 5.7 does it in the thread that
// filled the shard, which holds none.
func TestWhoKeepsTheBufferPoolDuringSyncs(t *testing.T) {
	common := []string{"start=warm", "threads=16", "tables=8", "table-size=100000", "time=1s", "warmup=500ms", "innodb_flush_method=O_DIRECT",
		"innodb_log_file_size=64M", "device.data.flush-latency=1ms", "device.data.write-latency=100us", "device.data.read-latency=100us"}
	kept := func(server, pool string) float64 {
		return finish(t, build(t, append([]string{"server=" + server, "innodb_buffer_pool_size=" + pool}, common...)...)).State.LRUKept
	}
	require.Greater(t, kept("mysql-5.7", "64M"), 0.05)
	require.Greater(t, kept("mysql-8.0.19", "64M"), 0.05)
	require.Zero(t, kept("percona-5.7", "64M"))
	aged := append([]string{"innodb_max_dirty_pages_pct=5", "innodb_max_dirty_pages_pct_lwm=1"}, common...)
	lists := func(server string) float64 {
		return finish(t, build(t, append([]string{"server=" + server, "innodb_buffer_pool_size=1G"}, aged...)...)).State.LRUKept
	}
	require.Greater(t, lists("mysql-5.7"), 0.01, "all is in memory: only flush lists are written")
	require.Zero(t, lists("mysql-8.0.19"))
}
