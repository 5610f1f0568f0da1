package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/engine/profile"
)

// parser turns lines into a Scenario, section by section.
type parser struct {
	r       *reader
	o       *options
	sc      *Scenario
	lines   []line
	faults  Faults
	own     bool // the files have sections of ours
	phases  []int
	setting map[string]line // of [innosim], [scenario], [host]: where a key was set last; never iterated
}

func newParser(r *reader, o *options) *parser {
	p := &parser{r: r, o: o, sc: &Scenario{}, setting: map[string]line{}}
	p.faults = append(p.faults, r.faults...)
	p.sc.Warnings = append(p.sc.Warnings, r.warnings...)
	return p
}

func (p *parser) all() {
	p.classify()
	p.assemble()
	p.scenarioSection()
	p.innosim()
	p.host()
	p.server()
	p.devices()
	p.workloads()
	p.timeline()
	p.thresholds()
	p.measured()
	p.cross()
	p.sort()
}

// classify finds out whether the files are a scenario, and reports sections that are nobody's.
func (p *parser) classify() {
	for _, s := range p.r.sections {
		p.own = p.own || ownSection(strings.ToLower(s.section))
	}
	p.sc.Own = p.own
	for _, s := range p.r.sections {
		p.checkSection(s)
	}
}

func (p *parser) checkSection(s line) {
	name := strings.ToLower(s.section)
	if ownSection(name) || serverGroup(name) || ignoredGroup(name) {
		return
	}
	f := Fault{File: s.file, Line: s.no, Text: "unknown section [" + s.section + "]"}
	known := append(sectionNames(), "mysqld", "server", "mariadb")
	if near := profile.Nearest(name, known, 2); near != "" {
		f.Nearest = "[" + near + "]"
	}
	if p.own || strings.HasPrefix(name, "device.") || strings.HasPrefix(name, "workload.") {
		p.fault(f)
		return
	}
	f.Text += "; the server ignores it"
	p.warn(f)
}

// assemble puts the lines in order: built-in defaults for what the files leave out, files, flags.
func (p *parser) assemble() {
	d := reader{fsys: builtin}
	d.read(defaultFile)
	plain := len(p.r.sections) == 0
	for _, l := range d.lines {
		l.file = builtinFile
		if plain || !p.present(l.section) && !serverGroup(l.section) || l.section == "innosim" {
			p.lines = append(p.lines, l)
		}
	}
	p.lines = append(p.lines, p.r.lines...)
	for _, l := range p.o.overlay {
		if l.replace {
			p.lines = slices.DeleteFunc(p.lines, func(x line) bool {
				return strings.EqualFold(x.section, l.section) && x.key() != "size"
			})
		}
		p.lines = append(p.lines, l)
	}
	if plain {
		return
	}
	p.lines = slices.DeleteFunc(p.lines, func(l line) bool {
		return l.file == builtinFile && l.section == "scenario"
	})
}

// present reports whether the files have a section of a family: any device, any workload.
func (p *parser) present(section string) bool {
	family, _, _ := strings.Cut(section, ".")
	for _, s := range p.r.sections {
		if f, _, _ := strings.Cut(strings.ToLower(s.section), "."); f == family {
			return true
		}
	}
	return false
}

// each calls f for the lines of a section, in order.
func (p *parser) each(section string, f func(line)) {
	for _, l := range p.lines {
		if strings.EqualFold(l.section, section) {
			f(l)
		}
	}
}

// fault notes an error. Where the allowed values are a list, one that may have been meant is named.
func (p *parser) fault(f Fault) {
	if list := strings.Split(f.Allowed, ", "); f.Nearest == "" && len(list) > 1 && !strings.Contains(f.Text, "did you mean") {
		if f.Nearest = profile.Nearest(f.Value, list, 3); f.Nearest == f.Value {
			f.Nearest = ""
		}
	}
	p.faults = append(p.faults, f)
}

// where finds the line that set a key last, in a section or a family of sections.
func (p *parser) where(family, key string) line {
	for _, l := range slices.Backward(p.lines) {
		if name, _, _ := strings.Cut(strings.ToLower(l.section), "."); name == family && l.key() == key {
			return l
		}
	}
	return line{file: p.r.file(), name: key}
}

func (p *parser) warn(f Fault) { p.sc.Warnings = append(p.sc.Warnings, f) }

// key is a key of a section of ours.
type key struct {
	name    string
	allowed string
	help    string
	set     func(sc *Scenario, value string) error
	get     func(sc *Scenario) string
}

func keyOf(keys []key, name string) *key {
	for i := range keys {
		if keys[i].name == name {
			return &keys[i]
		}
	}
	return nil
}

// apply sets a key of a section from a line.
func (p *parser) apply(keys []key, l line) {
	k := keyOf(keys, l.key())
	if k == nil {
		var names []string
		for _, k := range keys {
			names = append(names, k.name)
		}
		p.unknownKey(l, names)
		return
	}
	if errs := leaves(k.set(p.sc, l.value)); len(errs) > 0 {
		for _, err := range errs {
			f := l.fault(err.Error())
			if _, whole := err.(told); !whole {
				f.Allowed = k.allowed
			}
			p.fault(f)
		}
		return
	}
	p.setting[strings.ToLower(l.section)+"."+k.name] = l
}

func (p *parser) unknownKey(l line, names []string) {
	f := l.fault(fmt.Sprintf("unknown key of [%s]", l.section))
	if near := profile.Nearest(l.key(), names, 3); near != "" {
		f.Nearest = l.sibling(near)
	} else {
		f.Allowed = strings.Join(names, ", ")
	}
	p.fault(f)
}

// sort puts faults and warnings into the order of files and lines; those without a line stay first.
func (p *parser) sort() {
	order := map[string]int{}
	for _, l := range append(append([]line(nil), p.r.sections...), p.lines...) {
		if _, ok := order[l.file]; !ok {
			order[l.file] = len(order) + 1
		}
	}
	order[commandLine] = len(order) + 1
	less := func(a, b Fault) int {
		if a.File != b.File {
			return order[a.File] - order[b.File]
		}
		return a.Line - b.Line
	}
	slices.SortStableFunc(p.faults, less)
	slices.SortStableFunc(p.sc.Warnings, less)
}
