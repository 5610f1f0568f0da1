package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// At random instants of runs with every combination of flush mode, doublewrite mode, atomic write and write
// cache, a power cut loses what it may lose and no more.
func TestPowerCutAtRandomInstants(t *testing.T) {
	s := rng.New(5, "power cuts", 0)
	instants, torn := 0, 0
	for _, flush := range []int{1, 0, 2} {
		for _, dblwr := range []string{"ON", "DETECT_ONLY", "OFF"} {
			for _, atomic := range []string{"0", "16K"} {
				for _, cache := range []string{"none", "protected", "volatile"} {
					c := cut{flush: flush, dblwr: dblwr, atomic: atomic, cache: cache}
					t.Run(c.name(), func(t *testing.T) { instants, torn = c.run(t, &s, instants, torn) })
				}
			}
		}
	}
	require.GreaterOrEqual(t, instants, 200)
	require.Positive(t, torn, "no instant had a page write under way")
	t.Log(instants, "instants,", torn, "torn writes")
}

type cut struct {
	flush                int
	dblwr, atomic, cache string
	cried                bool // a torn page without a copy was seen
}

func (c *cut) name() string {
	return fmt.Sprintf("flush%d-%s-atomic%s-%s", c.flush, c.dblwr, c.atomic, c.cache)
}

func (c *cut) run(t *testing.T, s *rng.Stream, instants, torn int) (int, int) {
	settings := []string{
		fmt.Sprintf("innodb_flush_log_at_trx_commit = %d", c.flush), "innodb_doublewrite = " + c.dblwr,
		"innodb_flush_method = O_DIRECT", "innodb_buffer_pool_size = 8M", "loose-innodb_redo_log_capacity = 8M",
		"device.data.atomic-write = " + c.atomic, "device.data.write-cache = " + c.cache,
	}
	if c.cache != "none" {
		settings = append(settings, "device.data.cache-size = 4M", "device.data.sustained-write = 200MB/s")
	}
	e := build(t, settings...)
	l := engine.Witness(e)
	now := sim.Time(0)
	for range 4 {
		now = now.Add(sim.Duration(s.Uint64n(uint64(500 * sim.Millisecond))))
		e.RunUntil(now)
		instants++
		require.NoError(t, l.PowerCut(c.tornSafe()), "at %v", now)
		if c.dblwr == "ON" && !c.tornSafe() && l.PowerCut(true) != nil {
			c.cried = true
		}
		power, kill := e.Lost()
		switch c.flush {
		case 1:
			require.Zero(t, power, "a power cut loses acknowledged commits")
		case 2:
			require.Zero(t, kill, "a killed process loses acknowledged commits")
		}
	}
	if c.dblwr == "ON" && !c.tornSafe() {
		assert.True(t, c.cried, "no instant shows why the report warns of torn pages")
	}
	r := e.Result(true)
	assert.Equal(t, c.tornSafe(), r.Results["torn_pages"] == 0, "the report says otherwise")
	return instants, torn + l.Torn
}

// tornSafe tells whether every torn page can be repaired: by a copy that is on the medium. O_DIRECT does not
// sync the doublewrite files, so that a volatile cache may lose it.
func (c *cut) tornSafe() bool {
	return c.atomic == "16K" || c.dblwr == "ON" && c.cache != "volatile"
}

// With modes 0 and 2 the commits that a power cut loses are at most those of innodb_flush_log_at_timeout.
func TestLossIsBoundedByTheTimeout(t *testing.T) {
	for _, mode := range []int{0, 2} {
		for _, timeout := range []int{1, 3} {
			e := build(t, fmt.Sprintf("innodb_flush_log_at_trx_commit = %d", mode),
				fmt.Sprintf("innodb_flush_log_at_timeout = %d", timeout), "time = 10s")
			most := uint64(0)
			at := make([]uint64, 0, 100) // commits at each tenth of a second
			for i := range 90 {
				e.RunUntil(sim.Time(i+1) * sim.Time(100*sim.Millisecond))
				at = append(at, e.Commits())
				power, kill := e.Lost()
				if mode == 2 {
					require.Zero(t, kill)
				}
				window := uint64(0)
				if i > 10*timeout+2 { // what was committed in the time-out, and while the sync itself runs
					window = at[i] - at[i-10*timeout-2]
					require.LessOrEqual(t, power, window, "mode %d, time-out %d s", mode, timeout)
				}
				most = max(most, power)
			}
			require.Positive(t, most, "nothing was at risk in mode %d", mode)
		}
	}
}

