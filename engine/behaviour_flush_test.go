package engine_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// steady offers so many updates per second to a data set whose dirty pages are a small part of a large pool: the age
// rule alone decides.
func steady(rate string, settings ...string) []string {
	return append([]string{updates, "tables=1", "table-size=146000", "innodb_buffer_pool_size=512M", "rate=" + rate,
		"threads=32", "innodb_redo_log_capacity=16M", redoDevice("100us"), "innodb_undo_tablespaces=2",
		"[mysqld]\ninnodb_rollback_segments = 8"}, settings...)
}

// settled renews the averages often, so that they have settled within the minute that tests wait.
const settled = "innodb_flushing_avg_loops=5"

// ageOf is the mean page age between two times in percent of the adaptive limit, and the flush rate.
func ageOf(t *testing.T, from, to float64, settings ...string) (pct, rate float64) {
	t.Helper()
	e := build(t, append(settings, "time=1000s")...)
	e.RunUntil(seconds(from))
	before := e.Cleaner().Metrics()
	n := 0
	for at := from; at < to; at += 0.25 {
		e.RunUntil(seconds(at))
		if oldest, dirty := e.Pool().OldestDirty(); dirty {
			pct += 100 * float64(e.Log().Current()-oldest) / float64(e.Log().Limits().Dirty)
		}
		n++
	}
	lawful(t, e)
	m := e.Cleaner().Metrics().Sub(before)
	return pct / float64(n), float64(m.Flushed()) / (to - from)
}

// TestBehaviour05AdaptiveEquilibrium: nothing is flushed by age below 10 % of the free-check capacity; under a constant
// load the age settles where the rule's rate is the rate at which pages become dirty: x = (750·D/io_capacity_max)^(2/3).
func TestBehaviour05AdaptiveEquilibrium(t *testing.T) {
	e := build(t, steady("500", "time=100s")...)
	limit := e.Log().Limits().LWM
	for e.Log().Current()-e.Log().Checkpoint() < limit {
		e.RunUntil(e.Now().Add(100 * sim.Millisecond))
	}
	// The rates of the past and of the look-ahead alone ask for some pages: n = (0 + average + look-ahead)/3.
	require.Less(t, float64(e.Cleaner().Metrics().Flushed()), 0.05*float64(e.Pool().Dirty(0)))
	for _, rate := range []string{"300", "600", "1200"} {
		x, d := ageOf(t, 60, 100, steady(rate, "innodb_io_capacity=1000", "innodb_io_capacity_max=2000",
			settled)...)
		want := math.Pow(750*d/2000, 2.0/3)
		t.Log(rate, x, d, want)
		assert.InEpsilon(t, want, x, 0.25)
	}
}

// TestBehaviour06IntegerRatio: the age rule takes io_capacity_max / io_capacity as a whole number, so that 1999 / 1000 is
// 1 and the age is higher by 2^(2/3).
func TestBehaviour06IntegerRatio(t *testing.T) {
	two, d2 := ageOf(t, 60, 100, steady("600", "innodb_io_capacity=1000", "innodb_io_capacity_max=2000", settled)...)
	one, d1 := ageOf(t, 60, 100, steady("600", "innodb_io_capacity=1000", "innodb_io_capacity_max=1999", settled)...)
	t.Log(two, one, d2, d1)
	assert.InEpsilon(t, math.Pow(2, 2.0/3), one/two, 0.2)
}

// TestBehaviour07Staircase: the smoothed rates change every innodb_flushing_avg_loops seconds: when the load drops,
// flushing goes on at the old rate for up to so long.
func TestBehaviour07Staircase(t *testing.T) {
	after := func(loops string) (early, late float64) {
		e := build(t, append(steady("1200", "time=1000s", "innodb_flushing_avg_loops="+loops),
			"[timeline]\n65s = set rate = 100")...)
		rate := func(from, to float64) float64 {
			e.RunUntil(seconds(from))
			before := e.Cleaner().Metrics()
			e.RunUntil(seconds(to))
			return float64(e.Cleaner().Metrics().Sub(before).Flushed()) / (to - from)
		}
		return rate(66, 76), rate(150, 170)
	}
	slow, end := after("30")
	quick, _ := after("1")
	t.Log(slow, quick, end)
	assert.Greater(t, slow, 1.5*quick)
	assert.Greater(t, slow, 1.5*end)
}

