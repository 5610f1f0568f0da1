package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/profile"
)

// entry is a line of a catalogue.
type entry struct {
	Name    string
	Title   string
	Source  string
	Date    string // of the source
	Details []detail
}

// detail is one fact about an entry.
type detail struct{ Name, Value string }

// catalogue is a kind of entries.
type catalogue struct {
	name    string
	entries func(server profile.Profile) []entry
}

// catalogues are what can be listed, in the order of the documentation.
func catalogues() []catalogue {
	return []catalogue{
		{"servers", servers}, {"devices", devices}, {"hosts", hosts}, {"workloads", workloads},
		{"variables", variables}, {"metrics", metrics}, {"modifiers", modifiers}, {"scenarios", scenarios},
		{"lessons", lessons},
	}
}

// listCommand prints the catalogues.
func (a *app) listCommand() *cobra.Command {
	var names []string
	for _, c := range catalogues() {
		names = append(names, c.name)
	}
	var server string
	cmd := &cobra.Command{
		Use:       "list " + strings.Join(names, "|") + " [NAME] [flags]",
		Short:     "What can be simulated: each entry with its source, or everything about one of them",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			if n := len(args); n < 1 || n > 2 {
				return fmt.Errorf("list: say what to list, and a name for everything about it; known are %s", strings.Join(names, ", "))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			row, err := profile.Lookup(server)
			if err != nil {
				return fmt.Errorf("--server: %w", err)
			}
			i := slices.Index(names, args[0])
			if i < 0 {
				return unknown("list", args[0], names)
			}
			all := catalogues()[i].entries(row)
			if len(args) == 1 {
				return a.write(func(w io.Writer) error { return a.printEntries(w, all) })
			}
			one, err := findEntry(all, args[0], args[1])
			if err != nil {
				return err
			}
			return a.write(func(w io.Writer) error { return a.printEntry(w, one) })
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&server, "server", "mysql-8.4", "server whose variables are listed")
	a.common(cmd, "text", "json", "csv")
	return cmd
}

// findEntry finds an entry by its name; variables also with dashes or in capitals.
func findEntry(all []entry, kind, name string) (entry, error) {
	var names []string
	for _, e := range all {
		if strings.EqualFold(e.Name, name) || e.Name == profile.NormalName(name) {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return entry{}, unknown("list "+kind, name, names)
}

// printEntries prints a catalogue.
func (a *app) printEntries(w io.Writer, all []entry) error {
	switch a.format {
	case "json":
		return document.Write(w, entriesJSON(all))
	case "csv":
		return printEntriesCSV(w, all)
	}
	width := 0
	for _, e := range all {
		width = max(width, len(e.Name))
	}
	for _, e := range all {
		if _, err := fmt.Fprintf(w, "%-*s  %s%s\n", width, e.Name, e.Title, origin(e)); err != nil {
			return err
		}
	}
	return nil
}

// origin is where an entry's facts come from, and when.
func origin(e entry) string {
	switch {
	case e.Source == "":
		return ""
	case e.Date == "":
		return " [" + e.Source + "]"
	}
	return " [" + e.Source + ", " + e.Date + "]"
}

// printEntry prints everything about an entry.
func (a *app) printEntry(w io.Writer, e entry) error {
	switch a.format {
	case "json":
		return document.Write(w, entriesJSON([]entry{e})[0])
	case "csv":
		return printEntriesCSV(w, []entry{e})
	}
	about := []detail{{"name", e.Name}, {"title", e.Title}, {"source", e.Source}, {"date", e.Date}}
	for _, d := range append(about, e.Details...) {
		if d.Value == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-22s %s\n", d.Name, d.Value); err != nil {
			return err
		}
	}
	return nil
}

// entryJSON is an entry as JSON; fields stand in the order of their names.
type entryJSON struct {
	Date    string            `json:"date"`
	Details map[string]string `json:"details"`
	Name    string            `json:"name"`
	Source  string            `json:"source"`
	Title   string            `json:"title"`
}

func entriesJSON(all []entry) []entryJSON {
	out := make([]entryJSON, len(all))
	for i, e := range all {
		out[i] = entryJSON{e.Date, map[string]string{}, e.Name, e.Source, e.Title}
		for _, d := range e.Details {
			out[i].Details[d.Name] = d.Value
		}
	}
	return out
}

// printEntriesCSV prints one line per entry and detail, and one for an entry without details.
func printEntriesCSV(w io.Writer, all []entry) error {
	lines := [][]string{{"name", "title", "source", "date", "detail", "value"}}
	for _, e := range all {
		details := e.Details
		if len(details) == 0 {
			details = []detail{{}}
		}
		for _, d := range details {
			lines = append(lines, []string{e.Name, e.Title, e.Source, e.Date, d.Name, d.Value})
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}
