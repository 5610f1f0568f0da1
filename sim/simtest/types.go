package simtest

import (
	"errors"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// resolver type-checks the module's packages, each when it is first imported. Packages from elsewhere stay
// unknown: what comes from them has no type, and no rule applies to it.
type resolver struct {
	module   *Module
	packages map[string]*types.Package
}

var errOutside = errors.New("not of this module")

// resolve fills m.Info.
func (m *Module) resolve() {
	m.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
		Defs:  map[*ast.Ident]types.Object{},
	}
	r := &resolver{module: m, packages: map[string]*types.Package{}}
	for _, f := range m.Files {
		_, _ = r.Import(m.Path + "/" + f.Dir)
	}
}

// Import implements types.Importer.
func (r *resolver) Import(path string) (*types.Package, error) {
	if p, ok := r.packages[path]; ok {
		return p, nil
	}
	dir, ours := strings.CutPrefix(path, r.module.Path+"/")
	files := r.module.filesOf(dir)
	if !ours || len(files) == 0 {
		return nil, errOutside
	}
	r.packages[path] = types.NewPackage(path, files[0].Name.Name) // an import cycle ends here
	config := types.Config{Importer: r, Error: func(error) {}}
	p, _ := config.Check(path, r.module.Set, files, r.module.Info)
	r.packages[path] = p
	return p, nil
}

// filesOf returns the files of a package without its tests.
func (m *Module) filesOf(dir string) []*ast.File {
	var files []*ast.File
	for _, f := range m.Files {
		if f.Dir == dir && !f.Test {
			files = append(files, f.Syntax)
		}
	}
	return slices.Clip(files)
}

// isMap tells whether an expression is known to be a map.
func (m *Module) isMap(e ast.Expr) bool {
	t := m.Info.TypeOf(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// packageVariable returns the variable of its package that an expression stores into, nil when it is none: x,
// x.f, x[i], not what x points to.
func (m *Module) packageVariable(e ast.Expr) types.Object {
	switch e := e.(type) {
	case *ast.Ident:
		v, ok := m.Info.Uses[e].(*types.Var)
		if ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			return v
		}
	case *ast.SelectorExpr:
		return m.packageVariable(e.X)
	case *ast.IndexExpr:
		return m.packageVariable(e.X)
	case *ast.ParenExpr:
		return m.packageVariable(e.X)
	}
	return nil
}
