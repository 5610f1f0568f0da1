package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// mariaRows are the rows of MariaDB, one for each seed in turn.
var mariaRows = [...]string{"mariadb-10.11", "mariadb-11.4", "mariadb-12.1"}

// onMaria makes settings for MySQL settings for MariaDB: names that it does not know are left out, or
// replaced by those that took their place.
func onMaria(row string, settings []string) []string {
	out := []string{"server=" + row}
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		switch name {
		case "server", "innodb_log_writer_threads", "innodb_doublewrite_pages", "binlog_group_commit_sync_delay":
			continue
		case "innodb_redo_log_capacity":
			name = "innodb_log_file_size"
		case "innodb_doublewrite":
			value = strings.ReplaceAll(value, "DETECT_ONLY", "fast")
		case "innodb_flush_log_at_trx_commit":
			value = strings.ReplaceAll(value, "0", "3")
		}
		out = append(out, name+"="+value)
	}
	return out
}

// mariaTimeline is timeline for MariaDB.
func mariaTimeline(seed uint64) string {
	var out []string
	for line := range strings.Lines(timeline(seed)) {
		line = strings.ReplaceAll(strings.TrimSpace(line), "innodb_redo_log_capacity", "innodb_log_file_size")
		if !strings.Contains(line, "writer_threads") && !strings.Contains(line, "sync_delay") &&
			!strings.Contains(line, "innodb_log_buffer_size") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// TestSwarmOfMariaDB runs random servers of MariaDB for a second each, with every law on.
func TestSwarmOfMariaDB(t *testing.T) {
	for seed := range uint64(21) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			settings := append(onMaria(mariaRows[seed%3], swarm(seed)), "time=1s", "report-interval=100ms",
				fmt.Sprintf("seed=%d", seed), mariaTimeline(seed))
			defer func() {
				if p := recover(); p != nil {
					t.Log(settings)
					panic(p)
				}
				if t.Failed() {
					t.Log(settings)
				}
			}()
			e := build(t, settings...)
			for at := sim.Time(0); !e.Step(5000); at = e.Now() {
				require.NoError(t, e.Check())
				require.Less(t, at, sim.Time(2*sim.Second))
			}
			lawful(t, e)
		})
	}
}

// runMaria runs the tiny server as MariaDB 11.4.
func runMaria(t testing.TB, settings ...string) outcome {
	t.Helper()
	return run(t, append([]string{"server=mariadb-11.4"}, settings...)...)
}

// bytesPerWrite is the mean size of a write of the redo log.
func (o outcome) bytesPerWrite() float64 {
	m := o.Log().Metrics()
	return float64(m.OSLogWritten) / float64(m.LogWrites)
}

// TestMariaDBGroupCommit: with redo space to spare, threads that commit together share a write and a sync.
func TestMariaDBGroupCommit(t *testing.T) {
	load := []string{updates, "innodb_log_file_size=1G", redoDevice("1ms")}
	one, many := runMaria(t, append(load, "threads=1")...), runMaria(t, append(load, "threads=64")...)
	t.Log(one.of("tps"), many.of("tps"), one.bytesPerWrite(), many.bytesPerWrite())
	assert.InDelta(t, 1, one.of("redo_fsyncs_per_trx"), 0.15)
	assert.Less(t, many.of("redo_fsyncs_per_trx"), 0.1)
	assert.Greater(t, many.of("tps"), 15*one.of("tps"))
	assert.Greater(t, many.bytesPerWrite(), 4*one.bytesPerWrite())
}

// TestMariaDBCheckpointHerd: without redo space, each thread that has waited for the page cleaner makes a
// checkpoint of its own, with a sync of all data files and a durable record in the log. The more threads, the
// more of that a transaction costs, and the longer its slowest ones take.
func TestMariaDBCheckpointHerd(t *testing.T) {
	tight := func(threads string) (o outcome, tries float64) {
		o = runMaria(t, "innodb_log_file_size=8M", "threads="+threads, "table-size=60000",
			"innodb_buffer_pool_size=128M", "device.data.write-latency=2ms", "device.data.channels=8", "time=4s")
		return o, float64(o.Log().Metrics().OwnCheckpoints) / float64(o.Transactions())
	}
	few, tries := tight("16")
	many, moreTries := tight("256")
	t.Log(few.of("tps"), many.of("tps"), tries, moreTries)
	assert.Positive(t, many.wait("log_free_check"))
	assert.Greater(t, moreTries, 3*tries)
	assert.Greater(t, many.of("latency.p95"), 5*few.of("latency.p95"))
}

