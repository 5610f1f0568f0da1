package scenario

import "fmt"

// Remarks are what whoever wrote the input should know although it can be used: the warnings, such as values that
// the server adjusts, and the server variables that have no effect on the simulation.
func (s *Scenario) Remarks() []string {
	var out []string
	for _, w := range s.Warnings {
		out = append(out, w.Error())
	}
	for _, n := range s.NotModelled {
		text := fmt.Sprintf("%s = %s is not modelled", n.Name, shorten(n.Value))
		if n.Why != "" && n.Why != "not modelled" {
			text += ": " + n.Why
		}
		out = append(out, text)
	}
	return out
}

// Failing are the conditions that do not hold for results, as they are written; one on a result that was not measured
// does not hold.
func Failing(all []Threshold, results map[string]float64) []string {
	var out []string
	for _, t := range all {
		if v, known := results[t.Name]; !known || !t.Holds(v) {
			out = append(out, t.String())
		}
	}
	return out
}
