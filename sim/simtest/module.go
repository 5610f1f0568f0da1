package simtest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Module is the source of a module, parsed.
type Module struct {
	Path  string // of its packages' imports
	Files []*File
	Set   *token.FileSet
	Info  *types.Info // as far as the module's own declarations tell
}

// File is one source file.
type File struct {
	Name   string // below the module's root
	Dir    string // of its package, below the module's root
	Test   bool
	Source []byte
	Syntax *ast.File
	set    *token.FileSet
}

// Fault is a broken rule.
type Fault struct {
	File string
	Line int
	Rule string
	Text string
}

// String prints the fault as compilers do.
func (f Fault) String() string { return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Rule, f.Text) }

// Load parses all Go files of a module except those under testdata, under names that begin with a dot or
// underscore, and of modules inside it.
func Load(fsys fs.FS, modulePath string) (*Module, error) {
	m := &Module{Path: modulePath, Set: token.NewFileSet()}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (skipped(name) || otherModule(fsys, name)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		return m.parse(fsys, name)
	})
	if err != nil {
		return nil, fmt.Errorf("simtest: %w", err)
	}
	m.resolve()
	return m, nil
}

func skipped(dir string) bool {
	base := path.Base(dir)
	return dir != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_"))
}

// otherModule reports whether a folder is a module of its own.
func otherModule(fsys fs.FS, dir string) bool {
	_, err := fs.Stat(fsys, path.Join(dir, "go.mod"))
	return dir != "." && err == nil
}

func (m *Module) parse(fsys fs.FS, name string) error {
	source, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(m.Set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.Files = append(m.Files, &File{
		Name:   name,
		Dir:    path.Dir(name),
		Test:   strings.HasSuffix(name, "_test.go"),
		Source: source,
		Syntax: syntax,
		set:    m.Set,
	})
	return nil
}

func (f *File) line(p token.Pos) int { return f.set.Position(p).Line }

func (f *File) fault(p token.Pos, rule, format string, args ...any) Fault {
	return Fault{File: f.Name, Line: f.line(p), Rule: rule, Text: fmt.Sprintf(format, args...)}
}

// Check applies all rules. Faults come in order of file and line.
func Check(m *Module) []Fault {
	var faults []Fault
	for _, rule := range []func(*Module) []Fault{
		checkFloors, checkBanned, checkState, checkSizes, checkShapes, checkDocs,
	} {
		faults = append(faults, rule(m)...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return faults
}
