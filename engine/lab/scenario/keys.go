package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// Limits of our own keys.
const (
	maxTime         = 10_000 * sim.Hour
	maxReplications = 10_000
	maxMutexes      = 1024
	minInterval     = 10 * sim.Millisecond
)

// startNames are the values of start, by engine.Start.
var startNames = [...]string{engine.Warm: "warm", engine.Cold: "cold", engine.Loaded: "loaded"}

func scenarioKeys() []key {
	return []key{
		text("name", "of the scenario", func(s *Scenario) *string { return &s.Name }),
		text("title", "one line about it", func(s *Scenario) *string { return &s.Title }),
		text("source", "where its numbers come from", func(s *Scenario) *string { return &s.Source }),
		text("next", "of a lesson: what to change next", func(s *Scenario) *string { return &s.Next }),
		text("binds", "of a lesson: what must limit the throughput; alternatives are separated by |",
			func(s *Scenario) *string { return &s.Binds }),
	}
}

func innosimKeys() []key {
	return []key{
		{"server", "innosim list servers", "the server's row", nil, func(s *Scenario) string { return s.Profile.Name }},
		{"modifiers", strings.Join(modifierNames(), ", "), "services, comma separated", setModifiers, getModifiers},
		{"start", strings.Join(startNames[:], ", "), "state of the server at the start", setStart,
			func(s *Scenario) string { return startNames[s.Start] }},
		{"prepare-rand-type", "special, uniform, gaussian, pareto, zipfian", "distribution of k in the loaded rows",
			func(s *Scenario, v string) (err error) {
				s.PrepareRandType, err = workload.ParseRandType(v)
				return err
			},
			func(s *Scenario) string { return s.PrepareRandType.String() }},
		warmupKey(),
		span("time", 0, maxTime, "measured window", func(s *Scenario) *sim.Duration { return &s.Time }),
		share("until", 0, 0.5, "stop when tps is known this well", func(s *Scenario) *float64 { return &s.Until }),
		{"seed", "0 … 18446744073709551615", "of all chance", setSeed,
			func(s *Scenario) string { return strconv.FormatUint(s.Seed, 10) }},
		whole("replications", 1, maxReplications, "runs with other seeds", func(s *Scenario) *int { return &s.Replications }),
		span("report-interval", minInterval, maxTime, "time between two report lines",
			func(s *Scenario) *sim.Duration { return &s.ReportInterval }),
		whole("percentile", 1, 100, "of the report's latency line", func(s *Scenario) *int { return &s.Percentile }),
		whole("io-mutexes", 1, maxMutexes, "mutexes over which I/O submissions are spread",
			func(s *Scenario) *int { return &s.IOMutexes }),
	}
}

func hostKeys() []key {
	h := func(s *Scenario) *engine.Host { return &s.Host }
	return []key{
		{"profile", "innosim list hosts, or a file", "a host of the catalogue", nil,
			func(s *Scenario) string { return s.Host.Name }},
		whole("cpus", 1, 4096, "logical CPUs", func(s *Scenario) *int { return &h(s).CPUs }),
		whole("threads-per-core", 1, 8, "hardware threads of a core", func(s *Scenario) *int { return &h(s).ThreadsPerCore }),
		whole("sockets", 0, 64, "processor packages; 0: one", func(s *Scenario) *int { return &h(s).Sockets }),
		number("smt-gain", 0, 1, "throughput that the second thread of a core adds",
			func(s *Scenario) *float64 { return &h(s).SMTGain }),
		number("crowding", 0, 10, "CPU time added when all cores are busy, as a share",
			func(s *Scenario) *float64 { return &h(s).Crowding }),
		size("memory", 256*unit.MiB, 1<<50, "of the host", func(s *Scenario) *int64 { return &h(s).Memory }),
		number("cpu-factor", 0.01, 100, "CPU time relative to the reference host",
			func(s *Scenario) *float64 { return &h(s).CPUFactor }),
		number("cpu-share", 0.01, 1, "share of a CPU that a shared-core instance gets",
			func(s *Scenario) *float64 { return &h(s).CPUShare }),
		span("cpu-burst", 0, 24*sim.Hour, "CPU time at full speed that a shared-core instance can save up",
			func(s *Scenario) *sim.Duration { return &h(s).CPUBurst }),
		span("wakeup", 0, 100*sim.Millisecond, "from a completion to the running thread",
			func(s *Scenario) *sim.Duration { return &h(s).Wakeup }),
		{"client", "local, remote", "where the load generator runs", setClient, getClient},
		span("rtt", 0, 10*sim.Second, "round trip of one statement, remote clients",
			func(s *Scenario) *sim.Duration { return &h(s).RTT }),
		span("semisync-rtt", 0, 10*sim.Second, "a commit waits for a standby",
			func(s *Scenario) *sim.Duration { return &h(s).SemisyncRTT }),
		{"vm-iops", "0 (none) … 1e12 per second", "cap of the instance over all its volumes", setVMIOPS,
			func(s *Scenario) string { return strconv.FormatFloat(h(s).VMIOPS, 'f', -1, 64) }},
		{"vm-bandwidth", "0 (none) … 1e12 bytes per second", "cap of the instance over all its volumes", setVMBandwidth,
			func(s *Scenario) string { return unit.FormatBandwidth(h(s).VMBandwidth) }},
	}
}

func text(name, help string, at func(*Scenario) *string) key {
	return key{name, "any text", help, func(s *Scenario, v string) error { *at(s) = v; return nil },
		func(s *Scenario) string { return *at(s) }}
}

