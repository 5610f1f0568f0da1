package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/workload"
)

// TestEveryScript runs each script for a second: statements are counted as sysbench counts them.
func TestEveryScript(t *testing.T) {
	counts := map[string]struct{ read, write, other float64 }{
		"bulk_insert": {0, 1, 0}, workload.Import: {0, 1, 0}, workload.Oltp: {14, 5, 2}, "oltp_delete": {0, 1, 0}, "oltp_insert": {0, 1, 0}, "oltp_point_select": {1, 0, 0},
		"oltp_read_only": {14, 0, 2}, "oltp_read_write": {14, 4, 2}, "oltp_update_index": {0, 1, 0},
		"oltp_update_non_index": {0, 1, 0}, "observed": {2, 2, 0}, "oltp_write_only": {0, 4, 2}, "select_random_points": {1, 0, 0},
		"select_random_ranges": {1, 0, 0},
	}
	for _, script := range workload.Scripts() {
		t.Run(script, func(t *testing.T) {
			o := run(t, "time=1s", "script="+script, "innodb_buffer_pool_size=16M", "innodb_redo_log_capacity=32M")
			n := float64(o.SQL.Transactions)
			want := counts[script]
			assert.Positive(t, n)
			for _, c := range []struct {
				got  uint64
				want float64
			}{{o.SQL.Read, want.read}, {o.SQL.Write, want.write}, {o.SQL.Other, want.other}} {
				assert.InDelta(t, n*c.want, c.got, 8*(c.want+1), "all but the transactions at both ends")
			}
			assert.InDelta(t, o.of("qps"), float64(o.SQL.Read+o.SQL.Write+o.SQL.Other)/o.window(), 1)
		})
	}
}

// TestStatementsOutsideTransactions: with skip-trx each statement is a transaction of its own for the server, not for
// sysbench.
func TestStatementsOutsideTransactions(t *testing.T) {
	o := run(t, "skip-trx=on", "time=1s", "skip-log-bin=OFF", "log_bin=binlog")
	assert.InDelta(t, 4, float64(o.Commits())/float64(o.Transactions()), 0.1)
	assert.InDelta(t, 1, float64(o.Binlog().Members)/float64(o.Commits()), 0.01)
	assert.Zero(t, o.SQL.Other)
	one := run(t, "time=1s", "skip-log-bin=OFF", "log_bin=binlog")
	bytes := func(o outcome) float64 { return float64(o.Binlog().Bytes) / float64(o.Transactions()) }
	assert.InDelta(t, bytes(one)+3*300, bytes(o), 30, "the same rows, four headers instead of one")
}

// TestLittle: N = X·R, with any number of clients and any think time.
func TestLittle(t *testing.T) {
	for _, threads := range []string{"1", "8", "64"} {
		for _, think := range []string{"0", "5ms"} {
			o := run(t, "threads="+threads, "think-time="+think, "time=1s")
			inside := o.of("tps") * o.of("latency.avg") / 1e3
			assert.InEpsilon(t, o.Presence().Seconds()/o.window(), inside, 0.03, threads, think)
		}
	}
}

// TestTimeGoesSomewhere: the classes of waiting sum to the response time, on average and for the slowest.
func TestTimeGoesSomewhere(t *testing.T) {
	o := run(t, "threads=64", "innodb_buffer_pool_size=8M", "skip-log-bin=OFF", "log_bin=binlog", "script=oltp_read_write")
	sum := 0.0
	for _, s := range o.Result.Waits {
		assert.Positive(t, s.MS, s.Class)
		sum += s.MS
	}
	assert.InDelta(t, o.of("latency.avg"), sum, 1e-9)
	slow := 0.0
	for _, s := range o.WaitsSlowest {
		slow += s.MS
	}
	assert.Greater(t, slow, o.of("latency.p95"))
	assert.LessOrEqual(t, slow, o.of("latency.max"))
	assert.LessOrEqual(t, o.of("cpu_busy"), 1.0)
}

