package server

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// scrapes collects mysqld_exporter's samples by their time stamp; 0 for those without one.
type scrapes struct {
	by    map[float64]*fact.Sample
	where fact.Where
}

// mostScrapes of one file are kept: a day at one a minute.
const mostScrapes = 1440

// exposition is "name{labels} value timestamp".
var exposition = regexp.MustCompile(`^(mysql_[a-z0-9_]+)(?:\{([^}]*)\})?\s+(\S+)(?:\s+(\S+))?\s*$`)

// labelled are metrics that mysqld_exporter makes of several counters, and the counters' common part.
var labelled = map[string]string{
	"buffer_pool_pages": "innodb_buffer_pool_pages_", "buffer_pool_page_changes_total": "innodb_buffer_pool_pages_",
	"commands_total": "com_", "handlers_total": "handler_", "innodb_row_ops_total": "innodb_rows_",
	"connection_errors_total": "connection_errors_",
}

// renamed are metrics with a name of their own, those of INNODB_METRICS among them.
var renamed = map[string]string{
	"buffer_pool_dirty_pages": "innodb_buffer_pool_pages_dirty",
	"log_lsn_current":         "innodb_lsn_current", "log_lsn_checkpoint_age": "innodb_checkpoint_age",
	"log_lsn_last_checkpoint": "innodb_lsn_last_checkpoint", "trx_rseg_history_len": "innodb_history_list_length",
	"buffer_flush_adaptive_total_pages": "flushed.adaptive", "buffer_flush_background_total_pages": "flushed.dirty",
	"buffer_flush_sync_total_pages": "flushed.sync", "buffer_lru_batch_flush_total_pages": "flushed.lru",
	"buffer_lru_single_flush_num_scan": "flushed.single",
}

// line reads one sample; false when the line is none.
func (s *scrapes) line(r *reader, t string, no int) bool {
	m := exposition.FindStringSubmatch(t)
	if m == nil {
		return false
	}
	v, ok := fact.Number(m[3])
	if !ok {
		return false
	}
	w := fact.Where{File: r.file, Line: no}
	if s.by == nil {
		s.by, s.where = map[float64]*fact.Sample{}, w
	}
	r.facts.Known++
	if name, ok := strings.CutPrefix(m[1], "mysql_global_variables_"); ok {
		r.exported(fact.Setting{Where: w, Name: name, Value: strconv.FormatFloat(v, 'f', -1, 64), Exact: true})
		return true
	}
	if m[1] == "mysql_version_info" {
		r.facts.SetVersion(w, label(m[2], "version"), label(m[2], "version_comment"))
		return true
	}
	if name := counterName(m[1], m[2]); name != "" {
		at, _ := fact.Number(m[4])
		if at > 1e11 { // milliseconds
			at /= 1e3
		}
		s.at(at, w).Counters[name] = v
	}
	return true
}

// exported keeps a variable, the last value of each: a file may have many scrapes.
func (r *reader) exported(x fact.Setting) {
	for i := range r.facts.Settings {
		if s := &r.facts.Settings[i]; s.Name == x.Name && s.File == x.File {
			*s = x
			return
		}
	}
	r.facts.Settings = append(r.facts.Settings, x)
}

func (s *scrapes) at(time float64, w fact.Where) *fact.Sample {
	x := s.by[time]
	if x == nil {
		x = &fact.Sample{Where: w, Kind: "mysqld_exporter", Counters: map[string]float64{}, At: time}
		if len(s.by) < mostScrapes {
			s.by[time] = x
		}
	}
	return x
}

// counterName is the server's name of a metric; "" when it is no counter of the server.
func counterName(metric, labels string) string {
	name, status := strings.CutPrefix(metric, "mysql_global_status_")
	if !status {
		rest, ok := strings.CutPrefix(metric, "mysql_info_schema_innodb_metrics_")
		if !ok {
			return ""
		}
		_, name, _ = strings.Cut(rest, "_") // the subsystem
		return renamed[strings.ToLower(strings.TrimSuffix(name, "_total"))]
	}
	if prefix, ok := labelled[name]; ok {
		if _, quoted, ok := strings.Cut(labels, `"`); ok {
			value, _, _ := strings.Cut(quoted, `"`)
			return prefix + value
		}
		return ""
	}
	if other, ok := renamed[name]; ok {
		return other
	}
	return strings.TrimSuffix(name, "_total")
}

// label is the value of a label.
func label(labels, name string) string {
	for part := range strings.SplitSeq(labels, `",`) {
		if key, value, ok := strings.Cut(part, "="); ok && strings.TrimSpace(key) == name {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// end hands the samples on in the order of their times.
func (s *scrapes) end(r *reader) {
	for _, at := range slices.Sorted(maps.Keys(s.by)) {
		if len(s.by[at].Counters) > 0 {
			r.facts.Samples = append(r.facts.Samples, *s.by[at])
		}
	}
}
