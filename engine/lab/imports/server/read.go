package server

import (
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// reader goes through a file that may hold listings, monitor output and pt-stalk's time stamps, in any order.
type reader struct {
	facts   *fact.Facts
	file    string
	list    *Listing
	name    string   // of \G output, until its value comes
	inside  *monitor // the monitor output that is being read
	scrapes scrapes
}

// Read reads a text of a server. It keeps one listing in memory at a time.
func Read(lines *fact.Lines, file string, f *fact.Facts) {
	r := &reader{facts: f, file: file, list: NewListing(f, file, "SHOW GLOBAL STATUS")}
	first := len(f.Samples)
	for lines.Next() {
		r.line(lines.Text(), lines.No())
	}
	r.list.End()
	if r.inside != nil {
		r.inside.end(r)
	}
	r.scrapes.end(r)
	absolute(f, first)
}

func (r *reader) line(text string, no int) {
	t := strings.TrimSpace(text)
	switch {
	case strings.Contains(t, "INNODB MONITOR OUTPUT"):
		r.list.End()
		r.monitor(t, no)
	case r.inside != nil:
		r.inside.line(t)
	case t == "" || strings.HasPrefix(t, "+--") || strings.HasPrefix(t, "***"):
	case strings.HasPrefix(t, "#"), strings.HasPrefix(t, "--"):
	case strings.HasPrefix(t, "TS "):
		r.list.End()
		r.list.at, _ = fact.Leading(t[3:])
	case strings.HasPrefix(t, "mysql_") && r.scrapes.line(r, t, no):
	default:
		r.pair(text, t, no)
	}
}

// pair reads a row of a listing in whatever form it has.
func (r *reader) pair(text, t string, no int) {
	name, value, second := "", "", ""
	switch {
	case t[0] == '|':
		cells := strings.Split(strings.Trim(t, "|"), "|")
		if len(cells) < 2 {
			return
		}
		name, value = strings.TrimSpace(cells[0]), strings.TrimSpace(strings.Join(cells[1:], "|"))
		if len(cells) > 2 {
			value = strings.TrimSpace(firstNumber(cells[1:]))
		}
	case r.vertical(t, no):
		return
	case strings.Contains(text, "\t"):
		cells := strings.Split(strings.TrimLeft(text, " "), "\t")
		name, value = strings.TrimSpace(cells[0]), strings.TrimSpace(firstNumber(cells[1:]))
	case t[0] == '"':
		name, value, _ = strings.Cut(t, ",")
		name, value = strings.Trim(name, `"`), strings.Trim(value, `"`)
	default:
		name, value, second = columns(t)
	}
	switch lower := strings.ToLower(name); {
	case lower == "variable_name":
		r.list.End()
	case isName(name) && !strings.EqualFold(name, "InnoDB"):
		r.list.add(row{name, value, second, no})
	}
}

// firstNumber is the first cell that is a number, else the first one: INNODB_METRICS has the subsystem before it.
func firstNumber(cells []string) string {
	if len(cells) > 1 {
		for _, c := range cells {
			if _, ok := fact.Number(c); ok {
				return c
			}
		}
	}
	return cells[0]
}

// columns splits a line at blanks: a name and its value, or a name and two numbers; a comma as in CSV files.
func columns(t string) (name, value, second string) {
	f := strings.Fields(t)
	if len(f) == 1 {
		if n, v, ok := strings.Cut(t, ","); ok {
			return n, v, ""
		}
		return t, "", ""
	}
	if len(f) == 3 {
		_, a := fact.Number(f[1])
		_, b := fact.Number(f[2])
		if a && b {
			return f[0], f[1], f[2]
		}
	}
	if len(f) == 2 {
		return f[0], strings.Trim(f[1], `"`), ""
	}
	return "", "", ""
}

// vertical reads \G output.
func (r *reader) vertical(t string, no int) bool {
	key, value, ok := strings.Cut(t, ":")
	if !ok {
		return false
	}
	switch strings.ToLower(key) {
	case "variable_name":
		r.name = strings.TrimSpace(value)
	case "value", "variable_value":
		if isName(r.name) {
			r.list.Add(r.name, strings.TrimSpace(value), no)
		}
		r.name = ""
	case "type", "name", "status":
	default:
		return false
	}
	return true
}

// isName reports whether a word can be the name of a variable or a counter.
func isName(s string) bool {
	if s == "" || len(s) > 100 || !letter(s[0]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !letter(c) && c != '_' && c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// absolute turns mysqladmin's relative listings, differences to the one before, into counters. Page size is a
// constant, so that its difference is 0; without it, a file whose uptimes after the first are all short tells.
func absolute(f *fact.Facts, first int) {
	all := f.Samples[first:]
	if !relative(all) {
		return
	}
	for i := range all[1:] {
		sum := map[string]float64{}
		for name, v := range all[i].Counters {
			sum[name] = v
		}
		for name, v := range all[i+1].Counters {
			sum[name] += v
		}
		all[i+1].Counters = sum
	}
	f.Note(all[0].Where, "mysqladmin --relative: the first listing is absolute, "+
		"%d more are differences and were added up", len(all)-1)
}

func relative(all []fact.Sample) bool {
	if len(all) < 2 {
		return false
	}
	size, known := all[0].Get("innodb_page_size")
	for _, s := range all[1:] {
		if s.Kind != all[0].Kind {
			return false
		}
		if v, ok := s.Get("innodb_page_size"); known && ok && size > 0 && v != 0 {
			return false
		}
	}
	if known && size > 0 {
		return true
	}
	up, _ := all[0].Get("uptime")
	for _, s := range all[1:] {
		if v, ok := s.Get("uptime"); !ok || v*10 > up {
			return false
		}
	}
	return len(all) > 2
}
