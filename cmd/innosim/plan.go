package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// planning is a call of plan.
type planning struct {
	from    sources
	require []string
	over    []string
	prices  string
}

// planCommand finds the smallest configuration that does the job.
func (a *app) planCommand() *cobra.Command {
	var p planning
	cmd := &cobra.Command{
		Use:   "plan [SCENARIO] --require 'tps >= 5000' --over NAME=VALUES... [flags]",
		Short: "The cheapest configuration that holds every requirement",
		Long: "Searches the combinations of the values, the cheapest first, with as few runs as it can: more of a resource\n" +
			"(memory, CPUs, a device's iops, the redo log) is taken never to break what holds with less.\n" +
			"Without --prices a combination costs its steps up the lists. The exit code is 1 when none holds every requirement.",
		Example: "  innosim plan mine.cnf --require 'tps >= 3000' --require 'latency.p99 < 20ms' --over cpus=4,8 --over memory=16G,64G",
		Args:    atMostOne,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.plan(cmd.Context(), &p, args) },
	}
	p.from.add(cmd, "replications", "percentile")
	f := cmd.Flags()
	f.StringArrayVar(&p.require, "require", nil, "a condition on a result, 'latency.p99 < 20ms'; may be repeated")
	f.StringArrayVar(&p.over, "over", nil, "NAME=VALUE,VALUE,… or NAME=8G..256G (doublings); may be repeated")
	f.StringVar(&p.prices, "prices", "", "file of prices: [NAME], then VALUE = PRICE or per = PRICE / AMOUNT")
	a.common(cmd, "text", "json")
	return cmd
}

// plan searches and prints the answer; no answer is a failure.
func (a *app) plan(ctx context.Context, p *planning, args []string) error {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	base := func(more ...scenario.Option) (*scenario.Scenario, error) { return p.from.parse(name, more...) }
	sc, err := base()
	if err != nil {
		return err
	}
	o, params, err := p.options(sc)
	if err != nil {
		return err
	}
	begin := time.Now()
	bar := a.newProgress()
	o.Options = experiment.Options{Jobs: a.jobs, Grace: grace, Progress: bar.remaining("planning", begin)}
	got, err := experiment.Plan(ctx, base, params, o)
	bar.end()
	if err != nil {
		return err
	}
	h := experimentHeader(sc, 1)
	m := experiment.Machine{Jobs: a.jobs, WallSeconds: time.Since(begin).Seconds()}
	if err := a.write(func(w io.Writer) error { return a.printPlanning(w, got, o, h, m) }); err != nil {
		return err
	}
	switch {
	case got.Partial:
		return &exitCode{exitInterrupted, "interrupted: the answer is not known yet"}
	case got.Choice == nil:
		return &exitCode{exitFailed, "no combination holds every requirement"}
	}
	return nil
}

func (a *app) printPlanning(
	w io.Writer, p *experiment.Planning, o experiment.PlanOptions, h experiment.Header, m experiment.Machine,
) error {
	if a.format == "json" {
		return p.WriteJSON(w, h, m)
	}
	if err := writeExperimentHeader(w, h); err != nil {
		return err
	}
	unit := "steps up the lists"
	if o.Prices != nil {
		unit = "by the prices"
	}
	return p.WriteText(w, unit)
}

// options are the requirements, the values to choose from and the prices, with all their faults at once.
func (p *planning) options(sc *scenario.Scenario) (o experiment.PlanOptions, params []experiment.Parameter, err error) {
	var errs []error
	for _, text := range p.require {
		t, err := scenario.ParseThreshold(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("--require %s: %w", text, err))
		}
		o.Require = append(o.Require, t)
	}
	if len(p.require) == 0 {
		o.Require = sc.Thresholds
	}
	if len(o.Require) == 0 {
		errs = append(errs, fmt.Errorf("nothing is required: give --require 'tps >= 5000', or a scenario with [thresholds]"))
	}
	if len(p.over) == 0 {
		errs = append(errs, fmt.Errorf("nothing to choose from: give --over NAME=VALUE,VALUE,…"))
	}
	n := 1
	for _, text := range p.over {
		one, err := experiment.ParseParameter(text, sc)
		if err != nil {
			errs = append(errs, fmt.Errorf("--over %w", err))
			continue
		}
		params = append(params, one)
		n = min(n*len(one.Values), maxPoints+1)
	}
	if n > maxPlan {
		errs = append(errs, fmt.Errorf("more than %d combinations", maxPlan))
	}
	if p.prices != "" {
		o.Prices, err = readPrices(p.prices)
		errs = append(errs, err)
		if err == nil {
			errs = append(errs, prefixed("--prices: ", o.Prices.Check(params)))
		}
	}
	return o, params, errors.Join(errs...)
}

// maxPlan bounds the combinations that plan compares with each other.
const maxPlan = 10_000

// prefixed puts words before an error.
func prefixed(words string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w", words, err)
}

func readPrices(name string) (*experiment.Prices, error) {
	text, err := os.ReadFile(name)
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("--prices = %s: no such file", name)
	case errors.As(err, &path):
		return nil, fmt.Errorf("--prices = %s: cannot be read: %w", name, path.Err)
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		return nil, fmt.Errorf("--prices = %s: is a binary file", name)
	}
	return experiment.ParsePrices(bytes.NewReader(text), name)
}
