package imports

import (
	"fmt"
	"math"
	"strconv"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/workload"
)

// seen is what the counters say of an average transaction.
type seen struct {
	tps        float64
	statements float64
	requests   float64 // page gets
	changes    float64 // page changes, hot pages included
	reads      float64 // pages read from the device
	written    float64 // pages written to the data files
	redo       float64 // bytes of LSN
	resident   float64 // pages in the pool
	dirty      float64
	undo       float64 // hot undo pages: of each rollback segment its header and the undo page in use
}

// observed makes a workload of rates; false when there are none.
func (c *composer) observed(run *fact.Run) bool {
	r := &c.rates
	tps, how := r.transactions()
	if tps <= 0 {
		if r.seconds > 0 {
			c.note(fact.Where{File: r.from}, "the server does no transactions: there is no load to import")
		}
		return false
	}
	s := seen{tps: tps}
	from := fact.Where{}
	c.result("tps", tps, how, from)
	if !c.rate(&s, from) {
		return false
	}
	w, ok := c.shape(&s)
	if !ok {
		return false
	}
	c.workload = append(c.workload, keyValue{"script", workload.ScriptObserved})
	c.workload = append(c.workload, w...)
	c.workload = append(c.workload, keyValue{"rate", number(tps)})
	c.infer("rate", number(tps), "an open loop: transactions arrive as they did; "+
		"rate = 0 asks for the most that the clients can get", fact.Where{})
	c.threads(run)
	return true
}