// TestMariaDBFuriousFlushing: beyond the synchronous limit the page cleaner goes round without pause, as long as
// innodb_flush_sync lets it; nothing at all is flushed before the asynchronous limit while innodb_adaptive_flushing_lwm
// is not reached.
func TestMariaDBFuriousFlushing(t *testing.T) {
	tight := []string{"innodb_log_file_size=8M", "threads=32", "innodb_io_capacity=100", "innodb_io_capacity_max=200"}
	on, off := runMaria(t, tight...), runMaria(t, append(tight, "innodb_flush_sync=OFF")...)
	f, g := on.Cleaner().Metrics(), off.Cleaner().Metrics()
	t.Log(on.of("tps"), off.of("tps"), f.PagesSync, g.PagesSync)
	assert.Positive(t, f.PagesSync)
	assert.Greater(t, f.PassesSync, uint64(10), "rounds are back to back")
	assert.Zero(t, g.PagesSync)
	assert.Greater(t, on.of("tps"), 2*off.of("tps"))
	calm := runMaria(t, updates, "innodb_log_file_size=1G", "innodb_buffer_pool_size=128M", "rate=500")
	assert.Zero(t, calm.Cleaner().Metrics().Flushed())
}

// TestMariaDBFreePages: nobody but the page cleaner writes pages; a client without a free page waits for it.
func TestMariaDBFreePages(t *testing.T) {
	o := runMaria(t, "innodb_buffer_pool_size=6M", "threads=64", "table-size=60000", "innodb_log_file_size=256M")
	f := o.Cleaner().Metrics()
	t.Log(f, o.Pool().Metrics().WaitFree, o.Result.Waits)
	assert.Zero(t, f.PagesSingle)
	assert.Positive(t, f.PagesLRU)
	assert.Positive(t, o.Pool().Metrics().WaitFree)
	assert.Positive(t, o.wait("free_page"))
}

// TestMariaDBHerd: each free page wakes all clients that wait for one, who stand in the way of the page cleaner, who makes
// pages free. So more clients get fewer pages together.
func TestMariaDBHerd(t *testing.T) {
	starved := func(threads string) outcome {
		return runMaria(t, "script=oltp_read_write", "innodb_buffer_pool_size=64M", "tables=8", "table-size=60000",
			"innodb_log_file_size=1G", "innodb_io_capacity=5000", "innodb_io_capacity_max=10000", "cpus=64",
			"device.data.channels=64", "threads="+threads, "time=2s")
	}
	few, many := starved("64"), starved("512")
	t.Log(few.of("tps"), many.of("tps"), few.Cleaner().Metrics().PagesLRU, many.Cleaner().Metrics().PagesLRU)
	assert.Less(t, many.of("tps"), 0.5*few.of("tps"))
	assert.Less(t, many.Cleaner().Metrics().PagesLRU, few.Cleaner().Metrics().PagesLRU/2)
	assert.Greater(t, many.wait("free_page"), 20*few.wait("free_page"))
}

// TestMariaDBDoublewrite: batches of at most 128 pages; fast never syncs data files, but still the area; OFF has no area.
func TestMariaDBDoublewrite(t *testing.T) {
	load := []string{"innodb_log_file_size=16M", "threads=32", "innodb_io_capacity=5000"}
	mode := func(v string) outcome { return runMaria(t, append(load, "innodb_doublewrite="+v)...) }
	on, fast, off := mode("ON"), mode("fast"), mode("OFF")
	m := on.Dblwr()
	t.Log(on.of("tps"), fast.of("tps"), off.of("tps"), m, on.Fil().Metrics().Syncs, fast.Fil().Metrics().Syncs)
	assert.LessOrEqual(t, m.PagesWritten, 128*m.Writes)
	assert.Greater(t, m.PagesWritten, 64*m.Writes, "the cleaner fills the slots")
	assert.InDelta(t, m.Writes, m.Syncs, 1)
	assert.Less(t, fast.Fil().Metrics().Syncs, fast.Dblwr().Writes+5, "only the area is synced")
	assert.Greater(t, on.Fil().Metrics().Syncs, 2*m.Writes)
	assert.Zero(t, off.Dblwr().Writes)
	assert.True(t, off.Durability.TornPages)
	assert.False(t, fast.Durability.TornPages)
}

