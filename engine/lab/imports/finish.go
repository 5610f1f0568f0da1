package imports

import (
	"errors"
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// devices are the profile of the data device, and what iostat saw.
func (c *composer) devices() {
	if name := c.o.flag("redo-device"); name != "" {
		c.redo = append(c.redo, keyValue{"profile", name})
	}
	for i := range c.f.Disks {
		c.disk(&c.f.Disks[i])
	}
	switch name := c.o.flag("device"); {
	case len(c.f.Jobs) > 0:
		c.device = c.fioDevice(c.f.Jobs)
	case name != "":
		c.device = append(c.device, keyValue{"profile", name})
	default:
		c.miss("device profile", "give --device NAME (innosim list devices), or fio's output")
	}
	if size := c.o.flag("device-size"); size != "" {
		c.device = append(c.device, keyValue{"size", size})
	}
}

// disk notes what iostat measured of a device that was used.
func (c *composer) disk(d *fact.Disk) {
	v := d.Values
	if v["r/s"]+v["w/s"] == 0 {
		return
	}
	reads, writes := v["r_await"], v["w_await"]
	if _, split := v["r_await"]; !split {
		reads, writes = v["await"], v["await"]
	}
	c.measure("device "+d.Name, fmt.Sprintf("%.1f r/s, %.1f w/s, %.1f f/s, await %.2f/%.2f ms, %.1f requests queued, %.1f %%util",
		v["r/s"], v["w/s"], v["f/s"], reads, writes, v["aqu-sz"], v["%util"]),
		fmt.Sprintf("iostat, mean of %d reports", d.Reports), d.Where)
}

// finish writes the text and reads it again: what does not parse is a flag that is wrong.
func (c *composer) finish() []fact.Fault {
	text := c.text()
	_, err := c.parse(text)
	var faults scenario.Faults
	switch {
	case err == nil:
		c.report.Scenario = text
		return nil
	case !errors.As(err, &faults):
		return []fact.Fault{{Text: err.Error()}}
	}
	var out []fact.Fault
	for _, x := range faults {
		x.File, x.Line = "", 0
		out = append(out, fact.Fault{Where: fact.Where{File: "the imported scenario"}, Text: x.Error()})
	}
	return out
}

func (c *composer) text() string {
	var b strings.Builder
	c.heading(&b)
	section(&b, "scenario", []keyValue{{"name", "imported"}, {"source", c.sources()}})
	section(&b, "innosim", append(c.innosim, keyValue{"start", "warm"}, keyValue{"warmup", "30s"}, keyValue{"time", "60s"}))
	section(&b, "host", c.host)
	section(&b, "device.data", c.device)
	section(&b, "device.redo", c.redo)
	if len(c.mysqld) > 0 {
		b.WriteString("[mysqld]\n")
		for _, l := range c.mysqld {
			b.WriteString(l.text)
			if l.File != "" {
				b.WriteString("   # " + oneLine(l.Where.String()))
			}
			b.WriteString("\n")
		}
		b.WriteString("\n")
	}
	section(&b, "workload", c.workload)
	if len(c.results) > 0 {
		section(&b, "measured", append([]keyValue{{"judge", c.judged()}}, c.results...))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// judged are the results that innosim validate compares: rates of the load, when the files tell it.
func (c *composer) judged() string {
	var names []string
	for _, kv := range c.results {
		switch kv.key {
		case "tps", "data_reads_per_trx", "pages_written_per_trx", "redo_bytes_per_trx":
			if len(c.workload) > 0 {
				names = append(names, kv.key)
			}
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (c *composer) sources() string {
	var names []string
	for _, f := range c.report.Files {
		names = append(names, oneLine(f.Name)+" ("+f.Kind.Title+")")
	}
	return strings.Join(names, ", ")
}

// heading are the comments in front: the summary.
func (c *composer) heading(b *strings.Builder) {
	b.WriteString("# Made by innosim import. What no file tells has the value of the built-in scenario.\n")
	for l := range strings.Lines(c.report.Summary()) {
		b.WriteString("# " + oneLine(strings.TrimRight(l, "\n")) + "\n")
	}
	b.WriteString("\n")
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0xfeff {
			return ' '
		}
		return r
	}, s)
}

// Summary is what was measured, inferred and is missing, one line each.
func (r *Report) Summary() string {
	var b strings.Builder
	for _, part := range []struct {
		title string
		items []Item
	}{{"measured", r.Measured}, {"inferred", r.Inferred}, {"missing", r.Missing}, {"note", r.Notes}} {
		for _, x := range part.items {
			b.WriteString(part.title + ": " + x.String() + "\n")
		}
	}
	return b.String()
}

// String is "name = value: why (file:line)".
func (x Item) String() string {
	text := x.Name
	switch {
	case x.Value != "" && x.Why == "" && x.From == "":
		text += ": " + x.Value
	case x.Value != "":
		text += " = " + x.Value
	}
	if x.Why != "" {
		text += ": " + x.Why
	}
	if x.From != "" {
		text += " (" + x.From + ")"
	}
	return oneLine(text)
}