// TestBehaviour08RedoSaturation: when pages become dirty faster than io_capacity_max for long, synchronous flushing
// starts, then users stall; the checkpoint age stays at the free-check limit plus the redo of those already past it.
func TestBehaviour08RedoSaturation(t *testing.T) {
	e := build(t, "tables=2", "table-size=200000", "innodb_buffer_pool_size=256M", "innodb_redo_log_capacity=8M",
		"innodb_io_capacity=100", "innodb_io_capacity_max=200", "device.data.write-latency=2ms", "device.data.channels=4",
		"threads=32", "time=6s")
	stalled, worst := 0, redo.LSN(0)
	for !e.Step(200) {
		age := e.Log().Current() - e.Log().Checkpoint()
		worst = max(worst, age)
		if e.Log().Stalled() > 0 {
			stalled++
		}
	}
	o := outcome{e, finish(t, e)}
	l := e.Log().Limits()
	t.Log(stalled, worst, l.Free, l.Hard, o.wait("log_free_check"), o.of("latency.avg"), e.Cleaner().Metrics().PagesSync)
	assert.Positive(t, stalled)
	assert.Less(t, worst, l.Free+l.Margin)
	assert.Greater(t, worst, l.Free)
	assert.Greater(t, o.wait("log_free_check"), 0.3*o.of("latency.avg"))
	m := e.Cleaner().Metrics()
	assert.Greater(t, float64(m.PagesSync), 0.8*float64(m.Flushed()))
	assert.Greater(t, float64(m.Flushed())/6, 200.0, "pages per second: above io_capacity_max")
}

// TestBehaviour09LargerRedoFewerWrites: with more redo a hot page collects more changes before it is written; pages of a
// huge uniform set are changed once either way.
func TestBehaviour09LargerRedoFewerWrites(t *testing.T) {
	writes := func(settings ...string) float64 {
		o := run(t, append([]string{updates, "threads=16", "rate=3000", "warmup=20s", "time=10s",
			"innodb_buffer_pool_size=256M", redoDevice("50us"), "innodb_io_capacity=10000",
			"innodb_io_capacity_max=20000", "innodb_max_dirty_pages_pct_lwm=0"}, settings...)...)
		return o.of("pages_written_per_trx")
	}
	const small, large = "innodb_redo_log_capacity=8M", "innodb_redo_log_capacity=100M"
	hotSmall, hotLarge := writes(small), writes(large)
	hugeSmall, hugeLarge := writes(small, "table-size=3000000", "innodb_buffer_pool_size=2G"),
		writes(large, "table-size=3000000", "innodb_buffer_pool_size=2G")
	t.Log(hotSmall, hotLarge, hugeSmall, hugeLarge)
	assert.Greater(t, hotSmall, 3*hotLarge)
	assert.Less(t, hugeSmall, 1.65*hugeLarge, "the zeros of files that grow count too")
}

// TestBehaviour10CheckpointCadence: under a moderate load the checkpoint advances about every 7 s, and stays 2 MiB behind
// the oldest dirty page; on an idle server once per second while there is something to advance.
func TestBehaviour10CheckpointCadence(t *testing.T) {
	e := build(t, append(steady("1200", "innodb_redo_log_capacity=64M", "time=1000s"), "innodb_io_capacity=2000",
		"innodb_io_capacity_max=4000")...)
	var at []float64
	last := e.Log().Checkpoint()
	for s := 0.0; s < 90; s += 0.05 {
		e.RunUntil(seconds(s))
		if c := e.Log().Checkpoint(); c != last {
			last = c
			at = append(at, s)
			if oldest, dirty := e.Pool().OldestDirty(); dirty {
				require.LessOrEqual(t, c+e.Log().Limits().OrderLag, oldest)
			}
		}
	}
	t.Log(at)
	require.Greater(t, len(at), 4)
	assert.InDelta(t, 7.5, (at[len(at)-1]-at[1])/float64(len(at)-2), 1)
}

// TestBehaviour11DirtyPages: from max_dirty_pages_pct_lwm on, io_capacity is used in proportion; without a low-water mark
// nothing happens until max_dirty_pages_pct, and then at full io_capacity.
func TestBehaviour11DirtyPages(t *testing.T) {
	load := []string{updates, "table-size=1200000", "rate=3000", "threads=32", "innodb_adaptive_flushing=OFF", settled,
		"innodb_redo_log_capacity=2G", "innodb_io_capacity=10000", "innodb_io_capacity_max=20000", "time=60s",
		redoDevice("100us"), "innodb_buffer_pool_size=1000M"}
	e := build(t, load...)
	e.RunUntil(seconds(50))
	before := e.Cleaner().Metrics()
	finish(t, e)
	d := float64(e.Cleaner().Metrics().Sub(before).Flushed()) / 10
	pct := 0.0
	for _, l := range e.Intervals(50) {
		pct += l.DirtyPct / 10
	}
	t.Log(pct, d, 91*d/10000)
	assert.InEpsilon(t, 91*d/10000, pct, 0.15, "looked at just before a pass")

	e = build(t, append(load, "innodb_max_dirty_pages_pct_lwm=0", "innodb_max_dirty_pages_pct=20")...)
	part := func() float64 { return float64(e.Pool().Dirty(0)) / float64(e.Pool().Frames(0)) }
	for part() < 0.195 {
		e.RunUntil(e.Now().Add(100 * sim.Millisecond))
		require.Less(t, float64(e.Cleaner().Metrics().Flushed()), 0.2*float64(e.Pool().Dirty(0)+1000))
	}
	e.RunUntil(e.Now().Add(3 * sim.Second))
	t.Log(part(), e.Cleaner().Metrics())
	assert.Greater(t, e.Cleaner().Metrics().PagesDirty, uint64(3000), "io_capacity, a third of it at first")
	assert.InDelta(t, 0.18, part(), 0.04)
}

