package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

const (
	maxFileSize = 4 << 20 // bytes; a real option file has a few thousand
	maxDepth    = 10      // of !include; as the server
	maxLines    = 100_000 // of all files together
	maxFiles    = 1000    // of one scenario
)

// reader turns files into lines. It follows includes, and goes on after each fault.
type reader struct {
	fsys     fs.FS
	lines    []line
	sections []line // each section header
	faults   Faults
	warnings []Fault
	stack    []string
	files    int
}

// read appends the lines of a file and of those that it includes.
func (r *reader) read(name string) {
	name = clean(name)
	text, err := r.load(name)
	if err != nil {
		r.faults = append(r.faults, Fault{File: name, Text: err.Error()})
		return
	}
	r.parse(name, text)
}

// clean makes a path that fs.FS accepts out of what users and files write.
func clean(name string) string {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimPrefix(name, "/")
}

func (r *reader) load(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", errors.New("the path leaves the folder that may be read")
	}
	f, err := r.fsys.Open(name)
	if err != nil {
		return "", pathError(err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", pathError(err)
	case info.IsDir():
		return "", errors.New("is a folder, not a file")
	case info.Size() > maxFileSize:
		return "", tooLarge(info.Size())
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return "", pathError(err)
	}
	if len(data) > maxFileSize {
		return "", tooLarge(int64(len(data)))
	}
	return decode(data)
}

func pathError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no permission to read it")
	}
	return err
}

func tooLarge(n int64) error {
	return fmt.Errorf("%d MiB is too large for an option file; the most is %d MiB", n>>20, maxFileSize>>20)
}

func decode(data []byte) (string, error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return "", errors.New("is UTF-16; save it as UTF-8")
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return "", fmt.Errorf("is a binary file (a zero byte at offset %d)", i)
	}
	data = bytes.TrimPrefix(data, []byte{0xef, 0xbb, 0xbf})
	return string(data), nil
}

func (r *reader) parse(name, text string) {
	if r.files++; r.files > maxFiles {
		if r.files == maxFiles+1 {
			r.fault(name, 0, "", fmt.Sprintf("more than %d files", maxFiles))
		}
		return
	}
	if strings.TrimSpace(text) == "" {
		r.warn(name, 0, "", "the file is empty; everything has its default")
		return
	}
	r.stack = append(r.stack, name)
	defer func() { r.stack = r.stack[:len(r.stack)-1] }()
	if isArguments(text) {
		r.arguments(name, text)
		return
	}
	section, no := "", 0
	for text := range strings.Lines(text) {
		no++
		if len(r.lines) >= maxLines {
			r.fault(name, no, "", fmt.Sprintf("more than %d options", maxLines))
			return
		}
		r.line(name, no, strings.TrimSpace(text), &section)
	}
}

// line reads one line; section is the one that it stands in.
func (r *reader) line(file string, no int, text string, section *string) {
	switch {
	case text == "" || text[0] == '#' || text[0] == ';':
	case text[0] == '!':
		r.directive(file, no, text)
	case text[0] == '[':
		end := strings.IndexByte(text, ']')
		if end < 0 {
			r.fault(file, no, shorten(text), "a section needs a closing bracket")
			return
		}
		*section = strings.TrimSpace(text[1:end])
		r.sections = append(r.sections, line{file: file, no: no, section: *section})
	case *section == "":
		r.fault(file, no, shorten(text), "stands before the first section; the server refuses that too")
	default:
		name, value, bare := splitOption(text)
		if name == "" {
			r.fault(file, no, shorten(text), "a name is missing before \"=\"")
			return
		}
		r.option(line{file: file, no: no, section: *section, name: name, value: value, bare: bare})
	}
}

func (r *reader) option(l line) {
	l.name, l.value = valid(l.name), valid(l.value)
	r.lines = append(r.lines, l)
}

// valid keeps text that is not UTF-8, as in old option files, printable.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

func (r *reader) directive(file string, no int, text string) {
	word, target, _ := strings.Cut(strings.TrimSpace(text[:commentStart(text)]), " ")
	target = strings.TrimSpace(target)
	if word != "!include" && word != "!includedir" || target == "" {
		f := Fault{File: file, Line: no, Text: "unknown directive " + shorten(text)}
		f.Allowed = "!include FILE, !includedir FOLDER"
		r.warnings = append(r.warnings, f)
		return
	}
	if !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir(file), strings.ReplaceAll(target, `\`, "/"))
	}
	target = clean(target)
	if word == "!include" {
		r.include(file, no, word, target)
		return
	}
	entries, err := fs.ReadDir(r.fsys, target)
	if err != nil {
		r.warnings = append(r.warnings,
			Fault{File: file, Line: no, Name: word, Value: target, Text: "cannot read the folder; it is left out"})
		return
	}
	for _, e := range entries {
		if ext := path.Ext(e.Name()); !e.IsDir() && (ext == ".cnf" || ext == ".ini") {
			r.include(file, no, word, path.Join(target, e.Name()))
		}
	}
}

func (r *reader) include(file string, no int, word, target string) {
	at := Fault{File: file, Line: no, Name: word, Value: target}
	for _, open := range r.stack {
		if open == target {
			at.Text = "the file includes itself"
			r.faults = append(r.faults, at)
			return
		}
	}
	if len(r.stack) > maxDepth {
		at.Text = fmt.Sprintf("files include each other more than %d deep", maxDepth)
		r.faults = append(r.faults, at)
		return
	}
	text, err := r.load(target)
	if err != nil {
		at.Text = err.Error()
		if _, stat := fs.Stat(r.fsys, target); stat != nil { // the server goes on without such a file
			at.Text += "; it is left out"
			r.warnings = append(r.warnings, at)
			return
		}
		r.faults = append(r.faults, at)
		return
	}
	r.parse(target, text)
}

func (r *reader) fault(file string, no int, name, text string) {
	r.faults = append(r.faults, Fault{File: file, Line: no, Name: name, Text: text})
}

func (r *reader) warn(file string, no int, name, text string) {
	r.warnings = append(r.warnings, Fault{File: file, Line: no, Name: name, Text: text})
}
