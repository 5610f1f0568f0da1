package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// choices are what the swarm picks from: one value of each line. Unusual values are on purpose.
const choices = `
server                         mysql-8.4 mysql-8.0 mysql-9.7
start                          cold loaded warm
cpus                           1 2 4 16 64
threads-per-core               1 1
cpu-share                      1 1 0.5
wakeup                         0 5us 75us
client                         remote local
script                         oltp_write_only oltp_read_write oltp_update_index oltp_insert oltp_delete bulk_insert import_rows oltp_read_only oltp_point_select oltp_update_non_index select_random_points select_random_ranges
tables                         1 2 5
table-size                     1000 10000 40000
threads                        1 3 16 100
rand-type                      uniform special pareto zipfian gaussian
skip-trx                       off off on
pace                           0 0 rate=200 rate=5000 think-time=5ms
device.data.read-latency       0 50us 1ms
device.data.write-latency      0 50us 3ms
device.data.flush-latency      0 200us 5ms
device.data.latency-cv         0 0.5
device.data.channels           0 1 8
device.data.iops               none none 500 3000
device.data.bandwidth          none none 20MB/s
device.data.filesystem         none ext4 xfs
device.data.flush-serial       on off
device.data.write-cache        none none volatile protected
innodb_buffer_pool_size        5M 16M 64M
innodb_redo_log_capacity       8M 32M 512M
innodb_log_buffer_size         1M 16M
innodb_io_capacity             100 1000 20000
innodb_flush_log_at_trx_commit 0 1 2
innodb_log_writer_threads      ON OFF
innodb_doublewrite             ON OFF DETECT_ONLY
innodb_doublewrite_pages       4 128
innodb_flush_method            O_DIRECT fsync O_DSYNC O_DIRECT_NO_FSYNC
innodb_use_native_aio          ON OFF
innodb_flush_neighbors         0 1 2
innodb_lru_scan_depth          100 1024
innodb_purge_threads           1 4
innodb_adaptive_flushing       ON OFF
innodb_flush_sync              ON OFF
innodb_max_dirty_pages_pct_lwm 0 10
innodb_random_read_ahead       ON OFF
innodb_write_io_threads        1 4
log_bin                        binlog
sync_binlog                    0 1 10
binlog_group_commit_sync_delay 0 0 500
`

// swarm draws a configuration: about two thirds of the settings are given, the others have their defaults.
func swarm(seed uint64) []string {
	s := rng.New(seed, "test.swarm", 0)
	out := []string{"skip-log-bin="}
	for line := range strings.Lines(strings.TrimSpace(choices)) {
		f := strings.Fields(line)
		v := f[1+s.Uint32n(uint32(len(f)-1))]
		given := s.Float64() < 0.66
		switch {
		case !given || v == "none" && !strings.Contains("filesystem write-cache", f[0][strings.LastIndex(f[0], ".")+1:]):
			continue
		}
		switch f[0] {
		case "log_bin":
			out = out[1:]
		case "pace":
			if v != "0" {
				out = append(out, v)
			}
			continue
		}
		out = append(out, f[0]+"="+v)
	}
	return out
}

// changes are what a DBA does to the running server, and what happens to the device.
const changes = `
threads                        1 5 40
innodb_redo_log_capacity       8M 64M
innodb_io_capacity             100 10000
innodb_flush_log_at_trx_commit 0 1 2
innodb_log_writer_threads      ON OFF
innodb_log_buffer_size         1M 4M
innodb_lru_scan_depth          100 2000
innodb_adaptive_flushing       ON OFF
innodb_max_dirty_pages_pct     10 90
sync_binlog                    0 1 5
binlog_group_commit_sync_delay 0 1000
device.data.iops               300 9000
device.data.write-latency      0 20ms
device.data.channels           1 32
`

// timeline draws some changes during the run.
func timeline(seed uint64) string {
	s := rng.New(seed, "test.timeline", 0)
	lines := strings.Split(strings.TrimSpace(changes), "\n")
	text := "[timeline]"
	for i := range s.Uint32n(4) {
		f := strings.Fields(lines[s.Uint32n(uint32(len(lines)))])
		text += fmt.Sprintf("\n%dms = set %s = %s", 200*(i+1), f[0], f[1+s.Uint32n(uint32(len(f)-1))])
	}
	return text
}

const swarmRuns = 40

// TestSwarm runs random servers under random loads for a second each, with every law on.
func TestSwarm(t *testing.T) {
	for seed := range uint64(swarmRuns) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			settings := append(swarm(seed), "time=1s", "report-interval=100ms", fmt.Sprintf("seed=%d", seed), timeline(seed))
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
