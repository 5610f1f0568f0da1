package experiment

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// answer gathers what was found.
func (p *planner) answer(partial bool) *Planning {
	a := &Planning{Choice: p.cheapest(), Runs: p.runs, Points: len(p.all), Partial: partial}
	for _, c := range p.all {
		if c.state == fails {
			a.Rejected = append(a.Rejected, c)
		}
	}
	if a.Choice != nil {
		a.HeadRoom = headRoom(p.o.Require, a.Choice.Results)
		return a
	}
	a.Closest = closest(p.o.Require, a.Rejected)
	return a
}

// headRoom is the distance of every requirement to its limit; negative where it does not hold.
func headRoom(require []scenario.Threshold, results map[string]float64) []HeadRoom {
	var out []HeadRoom
	for _, t := range require {
		v, known := results[t.Name]
		if !known {
			continue
		}
		share := math.NaN()
		if t.Value != 0 {
			share = (v - t.Value) / math.Abs(t.Value)
		}
		if strings.HasPrefix(t.Op, "<") {
			share = -share
		}
		out = append(out, HeadRoom{t, v, share})
	}
	return out
}

// closest is the choice whose worst requirement is missed least.
func closest(require []scenario.Threshold, all []*Choice) *Choice {
	var best *Choice
	least := math.Inf(1)
	for _, c := range all {
		if c.Results == nil {
			continue
		}
		worst := 0.0
		for _, h := range headRoom(require, c.Results) {
			if !h.Requirement.Holds(h.Value) && !math.IsNaN(h.Share) {
				worst = max(worst, -h.Share)
			}
		}
		if worst < least {
			best, least = c, worst
		}
	}
	return best
}

// WriteText prints the choice, the neighbours that fail, and the head-room.
func (a *Planning) WriteText(w io.Writer, unit string) error {
	var b strings.Builder
	switch {
	case a.Choice != nil:
		fmt.Fprintf(&b, "choice    %s (%s %s)\n", Text(a.Choice.Set), figure(a.Choice.Cost), unit)
		for _, h := range a.HeadRoom {
			fmt.Fprintf(&b, "          %s: %s, %.0f %% of head-room\n", h.Requirement, figure(h.Value), 100*h.Share)
		}
		for _, r := range a.Choice.remarks() {
			fmt.Fprintf(&b, "          Warning: %s\n", r)
		}
	case a.Closest != nil:
		fmt.Fprintln(&b, "none      no combination holds every requirement")
		fmt.Fprintf(&b, "closest   %s (%s %s)\n", Text(a.Closest.Set), figure(a.Closest.Cost), unit)
		fmt.Fprintf(&b, "          fails %s\n", a.Closest.why())
	case a.Partial:
		fmt.Fprintln(&b, "unknown   interrupted before the answer was known")
	default:
		fmt.Fprintln(&b, "none      nothing could be simulated")
	}
	fmt.Fprintf(&b, "runs      %d of %d combinations\n", a.Runs, a.Points)
	if len(a.Rejected) > 0 {
		b.WriteString("\nrejected\n")
	}
	for _, c := range a.nearest() {
		fmt.Fprintf(&b, "          %s (%s %s) fails %s\n", Text(c.Set), figure(c.Cost), unit, c.why())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// nearest are the rejected choices, the most expensive first: those that nearly were the answer.
func (a *Planning) nearest() []*Choice {
	out := slices.Clone(a.Rejected)
	slices.Reverse(out)
	return out
}

// remarks are what the reader of a choice should know.
func (c *Choice) remarks() []string {
	if c.arm.Scenario == nil {
		return nil
	}
	return c.arm.Scenario.Remarks()
}

// why says what fails, with the values that were found.
func (c *Choice) why() string {
	if c.Failed != "" {
		return "to run: " + c.Failed
	}
	parts := make([]string, len(c.Fails))
	for i, f := range c.Fails {
		parts[i] = fmt.Sprintf("%s (%s)", f, resultText(c.Results, nameOf(f)))
	}
	return strings.Join(parts, ", ")
}

// nameOf is the result that a condition is about.
func nameOf(condition string) string {
	name, _, _ := strings.Cut(condition, " ")
	return name
}

// resultText is a result for people.
func resultText(results map[string]float64, name string) string {
	if v, ok := results[name]; ok {
		return figure(v)
	}
	return "not measured"
}

type planningJSON struct {
	Choice   *choiceJSON          `json:"choice"` // null: none
	Closest  *choiceJSON          `json:"closest,omitempty"`
	HeadRoom map[string][2]number `json:"head_room"` // by requirement: value, share of the limit
	Header   Header               `json:"header"`
	Machine  Machine              `json:"machine"`
	Partial  bool                 `json:"partial"`
	Points   int                  `json:"points"`
	Rejected []choiceJSON         `json:"rejected"`
	Runs     int                  `json:"runs"`
}

type choiceJSON struct {
	Cost    number             `json:"cost"`
	Fails   string             `json:"fails"`
	Results map[string]float64 `json:"results"`
	Set     map[string]string  `json:"set"`
	Warn    []string           `json:"warnings"`
}

// WriteJSON prints the answer.
func (a *Planning) WriteJSON(w io.Writer, h Header, m Machine) error {
	d := planningJSON{
		Choice: a.Choice.json(), Closest: a.Closest.json(), HeadRoom: map[string][2]number{}, Header: h, Machine: m,
		Partial: a.Partial, Points: a.Points, Rejected: []choiceJSON{}, Runs: a.Runs,
	}
	for _, r := range a.HeadRoom {
		d.HeadRoom[r.Requirement.String()] = [2]number{number(r.Value), number(r.Share)}
	}
	for _, c := range a.nearest() {
		d.Rejected = append(d.Rejected, *c.json())
	}
	return document.Write(w, d)
}

func (c *Choice) json() *choiceJSON {
	if c == nil {
		return nil
	}
	return &choiceJSON{number(c.Cost), c.why(), c.Results, setMap(c.Set), texts(c.remarks())}
}