// number prints six digits, more of large numbers.
func number(v float64) string {
	if v >= 1e5 && v < 1e18 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// rate fills in what the counters tell, and names what they do not.
func (c *composer) rate(s *seen, from fact.Where) bool {
	r := &c.rates
	per := func(result, unit string, names ...string) float64 {
		v, name, ok := r.rate(names...)
		if ok && result != "" {
			c.result(result, v/s.tps, unit+name, from)
		}
		return v / s.tps
	}
	s.reads = per("data_reads_per_trx", "pages, ", "innodb_pages_read", "innodb_buffer_pool_reads")
	s.written = per("pages_written_per_trx", "pages, ", "innodb_buffer_pool_pages_flushed", "innodb_pages_written")
	s.redo = per("redo_bytes_per_trx", "bytes, ", "innodb_redo_log_current_lsn", "innodb_lsn_current")
	if s.redo == 0 {
		if s.redo = per("redo_bytes_per_trx", "bytes, ", "innodb_os_log_written"); s.redo > 0 {
			c.infer("redo_bytes_per_trx", number(s.redo), "Innodb_os_log_written, which counts rewritten blocks again: "+
				"more than the log grows; SHOW ENGINE INNODB STATUS at both times would tell", fact.Where{})
		}
	}
	per("redo_fsyncs_per_trx", "fsyncs, ", "innodb_os_log_fsyncs")
	per("dblwr_writes_per_trx", "writes, ", "innodb_dblwr_writes")
	per("wait_free_per_trx", "", "innodb_buffer_pool_wait_free")
	for _, cause := range []string{"adaptive", "dirty", "sync", "lru"} {
		if v, name, ok := r.rate("flushed." + cause); ok {
			c.result("pages_flushed."+cause, v, "1/s, "+name, from)
		}
	}
	s.requests = per("", "", "innodb_buffer_pool_read_requests")
	s.changes = per("", "", "innodb_buffer_pool_write_requests")
	s.statements = max(1, per("", "", "questions", "queries"))
	if v, name, ok := r.rate("questions", "queries"); ok {
		c.result("qps", v, name, from)
	} else {
		c.miss("statements per transaction", "give two SHOW GLOBAL STATUS; one is assumed")
	}
	c.levels(s, from)
	return c.complete(s)
}

// levels are gauges at the end.
func (c *composer) levels(s *seen, from fact.Where) {
	now := func(result, unit string, names ...string) float64 {
		v, name, ok := c.rates.now(names...)
		if ok && result != "" {
			c.result(result, v, unit+", "+name, from)
		}
		return v
	}
	s.resident = now("", "", "innodb_buffer_pool_pages_data")
	if total := now("", "", "innodb_buffer_pool_pages_total"); total > 0 && (s.resident > total || s.resident == 0) {
		s.resident = total // compressed pages count more than once
	}
	s.dirty = now("dirty_pages", "pages", "innodb_buffer_pool_pages_dirty")
	now("free_pages", "pages", "innodb_buffer_pool_pages_free")
	now("history_list_length", "transactions", "innodb_history_list_length")
	now("checkpoint_age", "bytes", "innodb_checkpoint_age", "innodb_redo_log_logical_size")
}

// complete names the counters without which no working set can be told.
func (c *composer) complete(s *seen) bool {
	ok := true
	for _, x := range []struct {
		v    float64
		name string
	}{
		{s.requests, "Innodb_buffer_pool_read_requests"}, {s.resident, "Innodb_buffer_pool_pages_data"},
	} {
		if x.v == 0 {
			c.miss("rate of "+x.name, "give two SHOW GLOBAL STATUS taken while the load runs")
			ok = false
		}
	}
	return ok
}

// shape is the working set and what a transaction does to it.
func (c *composer) shape(s *seen) ([]keyValue, bool) {
	touches := s.requests / levels
	c.infer("pages of the working set that a transaction touches", number(touches),
		fmt.Sprintf("Innodb_buffer_pool_read_requests / %d: a search gets root, inner page and leaf", levels), fact.Where{})
	if touches <= s.reads*1.02 {
		c.miss("size of the data", "nearly every page that is touched is read from the device: "+
			"the counters do not tell how many pages there are; "+
			"give --data-size SIZE")
		if touches = s.reads; c.o.Data == 0 {
			return nil, false
		}
	}
	hit := 1 - s.reads/touches
	s.undo = c.undoPages(s)
	g, keys := c.workingSet(s, hit)
	writes := c.writes(s, g)
	touches = max(touches, writes)
	keys = append(keys, keyValue{"page-reads", number(touches - writes)}, keyValue{"page-writes", number(writes)},
		keyValue{"redo-bytes", number(c.redoBytes(s, writes))}, keyValue{"statements", number(s.statements)})
	return keys, true
}

// workingSet is how many pages, how popular, give the measured hit rate at the measured size of the pool.
func (c *composer) workingSet(s *seen, hit float64) (groups, []keyValue) {
	pages := c.o.Data / c.pageSize()
	resident := max(1, s.resident-s.undo)
	if pages > resident {
		if e, ok := exponent(pages, resident, hit); ok {
			c.infer("rand-zipfian-exp", fmt.Sprintf("%.3f", e),
				fmt.Sprintf("%.0f pages of data, %.0f resident, hit rate %.5f (Che's approximation)",
					pages, resident, hit), fact.Where{})
			return zipf(pages, e), append(sizeOf(pages), keyValue{"rand-type", "zipfian"},
				keyValue{"rand-zipfian-exp", fmt.Sprintf("%.4f", e)})
		}
		c.note(fact.Where{File: "--data-size"}, "no popularity of so many pages gives a hit rate of %.5f: "+
			"equal popularity of fewer or more is taken", hit)
	}
	if c.o.Data > 0 && pages <= resident {
		c.note(fact.Where{File: "--data-size"}, "%.0f pages of data fit the %.0f resident pages: "+
			"they do not explain the reads", pages, resident)
	}
	pages = math.Ceil(resident / hit)
	why := fmt.Sprintf("%.0f resident pages less %.0f undo pages, / hit rate %.5f, all equally popular: "+
		"with --data-size SIZE the popularity is inferred instead", s.resident, s.undo, hit)
	if s.reads < 1e-3 {
		why = fmt.Sprintf("the %.0f resident pages less %.0f undo pages: hardly anything is read, so that the whole data may be larger",
			s.resident, s.undo)
	}
	c.infer("working-set", strconv.FormatFloat(pages, 'f', 0, 64), why, fact.Where{})
	return uniform(pages), sizeOf(pages)
}

// sizeOf writes a number of pages: a table has at most 2^32-1 rows.
func sizeOf(pages float64) []keyValue {
	const most = (1<<32 - 1) / workload.RowsPerPage
	tables := math.Ceil(pages / most)
	size := keyValue{"working-set", strconv.FormatFloat(math.Ceil(pages/tables), 'f', 0, 64)}
	if tables == 1 {
		return []keyValue{size}
	}
	return []keyValue{{"tables", strconv.FormatFloat(tables, 'f', 0, 64)}, size}
}

// writes is how many pages of the working set a transaction changes: more than are written, since a page that stays
// dirty is changed again. How long it stays dirty follows from Little's law.
func (c *composer) writes(s *seen, g groups) float64 {
	if s.written <= 0 {
		return c.unflushed(s)
	}
	w, why := s.written, "as many as are written"
	if s.dirty > 0 {
		age := s.dirty / s.written
		undo := s.undoWrites(age)
		if most := s.written * (1 - leastData); undo > most {
			c.note(fact.Where{File: "page-writes"}, "undo pages alone would be written %.3g times per transaction, "+
				"all pages are %.3g times: "+
				"the rollback segments are used less than all in turn", undo, s.written)
			undo = most
		}
		w = g.writes(s.written-undo, age)
		why = fmt.Sprintf("%.4g pages are written per transaction, %.3g of them undo pages, and stay dirty for %.0f transactions "+
			"(Little's law: %.0f dirty pages)", s.written, undo, age, s.dirty)
	}
	if s.changes > 0 && w > s.changes {
		w, why = s.changes, why+"; not more than Innodb_buffer_pool_write_requests"
	}
	if most := mostWrites(s.redo); s.redo > 0 && w > most {
		w, why = most, why+"; not more than the redo log has room for"
	}
	c.infer("page-writes", number(w), why, fact.Where{})
	return w
}

// unflushed is how many pages a transaction changes when none is written: they all stay dirty, so that only rows tell.
func (c *composer) unflushed(s *seen) float64 {
	if s.redo <= 0 {
		return 0
	}
	rows := 0.0
	for _, name := range []string{"innodb_rows_inserted", "innodb_rows_updated", "innodb_rows_deleted"} {
		rows += c.rates.per[name] / s.tps
	}
	w, why := rows, "no page is flushed although the log grows: a page for each row that is changed"
	if rows == 0 {
		w, why = 1, "no page is flushed although the log grows, and no counter tells the rows that are changed: one is assumed"
	}
	if most := mostWrites(s.redo); w > most {
		w, why = most, why+"; not more than the redo log has room for"
	}
	c.infer("page-writes", number(w), why, fact.Where{})
	return w
}

// leastData is the share of the written pages that is taken for data at least: a transaction that changes a row
// changes a page of the data, whatever the estimate of undo pages says.
const leastData = 0.1

// undoBytes is the undo of a transaction that is taken for full undo pages, bytes: a few records.
const undoBytes = 500

// undoPages is how many undo pages are hot: transactions take the rollback segments in turn.
func (c *composer) undoPages(s *seen) float64 {
	if c.trial == nil || s.written <= 0 {
		return 0
	}
	x := &c.trial.Settings
	hot := 2 * float64(max(1, x.UndoTablespaces)*x.RollbackSegments)
	if hot > s.resident/2 {
		c.note(fact.Where{File: "undo pages"}, "%.0f of them would be hot, "+
			"more than half of the %.0f resident pages: half is taken", hot, s.resident)
		return s.resident / 2
	}
	return hot
}

// undoWrites is how many of the pages that a transaction causes to be written are undo pages, when a page stays
// dirty for age transactions: each touches one of the headers and one of the undo pages, and fills some.
func (s *seen) undoWrites(age float64) float64 {
	if s.undo == 0 {
		return 0
	}
	return 2/(1+age*2/s.undo) + undoBytes/(16384-250)
}

// mostWrites is how many changes of the smallest kind so much redo can hold.
func mostWrites(redo float64) float64 {
	o := workload.ObservedOptions{PageWrites: 1}
	one := o.LeastRedo()
	if redo <= one {
		return redo / one
	}
	return 1 + (redo-one)/(one-workload.TrxRedo)
}

// redoBytes is the redo of a transaction without what the binlog adds to it.
func (c *composer) redoBytes(s *seen, writes float64) float64 {
	o := workload.ObservedOptions{PageWrites: writes}
	redo := s.redo
	if c.trial != nil && c.trial.Settings.LogBin {
		redo -= o.Writing() * workload.PrepareRedo
	}
	if redo == 0 && writes > 0 {
		c.miss("redo bytes", "give Innodb_redo_log_current_lsn, Innodb_lsn_current or SHOW ENGINE INNODB STATUS "+
			"at both times; the least is assumed")
	}
	return max(redo, math.Ceil(o.LeastRedo()))
}
