package imports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// rates are what counters say of a time: differences per second, and levels at its end.
type rates struct {
	seconds float64
	per     map[string]float64 // per second, by counter
	level   map[string]float64 // counters and gauges at the end
	from    string             // the samples
	mean    bool               // since the server's start: one sample only
}

// startUp is how long a server must have run for the mean since its start to mean anything, seconds.
const startUp = 60

// measure compares the first and the last sample of each kind; kinds complete each other, status counters first.
func measure(f *fact.Facts) rates {
	out := rates{per: map[string]float64{}, level: map[string]float64{}}
	for _, kind := range []string{"SHOW GLOBAL STATUS", "mysqld_exporter", "SHOW ENGINE INNODB STATUS", "INNODB_METRICS"} {
		var all []fact.Sample
		for _, s := range f.Samples {
			if s.Kind == kind {
				all = append(all, s)
			}
		}
		if len(all) == 0 {
			continue
		}
		slices.SortStableFunc(all, func(a, b fact.Sample) int { return cmp.Compare(clock(&a), clock(&b)) })
		out.add(f, all)
	}
	return out
}

// clock orders samples.
func clock(s *fact.Sample) float64 {
	if s.At > 0 {
		return s.At
	}
	return s.Counters["uptime"]
}

// add takes the rates of one kind, those that no kind before it had.
func (r *rates) add(f *fact.Facts, all []fact.Sample) {
	first, last := &all[0], &all[len(all)-1]
	d := apart(first, last)
	if d == 0 && first.Kind == "INNODB_METRICS" && len(all) > 1 && !r.mean {
		d = r.seconds // they have no clock: taken with the two samples of the status
	}
	per, mean := map[string]float64{}, false
	switch name := backwards(first, last); {
	case name != "":
		f.Note(last.Where, "%s is smaller than in %s: another server, or it was restarted: no rates are taken from the two",
			name, first.Where)
		d = 0
	case len(all) > 1 && d <= 0:
		f.Note(last.Where, "no time passed since %s: no rates are taken from the two", first.Where)
	case len(all) > 1:
		for name, v := range last.Counters {
			if before, ok := first.Get(name); ok {
				per[name] = (v - before) / d
			}
		}
	default:
		d, mean = r.alone(f, last, per)
	}
	if d > 0 && (r.seconds == 0 || r.mean && !mean) {
		r.seconds, r.mean = d, mean
		if r.from = last.Where.String(); len(all) > 1 {
			r.from = first.Where.String() + " and " + r.from
		}
	}
	if mean == r.mean {
		merge(r.per, per)
	}
	merge(r.level, last.Counters)
}

// alone takes what one sample says: the monitor's own means, or the mean since the server's start.
func (r *rates) alone(f *fact.Facts, s *fact.Sample, per map[string]float64) (seconds float64, mean bool) {
	if d := s.Counters["rate.seconds"]; d > 0 {
		for own, name := range map[string]string{
			"rate.pages_read": "innodb_pages_read", "rate.pages_written": "innodb_pages_written", "rate.fsyncs": "innodb_data_fsyncs",
			"rate.rows_inserted": "innodb_rows_inserted", "rate.rows_updated": "innodb_rows_updated",
			"rate.rows_deleted": "innodb_rows_deleted", "rate.rows_read": "innodb_rows_read",
		} {
			if v, ok := s.Get(own); ok {
				per[name] = v
			}
		}
		f.Note(s.Where, "one output only: its own means over %.0f s; LSN growth needs a second one", d)
		return d, false
	}
	up := s.Counters["uptime"]
	switch {
	case up >= startUp:
		for name, v := range s.Counters {
			if !strings.Contains(name, "lsn") && name != "innodb_max_trx_id" { // they outlive a restart
				per[name] = v / up
			}
		}
		f.Note(s.Where, "one sample only: rates are means since the server's start, %.0f s ago; "+
			"a second sample measures the load of now", up)
		return up, true
	case up > 0:
		f.Note(s.Where, "one sample only, %.0f s after the server's start: it says nothing of the load", up)
	}
	return 0, false
}

// apart is the time between two samples, seconds.
func apart(a, b *fact.Sample) float64 {
	if a.At > 0 && b.At > 0 {
		return b.At - a.At
	}
	return b.Counters["uptime"] - a.Counters["uptime"]
}

// backwards names a counter that has become smaller.
func backwards(a, b *fact.Sample) string {
	for _, name := range []string{
		"questions", "queries", "innodb_pages_written", "innodb_pages_read", "innodb_lsn_current", "innodb_redo_log_current_lsn",
		"innodb_os_log_written", "innodb_rows_inserted",
	} {
		x, ok1 := a.Get(name)
		y, ok2 := b.Get(name)
		if ok1 && ok2 && y < x {
			return name
		}
	}
	return ""
}

// merge adds what is not known yet.
func merge(into, from map[string]float64) {
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if _, known := into[name]; !known {
			into[name] = from[name]
		}
	}
}

// rate is the first of the counters that is known, per second.
func (r *rates) rate(names ...string) (v float64, name string, ok bool) { return pick(r.per, names) }

// now is the first of the counters or gauges that is known, at the end.
func (r *rates) now(names ...string) (v float64, name string, ok bool) { return pick(r.level, names) }

func pick(from map[string]float64, names []string) (float64, string, bool) {
	for _, n := range names {
		if v, ok := from[n]; ok {
			return v, n, true
		}
	}
	return 0, "", false
}

// transactions per second, and how they were counted.
func (r *rates) transactions() (float64, string) {
	writes := 0.0
	for _, name := range []string{"com_insert", "com_update", "com_delete", "com_replace", "com_insert_select", "com_update_multi"} {
		writes += r.per[name]
	}
	cached, _, _ := r.rate("binlog_cache_use")
	commits := r.per["com_commit"]
	switch {
	case cached > 0 && cached >= commits/10:
		return cached, "Binlog_cache_use: transactions that wrote to the binary log"
	case commits > 0 && commits >= writes/10:
		return commits, "Com_commit"
	case writes > 0:
		return writes + commits, "Com_insert, Com_update, …: each statement commits itself"
	}
	if v, _, _ := r.rate("innodb_max_trx_id"); v > 0 {
		return v, "growth of the transaction number"
	}
	if v, name, _ := r.rate("com_begin", "questions", "queries"); v > 0 {
		return v, fmt.Sprintf("%s: nothing is written", name)
	}
	return 0, ""
}
