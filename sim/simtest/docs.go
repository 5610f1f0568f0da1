package simtest

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
)

// checkDocs reports packages without doc.go, exported names without a sentence, and promises to do something
// later.
func checkDocs(m *Module) (faults []Fault) {
	documented := map[string]bool{}
	for _, f := range m.Files {
		if path.Base(f.Name) == "doc.go" {
			documented[f.Dir] = true
			faults = append(faults, checkContract(f)...)
		}
	}
	for _, f := range m.Files {
		faults = append(faults, checkPromises(f)...)
		if f.Test {
			continue
		}
		if !documented[f.Dir] {
			faults = append(faults, f.fault(f.Syntax.Name.Pos(), "docs", "package %q has no doc.go", f.Dir))
			documented[f.Dir] = true // once is enough
		}
		for _, d := range f.Syntax.Decls {
			faults = append(faults, checkDeclaration(f, d)...)
		}
	}
	return faults
}

// checkContract reports what a package's comment leaves out.
func checkContract(f *File) (faults []Fault) {
	text := f.Syntax.Doc.Text()
	if text == "" {
		return []Fault{f.fault(f.Syntax.Name.Pos(), "docs", "package comment is missing")}
	}
	for _, word := range []string{"Units:", "Errors:", "Source:"} {
		if floorOf(f.Dir) <= modelFloors && !strings.Contains(text, word) {
			faults = append(faults, f.fault(f.Syntax.Name.Pos(), "docs", "package comment says nothing of %s", word))
		}
	}
	return faults
}

// promise matches the words of unfinished work.
var promise = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`)

func checkPromises(f *File) (faults []Fault) {
	for _, group := range f.Syntax.Comments {
		for _, c := range group.List {
			if word := promise.FindString(c.Text); word != "" {
				faults = append(faults, f.fault(c.Pos(), "docs", "%s in a comment", word))
			}
		}
	}
	return faults
}

func checkDeclaration(f *File, d ast.Decl) (faults []Fault) {
	missing := func(name *ast.Ident) {
		if name.IsExported() {
			faults = append(faults, f.fault(name.Pos(), "docs", "%s has no comment", name.Name))
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && exportedReceiver(d) {
			missing(d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			for _, name := range undocumented(d, s) {
				missing(name)
			}
		}
	}
	return faults
}

// undocumented returns the names of a declaration without a comment of its own. In a group of constants or
// variables the comment of the group will do.
func undocumented(d *ast.GenDecl, s ast.Spec) []*ast.Ident {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if s.Doc == nil && s.Comment == nil && (d.Doc == nil || d.Lparen != token.NoPos) {
			return []*ast.Ident{s.Name}
		}
	case *ast.ValueSpec:
		if s.Doc == nil && s.Comment == nil && d.Doc == nil {
			return s.Names
		}
	}
	return nil
}

// exportedReceiver tells whether a function belongs to no type, or to one that others see.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}
