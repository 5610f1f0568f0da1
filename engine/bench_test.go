package engine_test

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// BenchmarkEngine measures a write load in memory: simulated transactions per second of wall clock.
func BenchmarkEngine(b *testing.B) {
	e := build(b, append([]string{"threads=64", "table-size=100000", "cpus=16", "time=1000000s",
		"report-interval=1s"}, resident...)...)
	e.RunUntil(seconds(1))
	events, trx := e.Events(), e.Transactions()
	b.ReportAllocs()
	b.ResetTimer()
	for e.Transactions()-trx < uint64(b.N) {
		e.RunUntil(e.Now().Add(10 * sim.Millisecond))
	}
	d := b.Elapsed().Seconds()
	b.ReportMetric(float64(e.Transactions()-trx)/d, "trx/s")
	b.ReportMetric(float64(e.Events()-events)/float64(e.Transactions()-trx), "events/trx")
	b.ReportMetric(float64(e.Events()-events)/d/1e6, "Mevents/s")
}

// base0 is the laboratory's basic case: 8 tables of 400,000 rows in a pool of an eighth of them, a slow emulated disk.
const base0 = `
[innosim]
server = mysql-9.7
start  = cold
[host]
profile = lab-vm-2
[device.data]
read-latency  = 700us
write-latency = 900us
flush-latency = 100us
latency-cv    = 0.4
channels      = 64
iops          = 3000
bandwidth     = 125MB/s
filesystem    = none
[mysqld]
innodb_buffer_pool_size  = 128M
innodb_redo_log_capacity = 100M
innodb_use_native_aio    = OFF
skip-log-bin
[workload]
script     = oltp_write_only
tables     = 8
table-size = 400000
threads    = 16
rand-type  = uniform
`

// BenchmarkBase0 measures how many times faster than real time the laboratory's basic case runs.
func BenchmarkBase0(b *testing.B) {
	c := parse(b, base0)
	c.Time = 20000 * sim.Second
	e := start(b, c)
	e.RunUntil(seconds(20))
	b.ResetTimer()
	from := e.Now()
	for range b.N {
		e.RunUntil(e.Now().Add(100 * sim.Millisecond))
	}
	b.ReportMetric(e.Now().Sub(from).Seconds()/b.Elapsed().Seconds(), "x_real_time")
}

// bigHost is as large as the model goes in practice: 100 tables of 12 million rows, 64 processors, 512 clients.
const bigHost = `
[innosim]
server = mysql-8.4
start  = warm
[host]
profile = cloud-64
[device.data]
profile = nitro-ssd
[mysqld]
innodb_buffer_pool_size  = 330G
innodb_redo_log_capacity = 32G
innodb_io_capacity       = 20000
innodb_io_capacity_max   = 40000
skip-log-bin
[workload]
script     = oltp_write_only
tables     = 100
table-size = 12000000
threads    = 512
rand-type  = uniform
`

// BenchmarkBigHost measures the start and the run of a large server. It is skipped unless INNOSIM_BIG is set: it needs
// gigabytes.
func BenchmarkBigHost(b *testing.B) {
	if os.Getenv("INNOSIM_BIG") == "" {
		b.Skip("set INNOSIM_BIG=1: needs 3 GB")
	}
	c := parse(b, bigHost)
	begin := time.Now()
	e, err := engine.New(c)
	require.NoError(b, err)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	started := time.Since(begin).Seconds()

	e.RunUntil(seconds(0.5))
	from, trx := e.Now(), e.Transactions()
	b.ResetTimer()
	for range b.N {
		e.RunUntil(e.Now().Add(100 * sim.Millisecond))
	}
	b.ReportMetric(e.Now().Sub(from).Seconds()/b.Elapsed().Seconds(), "x_real_time")
	b.ReportMetric(float64(e.Transactions()-trx)/e.Now().Sub(from).Seconds(), "tps")
	b.ReportMetric(started, "s_start")
	b.ReportMetric(float64(m.Sys)/(1<<30), "GiB")
}
