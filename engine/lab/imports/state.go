package imports

import (
	"fmt"
	"strconv"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// perSecond are the rates that the summary shows: a title, a unit, and the counters that tell it.
var perSecond = [...]struct {
	title, unit string
	names       []string
}{
	{"redo", "bytes/s", []string{"innodb_redo_log_current_lsn", "innodb_lsn_current"}},
	{"redo written to its files", "bytes/s", []string{"innodb_os_log_written"}},
	{"pages flushed", "pages/s", []string{"innodb_buffer_pool_pages_flushed", "innodb_pages_written"}},
	{"pages flushed, adaptive", "pages/s", []string{"flushed.adaptive"}},
	{"pages flushed, dirty share", "pages/s", []string{"flushed.dirty"}},
	{"pages flushed, sync", "pages/s", []string{"flushed.sync"}},
	{"pages flushed, LRU", "pages/s", []string{"flushed.lru", "innodb_buffer_pool_pages_lru_flushed"}},
	{"page flushes by clients", "1/s", []string{"flushed.single"}},
	{"pages read", "pages/s", []string{"innodb_pages_read", "innodb_buffer_pool_reads"}},
	{"fsyncs of the data", "1/s", []string{"innodb_data_fsyncs"}},
	{"fsyncs of the redo log", "1/s", []string{"innodb_os_log_fsyncs"}},
	{"waits for a free page", "1/s", []string{"innodb_buffer_pool_wait_free"}},
	{"waits for the log buffer", "1/s", []string{"innodb_log_waits"}},
	{"rows changed", "rows/s", []string{"innodb_rows_inserted", "innodb_rows_updated", "innodb_rows_deleted"}},
}

// levelsShown are the levels that the summary shows, at the end.
var levelsShown = [...]struct {
	title, unit string
	names       []string
}{
	{"log sequence number", "bytes", []string{"innodb_lsn_current", "innodb_redo_log_current_lsn"}},
	{"log flushed up to", "bytes", []string{"innodb_lsn_flushed", "innodb_redo_log_flushed_to_disk_lsn"}},
	{"pages flushed up to", "bytes", []string{"innodb_lsn_pages_flushed"}},
	{"last checkpoint at", "bytes", []string{"innodb_lsn_last_checkpoint", "innodb_redo_log_checkpoint_lsn"}},
	{"checkpoint age", "bytes", []string{"innodb_checkpoint_age", "innodb_redo_log_logical_size"}},
	{"largest checkpoint age", "bytes", []string{"innodb_checkpoint_max_age"}},
	{"pages of the pool", "pages", []string{"innodb_buffer_pool_pages_total"}},
	{"pages, free", "pages", []string{"innodb_buffer_pool_pages_free"}},
	{"pages, data", "pages", []string{"innodb_buffer_pool_pages_data"}},
	{"pages, dirty", "pages", []string{"innodb_buffer_pool_pages_dirty"}},
	{"history list length", "transactions", []string{"innodb_history_list_length"}},
	{"pending LRU writes", "pages", []string{"pending_lru"}},
}

// state says what the counters tell, whether or not a workload follows from it.
func (c *composer) state() {
	r := &c.rates
	from := fact.Where{}
	if r.seconds > 0 {
		c.measure("time of the rates", number(r.seconds), "s", fact.Where{File: r.from})
	}
	for _, x := range perSecond {
		sum, first := 0.0, ""
		for _, name := range x.names {
			v, ok := r.per[name]
			if ok && (first == "" || x.title == "rows changed") {
				sum += v
				first = name
			}
		}
		if first != "" {
			c.measure(x.title, number(sum), x.unit+", "+first, from)
		}
	}
	for _, x := range levelsShown {
		if v, name, ok := r.now(x.names...); ok {
			c.measure(x.title, strconv.FormatFloat(v, 'f', -1, 64), x.unit+", "+name, fact.Where{})
		}
	}
	if v, _, ok := r.now("innodb_buffer_pool_pages_total"); ok {
		size := strconv.FormatFloat(v*c.pageSize(), 'f', -1, 64)
		c.measure("pool", size, fmt.Sprintf("bytes, its pages of %.0f bytes", c.pageSize()), fact.Where{})
	}
	data, _, a := r.now("innodb_buffer_pool_pages_data")
	dirty, _, b := r.now("innodb_buffer_pool_pages_dirty")
	if a && b && data > 0 {
		c.measure("dirty share of the data pages", fmt.Sprintf("%.2f%%", 100*dirty/data), "", fact.Where{})
	}
	hits, _, a := r.rate("innodb_buffer_pool_read_requests")
	misses, _, b := r.rate("innodb_buffer_pool_reads")
	if a && b && hits > 0 {
		c.measure("hit rate", fmt.Sprintf("%.6f", 1-misses/hits), "of page gets", from)
	}
}
