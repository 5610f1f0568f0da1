package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
)

// TestBehaviour01GroupCommit: with a sync per commit, one client commits once per fsync and wake-up; many clients share
// fsyncs, whose rate stays what the device gives.
func TestBehaviour01GroupCommit(t *testing.T) {
	const s = 1e-3 // of an fsync, seconds
	one := run(t, updates, "threads=1", redoDevice("1ms"))
	many := run(t, updates, "threads=64", "cpus=32", redoDevice("1ms")) // processors do not bind
	t.Log(one.of("tps"), many.of("tps"), one.of("redo_fsyncs_per_trx"), many.of("redo_fsyncs_per_trx"))
	assert.Less(t, one.of("tps"), 1/s)
	assert.Greater(t, one.of("tps"), 1/(s+0.5e-3))
	assert.InDelta(t, 1, one.of("redo_fsyncs_per_trx"), 0.15, "purge's redo is synced too")
	fsyncs := many.of("tps") * many.of("redo_fsyncs_per_trx")
	assert.InDelta(t, 1/s, fsyncs, 0.2/s, "fsyncs per second")
	assert.Greater(t, many.of("tps"), 15*one.of("tps"))
}

// TestBehaviour02FlushAtCommit: 2 saves the fsync but not the writer's round trip, 0 saves both; page flushing still
// makes the log durable more often than once per second.
func TestBehaviour02FlushAtCommit(t *testing.T) {
	slow := []string{updates, redoDevice("5ms"), "innodb_io_capacity=10000", "innodb_io_capacity_max=20000"}
	mode := func(v string) outcome { return run(t, append(slow, "innodb_flush_log_at_trx_commit="+v)...) }
	zero, one, two := mode("0"), mode("1"), mode("2")
	t.Log(zero.of("tps"), one.of("tps"), two.of("tps"), zero.Result.Waits, two.Result.Waits)
	assert.Greater(t, two.of("tps"), 5*one.of("tps"))
	assert.InEpsilon(t, two.of("tps"), zero.of("tps"), 0.45)
	assert.GreaterOrEqual(t, zero.of("tps"), two.of("tps"))
	assert.Zero(t, zero.wait("log_write")+zero.wait("log_flush"))
	assert.Positive(t, two.wait("log_write"))
	assert.Zero(t, two.wait("log_flush"))
	busy := run(t, append(slow, "innodb_flush_log_at_trx_commit=2", "innodb_buffer_pool_size=5M", "time=3s")...)
	t.Log(busy.of("tps") * busy.of("redo_fsyncs_per_trx"))
	assert.Greater(t, busy.of("tps")*busy.of("redo_fsyncs_per_trx"), 1.5)
}

// TestBehaviour03RedoWriteAmplification: a lone client's commits rewrite partial blocks; a crowd fills them, as soon as
// a write takes long enough for the next ones to gather behind it.
func TestBehaviour03RedoWriteAmplification(t *testing.T) {
	amplification := func(threads string) float64 {
		o := run(t, updates, threads, "innodb_flush_method=O_DSYNC",
			"[device.redo]\nwrite-latency = 1ms\nflush-latency = 0\nlatency-cv = 0")
		return float64(o.Log().Metrics().OSLogWritten) / (o.of("redo_bytes_per_trx") * float64(o.Transactions()))
	}
	lone, crowd := amplification("threads=1"), amplification("threads=64")
	t.Log(lone, crowd)
	assert.Greater(t, lone, 1.8)
	assert.Less(t, lone, 4.0)
	assert.Greater(t, crowd, 1.0)
	assert.Less(t, crowd, 1.25)
}

// TestBehaviour04LogBufferWaits: the buffer fills up when redo comes faster than the device writes it; a larger one
// takes the same bursts.
func TestBehaviour04LogBufferWaits(t *testing.T) {
	load := []string{"script=bulk_insert", "tables=8", "threads=8", "innodb_flush_method=O_DSYNC",
		"[device.redo]\nwrite-latency = 20ms\nbandwidth = 100MB/s", "innodb_redo_log_capacity=1G", "events=40"}
	small := run(t, append(load, "innodb_log_buffer_size=1M")...)
	large := run(t, append(load, "innodb_log_buffer_size=256M")...)
	t.Log(small.Log().Metrics().LogWaits, large.Log().Metrics().LogWaits, small.Result.Waits)
	assert.Greater(t, small.Log().Metrics().LogWaits, uint64(100))
	assert.Zero(t, large.Log().Metrics().LogWaits)
	assert.Positive(t, small.wait("log_buffer"))
}

// TestBehaviour22LogThreadsOnFewCores is the half of the behaviour that modelled servers have: with few processors the log threads of 8.0 are not faster
// than committing threads that write the log themselves.
func TestBehaviour22LogThreadsOnFewCores(t *testing.T) {
	load := []string{updates, "cpus=2", "threads=16", "innodb_flush_log_at_trx_commit=0", "time=1s"}
	threads := run(t, append(load, "innodb_log_writer_threads=ON")...)
	users := run(t, append(load, "innodb_log_writer_threads=OFF")...)
	t.Log(threads.of("tps"), users.of("tps"))
	assert.LessOrEqual(t, threads.of("tps"), 1.02*users.of("tps"))
}

