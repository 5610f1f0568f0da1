package main

import (
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/device"
)

// servers are the rows of the table of servers.
func servers(profile.Profile) []entry {
	var out []entry
	for _, p := range profile.Rows() {
		title := p.Title
		if !p.Modelled() {
			title += " (not modelled yet)"
		}
		out = append(out, entry{p.Name, title, p.Source, p.Date, []detail{
			{"missing in the model", p.Missing},
			{"variables", strconv.Itoa(len(p.Names()))},
			{"modelled variables", strconv.Itoa(len(p.Variables()))},
		}})
	}
	return out
}

// devices are the device profiles with the values of their keys.
func devices(profile.Profile) []entry {
	var out []entry
	for _, p := range device.Profiles() {
		details := detailsOf(scenario.DeviceDetails(&p))
		out = append(out, entry{p.Name, p.Title, p.Source, p.Date, details})
	}
	return out
}

// hosts are the machines.
func hosts(profile.Profile) []entry {
	var out []entry
	for _, h := range scenario.HostProfiles() {
		out = append(out, entry{h.Name, h.Title, h.Source, h.Date, detailsOf(scenario.HostDetails(&h))})
	}
	return out
}

func detailsOf(pairs [][2]string) []detail {
	out := make([]detail, len(pairs))
	for i, p := range pairs {
		out[i] = detail{p[0], p[1]}
	}
	return out
}

// workloadTitles say what a transaction of each script is.
var workloadTitles = map[string]string{
	"bulk_insert":           "inserts in the order of the key, one long statement at a time",
	"oltp":                  "sysbench 0.4: 10 point selects, 4 range selects, 3 updates, a delete and an insert",
	"observed":              "so many pages read and changed, redo bytes and statements as a server's counters show",
	"oltp_delete":           "one delete of a row by its id",
	"oltp_insert":           "one insert of a row",
	"oltp_point_select":     "one select of a row by its id",
	"oltp_read_only":        "10 point selects and 4 range selects",
	"oltp_read_write":       "10 point selects, 4 range selects, 2 updates, a delete and an insert",
	"oltp_update_index":     "one update of the indexed column k",
	"oltp_update_non_index": "one update of the column c, in no index",
	"oltp_write_only":       "2 updates, a delete and an insert of the same id",
	"select_random_points":  "one select of 10 rows by k",
	"select_random_ranges":  "one select of 10 ranges of k",
	"import_rows":           "a dump: rows in the order of the key, one INSERT after the other, no other index",
}

// workloads are the scripts with their options and defaults.
func workloads(profile.Profile) []entry {
	var out []entry
	for _, name := range workload.Scripts() {
		o, source, date := workload.Defaults(name), "sysbench 1.0.20, its Lua scripts", "2020-04"
		if name == workload.Oltp {
			source, date = "sysbench 0.4.12, sb_oltp.c", "2009-08"
		}
		var details []detail
		for _, key := range workload.Keys() {
			if key != "script" {
				details = append(details, detail{key, o.Get(key)})
			}
		}
		if name == workload.ScriptObserved {
			source, date = "innosim import", "2026-11"
		}
		out = append(out, entry{name, workloadTitles[name], source, date, details})
	}
	return out
}

// variables are the server variables that the model uses on a server.
func variables(row profile.Profile) []entry {
	var out []entry
	for _, v := range row.Variables() {
		dynamic := "no"
		if v.Dynamic(row.Generation) {
			dynamic = "yes"
		}
		out = append(out, entry{v.Name, v.Help, row.Title, row.Date, []detail{
			{"default", row.Default(v)}, {"allowed", v.Allowed()}, {"unit", v.Unit}, {"dynamic", dynamic},
		}})
	}
	return out
}

// metrics are the names of results.
func metrics(profile.Profile) []entry {
	var out []entry
	for _, m := range scenario.Metrics() {
		title := m.Help
		if m.Unit != "" {
			title += " (" + m.Unit + ")"
		}
		out = append(out, entry{Name: m.Name, Title: title, Details: []detail{{"unit", m.Unit}}})
	}
	return out
}

// modifiers are the services' changes to a server.
func modifiers(profile.Profile) []entry {
	var out []entry
	for _, m := range profile.Modifiers() {
		details := detailsOf(scenario.ModifierDetails(&m))
		title := m.Title
		if m.Missing != "" {
			title += " (not modelled yet)"
			details = append(details, detail{"missing in the model", m.Missing})
		}
		out = append(out, entry{m.Name, title, m.Source, m.Date, details})
	}
	return out
}

// scenarios are the built-in ones, which run takes by name; the details are the lines of their text.
func scenarios(profile.Profile) []entry {
	var out []entry
	for _, name := range scenario.BuiltinNames() {
		e := entry{Name: name}
		if sc, err := builtin(name, "", nil); err == nil {
			e.Title, e.Source = sc.Title, sc.Source
			e.Details = canonicalDetails(sc.Canonical())
		}
		out = append(out, e)
	}
	return out
}

// lessons are the scenarios that run takes as lesson:NAME.
func lessons(profile.Profile) []entry {
	var out []entry
	for _, name := range scenario.LessonNames() {
		e := entry{Name: name}
		if sc, err := scenario.Parse(scenario.Lessons(), name+".cnf"); err == nil {
			e.Title, e.Source = sc.Title, sc.Source
			e.Details = append([]detail{{"next", sc.Next}, {"binds", sc.Binds}}, canonicalDetails(sc.Canonical())...)
		}
		out = append(out, e)
	}
	return out
}

// canonicalDetails splits a scenario's text into section.key and value.
func canonicalDetails(text string) []detail {
	var out []detail
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			section = strings.TrimSuffix(name, "]")
			continue
		}
		if key, value, _ := strings.Cut(line, "="); key != "" && section != "scenario" {
			out = append(out, detail{section + "." + strings.TrimSpace(key), strings.TrimSpace(value)})
		}
	}
	return out
}
