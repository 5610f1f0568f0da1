package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/profile"
)

// contexts are loads in which settings show. The tiny server keeps everything in memory and has little to flush.
var contexts = map[string]string{
	"tiny":   "time=2500ms threads=4",
	"small":  "time=2500ms threads=4 table-size=60000 innodb_buffer_pool_size=16M start=cold",
	"reads":  "time=1s threads=4 table-size=60000 innodb_buffer_pool_size=16M start=cold script=oltp_read_only",
	"cold":   "time=1s threads=4 start=cold",
	"ibuf":   "time=2s threads=4 table-size=60000 innodb_buffer_pool_size=6M start=cold innodb_change_buffering=all",
	"parts":  "time=3s threads=4 innodb_buffer_pool_size=1G innodb_buffer_pool_instances=4 innodb_max_dirty_pages_pct_lwm=0.01",
	"redo":   "time=3s threads=8 innodb_redo_log_capacity=8M innodb_log_writer_threads=ON",
	"binlog": "time=500ms threads=8 log_bin=on",
	"delay":  "time=500ms threads=8 log_bin=on binlog_group_commit_sync_delay=3000",
	"pages":  "time=3s threads=4 innodb_max_dirty_pages_pct_lwm=0.01 innodb_use_native_aio=OFF innodb_io_capacity=2000",
	"crowd":  "time=500ms threads=32 table-size=2000 cpus=2",
	"full":   "time=1s threads=32 table-size=60000 innodb_buffer_pool_size=6M start=cold",
	"gate":   "time=1s threads=16 table-size=60000 innodb_buffer_pool_size=16M start=cold innodb_thread_concurrency=1",
	"rows":   "time=1s threads=16 table-size=100 tables=1 range-size=1 script=oltp_read_write rtt=300us",
	"zero":   "time=2500ms threads=4 innodb_flush_log_at_trx_commit=0",
	"lag":    "time=1s threads=16 cpus=1 script=oltp_update_index innodb_max_purge_lag=50 innodb_max_purge_lag_delay=1000",
	"insert": "time=1s threads=8 script=oltp_insert",
	"locks":  "time=3s threads=16 tables=1 table-size=10 range-size=1 rtt=150ms",
	"fails":  "time=4s threads=16 tables=1 table-size=10 range-size=1 rtt=150ms innodb_lock_wait_timeout=1",
	"idle":   "time=15s threads=4 rate=0.3",
}

// felt names for each variable a context and a value that changes the run.
const felt = `
innodb_buffer_pool_size small 12M
innodb_buffer_pool_instances parts 2
innodb_buffer_pool_chunk_size small 11M
innodb_old_blocks_pct small 90
innodb_old_blocks_time small 0
innodb_lru_scan_depth small 100
innodb_read_ahead_threshold reads 1
innodb_random_read_ahead cold ON
innodb_change_buffering ibuf none
innodb_change_buffer_max_size ibuf 0
innodb_page_cleaners parts 1
innodb_flush_neighbors pages 2
innodb_io_capacity pages 100
innodb_io_capacity_max redo 1000
innodb_max_dirty_pages_pct pages 1
innodb_max_dirty_pages_pct_lwm tiny 80
innodb_adaptive_flushing redo OFF
innodb_adaptive_flushing_lwm redo 70
innodb_flushing_avg_loops redo 1
innodb_flush_sync redo OFF
innodb_idle_flush_pct idle 0
innodb_flush_method pages fsync
innodb_use_native_aio pages ON
innodb_write_io_threads pages 1
innodb_doublewrite pages OFF
innodb_doublewrite_pages pages 4
innodb_redo_log_capacity redo 16M
innodb_log_write_ahead_size tiny 512
innodb_log_writer_threads tiny OFF
innodb_log_spin_cpu_abs_lwm redo 0
innodb_log_spin_cpu_pct_hwm redo 100
innodb_flush_log_at_trx_commit tiny 2
innodb_flush_log_at_timeout zero 2
innodb_thread_concurrency tiny 1
innodb_thread_sleep_delay gate 10
innodb_adaptive_max_sleep_delay gate 0
innodb_sync_spin_loops full 0
innodb_spin_wait_delay full 0
innodb_spin_wait_pause_multiplier full 0
transaction_isolation rows READ-COMMITTED
innodb_lock_wait_timeout locks 1
innodb_rollback_on_timeout fails ON
innodb_deadlock_detect locks OFF
log_bin tiny on
sync_binlog binlog 0
binlog_group_commit_sync_delay binlog 3000
binlog_group_commit_sync_no_delay_count delay 2
binlog_order_commits binlog OFF
binlog_row_image binlog MINIMAL
innodb_purge_threads crowd 4
innodb_purge_batch_size crowd 1
innodb_purge_rseg_truncate_frequency tiny 1
innodb_max_purge_lag lag 1000
innodb_max_purge_lag_delay lag 10
innodb_rollback_segments tiny 1
innodb_extend_and_initialize insert OFF
`

