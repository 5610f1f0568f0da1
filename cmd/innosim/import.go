package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/imports"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim/unit"
)

// importFlags are what files may not tell: a name, and its help.
func importFlags() [][2]string {
	return [][2]string{
		{"server", "server to simulate (innosim list servers); the files' version when absent"},
		{"host", "host (innosim list hosts)"},
		{"cpus", "logical CPUs of the host"},
		{"memory", "memory of the host, such as 64G"},
		{"device", "device of the data files (innosim list devices)"},
		{"device-size", "its size, such as 500G"},
		{"redo-device", "device of the redo log; the data's when absent"},
		{"threads", "clients"},
		{"script", "sysbench's script, where the log does not tell it"},
		{"tables", "tables of the workload"},
		{"table-size", "rows of each table"},
	}
}

// imported is the JSON of import.
type imported struct {
	Files    []importedFile `json:"files"`
	Inferred []imports.Item `json:"inferred"`
	Measured []imports.Item `json:"measured"`
	Missing  []imports.Item `json:"missing"`
	Notes    []imports.Item `json:"notes"`
	Scenario string         `json:"scenario"`
}

// importedFile is a file and what it is.
type importedFile struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// importCommand makes a scenario of what servers and tools print.
func (a *app) importCommand() *cobra.Command {
	var data string
	var run int
	cmd := &cobra.Command{
		Use:   "import FILE... [flags]",
		Short: "Make a scenario of what a server, its tools and its benchmarks print",
		Long: "Make a scenario of what a server, its tools and its benchmarks print: SHOW GLOBAL VARIABLES, two SHOW GLOBAL\n" +
			"STATUS, SHOW ENGINE INNODB STATUS, mysqld_exporter text, pt-mysql-summary, logs of sysbench, iostat -x, fio,\n" +
			"option files also inside manifests, parameter groups. Files are known by their content. The scenario's\n" +
			"comments and stderr say what was measured, what was inferred and what is missing.",
		Example: "  innosim import vars.txt status1.txt status2.txt --device gp3 --device-size 500G --output mine.cnf",
		Args:    atLeastOne("what a server or a benchmark has printed"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := imports.Options{Run: run}
			for _, f := range importFlags() {
				if x := cmd.Flags().Lookup(f[0]); x.Changed {
					o.Flags = append(o.Flags, imports.KeyValue{Key: f[0], Value: rooted(f[0], x.Value.String())})
				}
			}
			var wrong error
			if data != "" {
				size, err := unit.ParseBytes(data)
				o.Data, wrong = float64(size), prefixed("--data-size = "+data+": ", err)
			}
			return a.importFiles(args, o, wrong)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	for _, flag := range importFlags() {
		f.String(flag[0], "", flag[1])
	}
	f.StringVar(&data, "data-size", "", "size of the data, such as 200G: the popularity of its pages is inferred from the hit rate")
	f.IntVar(&run, "run", 1, "which run of a log that has several")
	a.common(cmd, "text", "json")
	return cmd
}

// importFiles reads the files; what is wrong with a flag is told with what is wrong with them.
func (a *app) importFiles(names []string, o imports.Options, wrong error) error {
	all, err := newFiles(names)
	if err != nil {
		return err
	}
	o.Shown = all.display
	r, faults := imports.Import(all.fsys, all.names, o)
	if len(faults) > 0 || wrong != nil {
		errs := []error{wrong}
		for _, f := range faults {
			errs = append(errs, errors.New(f.Error()))
		}
		return errors.Join(errs...)
	}
	if !a.quiet {
		fmt.Fprint(a.stderr, r.Summary())
	}
	return a.write(func(w io.Writer) error {
		if a.format == "json" {
			return document.Write(w, jsonOf(r))
		}
		_, err := io.WriteString(w, r.Scenario)
		return err
	})
}

func jsonOf(r *imports.Report) imported {
	x := imported{
		Files: []importedFile{}, Inferred: notNil(r.Inferred), Measured: notNil(r.Measured), Missing: notNil(r.Missing),
		Notes: notNil(r.Notes), Scenario: r.Scenario,
	}
	for _, f := range r.Files {
		x.Files = append(x.Files, importedFile{Kind: f.Kind.Title, Name: f.Name})
	}
	return x
}

func notNil(items []imports.Item) []imports.Item {
	if items == nil {
		return []imports.Item{}
	}
	return items
}

// foreign tells what a file is that is no scenario and no option file; "" when it is one, or cannot be read.
func foreign(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	head, err := imports.Head(f)
	if err != nil {
		return ""
	}
	switch k := imports.Detect(head); {
	case k.Native(), k.Manifest() && scenario.IsArguments(string(head)):
		return ""
	case k.Importable():
		return "this is " + k.Title + "; innosim import reads it"
	case k.Known():
		return "this is " + k.Title + ": " + k.Refuse
	}
	return ""
}

// foreignFault is the one fault of a file that is something else.
func foreignFault(name, text string) faultJSON {
	x := scenario.Fault{File: name, Text: text}
	return faultJSON{File: name, Text: text, message: x.Error()}
}
