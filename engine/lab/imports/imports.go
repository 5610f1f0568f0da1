package imports

import (
	"fmt"
	"io/fs"

	"github.com/innosim/innosim/engine/lab/imports/fact"
)

// Options are what the files do not tell.
type Options struct {
	Flags []KeyValue // server, host, cpus, memory, device, device-size, redo-device, threads, tables, table-size, script
	Data  float64    // size of the data, bytes; 0 unknown
	Run   int        // which of a log's runs is imported, from 1; 0: the first
	Shown func(name string) string
}

// KeyValue is a flag with its value.
type KeyValue struct{ Key, Value string }

// Item is something that was measured, inferred or is missing.
type Item struct {
	From  string `json:"from,omitempty"` // file:line
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
	Why   string `json:"why,omitempty"`
}

// Report is a scenario and where it comes from.
type Report struct {
	Scenario string
	Files    []File
	Measured []Item
	Inferred []Item
	Missing  []Item
	Notes    []Item
}

// Import reads files of a file system. The faults are why files, or parts of them, cannot be read; with any of them
// there is no report.
func Import(fsys fs.FS, names []string, o Options) (*Report, []fact.Fault) {
	var f fact.Facts
	var files []File
	var faults []fact.Fault
	for _, name := range names {
		shown := name
		if o.Shown != nil {
			shown = o.Shown(name)
		}
		file, wrong := read(fsys, name, shown, &f)
		files = append(files, file)
		faults = append(faults, wrong...)
	}
	if n := len(f.Runs); o.Run < 0 || o.Run > max(n, 1) {
		text := fmt.Sprintf("--run = %d: the files have %d runs", o.Run, n)
		faults = append(faults, fact.Fault{Where: fact.Where{File: "command line"}, Text: text})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	c := &composer{f: &f, fsys: fsys, o: o, report: &Report{Files: files}}
	if wrong := c.compose(); len(wrong) > 0 {
		return nil, wrong
	}
	return c.report, nil
}

// flag is the value of a flag; "" when it was not given.
func (o *Options) flag(name string) string {
	for _, kv := range o.Flags {
		if kv.Key == name {
			return kv.Value
		}
	}
	return ""
}
