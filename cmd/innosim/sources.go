package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
)

// sourceFlags are the flags that change a scenario: a name, which is also what scenario.WithSet calls it, and
// its help.
func sourceFlags() [][2]string {
	return [][2]string{
		{"server", "server to simulate (innosim list servers)"},
		{"host", "host (innosim list hosts)"},
		{"cpus", "logical CPUs of the host"},
		{"memory", "memory of the host, such as 64G"},
		{"device", "device of the data files (innosim list devices)"},
		{"device-size", "its size, such as 500G"},
		{"redo-device", "device of the redo log; the data's when absent"},
		{"workload", "sysbench script (innosim list workloads)"},
		{"tables", "tables of the workload"},
		{"table-size", "rows of each table"},
		{"threads", "clients"},
		{"rand-type", "distribution of the rows: special, uniform, gaussian, pareto, zipfian"},
		{"rate", "transactions per second offered; 0 is a closed loop"},
		{"start", "state of the server at the start: cold, loaded, warm"},
		{"warmup", "simulated time that is not counted, such as 60s, or auto"},
		{"time", "measured simulated time, such as 120s"},
		{"until", "stop when tps is known this well, such as 2%"},
		{"report-interval", "simulated time between two report lines"},
		{"replications", "runs with the seeds N, N+1, …"},
		{"percentile", "of the latency in the report lines, 1 … 100"},
		{"seed", "of all chance"},
	}
}

// sources are where a scenario comes from.
type sources struct {
	defaultsFile string
	set          []string
	own          []string // flags of the command itself, or without effect in it
	flags        *cobra.Command
}

// add registers the flags with a command, but those that would have no effect.
func (s *sources) add(cmd *cobra.Command, useless ...string) {
	s.addWithout(cmd, useless...)
	cmd.Flags().StringArrayVar(&s.set, "set", nil, "VARIABLE=VALUE over what the files say; may be repeated")
}

// addWithout registers the flags but --set and those that the command has another meaning for.
func (s *sources) addWithout(cmd *cobra.Command, names ...string) {
	s.flags = cmd
	s.own = names
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.defaultsFile, "defaults-file", "", "the server's option file")
	for _, flag := range sourceFlags() {
		if !slices.Contains(names, flag[0]) {
			f.String(flag[0], "", flag[1])
		}
	}
}

// options are the flags as options of the parser, single flags first, then --set in their order; and what is wrong with
// them before anything is read.
func (s *sources) options() (opts []scenario.Option, wrong scenario.Faults) {
	for _, flag := range sourceFlags() {
		if f := s.flags.Flags().Lookup(flag[0]); f != nil && f.Changed && !slices.Contains(s.own, flag[0]) {
			if f.Value.String() == "" {
				wrong = append(wrong, onCommandLine(flag[0], "", "empty value", flag[1]))
				continue
			}
			opts = append(opts, scenario.WithSet(flag[0], rooted(flag[0], f.Value.String())))
		}
	}
	for _, one := range s.set {
		name, value, ok := strings.Cut(one, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			wrong = append(wrong, onCommandLine("--set", one, "sets nothing", "VARIABLE=VALUE"))
			continue
		}
		opts = append(opts, scenario.WithSet(name, strings.TrimSpace(value)))
	}
	return opts, wrong
}

// onCommandLine is a fault of a flag.
func onCommandLine(name, value, text, allowed string) scenario.Fault {
	return scenario.Fault{File: "command line", Name: name, Value: value, Text: text, Allowed: allowed}
}

// rooted makes the file name of a host or device profile absolute: scenarios are read from the root.
func rooted(flag, value string) string {
	file := strings.Contains(value, "/") || strings.HasSuffix(value, ".cnf") || strings.HasSuffix(value, ".ini")
	if abs, err := filepath.Abs(value); file && err == nil && slices.Contains(profileFlags[:], flag) {
		return filepath.ToSlash(abs)
	}
	return value
}

// profileFlags are the flags whose value may be a file.
var profileFlags = [...]string{"host", "device", "redo-device"}

// lessonPrefix stands before the name of a lesson.
const lessonPrefix = "lesson:"

// parse reads a scenario or an option file; no name at all is the built-in scenario. More options go over the flags.
func (s *sources) parse(name string, more ...scenario.Option) (*scenario.Scenario, error) {
	return s.parseOver(name, s.defaultsFile, more...)
}

// parseOver reads a scenario and an option file whose lines win; either may have no name. The error has what is wrong with
// the files and with the flags.
func (s *sources) parseOver(name, over string, above ...scenario.Option) (*scenario.Scenario, error) {
	opts, wrong := s.options()
	sc, err := open(name, over, append(opts, above...))
	if len(wrong) == 0 {
		return sc, err
	}
	var more scenario.Faults
	if err != nil && !errors.As(err, &more) {
		return nil, errors.Join(err, wrong)
	}
	return nil, append(more, wrong...)
}

// open reads a scenario, built-in or from a file, and a second file over it.
func open(name, over string, opts []scenario.Option) (*scenario.Scenario, error) {
	switch {
	case name == "" && over == "":
		return scenario.Parse(os.DirFS("/"), "", opts...)
	case name == "":
		return parseFiles([]string{over}, opts)
	}
	if lesson, ok := strings.CutPrefix(name, lessonPrefix); ok {
		if !slices.Contains(scenario.LessonNames(), lesson) {
			return nil, unknown("lesson", lesson, scenario.LessonNames())
		}
		return parseEmbedded(embedded{name, scenario.Lessons(), lesson + ".cnf"}, over, opts)
	}
	if _, err := os.Stat(name); err != nil {
		if slices.Contains(scenario.BuiltinNames(), name) {
			return builtin(name, over, opts)
		}
		if f, wrong := noScenario(name, err); wrong {
			return nil, scenario.Faults{f}
		}
	}
	names := []string{name}
	if over != "" {
		names = append(names, over)
	}
	return parseFiles(names, opts)
}

