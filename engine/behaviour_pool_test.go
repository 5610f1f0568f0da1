package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestBehaviour15LRUSupply: a working set that does not fit lives on the free pages of the LRU lists: about
// lru_scan_depth per second and instance, and what passes on a signal add. Below the demand clients flush single pages
// themselves and become slow.
func TestBehaviour15LRUSupply(t *testing.T) {
	depth := func(d string) outcome {
		return run(t, updates, "tables=2", "table-size=200000", "innodb_buffer_pool_size=24M", "threads=32", "time=4s",
			"innodb_lru_scan_depth="+d, "innodb_redo_log_capacity=1G", redoDevice("100us"), "innodb_io_capacity=100",
			"innodb_io_capacity_max=200", "device.data.write-latency=1ms")
	}
	poor, rich := depth("100"), depth("1024")
	for _, o := range []outcome{poor, rich} {
		t.Log(o.of("tps"), o.of("wait_free_per_trx"), o.of("single_page_flushes_per_trx"), o.wait("free_page"), o.Result.Waits)
	}
	assert.Greater(t, poor.of("wait_free_per_trx"), 2*rich.of("wait_free_per_trx"))
	assert.Greater(t, poor.of("single_page_flushes_per_trx"), rich.of("single_page_flushes_per_trx"))
	assert.Less(t, poor.of("tps"), rich.of("tps"))
	m := rich.Cleaner().Metrics()
	assert.Positive(t, m.PagesLRU)
	assert.Greater(t, float64(m.PagesLRU+m.Evicted)/4, 1024.0, "per second")
}

// TestBehaviour16ReadOnlyMisses: misses need no flushing while the tail is clean: clients evict what they find there.
func TestBehaviour16ReadOnlyMisses(t *testing.T) {
	o := run(t, "script=oltp_point_select", "tables=2", "table-size=200000", "innodb_buffer_pool_size=16M", "threads=32")
	t.Log(o.of("data_reads_per_trx"), o.of("tps"))
	assert.Greater(t, o.of("data_reads_per_trx"), 0.5)
	m := o.Pool().Metrics()
	assert.Zero(t, m.PagesWritten)
	assert.Zero(t, m.WaitFree)
	assert.Zero(t, o.of("single_page_flushes_per_trx"))
}

// TestBehaviour17MidpointInsertion: one pass over a table larger than the pool stays in the old part of the LRU list and
// leaves the hot set in memory.
func TestBehaviour17MidpointInsertion(t *testing.T) {
	const hot = "script=oltp_point_select\ntables=1\nthreads=8\ntable-size=400000\nrand-type=special\nrand-spec-pct=5\n" +
		"rand-spec-res=99\nrand-spec-iter=12\n"
	const scan = "script=oltp_read_only\npoint-selects=0\nsum-ranges=0\norder-ranges=0\ndistinct-ranges=0\nsimple-ranges=1\n" +
		"range-size=390000\nthreads=1\ntables=1\ntable-size=400000\nrand-type=uniform\nevents=4\n"
	e := start(t, parse(t, phases("[workload.1]\n"+hot+"time=8s\n[workload.2]\n"+scan+
		"[workload.3]\n"+hot+"time=1s\nmeasured=on\n", "innodb_buffer_pool_size=32M\ninnodb_read_ahead_threshold=64")))
	e.RunUntil(seconds(7))
	before := e.Pool().Metrics()
	e.RunUntil(seconds(8))
	usual := e.Pool().Metrics().Sub(before)
	o := outcome{e, finish(t, e)}
	scanned := e.Pool().Metrics().PagesRead - before.PagesRead
	t.Log(float64(usual.Reads)/float64(usual.ReadRequests), o.of("data_reads_per_trx"), scanned, e.Pool().Metrics())
	require.Greater(t, scanned, uint64(2*2048), "the scan is larger than the pool")
	assert.Less(t, o.of("data_reads_per_trx"), 0.01)
	assert.Less(t, e.Pool().OldLen(0), e.Pool().LRULen(0)*40/100)
}

// phases is the tiny server with other settings and phases instead of its workload.
func phases(workload, mysqld string) string {
	head, _, _ := strings.Cut(tiny, "[workload]")
	return head + mysqld + "\n" + workload
}

// TestBehaviour24PurgeLag: a long read view makes the history grow by one with each update transaction; afterwards purge
// catches up, with redo and dirty pages of its own. The list gets shorter every 128 batches only.
func TestBehaviour24PurgeLag(t *testing.T) {
	e := build(t, "script=oltp_update_index", "threads=8", "time=20s", "rate=1000", "[timeline]\n4s = set threads = 7")
	e.RunUntil(seconds(3))
	usual := e.History()
	e.RunUntil(seconds(4.1))
	e.HoldView(7)
	from := e.History()
	trx := e.Commits()
	e.RunUntil(seconds(9))
	grown := e.History() - from
	t.Log(usual, from, grown, e.Commits()-trx)
	assert.LessOrEqual(t, grown, e.Commits()-trx)
	assert.GreaterOrEqual(t, grown+from+8, e.Commits()-trx, "older transactions, and open ones, may still leave the list")
	rows := e.PurgedRows()
	e.DropView(7)
	e.RunUntil(seconds(12))
	t.Log(e.PurgedRows()-rows, e.History())
	assert.Greater(t, e.PurgedRows()-rows, uint64(7000), "5 s of the past and 3 s of the present")
	assert.Less(t, e.History(), 2*usual+500)
	saw := map[bool]int{}
	last := e.History()
	for i := range 4000 {
		e.RunUntil(seconds(12 + float64(i)*0.001))
		if h := e.History(); h != last {
			saw[h > last]++
			last = h
		}
	}
	t.Log(saw)
	assert.Greater(t, saw[true], 20*saw[false])
	assert.Positive(t, saw[false])
	lawful(t, e)
}

// TestPurgeLeavesWhatIsThere: when clients stop, purge empties the history, and the index has one entry for each row.
func TestPurgeLeavesWhatIsThere(t *testing.T) {
	e := start(t, parse(t, phases("[workload.1]\nscript=oltp_write_only\ntables=2\ntable-size=20000\nthreads=8\n"+
		"rand-type=uniform\nevents=4000\npause=10s\n[workload.2]\nscript=oltp_point_select\ntable-size=20000\nevents=1\n", "")))
	for e.Transactions() < 4000 {
		e.RunUntil(e.Now().Add(sim.Millisecond))
	}
	e.RunUntil(e.Now().Add(5 * sim.Second))
	entries := 0
	for i := range e.Schema().Tables {
		k := &e.Schema().Tables[i].K
		for j := range k.Len() {
			entries += k.At(j).Records()
		}
	}
	t.Log(entries, e.History(), e.UndoPages())
	assert.Less(t, e.History(), uint64(3000))
	assert.InDelta(t, 40000, entries, 0)
	finish(t, e)
}
