package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// Change sets one thing of a scenario, in the words of scenario.WithSet: a server variable, "threads",
// "device", "device.data.iops", "server".
type Change struct{ Name, Value string }

// String prints the change as --set takes it.
func (c Change) String() string { return c.Name + "=" + c.Value }

// Source reads the base scenario with changes on top.
type Source func(more ...scenario.Option) (*scenario.Scenario, error)

// Arm is one configuration of an experiment.
type Arm struct {
	Name     string
	Set      []Change // what makes it differ from the base; empty for the base, and for a scenario of its own
	Scenario *scenario.Scenario
}

// NewArm builds the base with changes. Its name is their text when none is given.
func NewArm(name string, base Source, set []Change) (Arm, error) {
	opts := make([]scenario.Option, len(set))
	for i, c := range set {
		opts[i] = scenario.WithSet(c.Name, c.Value)
	}
	if name == "" {
		name = Text(set)
	}
	sc, err := base(opts...)
	if err != nil {
		return Arm{}, named(name, set, err)
	}
	if len(sc.Skip) > 0 {
		return Arm{}, named(name, set, cannotRun(sc.Skip))
	}
	return Arm{name, set, sc}, nil
}

// Text prints changes as one --set.
func Text(set []Change) string {
	parts := make([]string, len(set))
	for i, c := range set {
		parts[i] = c.String()
	}
	return strings.Join(parts, ",")
}

// ParseSet reads "a=1,b=2". A part without a sign belongs to the value before it, so that values may contain
// commas.
func ParseSet(text string) ([]Change, error) {
	var set []Change
	for _, part := range strings.Split(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		switch {
		case ok && name != "" && slices.ContainsFunc(set, func(c Change) bool { return c.Name == name }):
			return nil, fmt.Errorf("--set %s: %s is set twice in one arm", text, name)
		case ok && name != "":
			set = append(set, Change{name, strings.TrimSpace(value)})
		case !ok && len(set) > 0:
			set[len(set)-1].Value += "," + part
		default:
			return nil, fmt.Errorf("--set %s: allowed is VARIABLE=VALUE, several joined by commas", text)
		}
	}
	return set, nil
}
