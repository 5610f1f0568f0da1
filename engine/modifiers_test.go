package engine_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// TestModifiers runs the tiny server with and without a modifier, and prints what distinguishes them. The command is
// compare, its argument the modifier; a first line "results" names results, wait classes (wait.NAME), series (last.NAME,
// and at.SECOND.NAME), the outage's duration in seconds (outage.down) and its phases (outage.PHASE); the other lines are
// settings of both, and sections.
func TestModifiers(t *testing.T) {
	datadriven.Walk(t, "testdata/modifiers", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			head, settings, _ := strings.Cut(d.Input, "\n")
			names := strings.Fields(head)
			require.Equal(t, "results", names[0])
			var with string
			d.ScanArgs(t, "with", &with)
			parent, _ := modified(t, settings, "")
			child, sc := modified(t, settings, with)
			var b strings.Builder
			for _, name := range names[1:] {
				fmt.Fprintf(&b, "%-28s %12s %12s\n", name, shown(parent, name), shown(child, name))
			}
			for _, w := range sc.Warnings {
				fmt.Fprintf(&b, "warning: %s\n", w.Text)
			}
			for _, why := range child.Durability.Why {
				fmt.Fprintf(&b, "%s\n", why)
			}
			return b.String()
		})
	})
}

// modified runs the tiny server with settings and a modifier; "" none.
func modified(t *testing.T, settings, with string) (outcome, *scenario.Scenario) {
	var opts []scenario.Option
	text := tiny
	sections := false
	for _, line := range strings.Split(settings, "\n") {
		name, value, ok := strings.Cut(line, "=")
		switch sections = sections || strings.HasPrefix(line, "["); {
		case sections:
			text += line + "\n"
		case ok:
			opts = append(opts, scenario.WithSet(strings.TrimSpace(name), strings.TrimSpace(value)))
		}
	}
	if with != "" {
		opts = append(opts, scenario.WithSet("modifiers", strings.ReplaceAll(with, "+", ", ")))
	} else if i := strings.Index(text, "[device.extension]"); i > 0 {
		text = text[:i] // the parent has none
	}
	sc, err := scenario.Parse(oneFile(text), "x.cnf", opts...)
	require.NoError(t, err)
	require.Empty(t, sc.Skip)
	e := start(t, sc.Config)
	return outcome{e, finish(t, e)}, sc
}

func shown(o outcome, name string) string {
	if class, ok := strings.CutPrefix(name, "wait."); ok {
		return fmt.Sprintf("%.3g", o.wait(class))
	}
	if column, ok := strings.CutPrefix(name, "last."); ok {
		c := o.Result.Series.Column(column)
		if c == nil {
			return "-"
		}
		return fmt.Sprintf("%.4g", c[len(c)-1])
	}
	if rest, ok := strings.CutPrefix(name, "at."); ok {
		second, column, _ := strings.Cut(rest, ".")
		i, err := strconv.Atoi(second)
		if c := o.Result.Series.Column(column); err == nil && i < len(c) {
			return fmt.Sprintf("%.4g", c[i])
		}
		return "-"
	}
	if phase, ok := strings.CutPrefix(name, "outage."); ok {
		return outageOf(o.Outages, phase)
	}
	v, ok := o.Results[name]
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%.4g", v)
}

// outageOf is the time without service of the only outage, or of one of its phases, in seconds.
func outageOf(all []engine.Outage, phase string) string {
	if len(all) != 1 {
		return "-"
	}
	d := all[0].Down
	if phase != "down" {
		d = 0
		for _, p := range all[0].Phases {
			if p.Name == phase {
				d = p.Time
			}
		}
	}
	return fmt.Sprintf("%.4g", d.Seconds())
}
