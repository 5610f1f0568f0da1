package experiment

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// Ablation splits the step from the base to a variant into its single changes: the base, the variant, each
// change alone, and all but each. With one change there is nothing to split; with two, all but one is the
// other one alone.
func Ablation(base Source, variant []Change) ([]Arm, error) {
	if len(variant) < 2 {
		return nil, fmt.Errorf("--ablate: %q is one change; there is nothing to split", Text(variant))
	}
	var arms []Arm
	var errs []error
	add := func(name string, set []Change) {
		a, err := NewArm(name, base, set)
		arms, errs = append(arms, a), append(errs, err)
	}
	add("base", nil)
	add("all changes", variant)
	for _, c := range variant {
		add("only "+c.String(), []Change{c})
	}
	for i, c := range variant {
		if len(variant) > 2 {
			add("all but "+c.String(), append(append([]Change(nil), variant[:i]...), variant[i+1:]...))
		}
	}
	return arms, Faults(errs...)
}

// Differences are the changes that lead from one scenario to another, by their canonical texts. A key that
// only the first one has is set to the second one's value where it is a server variable; other keys have no
// text for "absent", and are an error.
func Differences(from, to *scenario.Scenario) ([]Change, error) {
	a, b := canonicalKeys(from), canonicalKeys(to)
	var set []Change
	for _, k := range b.order {
		if a.value[k] != b.value[k] || !a.has(k) {
			set = append(set, Change{withoutMysqld(k), b.value[k]})
		}
	}
	defaults := map[string]string{}
	for _, v := range to.Profile.Variables() {
		defaults["mysqld."+v.Name] = v.Format(&to.Settings)
	}
	for _, k := range a.order {
		if b.has(k) {
			continue
		}
		value, known := defaults[k]
		if !known {
			return nil, fmt.Errorf("%s is set in the base only: write its value into the variant too", k)
		}
		set = append(set, Change{withoutMysqld(k), value})
	}
	return set, nil
}

func withoutMysqld(key string) string { return strings.TrimPrefix(key, "mysqld.") }

// keyTable is a scenario's canonical text as names and values.
type keyTable struct {
	order []string
	value map[string]string
}

func (t keyTable) has(key string) bool { _, ok := t.value[key]; return ok }

// canonicalKeys are the lines of the canonical text that decide the run.
func canonicalKeys(sc *scenario.Scenario) keyTable {
	t := keyTable{value: map[string]string{}}
	for _, p := range sc.Pairs() {
		key := p.Section + "." + p.Name
		t.order = append(t.order, key)
		t.value[key] = p.Value
	}
	return t
}
