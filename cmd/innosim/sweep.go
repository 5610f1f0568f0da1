package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/page"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// maxPoints is a bound for slips of the keyboard.
const maxPoints = 100_000

// sweeping is a call of sweep.
type sweeping struct {
	from    sources
	params  []string
	results []string
	sample  int
	to      string
	branch  bool
	plot    string
	skipBad bool
}

// sweepCommand runs many configurations.
func (a *app) sweepCommand() *cobra.Command {
	var s sweeping
	cmd := &cobra.Command{
		Use:   "sweep [SCENARIO] -P NAME=VALUE,VALUE,... [-P ...] [flags]",
		Short: "Many configurations: a full grid or a sample, in parallel, resumable",
		Long: "Runs every combination of the parameters' values. A parameter is a server variable, threads, device,\n" +
			"device.data.iops, server and so on; 8G..256G stands for doublings, 0.25ws for a quarter of the data.\n" +
			"With --to, finished points are kept in a folder and a second call goes on where the first stopped.\n" +
			"[thresholds] of the scenario are held against every point; those that fail are counted and do not change the exit code.",
		Example: "  innosim sweep mine.cnf -P threads=1,8,64 -P innodb_flush_log_at_trx_commit=1,2\n" +
			"  innosim sweep mine.cnf -P innodb_buffer_pool_size=0.25ws,0.5ws,1ws -P device=gp3,io2 --to points --plot pool.svg",
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return a.sweep(cmd.Context(), &s, args) },
	}
	s.from.add(cmd, "replications", "percentile")
	f := cmd.Flags()
	f.StringArrayVarP(&s.params, "parameter", "P", nil, "NAME=VALUE,VALUE,…; may be repeated")
	f.StringSliceVar(&s.results, "result", []string{"tps"}, "results to print (innosim list metrics)")
	f.IntVar(&s.sample, "sample", 0, "a Latin hypercube of so many points instead of the full grid")
	f.StringVar(&s.to, "to", "", "folder for finished points")
	f.BoolVar(&s.skipBad, "skip-bad-lines", false, "take lines that cannot be read out of --to's file; their points are run again")
	f.BoolVar(&s.branch, "branch", true, "points that differ in live variables only share a warm-up")
	f.StringVar(&s.plot, "plot", "", "file to draw the results into: .svg, .png or .html")
	a.common(cmd, "text", "json", "csv", "html")
	return cmd
}

// sweep runs the points and prints them.
func (a *app) sweep(ctx context.Context, s *sweeping, args []string) (err error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	if s.skipBad && s.to == "" {
		return &exitCode{exitBadInput, "--skip-bad-lines: needs --to, whose lines it is about"}
	}
	base := func(more ...scenario.Option) (*scenario.Scenario, error) { return s.from.parse(name, more...) }
	sc, err := base()
	if err != nil {
		return err
	}
	params, points, err := s.points(sc)
	if err != nil {
		return err
	}
	begin := time.Now()
	bar := a.newProgress()
	o := experiment.SweepOptions{
		Options: experiment.Options{Jobs: a.jobs, Grace: grace, Progress: bar.remaining("sweeping", begin)}, Branch: s.branch,
	}
	if s.to != "" {
		if o.Store, err = a.openStore(s); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.Store.Close()) }()
	}
	got, err := experiment.RunSweep(ctx, base, params, points, o)
	bar.end()
	if err != nil {
		return err
	}
	h := experimentHeader(sc, 1)
	m := experiment.Machine{Jobs: a.jobs, WallSeconds: time.Since(begin).Seconds()}
	if err := a.write(func(w io.Writer) error { return a.printSweep(w, got, s.results, h, m) }); err != nil {
		return err
	}
	if s.plot != "" {
		if err := writeTo(s.plot, func(w io.Writer) error { return drawSweep(w, s, got, h, m) }); err != nil {
			return err
		}
	}
	if got.Partial {
		return &exitCode{exitInterrupted, "interrupted: points are missing"}
	}
	if n := got.Failures(); n > 0 {
		return &exitCode{exitFailed, fmt.Sprintf("%d of %d points failed", n, len(got.Points))}
	}
	return nil
}

// openStore opens the folder of finished points.
func (a *app) openStore(s *sweeping) (*experiment.Store, error) {
	store, err := experiment.OpenStore(s.to, version, s.skipBad)
	if n := store.Skipped(); n > 0 {
		a.warn(fmt.Sprintf("--to = %s: lines left out that cannot be read: %d", s.to, n))
	}
	return store, err
}

func (a *app) printSweep(w io.Writer, s *experiment.Sweep, results []string, h experiment.Header, m experiment.Machine) error {
	switch a.format {
	case "json":
		return s.WriteJSON(w, h, m)
	case "csv":
		for _, text := range s.Warnings() {
			a.warn(text)
		}
		return s.WriteCSV(w)
	case "html":
		return writePage(w, page.Sweep, h.Base, func(w io.Writer) error { return s.WriteJSON(w, h, m) })
	}
	if err := writeExperimentHeader(w, h); err != nil {
		return err
	}
	return s.WriteText(w, results)
}

// points are the parameters and the combinations that are run.
func (s *sweeping) points(sc *scenario.Scenario) ([]experiment.Parameter, [][]experiment.Change, error) {
	if len(s.params) == 0 {
		return nil, nil, fmt.Errorf("nothing to vary: give -P NAME=VALUE,VALUE,…")
	}
	var errs []error
	var params []experiment.Parameter
	n := 1
	for _, text := range s.params {
		p, err := experiment.ParseParameter(text, sc)
		if err != nil {
			errs = append(errs, fmt.Errorf("-P %w", err))
			continue
		}
		if slices.ContainsFunc(params, func(q experiment.Parameter) bool { return q.Name == p.Name }) {
			errs = append(errs, fmt.Errorf("-P %s: given twice", p.Name))
		}
		params = append(params, p)
		n = min(n*len(p.Values), maxPoints+1)
	}
	errs = append(errs, checkResults("--result", s.results)...)
	if s.plot != "" && !slices.Contains(plotKinds[:], filepath.Ext(s.plot)) {
		errs = append(errs, fmt.Errorf("--plot = %s: allowed is a file that ends with .svg, .png or .html", s.plot))
	}
	if err := writable("--plot", s.plot); err != nil {
		errs = append(errs, err)
	}
	if s.sample < 0 || s.sample > maxPoints {
		errs = append(errs, fmt.Errorf("--sample = %d: allowed is 0 (the full grid) … %d", s.sample, maxPoints))
	}
	if s.sample == 0 && n > maxPoints {
		errs = append(errs, fmt.Errorf("more than %d points: give --sample", maxPoints))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, nil, err
	}
	if s.sample > 0 {
		return params, experiment.LatinHypercube(params, s.sample, sc.Seed), nil
	}
	return params, experiment.Grid(params), nil
}

// checkResults refuses names that no run has.
func checkResults(flag string, names []string) []error {
	var known []string
	for _, m := range scenario.Metrics() {
		known = append(known, m.Name)
	}
	var errs []error
	for _, n := range names {
		if !slices.Contains(known, n) {
			errs = append(errs, unknown(flag, n, known))
		}
	}
	return errs
}
