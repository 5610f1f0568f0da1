package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// NewArms builds an arm for each set of changes. The error is everything that is wrong with any of them, each fault
// once: a value of a grid is part of many points.
func NewArms(base Source, sets [][]Change) ([]Arm, error) {
	arms := make([]Arm, len(sets))
	errs := make([]error, len(sets))
	for i, set := range sets {
		arms[i], errs[i] = NewArm("", base, set)
	}
	return arms, Faults(errs...)
}

// Faults joins errors line by line and leaves out what was said before, of another arm too; nil when there is none.
func Faults(errs ...error) error {
	var all []error
	seen := map[string]bool{}
	for _, err := range errs {
		if err == nil {
			continue
		}
		for line := range strings.Lines(err.Error()) {
			line = strings.TrimRight(line, "\n")
			if key, _, _ := strings.Cut(line, inArm); !seen[key] {
				seen[key] = true
				all = append(all, errors.New(line))
			}
		}
	}
	return errors.Join(all...)
}

// inArm begins the name of the arm in a fault that its changes do not name.
const inArm = " (in arm "

// named adds the arm's name to the faults of other settings than those that the arm changes: a --set may break what the
// base's file says.
func named(name string, set []Change, err error) error {
	faults, ok := err.(scenario.Faults)
	if !ok || len(set) == 0 {
		return err
	}
	lines := make([]error, len(faults))
	for i, f := range faults {
		lines[i] = f
		if !slices.ContainsFunc(set, func(c Change) bool { return sameName(c.Name, f.Name) }) {
			lines[i] = errors.New(f.Error() + inArm + name + ")")
		}
	}
	return errors.Join(lines...)
}

func sameName(a, b string) bool {
	plain := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "_", "-") }
	return plain(a) == plain(b)
}

// cannotRun are the reasons why a scenario is not simulated.
func cannotRun(why []string) error {
	var faults scenario.Faults
	for _, text := range why {
		faults = append(faults, scenario.Fault{Text: "cannot be simulated: " + text})
	}
	return faults
}

// Twins refuses arms that are the same by name, changes and scenario; the first one is the base. Arms that are equal
// although their changes differ are allowed, and remarked.
func Twins(arms []Arm) error {
	var errs []error
	for i, a := range arms {
		same := func(b Arm) bool {
			return a.Name == b.Name && slices.Equal(a.Set, b.Set) && a.Scenario.Digest() == b.Scenario.Digest()
		}
		if i > 1 && slices.ContainsFunc(arms[1:i], same) {
			errs = append(errs, fmt.Errorf("arm %s: is given twice", a.Name))
		}
	}
	return Faults(errs...)
}
