package server

import (
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/profile"
)

// row is a name with its value, or its two values at two times.
type row struct {
	name, value, second string
	line                int
}

// Listing collects the rows of one SHOW GLOBAL VARIABLES or SHOW GLOBAL STATUS.
type Listing struct {
	facts *fact.Facts
	file  string
	rows  []row
	seen  map[string]bool
	at    float64 // wall time of the listing, when the file says it
	kind  string
}

// NewListing starts a listing of a file; kind is what printed it.
func NewListing(f *fact.Facts, file, kind string) *Listing {
	return &Listing{facts: f, file: file, kind: kind, seen: map[string]bool{}}
}

// mostRows of one listing are kept: servers have some 700 variables, and 500 counters.
const mostRows = 20_000

// Add adds a row. A name that the listing has already begins the next one.
func (l *Listing) Add(name, value string, line int) { l.add(row{name: name, value: value, line: line}) }

func (l *Listing) add(r row) {
	key := strings.ToLower(r.name)
	if l.seen[key] {
		l.End()
	}
	if len(l.rows) < mostRows {
		l.seen[key] = true
		l.rows = append(l.rows, r)
	}
}

// End turns the listing into facts and begins a new one.
func (l *Listing) End() {
	if len(l.rows) > 0 {
		l.facts.Known += len(l.rows)
		l.split()
	}
	l.rows, l.seen = l.rows[:0], map[string]bool{}
}

// split tells counters from variables, row by row.
func (l *Listing) split() {
	status, two := l.isStatus(), false
	s := fact.Sample{Where: fact.Where{File: l.file, Line: l.rows[0].line}, Kind: l.kind, Counters: map[string]float64{}, At: l.at}
	next := s
	next.Counters = map[string]float64{}
	for _, r := range l.rows {
		if !isCounter(r.name, status) {
			l.variable(r)
			continue
		}
		if v, ok := fact.Number(r.value); ok {
			name := strings.ToLower(r.name)
			if other, ok := renamed[name]; ok {
				name, s.Kind = other, "INNODB_METRICS"
			}
			s.Counters[name] = v
		}
		if v, ok := fact.Number(r.second); ok {
			two = true
			next.Counters[strings.ToLower(r.name)] = v
		}
	}
	if len(s.Counters) > 0 {
		l.facts.Samples = append(l.facts.Samples, s)
	}
	if two {
		l.facts.Samples = append(l.facts.Samples, next)
	}
}

// isStatus looks for names that only counters have.
func (l *Listing) isStatus() bool {
	for _, name := range []string{"uptime", "questions", "queries", "aborted_clients", "threads_running", "innodb_pages_read",
		"log_lsn_current", "trx_rw_commits", "buffer_flush_adaptive_total_pages"} {
		if l.seen[name] {
			return true
		}
	}
	return false
}

// isCounter: servers print counters with a capital letter and variables without; information_schema prints both
// in capitals, and some counters of MariaDB and Galera have none.
func isCounter(name string, status bool) bool {
	switch {
	case strings.ToUpper(name) == name:
		return status
	case name[0] >= 'A' && name[0] <= 'Z':
		return true
	}
	return status && profile.Where(strings.ToLower(name)) == ""
}

func (l *Listing) variable(r row) {
	name, w := profile.NormalName(r.name), fact.Where{File: l.file, Line: r.line}
	switch name {
	case "version":
		l.facts.SetVersion(w, r.value, "")
	case "version_comment":
		if l.facts.Version.Name == "" {
			l.facts.Version.Name = r.value
		}
	}
	l.facts.Settings = append(l.facts.Settings, fact.Setting{Where: w, Name: name, Value: r.value, Exact: true})
}
