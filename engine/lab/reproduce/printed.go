package reproduce

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// optionLines say what becomes of the option file that the publication prints.
func (o *Outcomes) optionLines() []string {
	e := o.Experiment
	if e.Options == "" {
		return nil
	}
	lines := []string{"The option file as printed (" + e.Options + "):"}
	sc, err := scenario.Parse(Files, e.File, scenario.WithFiles(e.Options))
	var faults scenario.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			lines = append(lines, "  refused: "+f.Error())
		}
		return append(lines, "  With these lines this server does not start; the arms leave them out.")
	}
	if err != nil {
		return append(lines, "  "+err.Error())
	}
	for _, s := range sc.Given {
		if s.File == e.Options {
			lines = append(lines, fmt.Sprintf("  used: %s = %s", s.Name, s.Value))
		}
	}
	for _, s := range sc.NotModelled {
		if s.File == e.Options {
			lines = append(lines, fmt.Sprintf("  ignored: %s = %s (%s)", s.Name, s.Value, s.Why))
		}
	}
	for _, w := range sc.Warnings {
		if w.File == e.Options {
			lines = append(lines, "  ignored: "+w.Error())
		}
	}
	return lines
}
