package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// lab is the laboratory's server with 3.2 million rows, 48,000 pages, on one of its devices.
const lab = `
[innosim]
server = mysql-9.7
warmup = 0
time   = 10000s
[host]
profile = lab-vm-2
[mysqld]
innodb_flush_method = O_DIRECT
innodb_doublewrite = ON
innodb_buffer_pool_instances = 1
innodb_page_cleaners = 1
innodb_use_native_aio = OFF
disable_log_bin
[workload]
tables = 8
table-size = 400000
threads = 16
rand-type = uniform
`

const (
	slowDevice = `
[device.data]
read-latency = 700us
write-latency = 900us
flush-latency = 100us
latency-cv = 0.4
channels = 64
iops = 3000
iops-unit = 16K
bandwidth = 125MB/s
flush-serial = off
`
	fastDevice = `
[device.data]
read-latency = 110us
write-latency = 60us
flush-latency = 20us
latency-cv = 0.3
channels = 32
bandwidth = 1500MB/s
flush-serial = off
`
)

// state is what a warm start promises to get right: means over a window.
type state struct{ tps, dirty, age, written float64 }

// stateOf runs a server from one time to another and averages what it sees each second.
func stateOf(t *testing.T, text string, from, to float64) state {
	t.Helper()
	e := start(t, parse(t, text))
	e.RunUntil(seconds(from))
	trx, pages := e.Transactions(), e.Pool().Metrics().PagesWritten
	var s state
	for at := from + 1; at <= to; at++ {
		e.RunUntil(seconds(at))
		s.dirty += float64(e.Pool().Totals().Dirty) / (to - from)
		s.age += float64(e.Log().Current()-e.Log().Checkpoint()) / (to - from)
	}
	n := float64(e.Transactions() - trx)
	s.tps = n / (to - from)
	s.written = float64(e.Pool().Metrics().PagesWritten-pages) / n
	return s
}

func (s state) mean(o state) state {
	return state{(s.tps + o.tps) / 2, (s.dirty + o.dirty) / 2, (s.age + o.age) / 2, (s.written + o.written) / 2}
}

// TestWarmIsLongCold: a warm start is where a cold one gets to after long. The windows are the default ones of a
// scenario; two seeds, because stalls for redo space come in clusters: single runs scatter by a few percent.
func TestWarmIsLongCold(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates an hour")
	}
	for name, text := range map[string]string{
		"lru": slowDevice + "[mysqld]\ninnodb_buffer_pool_size = 64M\nloose-innodb_redo_log_capacity = 256M\n" +
			"innodb_io_capacity = 2000\ninnodb_io_capacity_max = 4000\n[workload]\nscript = oltp_update_non_index\n",
		"redo": slowDevice + "[mysqld]\ninnodb_buffer_pool_size = 1G\nloose-innodb_redo_log_capacity = 64M\n" +
			"innodb_io_capacity = 2000\ninnodb_io_capacity_max = 4000\n[workload]\nscript = oltp_write_only\n",
		"dirty": fastDevice + "[mysqld]\ninnodb_buffer_pool_size = 1G\nloose-innodb_redo_log_capacity = 4G\n" +
			"innodb_io_capacity = 10000\ninnodb_io_capacity_max = 20000\n[workload]\nscript = oltp_write_only\n",
	} {
		t.Run(name, func(t *testing.T) {
			warm := stateOf(t, lab+text+"[innosim]\nstart = warm\n", 60, 180)
			other := stateOf(t, lab+text+"[innosim]\nstart = warm\nseed = 2\n", 60, 180)
			t.Logf("seeds 1 and 2: %.5v, %.5v", warm, other)
			warm = warm.mean(other)
			cold := stateOf(t, lab+text+"[innosim]\nstart = cold\n", 600, 1800)
			t.Logf("warm %.5v, cold %.5v", warm, cold)
			assert.InEpsilon(t, cold.tps, warm.tps, 0.05, "tps")
			assert.InEpsilon(t, cold.dirty, warm.dirty, 0.05, "dirty pages")
			assert.InEpsilon(t, cold.age, warm.age, 0.05, "checkpoint age")
			assert.InEpsilon(t, cold.written, warm.written, 0.05, "pages written")
		})
	}
}

