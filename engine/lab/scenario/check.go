package scenario

import (
	"fmt"
	"io/fs"

	"github.com/innosim/innosim/engine/profile"
)

// Effective is a server variable as the server has it after its start.
type Effective struct {
	Name    string
	Value   string
	Default string // with nothing set, on this host
	Origin  string // "file:line", "default", or "computed" where it follows from other values
	Unit    string
	Help    string
}

// Check is what an option file or scenario means.
type Check struct {
	Scenario    *Scenario // nil when something is wrong
	Effective   []Effective
	NotModelled []Setting
	Warnings    []Fault
	Wrong       Faults
}

// CheckFile reads a file as a run would, and tells all about it.
func CheckFile(fsys fs.FS, name string, opts ...Option) Check {
	s, err := Parse(fsys, name, opts...)
	if err != nil {
		wrong, ok := err.(Faults)
		if !ok {
			wrong = Faults{{File: name, Text: err.Error()}}
		}
		return Check{Wrong: wrong}
	}
	return Check{Scenario: s, Effective: s.Effective(), NotModelled: s.NotModelled, Warnings: s.Warnings}
}

// Effective lists every variable that the model uses, in the order of the table.
func (s *Scenario) Effective() []Effective {
	plain := profile.Defaults(s.Profile, s.machine)
	vars := s.Profile.Variables()
	out := make([]Effective, 0, len(vars))
	for _, v := range vars {
		e := Effective{Name: v.Name, Unit: v.Unit, Help: v.Help, Origin: s.origin(v.Name)}
		e.Value, e.Default = v.Format(&s.Settings), v.Format(&plain)
		if e.Origin == "" {
			e.Origin = "default"
			if e.Value != e.Default {
				e.Origin = "computed"
			}
		}
		if !v.Inert(&s.Settings) {
			out = append(out, e)
		}
	}
	return out
}

// origin returns where a variable was set; "" when it was not.
func (s *Scenario) origin(name string) string {
	for _, g := range s.Given {
		switch {
		case g.Name != name:
		case g.Line > 0:
			return fmt.Sprintf("%s:%d", g.File, g.Line)
		default:
			return g.File
		}
	}
	return ""
}
