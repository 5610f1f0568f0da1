package profile

import (
	"fmt"
	"math/bits"
)

// Machine is what a server sees of its host when it computes defaults.
type Machine struct {
	CPUs   int   // logical
	Memory int64 // bytes
}

// Assignment is a line of an option file: a normal name of the model's table, and its text.
type Assignment struct {
	Name  string
	Value string
	Bare  bool // a name without "="
}

// Outcome is what a server makes of its option file.
type Outcome struct {
	Settings Settings
	Notes    []Note
	Refused  []*Refusal
}

// resolver works one start of a server through.
type resolver struct {
	p         Profile
	m         Machine
	s         Settings
	given     map[string]int // the last assignment of a name; never iterated
	dedicated bool
	out       Outcome
}

// Resolve starts a server: defaults, then the assignments in order, then the formulas and adjustments of
// the server.
func Resolve(p Profile, m Machine, given []Assignment) Outcome {
	r := resolver{p: p, m: m, given: make(map[string]int, len(given))}
	r.defaults()
	for i, a := range given {
		r.given[a.Name] = i
	}
	for i, a := range given {
		if r.given[a.Name] == i {
			r.assign(i, a)
		}
	}
	r.derive()
	r.out.Settings = r.s
	return r.out
}

// Defaults returns the settings of a server that was started without any option.
func Defaults(p Profile, m Machine) Settings { return Resolve(p, m, nil).Settings }

func (r *resolver) defaults() {
	for _, v := range r.p.Variables() {
		switch d := r.p.Default(v); {
		case d == "" || d == "auto" || v.field == nil:
		case v.Kind == Base:
			*v.field(&r.s).(*bool) = d == "ON"
		default:
			v.read(r.p.Generation, &r.s, d)
		}
	}
	r.fixed()
	if r.p.Generation == GenMaria { // names that MariaDB ignores, with the behaviour that it has
		r.s.BufferPoolInstances, r.s.PageCleaners, r.s.ChangeBuffering = 1, 1, "none"
		r.s.UseFdatasync = true       // os_file_sync_posix
		r.s.BinlogOrderCommits = true // commit_ordered
	}
}

func (r *resolver) assign(i int, a Assignment) {
	v, ok := Find(a.Name, r.p.Generation)
	if !ok {
		return
	}
	if a.Bare && !v.bare(&a) {
		r.refuse(i, a.Name, "", "needs a value", v.Allowed())
		return
	}
	if v.Name == dedicated {
		r.dedicated, _ = readBool(a.Value)
		return
	}
	note, refused := v.read(r.p.Generation, &r.s, a.Value)
	if refused != "" {
		r.refuse(i, a.Name, a.Value, refused, v.Allowed())
		delete(r.given, a.Name)
		return
	}
	if note != "" {
		r.note(i, a.Name, "%s", note)
	}
}

// bare gives a name without a value the value that the server gives it.
func (v Variable) bare(a *Assignment) bool {
	switch {
	case v.Kind == Bool || v.Kind == Base || v.Name == "innodb_flush_log_at_trx_commit": // PLUGIN_VAR_OPCMDARG
		a.Value = "1"
	case v.Name == doublewrite:
		a.Value = "ON"
	default:
		return false
	}
	return true
}

func (r *resolver) refuse(i int, name, value, text, allowed string) {
	refusal := &Refusal{Index: i, Name: name, Value: value, Text: text, Allowed: allowed}
	r.out.Refused = append(r.out.Refused, refusal)
}

func (r *resolver) note(i int, name, format string, args ...any) {
	r.out.Notes = append(r.out.Notes, Note{Index: i, Name: name, Text: fmt.Sprintf(format, args...)})
}

// set reports whether a name was assigned, and by which assignment.
func (r *resolver) set(name string) (int, bool) {
	i, ok := r.given[name]
	if !ok {
		i = -1
	}
	return i, ok
}

// adjust changes a setting as the server does at start; the note stands where the user set it.
func (r *resolver) adjust(name, format string, args ...any) {
	i, _ := r.set(name)
	r.note(i, name, format, args...)
}

func nextPowerOfTwo(n int64) int64 {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len64(uint64(n-1))
}
