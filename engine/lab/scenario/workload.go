package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/unit"
)

// withoutEffect are sysbench options that do not change what is simulated.
const withoutEffect = "" +
	"histogram percentile validate rand-seed thread-stack-size verbosity debug luajit-cmd " +
	"forced-shutdown thread-init-timeout create-table-options reconnect report-checkpoints " +
	"tx-rate help version"

// workloads reads [workload] and [workload.N]: what stands in [workload] holds for every phase.
func (p *parser) workloads() {
	var common []line
	phases := map[int][]line{}
	for _, s := range p.r.sections {
		if n := phaseOf(s); n > 0 {
			phases[n] = phases[n][:len(phases[n]):len(phases[n])]
			p.phase(n)
		}
	}
	for _, l := range p.lines {
		switch n := phaseOf(l); {
		case strings.EqualFold(l.section, "workload"):
			common = append(common, l)
		case n > 0:
			phases[n] = append(phases[n], l)
			p.phase(n)
		}
	}
	if len(p.phases) == 0 {
		p.sc.Workload = []engine.Phase{p.read(common, false)}
		p.sc.Workload[0].Measured = true
		return
	}
	slices.Sort(p.phases)
	var flags []line // hold for every phase, so they come last
	common = slices.DeleteFunc(common, func(l line) bool {
		if l.file == commandLine {
			flags = append(flags, l)
		}
		return l.file == commandLine
	})
	for _, n := range p.phases {
		lines := append(append(append([]line(nil), common...), phases[n]...), flags...)
		p.sc.Workload = append(p.sc.Workload, p.read(lines, true))
	}
	p.phaseLengths()
}

func phaseOf(l line) int {
	n, ok := strings.CutPrefix(strings.ToLower(l.section), "workload.")
	if !ok {
		return 0
	}
	return phaseNumber(n)
}

func (p *parser) phase(n int) {
	if !slices.Contains(p.phases, n) {
		p.phases = append(p.phases, n)
	}
}

// phaseLengths: each phase needs an end, the last one may take the scenario's; one at least is measured.
func (p *parser) phaseLengths() {
	measured := false
	last := len(p.sc.Workload) - 1
	for i, ph := range p.sc.Workload {
		measured = measured || ph.Measured
		if ph.Time == 0 && ph.Events == 0 && i < last {
			p.fault(Fault{File: p.r.file(), Name: fmt.Sprintf("[workload.%d]", p.phases[i]),
				Text: "needs time or events, another phase follows"})
		}
	}
	if !measured {
		p.sc.Workload[last].Measured = true
	}
}

// read makes a phase out of its lines.
func (p *parser) read(lines []line, phase bool) engine.Phase {
	script := "oltp_read_write"
	for _, l := range lines {
		if l.key() == "script" {
			script = strings.TrimSuffix(l.value, ".lua")
		}
	}
	ph := engine.Phase{Options: workload.Defaults(script)}
	set := map[string]line{}
	for _, l := range lines {
		if l.key() == "script" {
			l.value = script
		}
		if err := p.workloadKey(&ph, l, phase); err != nil {
			f := l.fault(err.Error())
			if _, list, found := strings.Cut(f.Text, " is not one of "); found {
				f.Text, f.Allowed = "not a value of this option", list
			}
			p.fault(f)
			continue
		}
		set[workload.Today(l.key())] = l
	}
	p.checkWorkload(&ph, set)
	return ph
}

func (p *parser) workloadKey(ph *engine.Phase, l line, phase bool) (err error) {
	switch k := workload.Today(l.key()); {
	case k == "events":
		ph.Events, err = unit.ParseCount(l.value)
	case k == "time" && phase:
		ph.Time, err = unit.ParseDuration(l.value)
		if err == nil && (ph.Time < 0 || ph.Time > maxTime) {
			err = fmt.Errorf("out of range; allowed: 0s … %s", longTime(maxTime))
		}
	case k == "pause" && phase:
		ph.Pause, err = unit.ParseDuration(l.value)
		if err == nil && (ph.Pause < 0 || ph.Pause > maxTime) {
			err = fmt.Errorf("out of range; allowed: 0s … %s", longTime(maxTime))
		}
	case k == "measured" && phase:
		ph.Measured, err = onOff(l)
	case k == "time", k == "warmup", k == "warmup-time", k == "report-interval":
		err = fmt.Errorf("belongs to [innosim]; phases are [workload.1], [workload.2], …")
	case k == "working-set":
		err = ph.SetWorkingSet(l.value)
	case slices.Contains(workload.Keys(), k):
		err = ph.Set(k, l.value)
	case slices.Contains(strings.Fields(withoutEffect), k),
		strings.HasPrefix(k, "mysql-"), strings.HasPrefix(k, "db-"):
		p.unmodelled(l, k, "does not change the load")
	default:
		names := append(workload.Keys(), "events", "time", "pause", "measured", "working-set")
		p.unknownKey(l, names)
	}
	return err
}

func onOff(l line) (bool, error) {
	switch strings.ToLower(l.value) {
	case "on", "1", "true", "yes":
		return true, nil
	case "":
		return l.bare, nil
	case "off", "0", "false", "no":
		return false, nil
	}
	return false, fmt.Errorf("not on or off")
}

// notSimulated are the options of sysbench that ask for tables or rows of a kind that there is none of here.
func (p *parser) notSimulated(ph *engine.Phase) {
	if ph.Secondary {
		p.sc.Skip = append(p.sc.Skip, "secondary = on is not modelled: the tables have a primary key")
	}
	if ph.Script == "oltp_insert" && !ph.AutoInc {
		p.sc.Skip = append(p.sc.Skip, "auto-inc = off is not modelled: rows of oltp_insert go to the end of the table")
	}
}

func (p *parser) checkWorkload(ph *engine.Phase, set map[string]line) {
	p.notSimulated(ph)
	before := len(p.faults)
	for _, err := range leaves(ph.Validate()) {
		name, text, _ := strings.Cut(err.Error(), " = ")
		_, text, _ = strings.Cut(text, ": ")
		l, ok := set[name]
		if !ok && len(p.faults) > before {
			continue // follows from a value that is reported already
		}
		if !ok {
			l = line{file: p.r.file(), name: name, value: ph.Get(name)}
		}
		f := l.fault("out of range")
		f.Allowed = strings.TrimPrefix(text, "allowed is ")
		if name == "script" {
			f.Text, f.Allowed = "not a workload of the catalogue", strings.TrimPrefix(text, "known scripts are ")
			f.Nearest = profile.Nearest(l.value, workload.Scripts(), 3)
		}
		p.fault(f)
	}
	if l, ok := set["think-time"]; ok && ph.ThinkTime > 0 && ph.Rate > 0 {
		p.fault(l.fault("contradicts rate = " + strconv.FormatFloat(ph.Rate, 'g', -1, 64) +
			"; an open loop has no think time"))
	}
}