// TestBehaviour12IOCapacityWhenIdle and 28: an idle server writes io_capacity pages per second, from the second idle
// second on, until no page is dirty; then the checkpoint age is what the last header needs.
func TestBehaviour12IOCapacityWhenIdle(t *testing.T) { drain(t, "200", 200) }

func drain(t *testing.T, capacity string, rate float64) {
	e := build(t, "innodb_io_capacity="+capacity, "innodb_io_capacity_max=2000",
		"[workload.1]\nscript=oltp_write_only\ntables=2\ntable-size=20000\nthreads=8\nrand-type=uniform\n"+
			"events=3000\npause=30s", "[workload.2]\nscript=oltp_point_select\nevents=1\ntable-size=20000\nthreads=1")
	for e.Transactions() < 3000 {
		e.RunUntil(e.Now().Add(10 * sim.Millisecond))
	}
	e.RunUntil(e.Now().Add(4 * sim.Second))
	dirty := e.Pool().Dirty(0)
	require.Greater(t, dirty, int(2*rate))
	e.RunUntil(e.Now().Add(2 * sim.Second))
	t.Log(dirty, e.Pool().Dirty(0))
	assert.InEpsilon(t, rate, float64(dirty-e.Pool().Dirty(0))/2, 0.1, "pages per second")
	e.RunUntil(e.Now().Add(10 * sim.Second))
	assert.Zero(t, e.Pool().Dirty(0))
	assert.Less(t, e.Log().Current()-e.Log().Checkpoint(), redo.LSN(2048))
	finish(t, e)
}

// TestBehaviour13TargetPerLoop: what a pass should write is per pass, not per second: where a pass takes longer, fewer
// pages are written per second, and the server notes passes of more than four seconds.
func TestBehaviour13TargetPerLoop(t *testing.T) {
	e := build(t, "tables=2", "table-size=60000", "innodb_buffer_pool_size=128M", "time=40s", "rate=1000", "threads=64",
		"device.data.write-latency=20ms", "device.data.channels=1", "innodb_doublewrite=OFF", "innodb_flush_sync=OFF",
		"innodb_redo_log_capacity=512M", "innodb_io_capacity=10000", "innodb_io_capacity_max=20000",
		"innodb_use_native_aio=OFF")
	for !e.Step(1 << 20) {
	}
	m := e.Cleaner().Metrics()
	t.Logf("%+v", m)
	perPass := float64(m.PassTime.Seconds()) / float64(m.Passes)
	assert.Greater(t, perPass, 1.0)
	assert.Positive(t, m.SlowPasses)
	lawful(t, e)
}

// TestBehaviour14RunningBatchBlocksTheNext: while pages of the last batch are still being written, the next one of the
// same type does not begin: slow completions write fewer pages than asked for.
func TestBehaviour14RunningBatchBlocksTheNext(t *testing.T) {
	o := run(t, "tables=2", "table-size=60000", "innodb_buffer_pool_size=128M", "time=20s", "rate=1000", "threads=64",
		"device.data.write-latency=50ms", "device.data.channels=4", "innodb_redo_log_capacity=512M", "innodb_io_capacity=1000")
	m := o.Cleaner().Metrics()
	t.Logf("%+v", m)
	assert.Positive(t, m.Blocked)
	assert.Less(t, float64(m.Flushed()), 0.9*float64(m.Requested))
}

