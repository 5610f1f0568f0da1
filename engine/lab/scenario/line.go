package scenario

import (
	"cmp"
	"strings"
)

// line is one option of a file.
type line struct {
	file    string
	no      int
	section string
	name    string // as written
	typed   string // what the user knows it by, where that is not the name: a flag, or section.key
	value   string
	bare    bool // a name without "="
	replace bool // a flag that takes the place of the section
	args    bool // from a command line, so an unknown name is an error
}

func (l line) fault(text string) Fault {
	return Fault{File: l.file, Line: l.no, Name: cmp.Or(l.typed, l.name), Value: l.value, Text: text}
}

// key returns the name as our own sections have it: lower case, dashes.
func (l line) key() string { return strings.ReplaceAll(strings.ToLower(l.name), "_", "-") }

// splitOption takes "name = value # comment" apart, with the server's rules for quotes and escapes.
func splitOption(text string) (name, value string, bare bool) {
	text = strings.TrimSpace(text[:commentStart(text)])
	name, value, found := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	return name, unescape(unquote(strings.TrimSpace(value))), !found
}

// commentStart returns where a "#" outside quotes begins, or the length of the text.
func commentStart(text string) int {
	quote, escaped := byte(0), false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case (c == '\'' || c == '"') && !escaped:
			if quote == 0 {
				quote = c
			} else if quote == c {
				quote = 0
			}
		case quote == 0 && c == '#':
			return i
		}
		escaped = quote != 0 && c == '\\' && !escaped
	}
	return len(text)
}

func unquote(v string) string {
	if n := len(v); n >= 2 && (v[0] == '"' || v[0] == '\'') && v[n-1] == v[0] {
		return v[1 : n-1]
	}
	return v
}

// escapes are the sequences that an option file knows; a backslash before another letter stays.
var escapes = strings.NewReplacer(
	`\b`, "\b", `\t`, "\t", `\n`, "\n", `\r`, "\r", `\s`, " ", `\\`, `\`, `\"`, `"`, `\'`, `'`)

func unescape(v string) string {
	if !strings.Contains(v, `\`) {
		return v
	}
	return escapes.Replace(v)
}

// quoteValue writes a value so that splitOption reads it back.
func quoteValue(v string) string {
	plain := v != "" && !strings.ContainsAny(v, "#\"'\\\t\n\r\b") && strings.TrimSpace(v) == v
	if plain {
		return v
	}
	r := strings.NewReplacer(`\`, `\\`, "\b", `\b`, "\t", `\t`, "\n", `\n`, "\r", `\r`, `"`, `\"`)
	return `"` + r.Replace(v) + `"`
}
