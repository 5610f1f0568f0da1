package explain

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// mostly is the part of a stretch from which an outage is its cause.
const mostly = 0.5

// actions of the timeline, in words.
var actions = map[string]string{
	"crash": "the host crashed, and the server recovers", "kill": "the process was killed, and the server recovers",
	"restart": "the server was shut down and started again",
}

// outage is the link of a stretch in which the server was down most of the time.
func (e *evidence) outage() []Link {
	if e.r.DownTime() < sim.Duration(mostly*float64(e.r.Window)) {
		return nil
	}
	longest := -1
	for i := range e.r.Outages {
		if o := &e.r.Outages[i]; e.r.Overlap(o) > 0 && (longest < 0 || e.r.Overlap(o) > e.r.Overlap(&e.r.Outages[longest])) {
			longest = i
		}
	}
	o := &e.r.Outages[longest]
	what := fmt.Sprintf("no service: %s", actions[o.Action])
	return []Link{
		{what, fmt.Sprintf("%s at %.2f s, no service for %s s, %s s of them here", o.Action, sim.Duration(o.At).Seconds(),
			figure(o.Down.Seconds()), figure(e.r.DownTime().Seconds()))},
		spent(o),
	}
}

// spent is what the time of an outage went into.
func spent(o *engine.Outage) Link {
	parts := make([]string, len(o.Phases))
	name, most := "", sim.Duration(-1)
	for i, p := range o.Phases {
		parts[i] = fmt.Sprintf("%s %s s", p.Name, figure(p.Time.Seconds()))
		if p.Time > most {
			name, most = p.Name, p.Time
		}
	}
	return Link{"most of it is spent in the phase " + name, strings.Join(parts, ", ")}
}