// TestBehaviour18DoublewriteBatch: batches of 4 pages limit the flush rate to 4 per write of the doublewrite file and of
// the pages; 128 remove the limit. OFF waits for its pages and syncs files instead: it is not always faster.
func TestBehaviour18DoublewriteBatch(t *testing.T) {
	rate := func(settings ...string) float64 {
		o := run(t, append([]string{"server=mysql-8.0", "tables=2", "table-size=100000", "innodb_buffer_pool_size=256M",
			"time=5s", "threads=32", "device.data.write-latency=2ms", "device.data.channels=64", "innodb_io_capacity=20000",
			"innodb_io_capacity_max=40000", "innodb_redo_log_capacity=8M", redoDevice("50us")}, settings...)...)
		return o.of("pages_written_per_trx") * o.of("tps")
	}
	four, many := rate("innodb_doublewrite_pages=4"), rate("innodb_doublewrite_pages=128")
	off := rate("innodb_doublewrite=OFF")
	t.Log(four, many, off)
	assert.Greater(t, many, 2*four)
	assert.Less(t, four, 2*4/(2*2e-3), "two instances, lists of one of them")
}

// TestBehaviour19FlushMethod: O_DIRECT needs no sync of the doublewrite file, NO_FSYNC none of the data files either.
func TestBehaviour19FlushMethod(t *testing.T) {
	method := func(m string, more ...string) outcome {
		return run(t, append([]string{"tables=2", "table-size=100000", "innodb_buffer_pool_size=256M", "time=5s", "threads=32",
			"device.data.flush-latency=20ms", "innodb_io_capacity=20000", "innodb_io_capacity_max=40000",
			"innodb_redo_log_capacity=8M", redoDevice("50us"), "device.data.filesystem=ext4", "innodb_flush_method=" + m}, more...)...)
	}
	direct, buffered, none := method("O_DIRECT"), method("fsync"), method("O_DIRECT_NO_FSYNC")
	syncs := func(o outcome) float64 { return float64(o.Dblwr().Syncs) / float64(o.Dblwr().Writes) }
	flushed := func(o outcome) float64 { return o.of("pages_written_per_trx") * o.of("tps") }
	t.Log(syncs(direct), syncs(buffered), flushed(direct), flushed(buffered), flushed(none), none.Fil().Metrics().Syncs)
	assert.Zero(t, syncs(direct))
	assert.InDelta(t, 1, syncs(buffered), 0.1)
	slow := []string{"device.data.flush-latency=1ms", "[device.doublewrite]\nwrite-latency = 100us\nflush-latency = 20ms"}
	assert.Greater(t, flushed(method("O_DIRECT", slow...)), 2*flushed(method("fsync", slow...)), "where that sync is what takes time")
	assert.Greater(t, flushed(none), 1.5*flushed(direct))
	assert.Less(t, none.Fil().Metrics().Syncs, direct.Fil().Metrics().Syncs/4, "only of files that have grown")
}

// TestBehaviour21SyncsOfManyTablespaces: the last page of each batch syncs every file that has been written to: with many
// tables a page costs more syncs.
func TestBehaviour21SyncsOfManyTablespaces(t *testing.T) {
	tables := func(n, size string) outcome {
		return run(t, n, size, "innodb_buffer_pool_size=256M", "time=5s", "threads=32", "innodb_io_capacity=20000",
			"innodb_io_capacity_max=40000", "innodb_redo_log_capacity=8M", redoDevice("50us"))
	}
	few, many := tables("tables=2", "table-size=64000"), tables("tables=64", "table-size=2000")
	perPage := func(o outcome) float64 { return float64(o.Fil().Metrics().Syncs) / float64(o.Fil().Metrics().Writes) }
	t.Log(perPage(few), perPage(many), few.of("tps"), many.of("tps"), few.of("write_await"), many.of("write_await"))
	assert.Greater(t, perPage(many), 3*perPage(few))
}

// TestBehaviour26RecoveryTime: a crash costs more time the older the checkpoint is and the more pages have changed since;
// a drained server recovers in no time.
func TestBehaviour26RecoveryTime(t *testing.T) {
	load := []string{"time=4s", "threads=16", "innodb_io_capacity=10000", "innodb_io_capacity_max=20000", redoDevice("50us"),
		"innodb_max_dirty_pages_pct_lwm=0", "innodb_buffer_pool_size=128M"}
	small := run(t, append(load, "innodb_redo_log_capacity=8M")...)
	large := run(t, append(load, "innodb_redo_log_capacity=256M")...)
	redo := func(o outcome) (s float64) { // without what every start costs
		for _, p := range o.Durability.Recovery.Phases {
			if p.Name == "scan" || p.Name == "apply" {
				s += p.Time.Seconds()
			}
		}
		return s
	}
	t.Log(small.of("recovery_time"), large.of("recovery_time"), redo(small), redo(large))
	assert.Greater(t, redo(large), 3*redo(small))
	assert.Greater(t, large.of("recovery_time"), small.of("recovery_time"))
}

// TestBehaviour28IdleDrain: innodb_idle_flush_pct of io_capacity.
func TestBehaviour28IdleDrain(t *testing.T) { drain(t, "100", 100) }
