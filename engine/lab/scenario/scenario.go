package scenario

import (
	"io/fs"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/profile"
)

// Scenario is a run and what is expected of it.
type Scenario struct {
	engine.Config

	Name, Title, Source string
	Next, Binds         string // of a lesson: what to change next, and what must limit the throughput

	Replications int // runs with seeds Seed, Seed+1, …
	Modifiers    []string
	Thresholds   []Threshold
	Measured     map[string]float64 // by result name; nil when nothing was measured
	Judge        []string           // names on which a truth case is judged, in the order of the file

	Given       []Setting // server variables that were set and are modelled, the last of each name
	NotModelled []Setting
	Warnings    []Fault
	Skip        []string // why it cannot be simulated; empty when it can

	// Own reports whether the files have sections of ours; without, they are option files of a server only.
	Own bool

	machine profile.Machine
}

// Setting is a server variable of an option file.
type Setting struct {
	File  string
	Line  int
	Name  string // normal: lower case, underscores
	Value string
	Why   string // it has no effect, for variables that are not modelled
}

// Option changes how a scenario is read.
type Option func(*options)

type options struct {
	rows    []profile.Profile
	own     map[string]engine.Policies // by row
	overlay []line
	more    []string
	bare    bool
}

// WithRows adds servers of the caller's own; they hide built-in ones of the same name.
func WithRows(rows ...profile.Profile) Option {
	return func(o *options) { o.rows = append(o.rows, rows...) }
}

// WithPolicies puts algorithms of the caller's own in the place of those of a row: a built-in one, or one of WithRows.
func WithPolicies(server string, p engine.Policies) Option {
	return func(o *options) {
		if o.own == nil {
			o.own = map[string]engine.Policies{}
		}
		o.own[server] = p
	}
}

// WithFiles reads further files after the first, such as the server's option file; later lines win.
func WithFiles(names ...string) Option {
	return func(o *options) { o.more = append(o.more, names...) }
}

// Parse reads a scenario, or an option file, from a file system; no name at all is the built-in default
// scenario. The error is a Faults with everything that is wrong.
func Parse(fsys fs.FS, name string, opts ...Option) (*Scenario, error) {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	r := reader{fsys: fsys}
	if name != "" {
		r.read(name)
	}
	for _, n := range o.more {
		r.read(n)
	}
	p := newParser(&r, &o)
	p.all()
	if len(p.faults) > 0 {
		return nil, p.faults
	}
	return p.sc, nil
}

// Default returns the built-in scenario that a run without arguments simulates.
func Default(opts ...Option) (*Scenario, error) { return Parse(builtin, "", opts...) }
