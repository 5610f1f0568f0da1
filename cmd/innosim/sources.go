package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/scenario"
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
		{"warmup", "simulated time that is not counted"},
		{"time", "measured simulated time"},
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
	own          []string // flags of the command itself
	flags        *cobra.Command
}

// add registers the flags with a command.
func (s *sources) add(cmd *cobra.Command) {
	s.addWithout(cmd)
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

// options are the flags as options of the parser: single flags first, then --set in their order.
func (s *sources) options() ([]scenario.Option, error) {
	var opts []scenario.Option
	for _, flag := range sourceFlags() {
		if f := s.flags.Flags().Lookup(flag[0]); f.Changed && !slices.Contains(s.own, flag[0]) {
			opts = append(opts, scenario.WithSet(flag[0], rooted(flag[0], f.Value.String())))
		}
	}
	var errs []error
	for _, one := range s.set {
		name, value, ok := strings.Cut(one, "=")
		if !ok || name == "" {
			errs = append(errs, fmt.Errorf("--set %s: allowed is VARIABLE=VALUE", one))
			continue
		}
		opts = append(opts, scenario.WithSet(strings.TrimSpace(name), strings.TrimSpace(value)))
	}
	return opts, errors.Join(errs...)
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

// parseOver reads a scenario and an option file whose lines win; either may have no name.
func (s *sources) parseOver(name, over string, above ...scenario.Option) (*scenario.Scenario, error) {
	opts, err := s.options()
	if err != nil {
		return nil, err
	}
	opts = append(opts, above...)
	more := over
	if name == "" {
		name, more = more, ""
	}
	if name == "" {
		return scenario.Parse(os.DirFS("/"), "", opts...)
	}
	if lesson, ok := strings.CutPrefix(name, lessonPrefix); ok {
		if !slices.Contains(scenario.LessonNames(), lesson) {
			return nil, unknown("lesson", lesson, scenario.LessonNames())
		}
		return scenario.Parse(scenario.Lessons(), lesson+".cnf", opts...)
	}
	if _, err := os.Stat(name); err != nil && slices.Contains(scenario.BuiltinNames(), name) {
		return builtin(name, opts...)
	}
	names := []string{name}
	if more != "" {
		names = append(names, more)
	}
	files, err := newFiles(names)
	if err != nil {
		return nil, err
	}
	if len(names) > 1 {
		opts = append(opts, scenario.WithFiles(files.names[1]))
	}
	sc, err := scenario.Parse(files.fsys, files.names[0], opts...)
	if err != nil {
		return nil, files.readable(err)
	}
	sc.Warnings = files.rename(sc.Warnings)
	return sc, nil
}

// builtin reads a built-in scenario; that without a name is the default one.
func builtin(name string, opts ...scenario.Option) (*scenario.Scenario, error) {
	if name == "default" {
		return scenario.Default(opts...)
	}
	return scenario.Parse(scenario.Builtin(), name+".cnf", opts...)
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
