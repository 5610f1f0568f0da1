package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine"
)

// crowded is a host with many processors and a fast drive, and a data set three times as large as the pool: what binds
// with many clients is the search for a free page.
const crowded = `
[innosim]
start  = loaded
warmup = 0
time   = 3s
[host]
cpus   = 80
sockets = 2
threads-per-core = 2
memory = 32G
client = local
wakeup = 40us
[device.data]
read-latency  = 100us
write-latency = 15us
latency-cv    = 0.4
channels      = 16
write-cache   = protected
cache-size    = 32M
program-latency = 30us
filesystem    = ext4
[mysqld]
innodb_flush_method = O_DIRECT
innodb_buffer_pool_size = 256M
innodb_redo_log_capacity = 256M
innodb_change_buffering = none
innodb_write_io_threads = 16
disable_log_bin
[workload]
script     = oltp_read_write
tables     = 4
table-size = 600000
rand-type  = uniform
`

// waitOf is the time of a wait class per transaction, ms.
func waitOf(r *engine.Result, class string) float64 {
	for _, w := range r.Waits {
		if w.Class == class {
			return w.MS
		}
	}
	return 0
}

// TestCollapseAndCure: with many clients MySQL 8.4 does a fraction of what it does with few, its threads waiting for the
// LRU list mutex, under which they step over each other's pages again and again. Percona Server 8.4.11, whose scans go
// on where the last one ended, does not.
func TestCollapseAndCure(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates hundreds of clients")
	}
	run := func(server string, threads int) (tps float64, r *engine.Result, m bufferpool.Metrics) {
		e := start(t, parse(t, crowded+fmt.Sprintf("threads = %d\n[innosim]\nserver = %s\n", threads, server)))
		e.RunUntil(seconds(1.5))
		before, m := e.Transactions(), e.Pool().Metrics()
		e.RunUntil(seconds(3))
		m = e.Pool().Metrics().Sub(m)
		tps = float64(e.Transactions()-before) / 1.5
		finish(t, e)
		return tps, e.Result(false), m
	}
	pages := func(m bufferpool.Metrics) float64 {
		return float64(m.LRUSearchScanned+m.LRUSingleFlushScanned) / float64(m.Reads)
	}
	few, _, _ := run("mysql-8.4", 24)
	many, r, m := run("mysql-8.4", 256)
	t.Logf("mysql-8.4: %.0f, %.0f tps; %.1f pages scanned a miss", few, many, pages(m))
	assert.Less(t, many/few, 0.5)
	assert.Greater(t, waitOf(r, "lru_mutex"), waitOf(r, "page_read"))
	assert.Greater(t, pages(m), 20.0)
	few, _, _ = run("percona-8.4.11", 24)
	many, r, m = run("percona-8.4.11", 256)
	t.Logf("percona-8.4.11: %.0f, %.0f tps; %.1f pages scanned a miss", few, many, pages(m))
	assert.Greater(t, many/few, 0.9)
	assert.Less(t, waitOf(r, "lru_mutex"), waitOf(r, "page_read"))
	assert.Less(t, pages(m), 5.0)
}