// TestOpenLoop: responses count from the arrival: below saturation the offered rate is served, above it the queue and
// with it the response time grow without limit, while transactions themselves take as long as ever.
func TestOpenLoop(t *testing.T) {
	low := run(t, "rate=1000", "threads=16", "time=4s")
	assert.InEpsilon(t, 1000, low.of("tps"), 0.05)
	assert.InDelta(t, 0, low.wait("admission"), 0.05)

	closed := run(t, "threads=4", "time=4s")
	high := run(t, "rate=20000", "threads=4", "time=4s")
	t.Log(closed.of("tps"), high.of("tps"), high.of("latency.avg"), high.wait("admission"))
	assert.InEpsilon(t, closed.of("tps"), high.of("tps"), 0.1)
	late := 1e3 * 4 * (1 - high.of("tps")/20000) // ms that the last transaction has waited
	assert.InEpsilon(t, late/2, high.of("latency.avg"), 0.1)
	assert.InEpsilon(t, high.of("latency.avg")-closed.of("latency.avg"), high.wait("admission"), 0.05)
	assert.Greater(t, high.Inside(), 10000)
}

// TestThinkTime: an interactive client's cycle is its thinking and its response.
func TestThinkTime(t *testing.T) {
	o := run(t, "threads=16", "think-time=10ms", "time=4s")
	assert.InEpsilon(t, 16/(10e-3+o.of("latency.avg")/1e3), o.of("tps"), 0.02)
}

// TestRemoteClients: each statement costs a round trip, an autocommitted one too.
func TestRemoteClients(t *testing.T) {
	near, far := run(t, "threads=2"), run(t, "threads=2", "rtt=500us")
	assert.InDelta(t, 6*0.5, far.wait("network"), 1e-6)
	assert.InDelta(t, near.of("latency.avg")+3, far.of("latency.avg"), 0.3)
	single := run(t, updates, "threads=2", "rtt=500us")
	assert.InDelta(t, 0.5, single.wait("network"), 1e-6)
	standby := run(t, updates, "threads=2", "semisync-rtt=2ms")
	assert.InDelta(t, 2, standby.wait("semisync"), 1e-6)
}

// TestEvents ends after a number of transactions.
func TestEvents(t *testing.T) {
	o := run(t, "events=1234")
	assert.Equal(t, uint64(1234), o.Transactions())
	assert.Equal(t, uint64(1234), o.SQL.Transactions)
	assert.Zero(t, o.Inside())
}

// TestPhases run in turn, each with its own load; the marked ones are measured.
func TestPhases(t *testing.T) {
	o := outcome{Engine: start(t, parse(t, phases(
		"[workload.1]\nscript=oltp_write_only\ntables=2\ntable-size=20000\nthreads=8\nrand-type=uniform\ntime=1s\npause=500ms\n"+
			"[workload.2]\nscript=oltp_point_select\ntables=2\ntable-size=20000\nthreads=3\nevents=5000\nmeasured=on\n"+
			"[workload.3]\nscript=oltp_update_index\ntables=1\ntable-size=20000\nthreads=16\nrate=1000\ntime=1s\n", "")))}
	o.RunUntil(seconds(0.9))
	first := o.Transactions()
	o.RunUntil(seconds(1.4))
	between := o.Transactions()
	o.RunUntil(seconds(1.5))
	assert.Equal(t, between, o.Transactions(), "the pause")
	o.Result = finish(t, o.Engine)
	assert.Positive(t, first)
	assert.Equal(t, uint64(5000), o.SQL.Transactions)
	assert.Equal(t, uint64(5000), o.SQL.Read)
	assert.Zero(t, o.SQL.Write)
	assert.InDelta(t, 1000, float64(o.Transactions()-between-5000), 100)
}

