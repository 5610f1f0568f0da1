package scenario

import (
	"slices"
	"strings"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// crossLength checks what depends on how long the run is.
func (p *parser) crossLength() {
	p.uselessTime()
	p.lateChanges()
}

// uselessTime reports a time of [innosim] when the only workload, or the last phase, ends by itself. It is no part of
// the run then, so the canonical text has the default.
func (p *parser) uselessTime() {
	last := p.sc.Workload[len(p.sc.Workload)-1]
	if last.Time == 0 && last.Events == 0 && last.Transactions() == 0 {
		return
	}
	l, set := p.setting["innosim.time"]
	given := p.sc.Time
	p.sc.Time = baseline().Time
	if !set || l.file == builtinFile || given == 0 {
		return
	}
	f := l.fault("has no effect: the workload ends after its own events")
	switch {
	case last.Time > 0:
		f.Text = "has no effect: the last phase has a time of its own"
	case len(p.sc.Workload) > 1:
		f.Text = "has no effect: the last phase ends after its own events"
	}
	if l.file == commandLine {
		p.fault(f)
		return
	}
	p.warn(f)
}

// lateChanges reports lines of the timeline that the run does not reach.
func (p *parser) lateChanges() {
	end, known := p.longest()
	for _, c := range p.sc.Timeline {
		if at := sim.Duration(c.At); known && at >= end {
			value := strings.TrimSpace(c.Action + " " + c.Variable)
			if c.Action == "set" {
				value += " = " + c.Value
			}
			p.warn(Fault{File: c.File, Line: c.Line, Name: unit.FormatDuration(at), Value: value,
				Text: "has no effect: the run ends at " + unit.FormatDuration(end)})
		}
	}
}

// longest is when the run ends at the latest; unknown when a phase ends after a number of transactions only.
func (p *parser) longest() (end sim.Duration, known bool) {
	end = p.sc.Warmup
	for i, ph := range p.sc.Workload {
		last := i == len(p.sc.Workload)-1
		switch {
		case ph.Time > 0:
			end += ph.Time
		case ph.Events > 0, ph.Transactions() > 0:
			return 0, false
		case last:
			end += p.sc.Time
		}
		if !last {
			end += ph.Pause
		}
	}
	return end, true
}

// twice returns the names that stand in a list more than once, each once.
func twice(names []string) []string {
	var out []string
	for i, n := range names {
		if slices.Contains(names[:i], n) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
