package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/profile"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1 // a threshold did not hold
	exitBadInput    = 2
	exitInterrupted = 3
)

// exitCode is an outcome that is no bad input; the message, if any, is printed.
type exitCode struct {
	code    int
	message string
}

func (e *exitCode) Error() string { return e.message }

// app is one call of the program.
type app struct {
	stdout, stderr io.Writer
	format, output string
	color          string
	jobs           int
	quiet          bool
	args           []string
}

func newApp(stdout, stderr io.Writer) *app { return &app{stdout: stdout, stderr: stderr} }

// execute runs a command line and returns the exit code.
func (a *app) execute(ctx context.Context, args []string) int {
	root := a.root()
	a.args = args
	root.SetArgs(args)
	root.SetFlagErrorFunc(a.flagError)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	strictCompletion(root)
	err := root.ExecuteContext(ctx)
	var outcome *exitCode
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &outcome):
		if outcome.message != "" {
			fmt.Fprintln(a.stderr, "innosim: "+outcome.message)
		}
		return outcome.code
	}
	for line := range strings.Lines(experiment.Faults(err).Error()) {
		fmt.Fprintln(a.stderr, "innosim: "+strings.TrimRight(line, "\n"))
	}
	return exitBadInput
}

// root is the command line with its commands.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "innosim",
		Short:         "Predicts the throughput of MySQL's write path by simulating it",
		Version:       version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(a.runCommand(), a.validateCommand(), a.listCommand(), a.checkCommand(), a.calibrateCommand(),
		a.compareCommand(), a.sweepCommand(), a.planCommand(), a.explainCommand(), a.reproduceCommand(),
		a.importCommand(), a.manualCommand())
	root.SetHelpCommand(helpCommand(root))
	return root
}

// strictCompletion, once the output is known, makes the library's command refuse a shell that it does not know.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args, c.RunE = unknownCommand, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// common adds the flags that all commands have.
func (a *app) common(cmd *cobra.Command, formats ...string) {
	f := cmd.Flags()
	f.StringVar(&a.format, "format", "text", strings.Join(formats, ", "))
	f.StringVar(&a.output, "output", "", "file to write instead of stdout: whole or not at all")
	f.IntVar(&a.jobs, "jobs", runtime.NumCPU(), "simulations at the same time")
	f.BoolVar(&a.quiet, "quiet", false, "no progress and no warnings on stderr")
	f.StringVar(&a.color, "color", "auto", "auto, always, never")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		return errors.Join(a.checkCommon(formats), emptyNames(cmd))
	}
}

// checkCommon refuses what the common flags cannot be, all at once.
func (a *app) checkCommon(formats []string) error {
	var errs []error
	if !slices.Contains(formats, a.format) {
		errs = append(errs, unknown("--format", a.format, formats))
	}
	if modes := []string{"auto", "always", "never"}; !slices.Contains(modes, a.color) {
		errs = append(errs, unknown("--color", a.color, modes))
	}
	if err := writable("--output", a.output); err != nil {
		errs = append(errs, err)
	}
	if a.jobs < 1 {
		errs = append(errs, fmt.Errorf("--jobs = %d: allowed is 1 or more", a.jobs))
	}
	return errors.Join(errs...)
}

// unknown says which names a flag or an argument knows, and which of them may have been meant.
func unknown(what, value string, known []string) error {
	const many = 20 // names of a list that nobody wants to read when the right one is known
	near := profile.Nearest(value, known, 2)
	if near != "" && len(known) > many {
		return fmt.Errorf("%s = %s: is not known; did you mean %s?", what, value, near)
	}
	text := fmt.Sprintf("%s = %s: known are %s", what, value, strings.Join(known, ", "))
	if near != "" {
		text += "; did you mean " + near + "?"
	}
	return errors.New(text)
}

// colored reports whether the output is for eyes that see colours.
func (a *app) colored() bool {
	if a.color != "auto" {
		return a.color == "always"
	}
	return a.output == "" && os.Getenv("NO_COLOR") == "" && isTerminal(a.stdout)
}

// isTerminal reports whether a person watches.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// warn prints a line for people on stderr.
func (a *app) warn(text string) {
	if !a.quiet {
		fmt.Fprintln(a.stderr, "warning: "+text)
	}
}