// TestTimeline changes the number of clients, the offered rate, variables and a device of a running server.
func TestTimeline(t *testing.T) {
	o := run(t, updates, "threads=16", "time=6s", redoDevice("1ms"), "[timeline]\n1s = set threads = 1\n2s = set threads = 16\n"+
		"3s = set innodb_flush_log_at_trx_commit = 0\n4s = set innodb_flush_log_at_trx_commit = 1\n"+
		"5s = set device.redo.flush-latency = 10ms")
	var tps []float64
	for _, l := range o.Intervals(0) {
		tps = append(tps, l.TPS)
	}
	t.Log(tps)
	require.Len(t, tps, 6)
	assert.Less(t, tps[1], tps[0]/6)
	assert.InEpsilon(t, tps[0], tps[2], 0.1)
	assert.Greater(t, tps[3], 3*tps[2])
	assert.InEpsilon(t, tps[2], tps[4], 0.2)
	assert.Less(t, tps[5], tps[4]/4)
	open := run(t, updates, "rate=500", "threads=16", "time=4s", "[timeline]\n2s = set rate = 2000")
	assert.InEpsilon(t, 500, open.Intervals(0)[1].TPS, 0.15)
	assert.InEpsilon(t, 2000, open.Intervals(0)[3].TPS, 0.1)
}

// TestRefusedChangesAreNoted: what the server refuses does not stop the run.
func TestRefusedChangesAreNoted(t *testing.T) {
	e := build(t)
	for _, c := range [][2]string{
		{"threads", "100000"}, {"threads", "x"}, {"rate", "5"}, {"device.data.iops", "-1"}, {"device.tape.iops", "1"},
		{"innodb_buffer_pool_instances", "4"}, {"innodb_io_capacity", "x"}, {"nonsense", "1"},
	} {
		assert.Error(t, e.Apply(c[0], c[1]), c[0])
	}
	finish(t, e)
}

// TestUntil stops as soon as the throughput is known well enough.
func TestUntil(t *testing.T) {
	o := run(t, "time=1000s", "until=5%", "report-interval=100ms")
	assert.Less(t, o.window(), 30.0)
	assert.Less(t, o.Interval["tps"]/o.of("tps"), 0.06)
}

// TestConfigurationFaults: all at once, in the words of the option.
func TestConfigurationFaults(t *testing.T) {
	c := config(t)
	c.Host.CPUs, c.ReportInterval, c.Time = 0, 0, 0
	c.Workload[0].Tables = 0
	err := c.Validate()
	for _, name := range []string{"cpus", "report-interval", "tables", "time"} {
		assert.ErrorContains(t, err, name)
	}
	c.Workload = nil
	assert.ErrorContains(t, c.Validate(), "workload")
}

// TestPartialResult: a run that is interrupted, even before anything was measured, has a result.
func TestPartialResult(t *testing.T) {
	e := build(t, "warmup=1s")
	r := e.Result(true)
	assert.True(t, r.Partial)
	assert.Zero(t, r.Window)
	e.RunUntil(seconds(1.5))
	r = e.Result(true)
	assert.InDelta(t, 0.5, r.Window.Seconds(), 1e-9)
	assert.Positive(t, r.Results["tps"])
}

// TestHotRows: few rows make transactions wait for each other and, since they take rows in any order, run into deadlocks;
// victims are counted as ignored errors and start again.
func TestHotRows(t *testing.T) {
	o := run(t, "tables=1", "table-size=20", "range-size=1", "threads=32", "time=3s")
	t.Log(o.LockWaits(), o.Deadlocks(), o.of("tps"), o.wait("row_lock"))
	assert.Greater(t, o.LockWaits(), uint64(500))
	assert.Positive(t, o.Deadlocks())
	assert.InDelta(t, o.Deadlocks(), o.SQL.Ignored, 2)
	assert.Greater(t, o.wait("row_lock"), 0.3*o.of("latency.avg"))
}

// TestTheClientsProcessorTimeIsThatOfItsHost: a host that is twice as fast has half the processor time of both sides.
func TestTheClientsProcessorTimeIsThatOfItsHost(t *testing.T) {
	of := func(factor string) (server, client float64) {
		o := run(t, "client=local", "script=oltp_point_select", "threads=2", "cpu-factor="+factor)
		return o.of("server_cpu_ms_per_trx"), o.of("client_cpu_ms_per_trx")
	}
	server, client := of("1")
	fastServer, fastClient := of("0.5")
	t.Log(server, client, fastServer, fastClient)
	assert.InEpsilon(t, server/2, fastServer, 0.1)
	assert.InEpsilon(t, client/2, fastClient, 0.1)
}
