package scenario

import (
	"io/fs"
	"strings"
)

// FileOption is a line of an option file, as the server's reader takes it apart.
type FileOption struct {
	File  string
	Line  int
	Group string // lower case
	Name  string // as written
	Value string
	Bare  bool // a name without "="
}

// ServerGroup reports whether some server reads a group of option files.
func (o FileOption) ServerGroup() bool { return serverGroup(o.Group) }

// ReadOptions reads an option file, or a list of --options, with the files that it includes: every line of every
// group, what is wrong, and what is worth knowing.
func ReadOptions(fsys fs.FS, name string) (options []FileOption, wrong, warnings Faults) {
	r := reader{fsys: fsys}
	r.read(name)
	return r.options()
}

// ReadOptionText is ReadOptions for a text; it includes nothing.
func ReadOptionText(text, name string) (options []FileOption, wrong, warnings Faults) {
	r := reader{fsys: builtin}
	r.parse(name, text)
	return r.options()
}

func (r *reader) options() (options []FileOption, wrong, warnings Faults) {
	for _, l := range r.lines {
		options = append(options, FileOption{l.file, l.no, strings.ToLower(l.section), l.name, l.value, l.bare})
	}
	return options, r.faults, r.warnings
}

// IsArguments reports whether a run reads a text as a list of --options.
func IsArguments(text string) bool { return isArguments(text) }

// QuoteValue writes a value so that an option file reads it back.
func QuoteValue(value string) string { return quoteValue(value) }

// ParseText is Parse for a text; files that it names are read from the file system.
func ParseText(fsys fs.FS, text, name string) (*Scenario, error) {
	r := reader{fsys: fsys}
	r.parse(name, text)
	p := newParser(&r, &options{})
	p.all()
	if len(p.faults) > 0 {
		return nil, p.faults
	}
	return p.sc, nil
}
