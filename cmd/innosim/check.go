package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// checked is what a file says.
type checked struct {
	Device      string           `json:"device"`
	Digest      string           `json:"digest"`
	Faults      []faultJSON      `json:"faults"`
	File        string           `json:"file"`
	Host        string           `json:"host"`
	NotModelled []notModelled    `json:"not_modelled"`
	Server      string           `json:"server"`
	Settings    []effectiveValue `json:"settings"`
	Skipped     []string         `json:"skipped"` // why it cannot be simulated
	Warnings    []faultJSON      `json:"warnings"`
	Workload    string           `json:"workload"`
}

// effectiveValue is a server variable that the model uses.
type effectiveValue struct {
	Given bool   `json:"given"` // not the server's default
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Value string `json:"value"`
}

// notModelled is a server variable that has no effect on the simulation.
type notModelled struct {
	Line  int    `json:"line"`
	Name  string `json:"name"`
	Value string `json:"value"`
	Why   string `json:"why"`
}

// faultJSON is something that is wrong, or worth knowing.
type faultJSON struct {
	Allowed string `json:"allowed"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Nearest string `json:"nearest"`
	Text    string `json:"text"`
	Value   string `json:"value"`
	message string
}

// checkCommand reads files as run would.
func (a *app) checkCommand() *cobra.Command {
	var from sources
	cmd := &cobra.Command{
		Use:     "check FILE... [flags]",
		Short:   "Read files as run would: effective values, what is not modelled, what is wrong",
		Example: "  innosim check my.cnf --server mysql-8.4 --cpus 16 --memory 64G",
		Args:    atLeastOne("option files or scenarios"),
		RunE: func(_ *cobra.Command, args []string) error {
			var all []checked
			wrong := 0
			for _, name := range args {
				c, err := from.check(name)
				if err != nil {
					return err
				}
				if len(c.Faults) > 0 {
					wrong++
				}
				all = append(all, c)
			}
			if err := a.write(func(w io.Writer) error { return a.printChecked(w, all) }); err != nil {
				return err
			}
			if wrong > 0 {
				return &exitCode{exitBadInput, fmt.Sprintf("%d of %d files cannot be used", wrong, len(args))}
			}
			return nil
		},
	}
	from.add(cmd)
	a.common(cmd, "text", "json", "csv")
	return cmd
}

// check reads a file; what is wrong with it is part of the answer.
func (s *sources) check(name string) (checked, error) {
	c := checked{
		File: name, Faults: []faultJSON{}, NotModelled: []notModelled{}, Settings: []effectiveValue{},
		Skipped: []string{}, Warnings: []faultJSON{},
	}
	if text := foreign(name); text != "" {
		c.Faults = []faultJSON{foreignFault(name, text)}
		return c, nil
	}
	sc, err := s.parse(name)
	var faults scenario.Faults
	switch {
	case errors.As(err, &faults):
		c.Faults = faultList(faults)
		return c, nil
	case err != nil:
		return c, err
	}
	c.Server, c.Digest = sc.Profile.Name, digestText(sc)
	h := headerOf(sc)
	c.Host, c.Device, c.Workload = h.Host, h.Device, h.Workload
	c.Skipped = append(c.Skipped, sc.Skip...)
	c.Warnings = faultList(sc.Warnings)
	given := map[string]bool{}
	for _, g := range sc.Given {
		given[g.Name] = true
	}
	for _, v := range sc.Profile.Variables() {
		if text := v.Format(&sc.Settings); text != "" {
			c.Settings = append(c.Settings, effectiveValue{given[v.Name], v.Name, v.Unit, text})
		}
	}
	for _, n := range sc.NotModelled {
		c.NotModelled = append(c.NotModelled, notModelled{n.Line, n.Name, n.Value, n.Why})
	}
	return c, nil
}

func faultList(all []scenario.Fault) []faultJSON {
	out := make([]faultJSON, len(all))
	for i, f := range all {
		out[i] = faultJSON{f.Allowed, f.File, f.Line, f.Name, f.Nearest, f.Text, f.Value, f.Error()}
	}
	return out
}

func (a *app) printChecked(w io.Writer, all []checked) error {
	switch a.format {
	case "json":
		return document.Write(w, all)
	case "csv":
		return printCheckedCSV(w, all)
	}
	for _, c := range all {
		if err := printCheckedText(w, c); err != nil {
			return err
		}
	}
	return nil
}

// printCheckedText prints what is wrong first; an asterisk marks values that the file gave.
func printCheckedText(w io.Writer, c checked) error {
	var err error
	line := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format+"\n", args...)
		}
	}
	switch {
	case len(c.Faults) > 0:
		line("%s: cannot be used, errors: %d", c.File, len(c.Faults))
	case len(c.Skipped) > 0:
		line("%s: %s, cannot be simulated", c.File, c.Server)
	default:
		line("%s: %s, digest %s", c.File, c.Server, c.Digest)
	}
	for _, d := range []detail{{"host", c.Host}, {"device", c.Device}, {"workload", c.Workload}} {
		if d.Value != "" {
			line("    %-8s %s", d.Name, d.Value)
		}
	}
	for _, f := range c.Faults {
		line("    error    %s", f.message)
	}
	for _, s := range c.Skipped {
		line("    skipped  %s", s)
	}
	for _, f := range c.Warnings {
		line("    warning  %s", f.message)
	}
	for _, n := range c.NotModelled {
		line("    unused   %s = %s: %s", n.Name, n.Value, n.Why)
	}
	for _, v := range c.Settings {
		mark := " "
		if v.Given {
			mark = "*"
		}
		line("  %s %-44s %s", mark, v.Name, v.Value)
	}
	line("")
	return err
}

func printCheckedCSV(w io.Writer, all []checked) error {
	lines := [][]string{{"file", "kind", "line", "name", "value", "note"}}
	for _, c := range all {
		for _, f := range c.Faults {
			lines = append(lines, []string{c.File, "error", strconv.Itoa(f.Line), f.Name, f.Value, f.message})
		}
		for _, s := range c.Skipped {
			lines = append(lines, []string{c.File, "skipped", "", "", "", s})
		}
		for _, f := range c.Warnings {
			lines = append(lines, []string{c.File, "warning", strconv.Itoa(f.Line), f.Name, f.Value, f.message})
		}
		for _, n := range c.NotModelled {
			lines = append(lines, []string{c.File, "not modelled", strconv.Itoa(n.Line), n.Name, n.Value, n.Why})
		}
		for _, v := range c.Settings {
			kind := "default"
			if v.Given {
				kind = "given"
			}
			lines = append(lines, []string{c.File, kind, "", v.Name, v.Value, v.Unit})
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}
