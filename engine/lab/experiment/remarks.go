package experiment

import (
	"fmt"
	"io"
	"slices"
)

// Remark is something that the reader should know, and of how many points it holds.
type Remark struct {
	Text string
	Of   int
}

// remarkArms tells of each arm what does not hold of the base too, and which arms are no change.
func (c *Comparison) remarkArms() {
	base := c.Arms[0].Scenario
	for i := range c.Arms {
		a := &c.Arms[i]
		if a.Remarks = a.Scenario.Remarks(); i > 0 {
			common := base.Remarks()
			a.Remarks = slices.DeleteFunc(a.Remarks, func(r string) bool { return slices.Contains(common, r) })
		}
		for _, b := range c.Arms[:i] {
			if a.Scenario.Digest() == b.Scenario.Digest() {
				a.Remarks = append(a.Remarks, "is the same scenario as "+b.Name)
				break
			}
		}
		if n := a.restless(); n > 0 {
			text := "throughput has a trend over the measured window in %d of %d runs: it is not stationary"
			a.Remarks = append(a.Remarks, fmt.Sprintf(text, n, len(a.Runs)))
		}
	}
}

// restless counts the runs whose window is not stationary.
func (a *ArmResult) restless() (n int) {
	for _, r := range a.Runs {
		if r != nil && !r.Stationary {
			n++
		}
	}
	return n
}

// writeRemarks prints thresholds that do not hold, and what else there is to know of the arms.
func (c *Comparison) writeRemarks(w io.Writer) error {
	var lines []string
	for _, a := range c.Arms {
		for _, f := range a.Fails {
			name := nameOf(f)
			lines = append(lines, fmt.Sprintf("%s: FAILS %s (%s)", a.Name, f, resultText(a.Results, name)))
		}
	}
	for _, a := range c.Arms {
		for _, r := range a.Remarks {
			lines = append(lines, fmt.Sprintf("Warning: %s: %s", a.Name, r))
		}
	}
	return writeLines(w, lines)
}

// remarkPoints gathers what there is to know of the points, and which of them are the same.
func (s *Sweep) remarkPoints(arms []Arm) {
	first := map[uint64]int{}
	for i, a := range arms {
		for _, r := range a.Scenario.Remarks() {
			s.remark(r)
			s.Points[i].Remarks = append(s.Points[i].Remarks, r)
		}
		d := a.Scenario.Digest()
		if j, twin := first[d]; twin {
			s.Points[i].Remarks = append(s.Points[i].Remarks, "is the same scenario as "+Text(arms[j].Set))
			s.remark(fmt.Sprintf("%s is the same scenario as %s", Text(a.Set), Text(arms[j].Set)))
			continue
		}
		first[d] = i
	}
}

func (s *Sweep) remark(text string) {
	i := slices.IndexFunc(s.Remarks, func(r Remark) bool { return r.Text == text })
	if i < 0 {
		i = len(s.Remarks)
		s.Remarks = append(s.Remarks, Remark{Text: text})
	}
	s.Remarks[i].Of++
}

// Warnings are the remarks as sentences.
func (s *Sweep) Warnings() []string {
	var out []string
	for _, r := range s.Remarks {
		if r.Of > 1 && r.Of < len(s.Points) {
			r.Text += fmt.Sprintf(" (%d of %d points)", r.Of, len(s.Points))
		}
		out = append(out, r.Text)
	}
	return out
}

// writeRemarks prints how often thresholds do not hold, and the warnings.
func (s *Sweep) writeRemarks(w io.Writer) error {
	var fails Sweep
	for i := range s.Points {
		for _, f := range s.Points[i].Fails {
			fails.remark(f)
		}
	}
	var lines []string
	for _, r := range fails.Remarks {
		lines = append(lines, fmt.Sprintf("FAILS %s in %d of %d points", r.Text, r.Of, len(s.Points)))
	}
	for _, text := range s.Warnings() {
		lines = append(lines, "Warning: "+text)
	}
	return writeLines(w, lines)
}

// writeLines prints lines after an empty one; nothing when there are none.
func writeLines(w io.Writer, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	for _, l := range lines {
		if _, err := fmt.Fprintln(w, l); err != nil {
			return err
		}
	}
	return nil
}
