package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/device"
)

// Entry is a line of a catalogue, and everything about it.
type Entry struct {
	Name    string
	Title   string
	Source  string
	Date    string
	Missing string // what the model lacks; "" when it is complete
	Details [][2]string
}

// Kinds are the catalogues.
func Kinds() []string {
	return []string{"servers", "modifiers", "devices", "hosts", "workloads", "variables", "metrics", "scenarios"}
}

// List returns a catalogue. Own rows come first among the servers.
func List(kind string, rows ...profile.Profile) ([]Entry, error) {
	switch kind {
	case "servers":
		return listServers(rows), nil
	case "modifiers":
		return listModifiers(), nil
	case "devices":
		return listDevices(), nil
	case "hosts":
		return listHosts(), nil
	case "workloads":
		return listWorkloads(), nil
	case "variables":
		return listVariables(), nil
	case "metrics":
		return listMetrics(), nil
	case "scenarios":
		return listScenarios()
	}
	return nil, Fault{Name: kind, Text: "not a catalogue", Allowed: strings.Join(Kinds(), ", "),
		Nearest: profile.Nearest(kind, Kinds(), 3)}
}

// Describe returns one entry of a catalogue.
func Describe(kind, name string, rows ...profile.Profile) (Entry, error) {
	wanted := name
	if kind == "variables" {
		if wanted = profile.NormalName(name); profile.Where(wanted) != "" {
			return describeVariable(wanted), nil
		}
	}
	entries, err := List(kind, rows...)
	if err != nil {
		return Entry{}, err
	}
	var names []string
	for _, e := range entries {
		if e.Name == wanted {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, Fault{Name: name, Text: "not among the " + kind, Nearest: profile.Nearest(wanted, names, 3)}
}

func listServers(own []profile.Profile) []Entry {
	var out []Entry
	for _, p := range append(own[:len(own):len(own)], profile.Rows()...) {
		out = append(out, Entry{p.Name, p.Title, p.Source, p.Date, p.Missing, [][2]string{
			{"version", p.Version.Series()},
			{"redo log", names("writer threads", "committing threads", "group commit locks",
				"committing threads, writing under the mutex of the log buffer")[p.Redo]},
			{"flushing", names("adaptive", "adaptive, high_checkpoint", "ahead and furious",
				"adaptive, urgent without a limit", "adaptive, up to an age")[p.Flush]},
			{"threads", names("page cleaners", "page cleaners and LRU managers", "one page cleaner",
				"one page cleaner, and clients when pages are too old")[p.Topology]},
			{"no free page", names("scan, flush one page", "scan from where the last one ended, flush one page", "back off",
				"wait for the cleaner", "wait for a batch, scan, flush one page",
				"wait for a batch, flush one page; the cleaner is not woken")[p.FreeFrames]},
			{"doublewrite", names("files", "system tablespace", "sharded file", "two slots")[p.Doublewrite]},
			{"variables", fmt.Sprintf("%d, of them %d modelled", len(p.Names()), len(p.Variables()))},
		}})
	}
	return out
}

func names(n ...string) []string { return n }

func listModifiers() []Entry {
	var out []Entry
	for _, m := range profile.Modifiers() {
		e := Entry{Name: m.Name, Title: m.Title, Source: m.Source, Date: m.Date, Missing: m.Missing}
		e.Details = ModifierDetails(&m)
		out = append(out, e)
	}
	return out
}

func listDevices() []Entry {
	var out []Entry
	for _, d := range device.Profiles() {
		e := Entry{Name: d.Name, Title: d.Title, Source: d.Source, Date: d.Date}
		e.Details = DeviceDetails(&d)
		out = append(out, e)
	}
	return out
}

func listHosts() []Entry {
	var out []Entry
	for _, h := range HostProfiles() {
		e := Entry{Name: h.Name, Title: h.Title, Source: h.Source, Date: h.Date}
		e.Details = HostDetails(&h)
		out = append(out, e)
	}
	return out
}

func listWorkloads() []Entry {
	var out []Entry
	for _, script := range workload.Scripts() {
		e := Entry{Name: script, Title: "sysbench's " + script, Source: "sysbench 1.0.20, src/lua", Date: "2020-04"}
		if script == workload.Oltp {
			e.Title, e.Source, e.Date = "sysbench 0.4's oltp", "sysbench 0.4.12, sb_oltp.c", "2009-08"
		}
		if script == workload.ScriptObserved {
			e.Title, e.Source, e.Date = "the load that a server's own counters show", "innosim import", "2026-11"
		}
		o := workload.Defaults(script)
		for _, k := range workload.Keys()[1:] {
			e.Details = append(e.Details, [2]string{k, o.Get(k)})
		}
		out = append(out, e)
	}
	return out
}

// listVariables names every variable that some server knows, once.
func listVariables() []Entry {
	seen := map[string]bool{}
	var out []Entry
	for _, row := range profile.Rows() {
		for _, name := range row.Names() {
			if !seen[name] {
				seen[name] = true
				out = append(out, describeVariable(name))
			}
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func describeVariable(name string) Entry {
	e := Entry{Name: name, Missing: "not modelled", Source: "SHOW GLOBAL VARIABLES", Date: "2026-08"}
	e.Details = append(e.Details, [2]string{"known to", profile.Where(name)})
	for _, row := range profile.Rows() {
		v, ok := profile.Find(name, row.Generation)
		if !ok || row.Status(name) != profile.Listed || row.Default(v) == "" {
			continue
		}
		e.Missing, e.Title, e.Source = "", v.Help, "manual and ha_innodb.cc, sys_vars.cc"
		how := "at start only"
		if v.Dynamic(row.Generation) {
			how = "while the server runs"
		}
		e.Details = append(e.Details, [2]string{row.Name, fmt.Sprintf("default %s; %s; set %s",
			row.Default(v), v.Allowed(), how)})
	}
	return e
}

func listMetrics() []Entry {
	var out []Entry
	for _, m := range metrics {
		out = append(out, Entry{Name: m.Name, Title: m.Help, Details: [][2]string{{"unit", m.Unit}}})
	}
	return out
}

func listScenarios() ([]Entry, error) {
	var out []Entry
	for _, name := range BuiltinNames() {
		s, err := Parse(builtin, name+".cnf")
		if err != nil {
			return nil, err
		}
		out = append(out, Entry{Name: name, Title: s.Title, Source: s.Source, Details: [][2]string{
			{"server", s.Profile.Name}, {"host", s.Host.Name}, {"device", s.Devices.Data.Profile},
			{"workload", s.Workload[0].Script},
		}})
	}
	return out, nil
}