// A crash takes the service down for the time of recovery, then the server goes on; every law holds.
func TestCrashInTheTimelinePlaysThrough(t *testing.T) {
	for _, action := range []string{"crash", "kill", "restart"} {
		for _, server := range []string{"mysql-8.4", "mysql-9.7"} {
			e := build(t, "server = "+server, "time = 12s", "[timeline]\n2s = "+action)
			r := finish(t, e)
			require.Len(t, r.Outages, 1)
			o := r.Outages[0]
			assert.Equal(t, action, o.Action)
			sum := sim.Duration(0)
			for _, p := range o.Phases {
				sum += p.Time
			}
			assert.Equal(t, o.Down, sum, "%s: %v", action, o.Phases)
			tps := r.Series.Column("tps")
			up := int(sim.Time(2*sim.Second).Add(o.Down)/sim.Time(sim.Second)) + 1
			for i := 2; i < up-1; i++ {
				assert.Zero(t, tps[i], "%s: second %d of an outage of %v", action, i, o.Down)
			}
			assert.Positive(t, tps[up], "%s: %v", action, tps)
			assert.Zero(t, o.Lost)
			if action == "crash" {
				assert.Equal(t, o.Torn, o.Repaired)
				assert.Positive(t, o.Applied)
			}
			assert.EqualValues(t, 8, r.SQL.Reconnects)
			again := build(t, "server = "+server, "time = 12s", "[timeline]\n2s = "+action)
			again.RunUntil(sim.Time(2500 * sim.Millisecond))
			branch := again.Clone()
			assert.Equal(t, r.Digest, finish(t, again).Digest)
			assert.Equal(t, r.Digest, finish(t, branch).Digest, "a copy made during the outage")
		}
	}
}

// loadAfterRestart restarts the tiny server with a dump of all its pages, and returns it when it is up.
func loadAfterRestart(t *testing.T, load profile.Load, idle bool, settings ...string) *engine.Engine {
	t.Helper()
	c := config(t, append(settings, "innodb_buffer_pool_dump_pct = 100", "time = 60s")...)
	c.Profile.Load = load
	if idle {
		c.Timeline = []engine.Change{{At: sim.Time(1900 * sim.Millisecond), Action: "set", Variable: "threads", Value: "0"}}
	}
	c.Timeline = append(c.Timeline, engine.Change{At: sim.Time(2 * sim.Second), Action: "restart"})
	e := start(t, c)
	e.RunUntil(2*sim.Time(sim.Second) + 1)
	require.True(t, e.Down())
	for e.Down() {
		e.RunUntil(e.Now() + sim.Time(sim.Millisecond))
	}
	return e
}

// TestBehaviour27Load: a dump is loaded with one read at a time, at the speed of the device when nobody else is active, at
// innodb_io_capacity pages a second otherwise; an adaptive load takes what io_capacity_max leaves free.
func TestBehaviour27Load(t *testing.T) {
	took := func(e *engine.Engine) sim.Duration {
		up := e.Now()
		for next, all, _ := e.LoadProgress(); next < all; next, all, _ = e.LoadProgress() {
			require.Less(t, e.Now().Sub(up), sim.Minute, "%d of %d pages", next, all)
			e.RunUntil(e.Now() + sim.Time(sim.Millisecond))
		}
		return e.Now().Sub(up)
	}
	alone := loadAfterRestart(t, profile.LoadByCapacity, true, "innodb_io_capacity = 100")
	d := took(alone)
	_, _, read := alone.LoadProgress()
	each := d / sim.Duration(read)
	t.Log(d, read, each)
	assert.Greater(t, read, uint64(400))
	assert.Greater(t, each, 110*sim.Microsecond, "one at a time: not below latency and transfer")
	assert.Less(t, each, 250*sim.Microsecond)

	loaded := loadAfterRestart(t, profile.LoadByCapacity, false, "innodb_io_capacity = 100", "threads = 1", "script = oltp_update_non_index",
		"think-time = 20ms")
	up := loaded.Now()
	for range 3 {
		loaded.RunUntil(loaded.Now().Add(sim.Second))
		_, _, read := loaded.LoadProgress()
		assert.LessOrEqual(t, read, uint64(100*(loaded.Now().Sub(up).Seconds()+1)))
	}
	assert.Greater(t, took(loaded), sim.Second)

	fast := took(loadAfterRestart(t, profile.LoadAdaptive, true, "innodb_io_capacity = 100", "innodb_io_capacity_max = 20000"))
	slow := took(loadAfterRestart(t, profile.LoadAdaptive, true, "innodb_io_capacity = 100", "innodb_io_capacity_max = 200"))
	t.Log(fast, slow)
	assert.Less(t, fast, d/2, "several reads at a time")
	assert.Greater(t, slow, sim.Duration(read-50)*sim.Second/200, "no more than io_capacity_max")
}

