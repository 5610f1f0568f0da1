package truth

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
)

// Load reads truth cases: files, and all *.cnf files below folders, in the order of their names. A file that
// cannot be read as a scenario becomes a case that is skipped; a name that does not exist is an error.
// Options change every case.
func Load(fsys fs.FS, names []string, opts ...scenario.Option) ([]*Case, error) {
	var files []string
	var errs []error
	for _, name := range names {
		found, err := find(fsys, name)
		if err != nil {
			errs = append(errs, err)
		}
		files = append(files, found...)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	cases := make([]*Case, len(files))
	for i, file := range files {
		cases[i] = load(fsys, file, opts)
	}
	return cases, nil
}

// find lists a file, or the scenario files below a folder.
func find(fsys fs.FS, name string) ([]string, error) {
	var files []string
	err := fs.WalkDir(fsys, name, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (file == name || strings.HasSuffix(file, ".cnf")) {
			files = append(files, file)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, scenario.Faults{{File: name, Text: "no such file or folder"}}
	}
	if err == nil && len(files) == 0 {
		return nil, scenario.Faults{{File: name, Text: "no *.cnf file in this folder"}}
	}
	return files, err
}

// load reads one file.
func load(fsys fs.FS, file string, opts []scenario.Option) *Case {
	c := &Case{Name: strings.TrimSuffix(path.Base(file), ".cnf"), File: file}
	sc, err := scenario.Parse(fsys, file, opts...)
	if err != nil {
		c.Bad = err
		return c
	}
	if sc.Name != "" {
		c.Name = sc.Name
	}
	c.Config, c.Measured, c.Seed = sc.Config, sc.Measured, sc.Seed
	c.Digest = fmt.Sprintf("%016x", sc.Digest())
	c.Settings, c.Judge = Settings(sc.Canonical()), slices.Sorted(slices.Values(sc.Judge))
	switch {
	case len(sc.Skip) > 0:
		c.Skip = strings.Join(sc.Skip, "; ")
	case len(sc.Measured) == 0:
		c.Skip = "nothing was measured: there is no [measured] section"
	}
	return c
}
