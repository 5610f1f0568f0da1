package server

import (
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/profile"
)

// summaryNames are the lines of pt-mysql-summary's "InnoDB" and the variables that they show.
var summaryNames = map[string]string{
	"Buffer Pool Size": "innodb_buffer_pool_size", "Flush Log At Commit": "innodb_flush_log_at_trx_commit",
	"Log Buffer Size": "innodb_log_buffer_size", "Flush Method": "innodb_flush_method", "Doublewrite": "innodb_doublewrite",
	"I/O Capacity": "innodb_io_capacity", "Adaptive Flushing": "innodb_adaptive_flushing", "Page Size": "innodb_page_size",
	"File Per Table": "innodb_file_per_table",
}

// summary reads pt-mysql-summary.
type summary struct {
	facts   *fact.Facts
	file    string
	section string
	ports   int
	innodb  int // lines of the section InnoDB
}

// ReadSummary reads pt-mysql-summary's report: its sizes are rounded to one decimal, its counters to one or two
// digits, which is too little for rates.
func ReadSummary(lines *fact.Lines, file string, f *fact.Facts) {
	s := &summary{facts: f, file: file}
	for lines.Next() {
		s.line(lines.Text(), fact.Where{File: file, Line: lines.No()})
	}
	if s.ports > 1 {
		f.Note(fact.Where{File: file}, "%d servers are reported; the settings are those of the last", s.ports)
	}
	if s.innodb == 0 {
		f.Note(fact.Where{File: file}, "the section InnoDB is empty: the sizes of InnoDB are not in this report; "+
			"give SHOW GLOBAL VARIABLES")
	}
}

func (s *summary) line(text string, w fact.Where) {
	if strings.HasPrefix(text, "# ") && strings.HasSuffix(text, "####") {
		s.section = strings.TrimSpace(strings.Trim(text, "# "))
		s.facts.Known++
		if strings.HasPrefix(s.section, "Report On Port") {
			s.ports++
		}
		if strings.HasPrefix(s.section, "Status Counters") {
			s.facts.Note(w, "the counters are rounded to one or two digits: no rates are taken from them; give two SHOW GLOBAL STATUS")
		}
		return
	}
	name, value, ok := strings.Cut(text, " | ")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok {
		s.option(text, w)
		return
	}
	switch {
	case strings.HasPrefix(s.section, "Report On Port") && name == "Version":
		version, comment, _ := strings.Cut(value, " ")
		s.facts.SetVersion(w, version, comment)
	case s.section == "InnoDB":
		s.engine(name, value, w)
	case s.section == "Binary Logging":
		if name == "sync_binlog" || name == "binlog_format" {
			s.set(name, value, w)
		}
		if name == "Binlogs" && value != "0" {
			s.set("log_bin", "ON", w)
		}
	}
}

func (s *summary) engine(name, value string, w fact.Where) {
	s.innodb++
	switch name {
	case "Log File Size": // 2 * 5.0M = 10.0M
		files, size, ok := strings.Cut(value, "*")
		size, _, _ = strings.Cut(size, "=")
		if ok {
			s.set("innodb_log_files_in_group", strings.TrimSpace(files), w)
			s.set("innodb_log_file_size", bytesOf(strings.TrimSpace(size)), w)
		}
	case "R/W I/O Threads":
		if f := strings.Fields(value); len(f) == 2 {
			s.set("innodb_read_io_threads", f[0], w)
			s.set("innodb_write_io_threads", f[1], w)
		}
	default:
		if v, ok := summaryNames[name]; ok && value != "" {
			s.set(v, bytesOf(value), w)
		}
	}
}

// option reads the option file that the report ends with.
func (s *summary) option(text string, w fact.Where) {
	if s.section != "Configuration File" && !strings.HasPrefix(s.section, "mysqld") {
		return
	}
	t := strings.TrimSpace(text)
	if strings.HasPrefix(t, "[") {
		s.section = strings.Trim(t, "[]")
		return
	}
	if name, value, ok := strings.Cut(t, "="); ok && strings.HasPrefix(s.section, "mysqld") && s.section != "mysqld_safe" {
		s.set(strings.TrimSpace(name), strings.TrimSpace(value), w)
	}
}

func (s *summary) set(name, value string, w fact.Where) {
	s.facts.Known++
	s.facts.Settings = append(s.facts.Settings, fact.Setting{Where: w, Name: profile.NormalName(name), Value: value})
}

// bytesOf writes "32.0M" as the server reads it: without a fraction.
func bytesOf(text string) string {
	if len(text) < 2 {
		return text
	}
	v, ok := fact.Number(text[:len(text)-1])
	if !ok {
		return text
	}
	shift := map[byte]float64{'k': 1 << 10, 'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30, 'T': 1 << 40}[text[len(text)-1]]
	if shift == 0 {
		return text
	}
	return profile.FormatSize(int64(v * shift))
}