// TestBehaviour23SpinRule: committers spin only while the average fsync is below 400 µs and the processors have time to
// spare; sleeping costs a wake-up and saves processor time.
func TestBehaviour23SpinRule(t *testing.T) {
	spins := func(settings ...string) (o outcome, share float64) {
		o = run(t, append([]string{updates, "client=local", "wakeup=75us"}, settings...)...)
		m := o.Log().Metrics()
		return o, float64(m.UserSpins) / float64(m.UserSpins+m.UserWakeups)
	}
	quick, fast := spins(redoDevice("10us"), "cpus=16", "threads=6")
	_, slow := spins(redoDevice("1ms"), "cpus=16", "threads=6")
	_, crowded := spins(redoDevice("10us"), "cpus=2", "threads=6")
	asleep, never := spins(redoDevice("10us"), "cpus=16", "threads=6", "innodb_log_spin_cpu_pct_hwm=0")
	t.Log(fast, slow, crowded, never, quick.of("latency.avg"), asleep.of("latency.avg"))
	assert.Greater(t, fast, 0.5)
	assert.Less(t, slow, 0.01)
	assert.Less(t, crowded, 0.01)
	assert.Less(t, never, 0.01)
	assert.Less(t, quick.of("latency.avg"), asleep.of("latency.avg")-0.005)
}

// TestBehaviour25Binlog: two fsyncs a group, pipelined; a lone client's latency doubles; a delay before the sync makes
// groups larger and each commit slower; row locks are held across both fsyncs.
func TestBehaviour25Binlog(t *testing.T) {
	devices := redoDevice("1ms") + "[device.binlog]\nwrite-latency = 0\nflush-latency = 1ms\nlatency-cv = 0\n"
	with := []string{updates, devices, "skip-log-bin=OFF", "log_bin=binlog", "sync_binlog=1"}
	lone, plain := run(t, append(with, "threads=1")...), run(t, updates, devices, "threads=1")
	t.Log(lone.of("latency.avg"), plain.of("latency.avg"))
	assert.InEpsilon(t, 2, lone.of("latency.avg")/plain.of("latency.avg"), 0.25)

	crowd := run(t, append(with, "threads=64")...)
	delayed := run(t, append(with, "threads=64", "binlog_group_commit_sync_delay=5000")...)
	group := func(o outcome) float64 { return float64(o.Binlog().Members) / float64(o.Binlog().Syncs) }
	t.Log(crowd.of("tps"), group(crowd), delayed.of("tps"), group(delayed))
	assert.Greater(t, crowd.of("tps"), 10*lone.of("tps"))
	assert.InDelta(t, crowd.Commits(), crowd.Binlog().Members, 64, "each transaction is in one group")
	assert.Greater(t, group(delayed), 1.2*group(crowd))
	assert.Less(t, delayed.of("tps"), crowd.of("tps"))

	hot := []string{"tables=1", "table-size=1", "range-size=1", "threads=16"}
	locked := run(t, append(with, hot...)...)
	free := run(t, append([]string{updates, devices}, hot...)...)
	t.Log(locked.of("tps"), free.of("tps"))
	assert.InDelta(t, 1/2e-3, locked.of("tps"), 150)
	assert.Greater(t, free.of("tps"), 5*locked.of("tps"))
}

// TestBehaviour29RedoFileSwitch: a new redo file every 32nd of the capacity, two fsyncs each.
func TestBehaviour29RedoFileSwitch(t *testing.T) {
	o := run(t, "innodb_redo_log_capacity=16M", "innodb_io_capacity=10000", "innodb_io_capacity_max=20000", "threads=32")
	m := o.Log().Metrics()
	file := float64(o.Log().Limits().FileBytes)
	t.Log(m.NextFile, o.of("redo_bytes_per_trx")*float64(o.Transactions())/file, o.of("latency.p99"), o.of("latency.p50"))
	assert.InDelta(t, o.of("redo_bytes_per_trx")*float64(o.Transactions())/file, m.NextFile, 2)
	assert.Greater(t, m.NextFile, uint64(5))
	assert.Greater(t, o.of("latency.max"), o.of("latency.p50")+0.3)
}

// TestBehaviour30ThreadConcurrency: room is kept for the redo of every thread that may run: 1000 of them leave half.
func TestBehaviour30ThreadConcurrency(t *testing.T) {
	const capacity = "innodb_redo_log_capacity=100M"
	all := build(t, capacity).Log().Limits()
	e := build(t, capacity)
	require.NoError(t, e.Apply("innodb_thread_concurrency", "1000"))
	half := e.Log().Limits()
	assert.InDelta(t, 83.37, float64(all.Free)/(1<<20), 0.05, "MiB")
	assert.InDelta(t, 39.9, float64(half.Free)/(1<<20), 0.05, "MiB")
	assert.True(t, half.Unsafe)
	assert.Greater(t, half.Hard, redo.LSN(93<<20))
}