// parseFiles reads one file, or a second one over it.
func parseFiles(names []string, opts []scenario.Option) (*scenario.Scenario, error) {
	files, err := newFiles(names)
	if err != nil {
		return nil, err
	}
	return files.parse(opts)
}

// parseEmbedded reads an embedded scenario, and a file over it when there is one.
func parseEmbedded(e embedded, over string, opts []scenario.Option) (*scenario.Scenario, error) {
	var names []string
	if over != "" {
		names = append(names, over)
	}
	files, err := newFiles(names)
	if err != nil {
		return nil, err
	}
	files.fsys = withEmbedded{files.fsys, e}
	files.names = append([]string{e.shown}, files.names...)
	files.typed[e.shown] = e.shown
	return files.parse(opts)
}

// parse reads the first file, and the second one over it when there is one.
func (f *files) parse(opts []scenario.Option) (*scenario.Scenario, error) {
	if len(f.names) > 1 {
		opts = append(opts, scenario.WithFiles(f.names[1]))
	}
	sc, err := scenario.Parse(f.fsys, f.names[0], opts...)
	if err != nil {
		return nil, f.readable(err)
	}
	sc.Warnings = f.rename(sc.Warnings)
	return sc, nil
}

// noScenario tells what may have been meant by a name that is no file; not for what looks like the path of one.
func noScenario(name string, err error) (f scenario.Fault, wrong bool) {
	if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(name, `/\`) {
		return f, false
	}
	f = scenario.Fault{File: name, Text: "no such file"}
	known := scenario.BuiltinNames()
	for _, lesson := range scenario.LessonNames() {
		known = append(known, lessonPrefix+lesson)
		if lesson == name {
			f.Nearest = lessonPrefix + lesson
		}
	}
	if f.Nearest == "" {
		f.Nearest = profile.Nearest(name, known, 3)
	}
	if f.Nearest == "" && filepath.Ext(name) == "" {
		f.Allowed = "a file, or a name of innosim list scenarios or innosim list lessons"
	}
	return f, true
}

// builtin reads a built-in scenario, and a file over it when there is one. The default one is what a file leaves out.
func builtin(name, over string, opts []scenario.Option) (*scenario.Scenario, error) {
	switch {
	case name == "default" && over == "":
		return scenario.Parse(os.DirFS("/"), "", opts...)
	case name == "default":
		return parseFiles([]string{over}, opts)
	}
	return parseEmbedded(embedded{name, scenario.Builtin(), name + ".cnf"}, over, opts)
}

// embedded is a scenario that is part of the program.
type embedded struct {
	shown string // its name for users, and in the file system
	fsys  fs.FS
	file  string
}

// withEmbedded is a file system with an embedded scenario in its root.
type withEmbedded struct {
	fs.FS
	embedded embedded
}

// Open opens the embedded scenario by the name that users have for it, and everything else where it is.
func (w withEmbedded) Open(name string) (fs.File, error) {
	if name == w.embedded.shown {
		return w.embedded.fsys.Open(w.embedded.file)
	}
	return w.FS.Open(name)
}

// files maps what users type to a file system with one root, so that scenarios may include files of other
// folders.
type files struct {
	fsys  fs.FS
	names []string          // in fsys
	typed map[string]string // by name in fsys
}

// newFiles finds the files; it does not open them.
func newFiles(typed []string) (*files, error) {
	f := &files{fsys: os.DirFS("/"), typed: map[string]string{}}
	for _, t := range typed {
		abs, err := filepath.Abs(t)
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(filepath.ToSlash(abs), "/")
		f.names = append(f.names, name)
		f.typed[name] = t
	}
	return f, nil
}

// display is the name of a file as the user knows it: as typed, or from the root for files that others
// include.
func (f *files) display(name string) string {
	if t, ok := f.typed[name]; ok {
		return t
	}
	if fs.ValidPath(name) {
		if _, err := fs.Stat(f.fsys, name); err == nil {
			return "/" + name
		}
	}
	return name
}

// displayTarget is the name of a file or folder that another one includes; it need not exist.
func (f *files) displayTarget(name string) string {
	if t, ok := f.typed[name]; ok {
		return t
	}
	return "/" + strings.TrimPrefix(name, "/")
}

// readable renames the files of all faults.
func (f *files) readable(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, f.readable(one))
		}
		return errors.Join(all...)
	}
	var faults scenario.Faults
	if !errors.As(err, &faults) {
		return err
	}
	return scenario.Faults(f.rename(faults))
}

// rename returns faults or warnings with the files' displayed names.
func (f *files) rename(faults []scenario.Fault) []scenario.Fault {
	faults = slices.Clone(faults)
	for i := range faults {
		faults[i].File = f.display(faults[i].File)
		if strings.HasPrefix(faults[i].Name, "!include") && faults[i].Value != "" {
			faults[i].Value = f.displayTarget(faults[i].Value)
		}
	}
	return faults
}
