package scenario

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed builtin/*.cnf
var builtinFiles embed.FS

//go:embed lessons/*.cnf
var lessonFiles embed.FS

// defaultFile is the scenario of a run without arguments, and of what a scenario leaves out.
const defaultFile = "default.cnf"

// builtinFile is the file name of what comes from the default scenario.
const builtinFile = "built-in"

// builtin is the folder of embedded scenarios, lessons that of embedded lessons.
var (
	builtin = folder(builtinFiles, "builtin")
	lessons = folder(lessonFiles, "lessons")
)

// folder is a folder of embedded files as a root.
func folder(files embed.FS, name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // embedded
	}
	return sub
}

// Builtin returns the file system of the built-in scenarios.
func Builtin() fs.FS { return builtin }

// Lessons returns the file system of the lessons: scenarios that each teach one thing.
func Lessons() fs.FS { return lessons }

// BuiltinNames returns the built-in scenarios, without their extension.
func BuiltinNames() []string { return namesIn(builtin) }

// LessonNames returns the lessons, without their extension.
func LessonNames() []string { return namesIn(lessons) }

func namesIn(files fs.FS) []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".cnf"))
	}
	return names
}
