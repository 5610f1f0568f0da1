package scenario

import (
	"fmt"
	"path"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// baseline returns what a scenario has where nobody says anything; Canonical leaves these values out.
func baseline() Scenario {
	return Scenario{
		Config: engine.Config{
			Start: engine.Warm, PrepareRandType: workload.Special,
			Warmup: 60 * sim.Second, Time: 120 * sim.Second, ReportInterval: sim.Second,
			Seed: 1, Percentile: 95, IOMutexes: 1,
		},
		Replications: 1,
	}
}

func (p *parser) scenarioSection() {
	*p.sc = keepWarnings(baseline(), p.sc)
	p.each("scenario", func(l line) { p.apply(scenarioKeys(), l) })
}

func keepWarnings(s Scenario, from *Scenario) Scenario {
	s.Warnings = from.Warnings
	return s
}

func (p *parser) innosim() {
	server := line{value: "mysql-8.4"}
	p.each("innosim", func(l line) {
		if l.key() == "server" {
			server = l
			return
		}
		p.apply(innosimKeys(), l)
	})
	row, err := profile.Lookup(server.value, p.o.rows...)
	if err != nil {
		_, text, _ := strings.Cut(err.Error(), ": ")
		p.fault(server.fault(text))
		row = profile.MySQL84()
	}
	p.sc.Profile, p.sc.Policies = row, p.o.own[row.Name]
	if !row.Modelled() {
		p.sc.Skip = append(p.sc.Skip, "server "+row.Name+" is not modelled: "+row.Missing)
	}
	p.modify()
}

// host reads [host]: the last profile first, then the keys over it.
func (p *parser) host() {
	lines := p.withProfile("host", "host")
	base, at := HostProfiles()[0], line{}
	for _, l := range lines {
		if l.key() == "profile" {
			at = l
		}
	}
	if at.value != "" {
		h, ok := findHost(at.value)
		if !ok {
			f := at.fault("not a host of the catalogue")
			f.Nearest = profile.Nearest(at.value, hostNames(), 3)
			f.Allowed = "a name of innosim list hosts, or a file"
			p.fault(f)
		} else {
			base = h
		}
	}
	p.sc.Host = base.Host
	for _, l := range lines {
		if l.key() != "profile" {
			p.apply(hostKeys(), l)
		}
	}
	p.modifyHost()
	p.checkHost()
	p.sc.machine = profile.Machine{CPUs: p.sc.Host.CPUs, Memory: p.sc.Host.Memory}
}

func (p *parser) checkHost() {
	h := p.sc.Host
	if h.CPUs%h.ThreadsPerCore != 0 {
		if l, ok := p.setting["host.threads-per-core"]; ok {
			p.fault(l.fault(fmt.Sprintf("the %d CPUs are not a multiple of it", h.CPUs)))
		} else {
			p.sc.Host.ThreadsPerCore = 1 // of the profile, and does not fit the CPUs that were asked for
		}
	}
	if l, ok := p.setting["host.rtt"]; ok && h.LocalClient && h.RTT > 0 {
		p.fault(l.fault("contradicts client = local; a round trip needs client = remote"))
	}
	if h.LocalClient {
		p.sc.Host.RTT = 0
	}
}

// withProfile returns the lines of a section. A profile that is a file is replaced by that file's section.
func (p *parser) withProfile(section, other string) []line {
	var out []line
	p.each(section, func(l line) {
		if l.key() != "profile" || !isFile(l.value) {
			out = append(out, l)
			return
		}
		out = append(out, p.profileFile(l, section, other)...)
	})
	return out
}

func isFile(profile string) bool {
	ext := path.Ext(profile)
	return strings.Contains(profile, "/") || ext == ".cnf" || ext == ".ini"
}

func (p *parser) profileFile(l line, section, other string) []line {
	target := l.value
	if l.file != commandLine && !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir(l.file), target)
	}
	sub := reader{fsys: p.r.fsys}
	sub.read(target)
	for _, f := range sub.faults {
		p.fault(l.fault(f.Error()))
	}
	var out []line
	for _, want := range []string{section, other} {
		for _, x := range sub.lines {
			if strings.EqualFold(x.section, want) && !(x.key() == "profile" && isFile(x.value)) {
				x.section = section
				out = append(out, x)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	if len(sub.faults) == 0 {
		p.fault(l.fault("the file has no section [" + other + "]"))
	}
	return nil
}