// deaf are the others, and why none of these runs can show them.
var deaf = map[string]string{
	"innodb_page_size":                   "other pages are refused",
	"innodb_adaptive_hash_index":         "named by Unfelt",
	"innodb_commit_concurrency":          "named by Unfelt",
	"innodb_concurrency_tickets":         "named by Unfelt",
	"innodb_dedicated_server":            "gives values to settings that the tiny server has its own for",
	"innodb_max_undo_log_size":           "named by Unfelt",
	"innodb_undo_log_truncate":           "no run fills a gigabyte of undo, and other sizes are named by Unfelt",
	"innodb_buffer_pool_load_at_startup": "after a restart",
	"innodb_buffer_pool_dump_pct":        "after a restart",
	"innodb_fast_shutdown":               "at a shutdown",
	"innodb_doublewrite_files":           "a cleaner writes to one of them at a time, and a device does not care which",
	"innodb_use_fdatasync":               "on a file system with a journal",
	"innodb_read_io_threads":             "for read-ahead with simulated asynchronous I/O",
	"innodb_log_buffer_size":             "for more redo than these loads have",
	"innodb_log_wait_for_flush_spin_hwm": "on devices whose flush takes less",
	"innodb_fill_factor":                 "the tables were loaded before",
	"innodb_autoextend_increment":        "of shared tablespaces",
	"innodb_undo_tablespaces":            "deprecated, no effect in the server",
	"thread_handling":                    "the server has no thread pool of its own",
	"max_connections":                    "a limit",
}

// TestNoSettingIsDeaf: each variable that the model claims to use changes a run that it should change. A setting that is
// read and then forgotten is the worst of faults: the answer looks like one.
func TestNoSettingIsDeaf(t *testing.T) {
	usual := map[string]uint64{}
	run := func(context string, more ...string) uint64 {
		e := build(t, append(append([]string{"server=mysql-9.7"}, strings.Fields(contexts[context])...), more...)...)
		finish(t, e)
		return e.Digest()
	}
	cases := map[string][2]string{}
	for _, line := range strings.Split(strings.TrimSpace(felt), "\n") {
		f := strings.Fields(line)
		require.Contains(t, contexts, f[1])
		cases[f[0]] = [2]string{f[1], f[2]}
	}
	for _, v := range profile.MySQL97().Variables() {
		c, ok := cases[v.Name]
		if !ok {
			require.NotEmpty(t, deaf[v.Name], "%s: no run shows that the model uses it", v.Name)
			continue
		}
		require.Empty(t, deaf[v.Name], v.Name)
		if _, ok := usual[c[0]]; !ok {
			usual[c[0]] = run(c[0])
		}
		if run(c[0], v.Name+"="+c[1]) == usual[c[0]] {
			t.Errorf("%s = %s changes nothing in the context %s", v.Name, c[1], c[0])
		}
	}
}
