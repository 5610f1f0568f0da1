package bench

import (
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// columnNames are iostat's columns of older versions, and the name of sysstat 12 with the factor between them.
var columnNames = map[string]struct {
	name   string
	factor float64
}{
	"rsec/s": {"rkB/s", 0.5}, "wsec/s": {"wkB/s", 0.5}, "rMB/s": {"rkB/s", 1024}, "wMB/s": {"wkB/s", 1024},
	"avgqu-sz": {"aqu-sz", 1}, "util": {"%util", 1}, "await": {"await", 1},
}

// disks collects reports of iostat -x.
type disks struct {
	facts   *fact.Facts
	file    string
	columns []string
	report  int // number of the report that is being read
	order   []string
	by      map[string]*fact.Disk
	first   map[string]*fact.Disk // of the report since the start: used when there is no other
}

const mostDisks = 1000

// ReadIostat reads iostat -x of sysstat 9 to 12, with a decimal point or comma.
func ReadIostat(lines *fact.Lines, file string, f *fact.Facts) {
	d := &disks{facts: f, file: file, by: map[string]*fact.Disk{}, first: map[string]*fact.Disk{}}
	for lines.Next() {
		d.line(lines.Text(), lines.No())
	}
	for _, name := range d.order {
		x := d.by[name]
		if x.Reports == 0 {
			x = d.first[name]
		}
		for column := range x.Values {
			x.Values[column] /= float64(x.Reports)
		}
		f.Disks = append(f.Disks, *x)
		f.Known++
	}
	if d.report == 1 {
		f.Note(fact.Where{File: file}, "there is one report only: it is the mean since the host's start")
	}
}

func (d *disks) line(text string, no int) {
	f := strings.Fields(text)
	switch {
	case len(f) == 0:
	case f[0] == "Linux" && strings.HasSuffix(text, "CPU)"):
		if v, ok := fact.After(text[strings.LastIndex(text, "("):], "("); ok && d.facts.CPUs.Value == "" {
			d.facts.CPUs = fact.Setting{Where: fact.Where{File: d.file, Line: no}, Name: "cpus", Value: f[len(f)-2][1:]}
			_ = v
		}
	case strings.HasPrefix(f[0], "Device"):
		d.columns = f[1:]
		d.report++
	case d.columns != nil && len(f) == len(d.columns)+1:
		d.row(f, no)
	}
}

func (d *disks) row(f []string, no int) {
	all := d.by
	if _, known := d.by[f[0]]; !known {
		if len(d.order) >= mostDisks {
			return
		}
		d.order = append(d.order, f[0])
		w := fact.Where{File: d.file, Line: no}
		d.by[f[0]] = &fact.Disk{Where: w, Name: f[0], Values: map[string]float64{}}
		d.first[f[0]] = &fact.Disk{Where: w, Name: f[0], Values: map[string]float64{}}
	}
	if d.report == 1 {
		all = d.first
	}
	x := all[f[0]]
	values := map[string]float64{}
	for i, column := range d.columns {
		v, ok := fact.Number(f[i+1])
		if !ok {
			return
		}
		if c, other := columnNames[column]; other {
			column, v = c.name, v*c.factor
		}
		values[column] = v
	}
	x.Reports++
	for column, v := range values {
		x.Values[column] += v
	}
}
