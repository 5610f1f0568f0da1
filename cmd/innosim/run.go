package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// runCommand predicts one configuration.
func (a *app) runCommand() *cobra.Command {
	var from sources
	var histogram bool
	cmd := &cobra.Command{
		Use:   "run [SCENARIO] [flags]",
		Short: "Predict one configuration",
		Long: "Predict one configuration. Without a scenario and without flags it runs a built-in one.\n" +
			"SCENARIO is a file, a name of innosim list scenarios, or lesson:NAME of innosim list lessons.\n" +
			"Later sources win: defaults of the server, files, flags.",
		Example: "  innosim run --defaults-file my.cnf --device gp3 --device-size 500G --cpus 8 --memory 32G --threads 64\n" +
			"  innosim run mine.cnf --set innodb_doublewrite=OFF --warmup auto --until 2%\n" +
			"  innosim run lesson:redo-too-small --format html --output run.html",
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := ""
			if len(args) > 0 {
				name = args[0]
			}
			sc, err := from.parse(name)
			if err != nil {
				return err
			}
			return a.run(cmd.Context(), sc, histogram)
		},
	}
	from.add(cmd)
	cmd.Flags().BoolVar(&histogram, "histogram", false, "print the distribution of response times")
	var formats []string
	for _, f := range report.Formats() {
		formats = append(formats, f.Name)
	}
	a.common(cmd, formats...)
	return cmd
}

// run simulates a scenario and prints what it measured.
func (a *app) run(ctx context.Context, sc *scenario.Scenario, histogram bool) error {
	if len(sc.Skip) > 0 {
		return skipError(sc.Skip)
	}
	begin := time.Now()
	all, err := a.simulateAll(ctx, sc)
	if err != nil {
		return err
	}
	r := a.reportOf(sc, all)
	if r == nil {
		return &exitCode{exitInterrupted, "interrupted before anything was measured"}
	}
	r.Options.Histogram = histogram
	r.Machine.WallSeconds = time.Since(begin).Seconds()
	if err := a.print(r, sc); err != nil {
		return err
	}
	switch failed := failedThresholds(r.Thresholds); {
	case r.Partial != "":
		return &exitCode{code: exitInterrupted}
	case failed > 0:
		return &exitCode{exitFailed, fmt.Sprintf("%d of %d thresholds do not hold", failed, len(r.Thresholds))}
	}
	return nil
}

// skipError says why a scenario cannot be simulated.
func skipError(why []string) error {
	var faults scenario.Faults
	for _, w := range why {
		faults = append(faults, scenario.Fault{Text: "cannot be simulated: " + w})
	}
	return faults
}

// reportOf puts the outcomes into a report: complete replications, or the farthest one when none is complete.
// Nil when nothing was measured.
func (a *app) reportOf(sc *scenario.Scenario, all []outcome) *report.Run {
	slices.SortFunc(all, func(x, y outcome) int { return cmp.Compare(x.seed, y.seed) })
	complete := slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return o.result.Partial })
	r := &report.Run{
		Header:  headerOf(sc),
		Options: report.Options{Percentile: sc.Percentile, Color: a.colored()},
		Machine: report.Machine{Jobs: min(a.jobs, max(sc.Replications, 1))},
	}
	wanted := max(sc.Replications, 1)
	switch {
	case len(complete) > 0:
		r.Result, r.Lines, r.Replications = complete[0].result, complete[0].lines, replicationsOf(complete)
		if len(complete) < wanted {
			r.Partial = fmt.Sprintf("interrupted: %d of %d replications are complete", len(complete), wanted)
		}
	case len(all) > 0:
		far := slices.MaxFunc(all, func(x, y outcome) int {
			return cmp.Compare(x.result.Simulated, y.result.Simulated)
		})
		if far.result.Window == 0 {
			return nil // the warm-up was not over
		}
		r.Result, r.Lines = far.result, far.lines
		r.Header.Seed = far.seed
		r.Partial = interruptedText(far.result)
	default:
		return nil
	}
	r.Warnings, r.Next = sc.Remarks(), sc.Next
	r.Thresholds = judge(sc.Thresholds, r.Results())
	return r
}

// interruptedText says how far a run came.
func interruptedText(r *engine.Result) string {
	if r.Window <= 0 {
		return fmt.Sprintf("interrupted after %.3g s of warm-up: nothing is measured", r.Simulated.Seconds())
	}
	return fmt.Sprintf("interrupted after %.4g s of the measured window", r.Window.Seconds())
}

// print writes the report in the chosen format. Formats of other programs leave header and warnings to
// stderr.
func (a *app) print(r *report.Run, sc *scenario.Scenario) error {
	format, _ := report.Lookup(a.format)
	if format.Foreign && !a.quiet {
		if err := report.WriteHeader(a.stderr, r.Header, ""); err != nil {
			return err
		}
		if r.Partial != "" {
			a.warn(r.Partial)
		}
		for _, w := range slices.Concat(r.Warnings, r.Result.Warnings) {
			a.warn(w)
		}
	}
	return a.write(func(w io.Writer) error { return format.Print(w, r) })
}

// judge holds the thresholds against results. A result that was not measured does not hold.
func judge(all []scenario.Threshold, results map[string]float64) []report.Verdict {
	out := make([]report.Verdict, len(all))
	for i, t := range all {
		v, known := results[t.Name]
		out[i] = report.Verdict{
			Name: t.Name, Op: t.Op, Limit: t.Value, Value: v, Known: known, OK: known && t.Holds(v),
		}
	}
	return out
}

func failedThresholds(all []report.Verdict) (n int) {
	for _, v := range all {
		if !v.OK {
			n++
		}
	}
	return n
}