func whole(name string, lo, hi int, help string, at func(*Scenario) *int) key {
	return key{name, fmt.Sprintf("%d … %d", lo, hi), help, func(s *Scenario, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil {
			return fmt.Errorf("not a whole number")
		}
		if n < lo || n > hi {
			return fmt.Errorf("out of range")
		}
		*at(s) = n
		return nil
	}, func(s *Scenario) string { return strconv.Itoa(*at(s)) }}
}

func number(name string, lo, hi float64, help string, at func(*Scenario) *float64) key {
	return key{name, fmt.Sprintf("%g … %g", lo, hi), help, func(s *Scenario, v string) error {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil {
			return fmt.Errorf("not a number")
		}
		return within(at(s), x, lo, hi)
	}, func(s *Scenario) string { return strconv.FormatFloat(*at(s), 'g', -1, 64) }}
}

func share(name string, lo, hi float64, help string, at func(*Scenario) *float64) key {
	return key{name, fmt.Sprintf("%g%% … %g%%", lo*100, hi*100), help, func(s *Scenario, v string) error {
		x, err := unit.ParseShare(v)
		if err != nil {
			return err
		}
		return within(at(s), x, lo, hi)
	}, func(s *Scenario) string { return strconv.FormatFloat(*at(s), 'g', -1, 64) }}
}

func within(at *float64, x, lo, hi float64) error {
	if !(x >= lo && x <= hi) {
		return fmt.Errorf("out of range")
	}
	*at = x
	return nil
}

func span(name string, lo, hi sim.Duration, help string, at func(*Scenario) *sim.Duration) key {
	allowed := fmt.Sprintf("%s … %s, in us, ms, s, min or h", unit.FormatDuration(lo), longTime(hi))
	return key{name, allowed, help, func(s *Scenario, v string) error {
		d, err := unit.ParseDuration(v)
		if err != nil {
			return err
		}
		if d < lo || d > hi {
			return fmt.Errorf("out of range")
		}
		*at(s) = d
		return nil
	}, func(s *Scenario) string { return unit.FormatDuration(*at(s)) }}
}

// longTime prints a limit in hours where these are whole.
func longTime(d sim.Duration) string {
	if d >= sim.Hour && d%sim.Hour == 0 {
		return fmt.Sprintf("%dh", d/sim.Hour)
	}
	return unit.FormatDuration(d)
}

func size(name string, lo, hi unit.Bytes, help string, at func(*Scenario) *int64) key {
	return key{name, fmt.Sprintf("%s … %s", lo, hi), help, func(s *Scenario, v string) error {
		b, err := unit.ParseBytes(v)
		if err != nil {
			return err
		}
		if b < lo || b > hi {
			return fmt.Errorf("out of range")
		}
		*at(s) = int64(b)
		return nil
	}, func(s *Scenario) string { return unit.FormatBytes(unit.Bytes(*at(s))) }}
}

func setStart(s *Scenario, v string) error {
	for i, n := range startNames {
		if strings.EqualFold(n, v) {
			s.Start = engine.Start(i)
			return nil
		}
	}
	return fmt.Errorf("not a state of the server")
}

func setSeed(s *Scenario, v string) (err error) {
	if s.Seed, err = strconv.ParseUint(v, 10, 64); err != nil {
		return fmt.Errorf("not a whole number of 64 bits")
	}
	return nil
}

func setClient(s *Scenario, v string) error {
	switch strings.ToLower(v) {
	case "local":
		s.Host.LocalClient = true
	case "remote":
		s.Host.LocalClient = false
	default:
		return fmt.Errorf("not a place of the load generator")
	}
	return nil
}

func getClient(s *Scenario) string {
	if s.Host.LocalClient {
		return "local"
	}
	return "remote"
}

func setVMIOPS(s *Scenario, v string) error {
	n, err := unit.ParseCount(v)
	if err != nil {
		return err
	}
	return within(&s.Host.VMIOPS, float64(n), 0, 1e12)
}

func setVMBandwidth(s *Scenario, v string) error {
	b, err := unit.ParseBandwidth(v)
	if err != nil {
		return err
	}
	return within(&s.Host.VMBandwidth, b, 0, 1e12)
}

func setModifiers(s *Scenario, v string) error {
	s.Modifiers = nil
	var errs []error
	names := modifierNames()
	for _, f := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
		if modifier(f) == nil {
			errs = append(errs, unknownModifier(f, names))
			continue
		}
		s.Modifiers = append(s.Modifiers, f)
	}
	for _, n := range twice(s.Modifiers) {
		errs = append(errs, told(n+" is given twice"))
	}
	return errors.Join(append(errs, parts(s.Modifiers)...)...)
}

// told is an error that says all: a list of what is allowed would add nothing.
type told string

func (t told) Error() string { return string(t) }

func unknownModifier(name string, known []string) error {
	if near := profile.Nearest(name, known, 3); near != "" {
		return told("unknown modifier " + name + "; did you mean " + near + "?")
	}
	return errors.New("unknown modifier " + name)
}

// parts refuses modifiers that another one consists of.
func parts(names []string) (errs []error) {
	for _, whole := range names {
		for _, part := range strings.Fields(modifier(whole).Parts) {
			if slices.Contains(names, part) {
				errs = append(errs, told(part+" is a part of "+whole))
			}
		}
	}
	return errs
}

func modifierNames() []string {
	var names []string
	for _, m := range profile.Modifiers() {
		names = append(names, m.Name)
	}
	return names
}

func getModifiers(s *Scenario) string { return strings.Join(s.Modifiers, ", ") }

func modifier(name string) *profile.Modifier {
	for _, m := range profile.Modifiers() {
		if m.Name == name {
			return &m
		}
	}
	return nil
}
