package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// cache is a second-level cache of 1024 pages for the tiny server, as the last of its settings.
const cache = "[device.extension]\nsize = 16M\nread-latency = 100us\nwrite-latency = 60us\nchannels = 16\n"

// small is a load whose pages do not fit into memory: 2,800 of them, of which the pool has 512.
func small(more ...string) []string {
	return append([]string{"script=oltp_read_write", "innodb_buffer_pool_size=8M", "table-size=60000"}, more...)
}

// TestServicesClone: a branch goes on as the run does, with controllers, a second-level cache and a standby.
func TestServicesClone(t *testing.T) {
	e := build(t, small("modifiers=cloudsql-optimized-writes, rds-bpe, rds-high-availability", "innodb_io_capacity=100",
		"innodb_io_capacity_max=200", "innodb_redo_log_capacity=16M", "threads=16", "start=cold", "time=20s", cache)...)
	e.RunUntil(seconds(3.2))
	branch := e.Clone()
	e.RunUntil(seconds(7))
	require.NotEqual(t, branch.Digest(), e.Digest())
	branch.RunUntil(seconds(7))
	require.Equal(t, branch.Digest(), e.Digest())
	require.Equal(t, e.Result(true).Tuned, branch.Result(true).Tuned)
	require.NotEmpty(t, e.Result(true).Tuned)
	lawful(t, e)
	lawful(t, branch)
}

// TestConstructedCacheIsTheGrownOne: the second-level cache of a warm start has what a long run puts into it: as many
// pages are found, and from the first second on.
func TestConstructedCacheIsTheGrownOne(t *testing.T) {
	for _, mode := range []string{"mode = victim\n", "mode = write-through\n"} {
		warm := run(t, small("start=warm", "warmup=1s", "time=6s", "threads=8", cache+mode)...)
		cold := run(t, small("start=cold", "warmup=9s", "time=6s", "threads=8", cache+mode)...)
		t.Log(mode, warm.of("extension_hit_share"), cold.of("extension_hit_share"))
		assert.InDelta(t, cold.of("extension_hit_share"), warm.of("extension_hit_share"), 0.03)
		assert.InEpsilon(t, cold.of("tps"), warm.of("tps"), 0.05)
		reads := warm.Result.Series.Column("extension_reads")
		assert.InEpsilon(t, reads[len(reads)-1], reads[1], 0.25, "from the beginning")
	}
}

// TestCacheLaws: what is read comes from one of three places; a larger cache is never worse; all of the data in it leaves
// no reads for the data files but the first.
func TestCacheLaws(t *testing.T) {
	before := 2.0
	for _, size := range []string{"16M", "24M", "64M"} {
		o := run(t, small("start=cold", "warmup=4s", "time=3s", "threads=16",
			"[device.extension]\nsize = "+size+"\nread-latency = 100us\nchannels = 16")...)
		m := o.Pool().Metrics()
		x := o.Extension().Metrics()
		require.LessOrEqual(t, x.Hits+x.Misses, m.Reads+m.ReadAhead+m.ReadAheadRandom, "every read asks the cache")
		missing := 1 - o.of("extension_hit_share")
		require.Less(t, missing, before)
		before = missing
	}
	require.Less(t, before, 0.01)
}

// TestCacheDoesNotAllocate: neither do reads from the second-level cache, writes to it and controllers.
func TestCacheDoesNotAllocate(t *testing.T) {
	e := build(t, small("time=100000s", "report-interval=1000s", "threads=32", cache)...)
	e.RunUntil(seconds(5))
	n := testing.AllocsPerRun(5, func() { e.RunUntil(e.Now().Add(500 * sim.Millisecond)) })
	assert.LessOrEqual(t, n, 10.0)
	require.NoError(t, e.Err())
}

