package report

import (
	"bufio"
	"io"

	"github.com/innosim/innosim/engine/lab/document"
)

// exported is a metric of mysqld_exporter, and the series that it comes from. A total is the sum of a rate
// over time.
type exported struct {
	name, labels, help string
	series             string
	total              bool
}

// exportedMetrics are the metrics in the order of their names; mysqld_exporter's collectors global_status and
// info_schema.innodb_metrics. Names that the exporter does not know begin with innosim_.
func exportedMetrics() []exported {
	return []exported{
		{"innosim_cpu_busy_ratio", "", "Busy part of all CPUs.", "cpu_busy", false},
		{"mysql_global_status_buffer_pool_dirty_pages", "", "Dirty pages of the buffer pool.", "dirty_pages", false},
		{"mysql_global_status_buffer_pool_pages", `{state="free"}`, "Pages of the buffer pool by state.", "free_pages", false},
		{"mysql_global_status_commands_total", `{command="commit"}`, "Statements by command.", "tps", true},
		{"mysql_global_status_innodb_os_log_fsyncs", "", "Syncs of the redo log.", "redo_fsyncs", true},
		{"mysql_global_status_innodb_pages_read", "", "Pages read.", "pages_read", true},
		{"mysql_global_status_innodb_pages_written", "", "Pages written.", "pages_flushed", true},
		{"mysql_global_status_innodb_redo_log_current_lsn", "", "LSN since the start of the run.", "redo_bytes", true},
		{"mysql_global_status_queries", "", "Statements.", "qps", true},
		{"mysql_global_status_threads_connected", "", "Clients.", "threads", false},
		{"mysql_info_schema_innodb_metrics_log_log_lsn_checkpoint_age", "", "LSN not yet covered by a checkpoint, in bytes.",
			"checkpoint_age", false},
		{"mysql_info_schema_innodb_metrics_transaction_trx_rseg_history_len", "", "Length of the history list.",
			"history_list_length", false},
	}
}

// OpenMetrics prints the series of the whole run, warm-up included, as mysqld_exporter names them, and response times as
// summaries. Time stamps are seconds since the start of the run.
func OpenMetrics(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	latencySummaries(b, r)
	columns := map[string][]number{}
	for _, c := range allColumns(r) {
		columns[c.name] = c.values
	}
	times := columns["time"]
	for _, m := range exportedMetrics() {
		m.write(b, times, columns[m.series])
	}
	b.WriteString("# EOF\n")
	return b.Flush()
}

// write prints a metric's samples. Counters have no type: the exporter's are untyped too, and do not end with
// _total.
func (m exported) write(b *bufio.Writer, times, values []number) {
	kind := "gauge"
	if m.total {
		kind = ""
	}
	describe(b, m.name, m.help, kind)
	sum, last := 0.0, 0.0
	for i, v := range values {
		at := float64(times[i])
		if !document.IsFinite(float64(v)) {
			continue
		}
		x := float64(v)
		if m.total {
			sum += x * (at - last)
			x = sum
		}
		last = at
		sample(b, m.name, m.labels, x, at)
	}
}
