package server

import (
	"strconv"
	"strings"
	"time"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// monitor reads one SHOW ENGINE INNODB STATUS into counters with the names of SHOW GLOBAL STATUS; the server's own
// rates are called rate.*, per second.
type monitor struct {
	sample fact.Sample
	parts  bool // inside INDIVIDUAL BUFFER POOL INFO: the sums came before
}

// monitor begins or ends monitor output.
func (r *reader) monitor(t string, no int) {
	if r.inside != nil {
		r.inside.end(r)
		r.inside = nil
	}
	if strings.Contains(t, "END OF") {
		return
	}
	r.inside = &monitor{sample: fact.Sample{
		Where: fact.Where{File: r.file, Line: no}, Kind: "SHOW ENGINE INNODB STATUS",
		Counters: map[string]float64{}, At: monitorTime(t),
	}}
}

// monitorTime reads the date of the title: "091014 11:26:14" or "2025-05-22 08:10:43 0x7f…".
func monitorTime(t string) float64 {
	f := strings.Fields(t)
	if len(f) < 2 {
		return 0
	}
	for _, layout := range []string{"060102 15:04:05", "2006-01-02 15:04:05"} {
		if at, err := time.Parse(layout, f[0]+" "+f[1]); err == nil {
			return float64(at.Unix())
		}
	}
	return 0
}

func (m *monitor) end(r *reader) {
	c := m.sample.Counters
	r.facts.Known += len(c)
	lsn, a := c["innodb_lsn_current"]
	checkpoint, b := c["innodb_lsn_last_checkpoint"]
	if a && b {
		c["innodb_checkpoint_age"] = lsn - checkpoint
	}
	if len(c) > 0 {
		r.facts.Samples = append(r.facts.Samples, m.sample)
	}
}

// heads are lines that begin with a name and go on with its number.
var heads = [...][2]string{
	{"Log sequence number", "innodb_lsn_current"}, {"Log flushed up to", "innodb_lsn_flushed"},
	{"Pages flushed up to", "innodb_lsn_pages_flushed"}, {"Last checkpoint at", "innodb_lsn_last_checkpoint"},
	{"Max checkpoint age", "innodb_checkpoint_max_age"}, {"History list length", "innodb_history_list_length"},
	{"Buffer pool size, bytes", "innodb_buffer_pool_bytes_total"}, {"Buffer pool size", "innodb_buffer_pool_pages_total"},
	{"Free buffers", "innodb_buffer_pool_pages_free"}, {"Database pages", "innodb_buffer_pool_pages_data"},
	{"Modified db pages", "innodb_buffer_pool_pages_dirty"}, {"Pending writes: LRU", "pending_lru"},
	{"Pages read", "innodb_pages_read"}, {"Number of rows inserted", "innodb_rows_inserted"},
	{"Per second averages calculated from the last", "rate.seconds"}, {"Trx id counter", "innodb_max_trx_id"},
}

// inner are numbers after a word within a line that a head or a unit marks.
var inner = [...][3]string{
	{"Pages read", "created", "innodb_pages_created"}, {"Pages read", "written", "innodb_pages_written"},
	{"Number of rows inserted", "updated", "innodb_rows_updated"}, {"Number of rows inserted", "deleted", "innodb_rows_deleted"},
}

// before are numbers in front of a word: in a line with the marking word of the second column.
var before = [...][3]string{
	{"OS file reads", "OS file reads", "os_file_reads"}, {"OS file writes", "OS file reads", "os_file_writes"},
	{"OS fsyncs", "OS file reads", "innodb_data_fsyncs"}, {"log i/o's done", "log i/o's done", "log_ios"},
	{"reads/s", "fsyncs/s", "rate.file_reads"}, {"writes/s", "fsyncs/s", "rate.file_writes"}, {"fsyncs/s", "fsyncs/s", "rate.fsyncs"},
	{"reads/s", "creates/s", "rate.pages_read"}, {"writes/s", "creates/s", "rate.pages_written"},
	{"inserts/s", "updates/s", "rate.rows_inserted"}, {"updates/s", "updates/s", "rate.rows_updated"},
	{"deletes/s", "updates/s", "rate.rows_deleted"}, {"reads/s", "updates/s", "rate.rows_read"},
	{"log i/o's/second", "log i/o's/second", "rate.log_ios"},
}

func (m *monitor) line(t string) {
	switch {
	case strings.HasPrefix(t, "INDIVIDUAL BUFFER POOL INFO"):
		m.parts = true
	case strings.HasPrefix(t, "ROW OPERATIONS"):
		m.parts = false
	}
	if m.parts || t == "" || strings.HasPrefix(t, "---TRANSACTION") || strings.HasPrefix(t, "Number of system rows") {
		return
	}
	for _, h := range heads {
		if rest, ok := strings.CutPrefix(t, h[0]); ok && (rest == "" || !letter(rest[0])) {
			m.head(h[1], rest)
			break
		}
	}
	for _, x := range inner {
		if strings.HasPrefix(t, x[0]) {
			m.set(x[2])(fact.After(t, x[1]))
		}
	}
	for _, x := range before {
		if strings.Contains(t, x[1]) {
			m.set(x[2])(numberBefore(t, x[0]))
		}
	}
}

// set keeps the first number of a name: sums come before their parts, rows before system rows.
func (m *monitor) set(name string) func(float64, bool) {
	return func(v float64, ok bool) {
		if _, known := m.sample.Counters[name]; ok && !known {
			m.sample.Counters[name] = v
		}
	}
}

// head reads the number behind a name: 64 bits in one, or as InnoDB 5.0 prints it, the upper 32 bits first;
// transaction numbers of the InnoDB plugin are hexadecimal.
func (m *monitor) head(name, rest string) {
	f := strings.Fields(rest)
	if len(f) == 0 || name == "innodb_buffer_pool_pages_total" && strings.HasPrefix(rest, ",") {
		return
	}
	if len(f) == 2 && (strings.HasPrefix(name, "innodb_lsn") || name == "innodb_max_trx_id") {
		hi, err1 := strconv.ParseUint(f[0], 10, 32)
		lo, err2 := strconv.ParseUint(f[1], 10, 32)
		if err1 == nil && err2 == nil {
			m.set(name)(float64(hi<<32|lo), true)
			return
		}
	}
	if name == "innodb_max_trx_id" {
		if n, err := strconv.ParseUint(f[0], 16, 64); err == nil && strings.ContainsAny(f[0], "ABCDEF") {
			m.set(name)(float64(n), true)
			return
		}
	}
	m.set(name)(fact.Leading(rest))
}

// numberBefore is the number in front of a word: "12 OS file reads".
func numberBefore(t, word string) (float64, bool) {
	i := strings.Index(t, word)
	if i < 0 {
		return 0, false
	}
	f := strings.Fields(t[:i])
	if len(f) == 0 {
		return 0, false
	}
	return fact.Number(f[len(f)-1])
}