// TestAnotherCacheIsAnotherDevice: it takes no slot of the instance's caps over its network volumes.
func TestAnotherCacheIsAnotherDevice(t *testing.T) {
	o := run(t, small("start=warm", "warmup=1s", "time=4s", "threads=16", "vm-iops=2000", cache)...)
	d := o.Result.Devices
	last := d[len(d)-1]
	require.Equal(t, "extension", last.Name)
	require.Greater(t, last.ReadsPerSec+last.WritesPerSec, 500.0)
	require.LessOrEqual(t, d[0].ReadsPerSec+d[0].WritesPerSec, 2010.0)
	require.Greater(t, last.ReadsPerSec+last.WritesPerSec+d[0].ReadsPerSec+d[0].WritesPerSec, 2500.0)
}

// TestBurstBalance: credits are seen to go, and the volume to fall to its base when they are gone.
func TestBurstBalance(t *testing.T) {
	o := run(t, small("threads=32", "time=20s", "device.data.iops=500", "device.data.burst-iops=3000",
		"device.data.burst-credits=20000")...)
	b := o.Result.Series.Column("burst_balance")
	tps := o.Result.Series.Column("tps")
	require.InDelta(t, 100-100*2500/20000.0, b[0], 2)
	require.InDelta(t, 0, b[len(b)-1], 0.5)
	require.InDelta(t, 0, o.of("burst_balance"), 0.005)
	require.Greater(t, tps[2], 3*tps[len(tps)-1])
}

// TestOneAcknowledgementForMany: with a standby, commits of a crowd share acknowledgements; the time of the wait is at most
// what the standby takes.
func TestOneAcknowledgementForMany(t *testing.T) {
	o := run(t, updates, "threads=64", "modifiers=rds-high-availability", "time=2s")
	m := o.Binlog()
	assert.Greater(t, float64(m.Acked)/float64(m.Acks), 8.0)
	assert.LessOrEqual(t, o.wait("semisync"), 0.8+1e-9)
	assert.Greater(t, o.wait("semisync"), 0.4)
}

// services are what the swarm of services picks from.
const services = `
modifiers              rds-16k-atomic rds-high-availability rds-bpe cloudsql-data-cache cloudsql-optimized-writes cloudsql-adaptive-io cloudsql-adaptive-purge
semisync-rtt           0 1ms
cpu-burst              0 100ms
device.data.dies       0 4
device.extension.mode  victim write-through
`

// flash is a device whose reads meet programs, for the swarm.
const flash = "[device.data]\ndies = 4\nprogram-time = 700us\nprogram-size = 64K\nprogram-suspend = 100us\nerase-time = 4ms\n" +
	"erase-size = 16M\ncache-size = 1M\nsustained-write = 100MB/s\nwrite-amplification = 3\n"

// TestServicesSwarm runs random servers with random services for half a second each, with every law on.
func TestServicesSwarm(t *testing.T) {
	for seed := range uint64(24) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := rng.New(seed, "test.services", 0)
			settings := append(swarm(seed+1000), "time=500ms", "report-interval=100ms", fmt.Sprintf("seed=%d", seed))
			extended := false
			for line := range strings.Lines(strings.TrimSpace(services)) {
				f := strings.Fields(line)
				v := f[1+s.Uint32n(uint32(len(f)-1))]
				switch f[0] {
				case "device.data.dies":
					if v != "0" {
						settings = append(settings, flash, "device.data.write-cache=protected")
					}
				case "device.extension.mode":
					if extended || s.Bool(0.3) {
						settings = append(settings, "[device.extension]\nsize = 16M\nread-latency = 100us\nwrite-latency = 2ms\nmode = "+v)
					}
				default:
					extended = extended || v == "rds-bpe" || v == "cloudsql-data-cache"
					settings = append(settings, f[0]+"="+v)
				}
			}
			e := build(t, append(settings, timeline(seed))...)
			for !e.Step(5000) {
				require.NoError(t, e.Check())
			}
			lawful(t, e)
			if t.Failed() {
				t.Log(settings)
			}
		})
	}
}
