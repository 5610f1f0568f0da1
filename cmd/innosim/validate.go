package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/page"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
)

// validateCommand says how good the model is.
func (a *app) validateCommand() *cobra.Command {
	var sample int
	var seed string
	var r recordings
	cmd := &cobra.Command{
		Use:   "validate FILE-OR-FOLDER... | --series FILE [flags]",
		Short: "Compare predictions with what real servers did",
		Long: "Run every scenario with a [measured] section and print predicted / measured - 1 per result, the\n" +
			"worst case first, then the errors by result and how often the order of two cases is predicted right.\n" +
			"With --series, replay recordings that were made once a second and compare them by thirds of the run.",
		Example: "  innosim validate cases --format json --output errors.json",
		Args:    anyNumber,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.check(args, a.format); err != nil {
				return err
			}
			if r.file != "" {
				return a.replay(cmd.Context(), r, seedOption(seed)...)
			}
			if sample < 0 {
				return fmt.Errorf("--sample = %d: allowed is 0 (all) or more", sample)
			}
			return a.validate(cmd.Context(), args, sample, seedOption(seed)...)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().IntVar(&sample, "sample", 0, "only so many cases, spread over what varies; 0: all")
	cmd.Flags().StringVar(&seed, "seed", "", "of all chance, instead of the cases' own")
	cmd.Flags().StringVar(&r.file, "series", "", "file of recordings to replay instead of cases")
	cmd.Flags().StringVar(&r.plot, "plot", "", "SVG file to draw the recordings into, measured and predicted")
	a.common(cmd, "text", "json", "csv", "html", "markdown")
	return cmd
}

// seedOption is the flag as an option of the parser.
func seedOption(seed string) []scenario.Option {
	if seed == "" {
		return nil
	}
	return []scenario.Option{scenario.WithSet("seed", seed)}
}

// validate runs the cases of files and folders, and prints how they compare.
func (a *app) validate(ctx context.Context, names []string, sample int, opts ...scenario.Option) error {
	files, err := newFiles(names)
	if err != nil {
		return err
	}
	cases, err := truth.Load(files.fsys, files.names, opts...)
	if err != nil {
		return files.readable(err)
	}
	var bad []error
	for _, c := range cases {
		if c.Bad != nil {
			c.Bad = files.readable(c.Bad)
			bad = append(bad, c.Bad)
		}
		c.File = files.displayBelow(c.File)
	}
	begin := time.Now()
	r := a.validateAll(ctx, truth.Sample(cases, sample))
	machine := truth.Machine{Jobs: a.jobs, WallSeconds: time.Since(begin).Seconds()}
	err = a.write(func(w io.Writer) error {
		switch a.format {
		case "json":
			return r.JSON(w, version, machine)
		case "csv":
			return r.CSV(w)
		case "html":
			return writePage(w, page.Validate, "validate", func(w io.Writer) error { return r.JSON(w, version, machine) })
		case "markdown":
			fmt.Fprintf(w, "innosim %s, %s, %d cases.\n\n", version, begin.Format("2 January 2006"), len(r.Cases))
			return r.Markdown(w)
		}
		return r.Text(w, version)
	})
	switch {
	case err != nil:
		return err
	case r.Partial:
		return &exitCode{exitInterrupted, "interrupted: what was finished is printed"}
	}
	if len(bad) == 0 && !judged(r) {
		return errors.New("no case with measurements could be simulated: nothing was validated")
	}
	return errors.Join(bad...)
}

// validateAll runs the cases, and gives up those that do not end soon after an interrupt.
func (a *app) validateAll(ctx context.Context, cases []*truth.Case) *truth.Report {
	bar := a.newProgress()
	defer bar.end()
	return truth.Validate(ctx, cases, truth.Options{
		Jobs: a.jobs, Grace: grace,
		Progress: func(done, total int) { bar.show("validating: %d of %d cases", done, total) },
	})
}

// displayBelow is the name of a file that was typed itself, or found below a folder that was.
func (f *files) displayBelow(name string) string {
	for _, root := range f.names {
		if rest, ok := strings.CutPrefix(name, root+"/"); ok {
			return strings.TrimSuffix(f.typed[root], "/") + "/" + rest
		}
	}
	return f.display(name)
}

// judged reports whether any case was simulated.
func judged(r *truth.Report) bool {
	for _, o := range r.Cases {
		if o.Skipped == "" {
			return true
		}
	}
	return false
}
