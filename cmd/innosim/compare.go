package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/page"
	"github.com/innosim/innosim/engine/lab/scenario"
)

// comparison is a call of compare.
type comparison struct {
	from         sources
	arms         []string
	ablate       bool
	replications int
}

// compareCommand says what a change would do.
func (a *app) compareCommand() *cobra.Command {
	var c comparison
	cmd := &cobra.Command{
		Use:   "compare [BASE] [VARIANT...] [--set NAME=VALUE,...]... [flags]",
		Short: "What if: factors of arms to a base, with intervals",
		Long: "What if: runs the base and its arms with the same random numbers and prints factors with 95 % intervals.\n" +
			"Every --set is an arm; settings joined by commas go together. A VARIANT that names a workload or an [innosim]\n" +
			"section is a scenario of its own; another option file is the base with its settings on top. ~ marks what may be chance.\n" +
			"The exit code is 1 when an arm does not hold the [thresholds] of its scenario.",
		Example: "  innosim compare mine.cnf --set innodb_redo_log_capacity=8G --set device=io2,device-size=500G\n" +
			"  innosim compare mine.cnf other.cnf --ablate",
		Args: anyNumber,
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd.Context(), &c, args) },
	}
	c.from.addWithout(cmd, "replications")
	cmd.Flags().StringArrayVar(&c.arms, "set", nil, "NAME=VALUE[,NAME=VALUE…]: one arm; may be repeated")
	cmd.Flags().BoolVar(&c.ablate, "ablate", false, "split the step to the only arm into its single changes")
	cmd.Flags().IntVar(&c.replications, "replications", 5, "runs of every arm, with the seeds N, N+1, …")
	a.common(cmd, "text", "json", "csv", "html")
	return cmd
}

// compare runs the arms and prints what they did.
func (a *app) compare(ctx context.Context, c *comparison, args []string) error {
	var wrong error
	if c.replications < 1 || c.replications > 1000 {
		wrong = fmt.Errorf("--replications = %d: allowed is 1 … 1000", c.replications)
	}
	arms, err := c.build(args)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	begin := time.Now()
	bar := a.newProgress()
	o := experiment.Options{Jobs: a.jobs, Grace: grace, Progress: bar.remaining("comparing", begin)}
	got := experiment.Compare(ctx, arms, c.replications, o)
	bar.end()
	if err := got.Failures(); err != nil {
		a.warn(err.Error())
	}
	h := experimentHeader(arms[0].Scenario, c.replications)
	m := experiment.Machine{Jobs: a.jobs, WallSeconds: time.Since(begin).Seconds()}
	if err := a.write(func(w io.Writer) error { return a.printComparison(w, got, h, m) }); err != nil {
		return err
	}
	if got.Partial {
		return &exitCode{exitInterrupted, "interrupted: arms lack replications"}
	}
	return failedArms(got)
}

// failedArms is an error when an arm has no run at all, or does not hold the thresholds of its scenario.
func failedArms(c *experiment.Comparison) error {
	failing := 0
	for _, arm := range c.Arms {
		if len(arm.Results) == 0 {
			return &exitCode{exitFailed, arm.Name + ": no run is complete"}
		}
		if len(arm.Fails) > 0 {
			failing++
		}
	}
	if failing > 0 {
		return &exitCode{exitFailed, fmt.Sprintf("thresholds do not hold in %d of %d arms", failing, len(c.Arms))}
	}
	return nil
}

// warnArms tells on stderr what the format of the output has no place for.
func (a *app) warnArms(c *experiment.Comparison) {
	for _, arm := range c.Arms {
		for _, r := range arm.Remarks {
			a.warn(arm.Name + ": " + r)
		}
	}
}

func (a *app) printComparison(w io.Writer, c *experiment.Comparison, h experiment.Header, m experiment.Machine) error {
	switch a.format {
	case "json":
		return c.WriteJSON(w, h, m)
	case "csv":
		a.warnArms(c)
		return c.WriteCSV(w)
	case "html":
		return writePage(w, page.Compare, h.Base, func(w io.Writer) error { return c.WriteJSON(w, h, m) })
	}
	if err := writeExperimentHeader(w, h); err != nil {
		return err
	}
	return c.WriteText(w)
}

// build reads the base and makes the arms.
func (c *comparison) build(args []string) ([]experiment.Arm, error) {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	base := func(more ...scenario.Option) (*scenario.Scenario, error) { return c.from.parse(name, more...) }
	var sets [][]experiment.Change
	var errs []error
	for _, text := range c.arms {
		set, err := experiment.ParseSet(text)
		sets, errs = append(sets, set), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if c.ablate {
		return c.ablation(name, base, sets, args)
	}
	if len(sets)+len(args) == 0 {
		return nil, fmt.Errorf("nothing to compare with: give --set NAME=VALUE or a second scenario")
	}
	first, err := experiment.NewArm(baseName(name), base, nil)
	if err != nil {
		return nil, err
	}
	return c.gather(first, name, base, args, sets)
}

// gather puts the arms after the base; what is wrong with any of them is told at once.
func (c *comparison) gather(
	first experiment.Arm, name string, base experiment.Source, files []string, sets [][]experiment.Change,
) ([]experiment.Arm, error) {
	arms := []experiment.Arm{first}
	var errs []error
	for _, file := range files {
		v, err := c.variant(name, file)
		arms, errs = append(arms, v), append(errs, err)
	}
	more, err := experiment.NewArms(base, sets)
	arms, errs = append(arms, more...), append(errs, err)
	if err := experiment.Faults(errs...); err != nil {
		return nil, err
	}
	return arms, experiment.Twins(arms)
}

// ablation splits the only arm.
func (c *comparison) ablation(
	baseFile string, base experiment.Source, sets [][]experiment.Change, files []string,
) ([]experiment.Arm, error) {
	if len(sets)+len(files) != 1 {
		return nil, fmt.Errorf("--ablate splits one arm; there are %d", len(sets)+len(files))
	}
	if len(sets) == 1 {
		return experiment.Ablation(base, sets[0])
	}
	from, wrong := base()
	to, err := c.variant(baseFile, files[0])
	if err := experiment.Faults(wrong, err); err != nil {
		return nil, err
	}
	set, err := experiment.Differences(from, to.Scenario)
	if err != nil {
		return nil, err
	}
	return experiment.Ablation(base, set)
}

// variant reads a second scenario, or puts an option file on top of the base.
func (c *comparison) variant(base, file string) (experiment.Arm, error) {
	own := func(more ...scenario.Option) (*scenario.Scenario, error) { return c.from.parse(file, more...) }
	name := strings.TrimSuffix(filepath.Base(file), ".cnf")
	sc, err := own()
	if err != nil {
		return experiment.Arm{}, err
	}
	if sc.Own {
		return experiment.NewArm(name, own, nil)
	}
	return experiment.NewArm(name, func(more ...scenario.Option) (*scenario.Scenario, error) {
		return c.from.parseOver(base, file, more...)
	}, nil)
}

func baseName(name string) string {
	if name == "" {
		return "base"
	}
	return strings.TrimSuffix(filepath.Base(name), ".cnf")
}
