package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/innosim/innosim/engine/profile"
)

// flagError says what is wrong with the flags in our words: all unknown ones, with what they may have meant.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	errs := unknownFlags(cmd, a.args)
	var invalid *pflag.InvalidValueError
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.As(err, &invalid):
		errs = append(errs, fmt.Errorf("--%s = %s: %s", invalid.GetFlag().Name, invalid.GetValue(), wanted(invalid.GetFlag())))
	case errors.As(err, &valueless):
		errs = append(errs, fmt.Errorf("--%s: a value is missing; it is %s", valueless.GetFlag().Name, valueless.GetFlag().Usage))
	case len(errs) == 0:
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// wanted is what the value of a flag must be.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "not a whole number"
	case "uint64":
		return "not a whole number of 0 or more"
	case "bool":
		return "not true or false"
	case "duration":
		return "not a time: write ms, s, m or h after the number"
	}
	return "not a " + f.Value.Type()
}

// unknownFlags are the arguments that look like a flag and are none of the command's.
func unknownFlags(cmd *cobra.Command, args []string) (errs []error) {
	known := flagNames(cmd)
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, long := strings.CutPrefix(arg, "--")
		if !long {
			continue
		}
		if name, _, _ = strings.Cut(name, "="); cmd.Flags().Lookup(name) != nil {
			continue
		}
		text := "unknown flag: --" + name
		if near := profile.Nearest(strings.ReplaceAll(name, "_", "-"), known, 2); near != "" {
			text += "; did you mean --" + near + "?"
		} else {
			text += "; " + cmd.CommandPath() + " --help lists the flags"
		}
		errs = append(errs, errors.New(text))
	}
	return errs
}

// flagNames are the long names of a command's flags.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// atLeastOne refuses a call without what the command works on.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s: give %s; usage: %s", cmd.Name(), what, cmd.UseLine())
		}
		return named(args)
	}
}

// atMostOne refuses more than one scenario.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("%s takes one scenario; there are %d: %s", cmd.Name(), len(args), strings.Join(args, ", "))
	}
	return named(args)
}

// anyNumber allows any number of names, but no empty one.
func anyNumber(_ *cobra.Command, args []string) error { return named(args) }

// named refuses empty names: what a script's variable that is not set becomes.
func named(args []string) error {
	for _, arg := range args {
		if arg == "" {
			return errors.New("a file's name is empty")
		}
	}
	return nil
}

// helpCommand prints the help of a command, and refuses what is none.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || found == root && len(rest) > 0 {
				return unknownCommand(root, args)
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// unknownCommand refuses what is no command, and guesses which one was meant.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var known []string
	for _, c := range root.Commands() {
		known = append(known, c.Name())
	}
	text := fmt.Sprintf("unknown command %q for %q", args[0], root.CommandPath())
	if near := profile.Nearest(args[0], known, 2); near != "" {
		text += "; did you mean " + near + "?"
	} else {
		text += "; known are " + strings.Join(known, ", ")
	}
	return errors.New(text)
}

// emptyNames refuses flags that name a file and have no name.
func emptyNames(cmd *cobra.Command) error {
	var errs []error
	for _, name := range []string{"output", "defaults-file", "to", "plot", "prices", "series"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Value.String() == "" {
			errs = append(errs, fmt.Errorf("--%s: a file's name is empty", name))
		}
	}
	return errors.Join(errs...)
}
