package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/reproduce"
)

// reproduceCommand predicts published experiments.
func (a *app) reproduceCommand() *cobra.Command {
	var quick, list bool
	cmd := &cobra.Command{
		Use:   "reproduce [NAME...] [flags]",
		Short: "Predict published experiments, beside what was published",
		Long: "Predict published experiments, all of them without a name: published and predicted value with its\n" +
			"interval and their ratio, what the publication leaves open with the range of predictions over it, what\n" +
			"binds, and the publication's statements, held or not. Exit code 1 when a statement does not hold.",
		ValidArgs: reproduce.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			chosen, err := experiments(args)
			switch {
			case err != nil:
				return err
			case list:
				return a.listExperiments(chosen)
			}
			return a.reproduce(cmd.Context(), chosen, quick)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().BoolVar(&quick, "quick", false, "fewer arms and short windows, no ranges: less than a minute each")
	cmd.Flags().BoolVar(&list, "list", false, "name the experiments, and run none")
	a.common(cmd, "text", "json", "csv")
	return cmd
}

// experiments finds those that were named, each once; all of them without a name.
func experiments(names []string) ([]*reproduce.Experiment, error) {
	var chosen []*reproduce.Experiment
	var errs []error
	for _, name := range names {
		if !slices.Contains(reproduce.Names(), name) {
			errs = append(errs, unknown("experiment", name, reproduce.Names()))
		}
	}
	for _, e := range reproduce.Experiments() {
		if len(names) == 0 || slices.Contains(names, e.Name) {
			chosen = append(chosen, e)
		}
	}
	return chosen, errors.Join(errs...)
}

func (a *app) listExperiments(all []*reproduce.Experiment) error {
	width := 0
	for _, name := range reproduce.Names() {
		width = max(width, len(name))
	}
	return a.write(func(w io.Writer) error {
		if a.format != "text" {
			return reproduce.List(w, a.format, all)
		}
		var text strings.Builder
		for _, e := range all {
			fmt.Fprintf(&text, "%-*s  %s [%s]\n", width, e.Name, e.Title, e.Source)
		}
		_, err := io.WriteString(w, text.String())
		return err
	})
}

// reproduce runs the experiments and prints them.
func (a *app) reproduce(ctx context.Context, chosen []*reproduce.Experiment, quick bool) error {
	bar := a.newProgress()
	all := reproduce.Run(ctx, chosen, reproduce.Options{
		Jobs: a.jobs, Quick: quick, Grace: grace,
		Progress: func(done, total int) { bar.show("reproducing: %d of %d runs", done, total) },
	})
	bar.end()
	err := a.write(func(w io.Writer) error {
		switch a.format {
		case "json":
			return reproduce.JSON(w, all)
		case "csv":
			return reproduce.CSV(w, all)
		}
		return reproduce.Text(w, version, all)
	})
	failed := notHeld(all)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return &exitCode{exitInterrupted, "interrupted: what was finished is printed"}
	case failed > 0:
		return &exitCode{exitFailed, fmt.Sprintf("%d statements do not hold", failed)}
	}
	return nil
}

// notHeld counts the statements that were checked and do not hold.
func notHeld(all []*reproduce.Outcomes) (n int) {
	for _, o := range all {
		for _, v := range o.Verdicts() {
			if v.Known && !v.Held() {
				n++
			}
		}
	}
	return n
}
