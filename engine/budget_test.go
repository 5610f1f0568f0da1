package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// resident is a workload without I/O but for the log: everything is in memory, hardly anything is flushed.
var resident = []string{"start=loaded", "innodb_buffer_pool_size=256M", "innodb_redo_log_capacity=8G",
	"innodb_max_dirty_pages_pct_lwm=0", "innodb_purge_threads=1", "innodb_log_buffer_size=64M"}

// perTrx is the mean number of events of a transaction.
func perTrx(t *testing.T, settings ...string) float64 {
	e := build(t, append(append([]string{}, resident...), settings...)...)
	e.RunUntil(seconds(0.5))
	events, trx := e.Events(), e.Transactions()
	e.RunUntil(seconds(1))
	lawful(t, e)
	require.Greater(t, e.Transactions()-trx, uint64(50))
	return float64(e.Events()-events) / float64(e.Transactions()-trx)
}

// TestEventBudget holds what a run costs: at most 3 events a statement, none a page hit, 3 a device request, 6 a commit.
func TestEventBudget(t *testing.T) {
	const reads = "script=oltp_read_only"
	statements := perTrx(t, reads, "range-size=1", "client=local") / 16
	t.Log("a statement", statements)
	assert.LessOrEqual(t, statements, 3.0)

	few, many := perTrx(t, reads, "range-size=1"), perTrx(t, reads, "range-size=5000")
	t.Log("270 page hits", many-few)
	assert.InDelta(t, few, many, 0.5)

	remote := perTrx(t, reads, "rtt=100us") / 16
	t.Log("a remote statement", remote)
	assert.LessOrEqual(t, remote, 3.0)

	e := build(t, "script=oltp_point_select", "tables=2", "table-size=400000", "innodb_buffer_pool_size=8M", "threads=64",
		"innodb_random_read_ahead=OFF")
	e.RunUntil(seconds(1))
	misses := float64(e.Pool().Metrics().Reads)
	events := float64(e.Events()) - float64(e.Transactions())
	t.Log("a page read", events/misses)
	assert.LessOrEqual(t, events/misses, 5.5,
		"3 of the request, 1 of the search for a free frame, 1 of the thread that goes on, waits for others")

	for _, crowd := range []struct {
		threads string
		most    float64
	}{{"threads=1", 20}, {"threads=64", 6}} {
		with := perTrx(t, updates, crowd.threads)
		without := perTrx(t, updates, crowd.threads, "innodb_flush_log_at_trx_commit=0")
		t.Log(crowd.threads, "a durable commit", with-without, "the rest", without)
		assert.LessOrEqual(t, with-without, crowd.most)
		assert.LessOrEqual(t, without, 6.0, "statement, commit, purge")
	}
}

// TestSteadyStateDoesNotAllocate: what a run needs it has from the beginning. The samples of each report interval, with
// their check of the laws, allocate some dozen times.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	loads := map[string][]string{
		"read":   {"script=oltp_read_only", "threads=32"},
		"update": {updates, "threads=64"},
		"write":  {"threads=64", "innodb_redo_log_capacity=32M"},
		"starved": {updates, "threads=64", "table-size=200000", "innodb_buffer_pool_size=16M",
			"innodb_redo_log_capacity=32M"},
		"binlog": {updates, "threads=64", "skip-log-bin=OFF", "log_bin=binlog"},
		"open":   {updates, "threads=64", "rate=5000"},
	}
	for _, name := range []string{"read", "update", "write", "starved", "binlog", "open"} {
		t.Run(name, func(t *testing.T) {
			e := build(t, append([]string{"time=100000s", "report-interval=1000s"}, loads[name]...)...)
			e.RunUntil(seconds(5))
			events := e.Events()
			n := testing.AllocsPerRun(5, func() { e.RunUntil(e.Now().Add(500 * sim.Millisecond)) })
			t.Log(n, "allocations in", (e.Events()-events)/6, "events")
			assert.LessOrEqual(t, n, 10.0, "B-trees and histories still grow, now and then")
			require.NoError(t, e.Err())
		})
	}
}