// Whatever the server was at, a crash leaves a server that goes on and obeys every law: also several crashes, with a
// binary log, in an open loop, in the middle of splits and of purge.
func TestCrashesOfAllKindsOfServers(t *testing.T) {
	for _, settings := range [][]string{
		{"script = oltp_insert"}, {"script = oltp_delete"}, {"script = bulk_insert"}, {"script = oltp_update_index", "start = warm"},
		{"script = oltp_read_write", "rate = 300"}, {"log-bin = on", "sync-binlog = 1"}, {"log-bin = on", "sync-binlog = 0"},
		{"innodb_doublewrite = OFF"}, {"innodb_flush_method = fsync", "device.data.filesystem = ext4"},
		{"innodb_use_native_aio = OFF", "threads = 40"}, {"innodb_change_buffering = all", "innodb_buffer_pool_size = 8M"},
		{"innodb_fast_shutdown = 2"}, {"innodb_fast_shutdown = 0"}, {"start = cold", "innodb_flush_log_at_trx_commit = 0"},
		{"start = warm", "innodb_buffer_pool_size = 8M", "innodb_flush_log_at_trx_commit = 2"},
	} {
		t.Run(settings[0], func(t *testing.T) {
			const line = "[timeline]\n1300ms = crash\n1400ms = kill\n9s = restart\n16s = kill"
			e := build(t, append(settings, "time = 30s", line)...)
			r := finish(t, e)
			require.Len(t, r.Outages, 3, "a server that is down does not crash")
			tps := r.Series.Column("tps")
			assert.Positive(t, tps[len(tps)-1], "%v", tps)
			assert.Len(t, e.Intervals(0), 30)
		})
	}
}

// A power cut takes from the binary log what sync_binlog has left in the page cache; a killed process takes nothing.
func TestPowerCutAndTheBinaryLog(t *testing.T) {
	unlogged := func(sync, action string) uint64 {
		r := finish(t, build(t, "log-bin = on", "sync-binlog = "+sync, "time = 8s", "[timeline]\n2s = "+action))
		require.Len(t, r.Outages, 1)
		assert.Zero(t, r.Outages[0].Lost)
		return r.Outages[0].Unlogged
	}
	assert.LessOrEqual(t, unlogged("1", "crash"), uint64(8), "no more than the clients that have not been answered")
	assert.Greater(t, unlogged("1000", "crash"), uint64(8))
	assert.Zero(t, unlogged("1000", "kill"))
}

// TestADeviceThatFlushesAloneOutlivesTheServer: its queue in the host begins empty, and belongs to the new process.
func TestADeviceThatFlushesAloneOutlivesTheServer(t *testing.T) {
	for _, action := range []string{"crash", "kill", "restart"} {
		e := build(t, "time=20s", "start=loaded", "device.data.flush-exclusive=on", "device.data.queue-depth=32", "device.data.host-queue=64",
			"[timeline]\n1s = "+action)
		finish(t, e)
		lawful(t, e)
		r := e.Result(false)
		require.Len(t, r.Outages, 1)
		require.Greater(t, r.Series.Column("tps")[19], float32(0), action)
	}
}
