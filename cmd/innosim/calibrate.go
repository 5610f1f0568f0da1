package main

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/calibrate"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
	"github.com/innosim/innosim/sim/unit"
)

// calibrateFlags are the flags that are no plain options of a fit.
type calibrateFlags struct {
	to, window, warmup, seed string
}

// calibrateCommand fits a host or a device to measurements.
func (a *app) calibrateCommand() *cobra.Command {
	o := calibrate.DefaultOptions()
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate FILE-OR-FOLDER... --fit host|device|NAMES --to FILE [flags]",
		Short: "Fit a host or a device to what real servers did",
		Long: "Solve what operational laws give, then refine the named parameters against the measured cases by\n" +
			"Nelder-Mead within a bounded number of short runs. Every fifth case is held out and reported apart.\n" +
			"The profile that is written can be named as `profile = ./FILE` in [host] or [device.data].",
		Example: "  innosim calibrate cases --fit device --to my-disk.cnf\n" +
			"  innosim run --device ./my-disk.cnf",
		Args: atLeastOne("measured cases, files or folders"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Jobs = a.jobs
			wrong := append(checkResults("--by", o.Results), f.apply(&o), flagged(o.Validate()), writable("--to", f.to))
			if err := errors.Join(wrong...); err != nil {
				return err
			}
			return a.calibrate(cmd.Context(), args, o, f)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.Fit, "fit", "",
		"host, device, or keys of them: cpu-factor, read-latency, device.redo.flush-latency …")
	flags.StringVar(&f.to, "to", "", "profile file to write; none: only print")
	flags.StringSliceVar(&o.Results, "by", nil, "results to fit to; default: those that the cases are judged on")
	flags.IntVar(&o.Runs, "runs", o.Runs, "most runs of the cases")
	flags.DurationVar(&o.Wall, "wall", o.Wall, "most wall time")
	flags.StringVar(&f.window, "time", unit.FormatDuration(o.Window),
		"longest measured window of a run, simulated")
	flags.StringVar(&f.warmup, "warmup", unit.FormatDuration(o.Warmup),
		"longest warm-up of a run that does not start cold")
	flags.IntVar(&o.HoldOut, "hold-out", o.HoldOut, "hold out every so-manieth case; 0: none")
	flags.StringVar(&f.seed, "seed", "", "of all chance, instead of the cases' own")
	a.common(cmd, "text", "json", "csv")
	return cmd
}

// flagged names the flags in errors about options of the same names.
func flagged(err error) error {
	if err == nil {
		return nil
	}
	return errors.New("--" + strings.ReplaceAll(err.Error(), "\n", "\n--"))
}

// apply reads the flags that carry simulated times.
func (f *calibrateFlags) apply(o *calibrate.Options) error {
	var window, warmup error
	o.Window, window = unit.ParseDuration(f.window)
	o.Warmup, warmup = unit.ParseDuration(f.warmup)
	return errors.Join(prefixed("--time: ", window), prefixed("--warmup: ", warmup))
}

// calibrate runs the fit, prints it, and writes the profile.
func (a *app) calibrate(ctx context.Context, names []string, o calibrate.Options, f calibrateFlags) error {
	files, err := newFiles(names)
	if err != nil {
		return err
	}
	source := func(opts ...scenario.Option) ([]*truth.Case, error) {
		cases, err := truth.Load(files.fsys, files.names, append(seedOption(f.seed), opts...)...)
		if err != nil {
			return nil, files.readable(err)
		}
		for _, c := range cases {
			c.File = files.displayBelow(c.File)
		}
		return cases, nil
	}
	begin := time.Now()
	bar := a.newProgress()
	o.Progress = func(done, most int) { bar.show("calibrating: %d of at most %d runs", done, most) }
	r, err := calibrate.Fit(ctx, source, o)
	bar.end()
	if err != nil {
		return err
	}
	machine := calibrate.Machine{Jobs: a.jobs, WallSeconds: math.Round(time.Since(begin).Seconds()*10) / 10}
	if err := a.printFit(r, machine); err != nil {
		return err
	}
	if f.to != "" {
		if err := writeTo(f.to, func(w io.Writer) error { return r.WriteProfile(w, version) }); err != nil {
			return err
		}
	}
	if r.Partial {
		return &exitCode{exitInterrupted, "interrupted: the best values so far are printed"}
	}
	return nil
}

func (a *app) printFit(r *calibrate.Report, machine calibrate.Machine) error {
	return a.write(func(w io.Writer) error {
		switch a.format {
		case "json":
			return r.JSON(w, version, machine)
		case "csv":
			return r.CSV(w)
		}
		return r.Text(w, version)
	})
}
