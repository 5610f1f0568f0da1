package scenario

import (
	"fmt"
	"strings"
)

// Fault is something in the input that is wrong, or that the user should know of.
type Fault struct {
	File    string // "command line" for flags
	Line    int    // 0 when it concerns the whole file
	Name    string
	Value   string
	Text    string
	Allowed string
	Nearest string // the known name that may have been meant
}

// Error prints "file:line: name = value: text; allowed: …; did you mean …?".
func (f Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d", f.Line)
		}
		b.WriteString(": ")
	}
	switch {
	case f.Name != "" && f.Value != "":
		fmt.Fprintf(&b, "%s = %s: ", shorten(f.Name), shorten(f.Value))
	case f.Name != "":
		fmt.Fprintf(&b, "%s: ", shorten(f.Name))
	}
	b.WriteString(f.Text)
	if f.Allowed != "" {
		b.WriteString("; allowed: " + f.Allowed)
	}
	if f.Nearest != "" {
		b.WriteString("; did you mean " + f.Nearest + "?")
	}
	return b.String()
}

// shorten keeps a message on one readable line.
func shorten(value string) string {
	const most = 60 // characters of a value that a message shows
	if r := []rune(value); len(r) > most {
		value = string(r[:most]) + "…"
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }) {
		return fmt.Sprintf("%q", value)
	}
	return value
}

// Faults are all errors of an input, in the order of its lines.
type Faults []Fault

// Error prints one fault per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, x := range f {
		lines[i] = x.Error()
	}
	return strings.Join(lines, "\n")
}
