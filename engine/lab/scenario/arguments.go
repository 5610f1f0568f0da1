package scenario

import "strings"

// isArguments tells whether a text is a list of --options (my_print_defaults, a docker command) and not an
// option file.
func isArguments(text string) bool {
	found := false
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") && strings.Contains(l, "]") && !strings.Contains(l, "--") {
			return false
		}
		for _, w := range words(l) {
			found = found || strings.HasPrefix(w, "--") && len(w) > 2 && w[2] != '-'
		}
	}
	return found
}

// arguments reads the --options of a server's command line; other words are the program and its surroundings.
func (r *reader) arguments(file, text string) {
	no := 0
	r.sections = append(r.sections, line{file: file, no: 1, section: "mysqld"})
	for l := range strings.Lines(text) {
		no++
		if strings.HasPrefix(strings.TrimSpace(l), "#") {
			continue
		}
		for _, w := range words(l) {
			name, isOption := strings.CutPrefix(w, "--")
			if !isOption || name == "" || len(r.lines) >= maxLines {
				continue
			}
			name, value, found := strings.Cut(name, "=")
			r.option(line{file: file, no: no, section: "mysqld", name: name, value: value, bare: !found})
		}
	}
}

// words splits a line at blanks outside quotes and drops the quotes, and the commas and brackets of lists
// around words.
func words(text string) []string {
	var out []string
	var b strings.Builder
	quote := rune(0)
	flush := func() {
		if w := strings.Trim(b.String(), "[],"); w != "" {
			out = append(out, w)
		}
		b.Reset()
	}
	for _, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && strings.ContainsRune(" \t\r\n", c):
			flush()
		default:
			b.WriteRune(c)
		}
	}
	flush()
	return out
}
