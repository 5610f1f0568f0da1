package simtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"unicode/utf8"
)

// House numbers.
const (
	fileLinesMax     = 500
	functionLinesMax = 70
	lineMax          = 130 // characters, a tab is one
	parametersMax    = 5
	methodsMax       = 3 // of an interface
)

// tables returns the lines of a file that belong to tables: literals of more than one line that are the value
// of a package's variable, or all that a function returns.
func (f *File) tables() map[int]bool {
	lines := map[int]bool{}
	add := func(e ast.Expr) {
		if _, ok := e.(*ast.CompositeLit); ok {
			for l := f.line(e.Pos()); l <= f.line(e.End()); l++ {
				lines[l] = true
			}
		}
	}
	for _, d := range f.Syntax.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					each(v.Values, add)
				}
			}
		case *ast.FuncDecl:
			ast.Inspect(d, func(n ast.Node) bool {
				if r, ok := n.(*ast.ReturnStmt); ok {
					each(r.Results, add)
				}
				return true
			})
		}
	}
	return lines
}

func each[T any](list []T, f func(T)) {
	for _, x := range list {
		f(x)
	}
}

// checkSizes reports long files, functions and lines. Tests are exempt, and so are tables.
func checkSizes(m *Module) (faults []Fault) {
	for _, f := range m.Files {
		if f.Test {
			continue
		}
		tables := f.tables()
		lines := bytes.Split(bytes.TrimSuffix(f.Source, []byte("\n")), []byte("\n"))
		if n := len(lines) - len(tables); n > fileLinesMax {
			faults = append(faults, f.fault(f.Syntax.Name.Pos(), "sizes", "file of %d lines", n))
		}
		for i, l := range lines {
			if n := utf8.RuneCount(l); n > lineMax && !tables[i+1] {
				faults = append(faults, Fault{f.Name, i + 1, "sizes", fmt.Sprintf("line of %d characters", n)})
			}
		}
		for _, d := range f.Syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := f.count(fn, tables); n > functionLinesMax {
					faults = append(faults, f.fault(fn.Pos(), "sizes", "function %s of %d lines", fn.Name.Name, n))
				}
			}
		}
	}
	return faults
}

// count is the number of lines of a node that are not of tables.
func (f *File) count(n ast.Node, tables map[int]bool) int {
	count := 0
	for l := f.line(n.Pos()); l <= f.line(n.End()); l++ {
		if !tables[l] {
			count++
		}
	}
	return count
}

// checkShapes reports long parameter lists and wide interfaces. Tests are exempt.
func checkShapes(m *Module) (faults []Fault) {
	for _, f := range m.Files {
		if f.Test {
			continue
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncType:
				if c := n.Params.NumFields(); c > parametersMax {
					faults = append(faults, f.fault(n.Pos(), "shapes", "%d parameters", c))
				}
			case *ast.InterfaceType:
				if c := n.Methods.NumFields(); c > methodsMax {
					faults = append(faults, f.fault(n.Pos(), "shapes", "interface of %d methods", c))
				}
			}
			return true
		})
	}
	return faults
}