// TestMariaDBBinlog: the prepare is synced, then the binary log; the engine's commit only with
// innodb_flush_log_at_trx_commit = 3.
func TestMariaDBBinlog(t *testing.T) {
	load := []string{updates, "threads=1", "skip-log-bin=OFF", "log_bin=binlog", "sync_binlog=1", redoDevice("1ms")}
	two, three := runMaria(t, load...), runMaria(t, append(load, "innodb_flush_log_at_trx_commit=3")...)
	t.Log(two.of("redo_fsyncs_per_trx"), three.of("redo_fsyncs_per_trx"), two.Binlog(), two.Commits())
	assert.InDelta(t, 1, two.of("redo_fsyncs_per_trx"), 0.15)
	assert.InDelta(t, 2, three.of("redo_fsyncs_per_trx"), 0.15)
	assert.InDelta(t, two.Commits(), two.Binlog().Syncs, 2)
	crowd := runMaria(t, append(load, "threads=64")...)
	assert.Less(t, float64(crowd.Binlog().Syncs), 0.2*float64(crowd.Commits()))
}

// TestMariaDBStarts: a server of each row runs from each start state, and a constructed one twice alike.
func TestMariaDBStarts(t *testing.T) {
	for _, row := range mariaRows {
		for _, state := range []string{"cold", "loaded", "warm"} {
			o := run(t, "server="+row, "start="+state, "time=300ms", "innodb_log_file_size=32M")
			require.Positive(t, o.of("tps"), "%s %s", row, state)
		}
	}
	again := []string{"server=mariadb-11.4", "start=warm", "time=300ms", "innodb_log_file_size=32M"}
	require.Equal(t, run(t, again...).Digest(), run(t, again...).Digest())
}

// TestMariaDBClones: a clone goes on as the original does.
func TestMariaDBClones(t *testing.T) {
	e := build(t, "server=mariadb-12.1", "threads=64", "innodb_log_file_size=8M", "time=1s")
	e.RunUntil(seconds(0.5))
	c := e.Clone()
	finish(t, e)
	finish(t, c)
	require.Equal(t, e.Digest(), c.Digest())
}

// TestMariaDBSteadyStateDoesNotAllocate: nothing allocates once the queues have their sizes.
func TestMariaDBSteadyStateDoesNotAllocate(t *testing.T) {
	e := build(t, "server=mariadb-11.4", "threads=32", "innodb_log_file_size=8M", "time=1000s", "report-interval=1000s")
	e.RunUntil(seconds(4))
	at := 4.0
	n := testing.AllocsPerRun(5, func() {
		at += 0.2
		e.RunUntil(seconds(at))
	})
	require.LessOrEqual(t, n, 10.0, "B-trees and histories still grow, now and then")
}

// TestMariaDBSnapshotIsolation: with it, a transaction that reads first and then updates a row that others have
// changed meanwhile is an ignored error; without it, or without reading first, it is not.
func TestMariaDBSnapshotIsolation(t *testing.T) {
	hot := []string{"server=mariadb-12.1", "script=oltp_read_write", "tables=1", "table-size=1000", "threads=16",
		"rand-type=uniform", "time=1s", "innodb_log_file_size=256M"}
	on, off := run(t, hot...), run(t, append(hot, "innodb_snapshot_isolation=OFF")...)
	blind := run(t, append(hot, "script=oltp_write_only")...)
	t.Log(on.of("tps"), on.Versions(), off.Versions(), blind.Versions())
	assert.Positive(t, on.Versions())
	assert.Zero(t, off.Versions())
	assert.Zero(t, blind.Versions())
}

// TestBinlogRowImage: MINIMAL leaves out what a replica can do without.
func TestBinlogRowImage(t *testing.T) {
	bytes := func(image string) float64 {
		o := runMaria(t, "threads=4", "skip-log-bin=OFF", "log_bin=binlog", "binlog_row_image="+image, "time=500ms")
		return float64(o.Binlog().Bytes) / float64(o.Commits())
	}
	full, minimal, noblob := bytes("FULL"), bytes("MINIMAL"), bytes("NOBLOB")
	t.Log(full, minimal, noblob)
	assert.Less(t, minimal, 0.6*full)
	assert.InEpsilon(t, full, noblob, 0.05)
}
