package simtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// bannedImports are packages whose results differ from run to run.
var bannedImports = [...]string{"math/rand", "math/rand/v2", "crypto/rand", "sync", "sync/atomic"}

// banned are functions by package, and why model packages must not call them.
func banned() map[string]map[string]string {
	const clock = "the wall clock"
	const machine = "the last digit differs between machines: use sim/rng"
	inexact := map[string]string{}
	for name := range strings.FieldsSeq(`Acos Acosh Asin Asinh Atan Atan2 Atanh Cbrt Cos Cosh Erf Erfc
		Erfinv Exp Exp2 Expm1 FMA Gamma Hypot J0 J1 Jn Lgamma Log Log10 Log1p Log2 Pow
		Sin Sincos Sinh Tan Tanh Y0 Y1 Yn`) {
		inexact[name] = machine
	}
	return map[string]map[string]string{
		"math": inexact,
		"time": {"Now": clock, "Since": clock, "Until": clock, "Sleep": clock, "After": clock, "AfterFunc": clock,
			"Tick": clock, "NewTimer": clock, "NewTicker": clock},
	}
}

// checkBanned reports what makes two equal runs differ.
func checkBanned(m *Module) (faults []Fault) {
	for _, f := range m.Files {
		if !f.isModel() {
			continue
		}
		report := func(p token.Pos, text string) { faults = append(faults, f.fault(p, "banned", "%s", text)) }
		for _, spec := range f.Syntax.Imports {
			if path := strings.Trim(spec.Path.Value, `"`); slices.Contains(bannedImports[:], path) {
				report(spec.Pos(), "import of "+path)
			}
		}
		sorted := map[ast.Node]bool{}
		calls := banned()
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			m.checkNode(n, sorted, calls, report)
			return true
		})
	}
	return faults
}

// checkNode looks at one node of the syntax. Iterators over maps that are sorted at once are noted in sorted.
func (m *Module) checkNode(n ast.Node, sorted map[ast.Node]bool, calls map[string]map[string]string,
	report func(token.Pos, string)) {
	switch n := n.(type) {
	case *ast.GoStmt:
		report(n.Pos(), "go statement")
	case *ast.FuncDecl:
		if n.Recv == nil && n.Name.Name == "init" {
			report(n.Pos(), "init function")
		}
	case *ast.RangeStmt:
		if m.isMap(n.X) {
			report(n.Pos(), "range over a map: use slices.Sorted(maps.Keys(…))")
		}
	case *ast.CallExpr:
		if pkg, _ := qualified(n.Fun); pkg == "slices" {
			noteSorted(n, sorted)
		}
	case *ast.SelectorExpr:
		pkg, name := qualified(n)
		if pkg == "maps" && (name == "Keys" || name == "Values" || name == "All") && !sorted[n] {
			report(n.Pos(), "maps."+name+" without slices.Sorted around it")
		}
		if why := calls[pkg][name]; why != "" {
			report(n.Pos(), pkg+"."+name+": "+why)
		}
	}
}

func noteSorted(call *ast.CallExpr, sorted map[ast.Node]bool) {
	if _, name := qualified(call.Fun); !strings.HasPrefix(name, "Sorted") || len(call.Args) == 0 {
		return
	}
	if inner, ok := call.Args[0].(*ast.CallExpr); ok {
		sorted[inner.Fun] = true
	}
}

// qualified splits pkg.Name; both are empty for anything else. Packages go by their usual names.
func qualified(e ast.Expr) (pkg, name string) {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	x, ok := s.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	return x.Name, s.Sel.Name
}

// checkState reports assignments to variables of packages, and fields that a clone of the engine cannot have.
func checkState(m *Module) (faults []Fault) {
	for _, f := range m.Files {
		if !f.isModel() {
			continue
		}
		report := func(e ast.Expr) {
			if v := m.packageVariable(e); v != nil {
				faults = append(faults, f.fault(e.Pos(), "state", "package variable %s is changed", v.Name()))
			}
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					report(e)
				}
			case *ast.IncDecStmt:
				report(n.X)
			case *ast.TypeSpec:
				faults = append(faults, m.checkFields(f, n)...)
			}
			return true
		})
	}
	return faults
}

// checkFields reports functions and channels in a struct that changes (it has a method on its pointer),
// unless a tag says what a clone does with them. The rows of tables may have functions.
func (m *Module) checkFields(f *File, spec *ast.TypeSpec) (faults []Fault) {
	s, ok := spec.Type.(*ast.StructType)
	if !ok || !m.changes(spec.Name) {
		return nil
	}
	for _, field := range s.Fields.List {
		t := m.Info.TypeOf(field.Type)
		if t == nil || field.Tag != nil && strings.Contains(field.Tag.Value, "clone:") {
			continue
		}
		if s, ok := t.Underlying().(*types.Slice); ok {
			t = s.Elem()
		}
		switch t.Underlying().(type) {
		case *types.Signature, *types.Chan:
			faults = append(faults, f.fault(field.Pos(), "state", "a field of type %v cannot be cloned", t))
		}
	}
	return faults
}

// changes tells whether a type has a method on its pointer.
func (m *Module) changes(name *ast.Ident) bool {
	object := m.Info.Defs[name]
	if object == nil {
		return false
	}
	named, ok := object.Type().(*types.Named)
	for i := 0; ok && i < named.NumMethods(); i++ {
		if _, pointer := named.Method(i).Signature().Recv().Type().(*types.Pointer); pointer {
			return true
		}
	}
	return false
}
