package options

import (
	"io/fs"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
)

// ReadText reads an option file or a list of --options. base is the line before the text's first, when it stands
// inside another file.
func ReadText(text, file string, base int, f *fact.Facts) []fact.Fault {
	all, wrong, warnings := scenario.ReadOptionText(text, file)
	return taken{all, wrong, warnings}.facts(f, file, base)
}

// ReadFile reads an option file of a file system, with its includes.
func ReadFile(fsys fs.FS, name string, f *fact.Facts) []fact.Fault {
	all, wrong, warnings := scenario.ReadOptions(fsys, name)
	return taken{all, wrong, warnings}.facts(f, name, 0)
}

// taken is what the reader of option files makes of a text.
type taken struct {
	all             []scenario.FileOption
	wrong, warnings scenario.Faults
}

func (t taken) facts(f *fact.Facts, name string, base int) (faults []fact.Fault) {
	where := func(n string, line int) fact.Where {
		if line > 0 {
			line += base
		}
		return fact.Where{File: n, Line: line}
	}
	for _, x := range t.wrong {
		faults = append(faults, fact.Fault{Where: where(x.File, x.Line), Text: withoutLine(x)})
	}
	for _, x := range t.warnings {
		f.Notes = append(f.Notes, fact.Fault{Where: where(x.File, x.Line), Text: withoutLine(x)})
	}
	other := 0
	for _, o := range t.all {
		f.Known++
		if !o.ServerGroup() {
			other++
			continue
		}
		value := o.Value
		f.Settings = append(f.Settings, fact.Setting{
			Where: where(o.File, o.Line), Name: profile.NormalName(o.Name), Value: value, Bare: o.Bare,
		})
		if strings.HasPrefix(o.Group, "mysqld-") || strings.HasPrefix(o.Group, "mariadb-") {
			f.Note(where(o.File, o.Line), "%s stands in [%s]: it is taken for the server that is imported", o.Name, o.Group)
		}
	}
	if len(t.all) > 0 && other == len(t.all) {
		f.Note(where(name, 0), "all of its groups belong to other programs than the server: there is nothing to import")
	}
	return faults
}

// withoutLine is a fault's text without its place.
func withoutLine(x scenario.Fault) string {
	x.File, x.Line = "", 0
	return x.Error()
}
