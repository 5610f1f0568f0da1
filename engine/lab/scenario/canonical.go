package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/unit"
)

// writer collects canonical text.
type writer struct {
	b     strings.Builder
	at    string // the section that is written
	pairs []Pair
}

// Pair is a line of the canonical text.
type Pair struct{ Section, Name, Value string }

// Pairs are what decides the run, as section, name and value in canonical order: without names, expectations and the
// measured values.
func (s *Scenario) Pairs() []Pair {
	var w writer
	w.run(s)
	return w.pairs
}

func (w *writer) section(name string) {
	w.at = name
	if w.b.Len() > 0 {
		w.b.WriteByte('\n')
	}
	w.b.WriteString("[" + name + "]\n")
}

func (w *writer) set(name, value string) {
	w.pairs = append(w.pairs, Pair{w.at, name, value})
	w.b.WriteString(name + " = " + quoteValue(value) + "\n")
}

// Canonical returns the scenario as text: sections and keys in one order, values in one form, defaults
// left out. Parsing it gives an equal scenario.
func (s *Scenario) Canonical() string {
	var w writer
	w.about(s)
	w.run(s)
	w.checks(s)
	return w.b.String()
}

// Digest identifies the run: a hash of the canonical text without names, expectations and the seed.
func (s *Scenario) Digest() uint64 {
	t := *s
	t.Seed, t.Replications = 1, 1
	var w writer
	w.run(&t)
	return hash(w.b.String())
}

// hash is FNV-1a.
func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(text); i++ {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

func (w *writer) about(s *Scenario) {
	if s.Name == "" && s.Title == "" && s.Source == "" {
		return
	}
	w.section("scenario")
	w.keys(scenarioKeys(), s, &Scenario{})
}

func (w *writer) run(s *Scenario) {
	base := baseline()
	for _, m := range s.modifiers() {
		if m.IOMutexes > 0 && s.IOMutexes == base.IOMutexes {
			base.IOMutexes = m.IOMutexes // else the service's default would come back
		}
	}
	w.section("innosim")
	w.keys(innosimKeys(), s, &base)
	w.host(s)
	w.device("data", &s.Devices.Data)
	d := s.Devices
	for i, c := range []*device.Config{d.Redo, d.Doublewrite, d.Binlog, d.Extension} {
		if c != nil {
			w.device(deviceNames[i+1], c)
		}
	}
	w.section("mysqld")
	for _, a := range s.Assignments() {
		w.set(a.Name, a.Value)
	}
	w.workloads(s)
	w.timeline(s.Timeline)
}

// keys writes the keys whose value is not the base's.
func (w *writer) keys(keys []key, s, base *Scenario) {
	for _, k := range keys {
		if v := k.get(s); v != k.get(base) {
			w.set(k.name, v)
		}
	}
}

func (w *writer) host(s *Scenario) {
	w.section("host")
	base := HostProfiles()[0]
	if h, ok := findHost(s.Host.Name); ok {
		base = h
	}
	w.set("profile", base.Name)
	b := Scenario{Config: engine.Config{Host: base.Host}}
	if s.Host.LocalClient {
		b.Host.RTT = 0
	}
	for _, m := range s.modifiers() {
		for _, kv := range m.Host {
			if k := keyOf(hostKeys(), kv[0]); k.get(s) == k.get(&b) {
				must(m.Name, k.set(&b, kv[1])) // else the service's default would come back
			}
		}
	}
	w.keys(hostKeys()[1:], s, &b)
}

func (w *writer) device(name string, c *device.Config) {
	w.section("device." + name)
	for _, kv := range c.Canonical() {
		w.set(kv.Key, kv.Value)
	}
	if name == "extension" && c.Profile == "" && c.ReadLatency == 0 && c.ReadQuantiles == "" {
		w.set("read-latency", "0s") // else a service would choose the device
	}
}

// Assignments returns the shortest list of variables, in the order of the table, with which the server
// starts with the scenario's settings.
func (s *Scenario) Assignments() []profile.Assignment {
	vars := s.Profile.Variables()
	chosen := make([]bool, len(vars))
	var list []profile.Assignment
	for range len(vars) { // each round adds what the formulas of the last round did not give
		got := s.resolve(list).Settings
		list = list[:0:0]
		added := false
		for i, v := range vars {
			want := v.Format(&s.Settings)
			if !chosen[i] && v.Format(&got) != want {
				chosen[i], added = true, true
			}
			if chosen[i] {
				list = append(list, profile.Assignment{Name: v.Name, Value: fileValue(v, want)})
			}
		}
		if !added {
			break
		}
	}
	return list
}

// fileValue is a value as an option file sets it: the value of log_bin is a name.
func fileValue(v profile.Variable, value string) string {
	if v.Kind != profile.Base {
		return value
	}
	return map[string]string{"ON": "binlog", "OFF": "0"}[value]
}

func (w *writer) workloads(s *Scenario) {
	if only := s.Workload; len(only) == 1 && only[0].Time == 0 && only[0].Pause == 0 {
		w.section("workload")
		w.phase(only[0])
		return
	}
	for i, ph := range s.Workload {
		w.section(fmt.Sprintf("workload.%d", i+1))
		w.phase(ph)
		for _, x := range []struct {
			name string
			d    sim.Duration
		}{{"time", ph.Time}, {"pause", ph.Pause}} {
			if x.d > 0 {
				w.set(x.name, unit.FormatDuration(x.d))
			}
		}
		if ph.Measured {
			w.set("measured", "on")
		}
	}
}

func (w *writer) phase(ph engine.Phase) {
	base := workload.Defaults(ph.Script)
	w.set("script", ph.Script)
	for _, k := range workload.Keys()[1:] {
		if v := ph.Get(k); v != base.Get(k) {
			w.set(k, v)
		}
	}
	if ph.Events > 0 {
		w.set("events", strconv.FormatUint(ph.Events, 10))
	}
}

func (w *writer) timeline(changes []engine.Change) {
	if len(changes) > 0 {
		w.section("timeline")
	}
	for _, c := range changes {
		what := c.Action
		if c.Action == "set" {
			what += " " + c.Variable + " = " + c.Value
		}
		w.set(unit.FormatDuration(sim.Duration(c.At)), what)
	}
}

func (w *writer) checks(s *Scenario) {
	if len(s.Thresholds) > 0 {
		w.section("thresholds")
	}
	for _, t := range s.Thresholds {
		w.set(t.Name, t.Op+" "+strconv.FormatFloat(t.Value, 'g', -1, 64))
	}
	if s.Measured == nil {
		return
	}
	w.section("measured")
	judge := strings.Join(s.Judge, ", ")
	if judge == "" {
		judge = "none"
	}
	w.set("judge", judge)
	names := make([]string, 0, len(s.Measured))
	for _, m := range metrics {
		if _, ok := s.Measured[m.Name]; ok {
			names = append(names, m.Name)
		}
	}
	for _, n := range names {
		w.set(n, strconv.FormatFloat(s.Measured[n], 'g', -1, 64))
	}
}
