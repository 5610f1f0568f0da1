package scenario

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed builtin/*.cnf
var builtinFiles embed.FS

// defaultFile is the scenario of a run without arguments, and of what a scenario leaves out.
const defaultFile = "default.cnf"

// builtinFile is the file name of what comes from the default scenario.
const builtinFile = "built-in"

// builtin is the folder of embedded scenarios.
var builtin = func() fs.FS {
	sub, err := fs.Sub(builtinFiles, "builtin")
	if err != nil {
		panic(err)
	}
	return sub
}()

// Builtin returns the file system of the built-in scenarios.
func Builtin() fs.FS { return builtin }

// BuiltinNames returns the built-in scenarios, without their extension.
func BuiltinNames() []string {
	entries, err := fs.ReadDir(builtin, ".")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".cnf"))
	}
	return names
}