// TestWarmStartObeys: whatever the workload, the constructed state breaks no law, nor does the run that follows.
func TestWarmStartObeys(t *testing.T) {
	for _, settings := range [][]string{
		{"script=oltp_write_only", "innodb_buffer_pool_size=5M"},
		{"script=oltp_read_write", "rand-type=zipfian", "innodb_buffer_pool_size=5M", "rate=300"},
		{"script=oltp_update_index", "rand-type=special", "innodb_redo_log_capacity=8M"},
		{"script=oltp_insert"},
		{"script=oltp_delete"},
		{"script=oltp_read_only", "innodb_buffer_pool_size=5M"},
		{"script=select_random_points", "rand-type=pareto"},
		{"script=bulk_insert"},
		{"script=import_rows"},
	} {
		e := build(t, append(settings, "start=warm", "time=1s")...)
		lawful(t, e)
		clone := e.Clone()
		finish(t, e)
		finish(t, clone)
		require.Equal(t, e.Digest(), clone.Digest(), "%v", settings)
	}
}

// TestWarmBeginsAged: redo, dirty pages and the index are those of a server that has run for long.
func TestWarmBeginsAged(t *testing.T) {
	e := build(t, "start=warm", "time=1s")
	oldest, dirty := e.Pool().OldestDirty()
	require.True(t, dirty)
	assert.LessOrEqual(t, e.Log().Checkpoint(), oldest)
	assert.Greater(t, e.Log().Current(), oldest)
	assert.Equal(t, e.Log().Current(), e.Log().Flushed())
	index := &e.Schema().Tables[0].K
	n := 0
	for i := range index.Len() {
		n += index.At(i).Records()
	}
	assert.InEpsilon(t, 20000, n, 0.1)
}

// TestLoadedKeepsTheYoungest: the load filled one table after the other; what it created last is in memory, clean.
func TestLoadedKeepsTheYoungest(t *testing.T) {
	e := build(t, "innodb_buffer_pool_size=16M", "table-size=80000", "time=1s")
	total := e.Pool().Totals()
	assert.Zero(t, total.Dirty)
	assert.InDelta(t, total.Frames, total.LRU, float64(total.Frames)/4)
	first, last := &e.Schema().Tables[0], &e.Schema().Tables[1]
	assert.True(t, e.Pool().Resident(last.K.At(last.K.Len()-1).Page))
	assert.True(t, e.Pool().Resident(last.Clust.LeafAt(last.Clust.Leaves()-1)))
	assert.False(t, e.Pool().Resident(first.Clust.LeafAt(0)))
	lawful(t, e)
}

// TestLoadedThatFits: a pool with room for all of it holds all of it.
func TestLoadedThatFits(t *testing.T) {
	e := build(t, "time=1s")
	for i := range e.Schema().Tables {
		c := &e.Schema().Tables[i].Clust
		c.InnerPages(func(pg bufferpool.PageNo) { assert.True(t, e.Pool().Resident(pg)) })
		for j := range c.Leaves() {
			require.True(t, e.Pool().Resident(c.LeafAt(j)))
		}
	}
}

// BenchmarkWarmStart builds a server with 290,000 pages in memory.
func BenchmarkWarmStart(b *testing.B) {
	c := config(b, "start=warm", "tables=20", "table-size=1000000", "innodb_buffer_pool_size=8G", "memory=16G",
		"innodb_redo_log_capacity=1G")
	for b.Loop() {
		e, err := engine.New(c)
		require.NoError(b, err)
		require.Equal(b, sim.Time(0), e.Now())
	}
}

// TestAWarmServersClientsAreNotAllAtTheirFirstStatement: hundreds of readers at once would stand before the mutex of the LRU
// list for a minute and more, in a line that slows whoever has it, while the device has nothing to do.
func TestAWarmServersClientsAreNotAllAtTheirFirstStatement(t *testing.T) {
	for start, most := range map[string]int{"warm": 1, "loaded": 4} {
		e := build(t, "start="+start, "script=oltp_read_only", "threads=64", "cpus=4")
		e.RunUntil(sim.Time(sim.Microsecond))
		require.Equal(t, most, e.CPU().Busy(), start)
	}
}
