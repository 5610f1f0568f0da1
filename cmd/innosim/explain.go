package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/engine/lab/explain"
	"github.com/innosim/innosim/engine/lab/report"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// explaining is a call of explain.
type explaining struct {
	from        sources
	transaction uint64
	stall       bool
	window      string
}

// explainCommand says why.
func (a *app) explainCommand() *cobra.Command {
	var x explaining
	cmd := &cobra.Command{
		Use:   "explain [SCENARIO] [--transaction N | --stall | --window 30s..40s] [flags]",
		Short: "Why: one transaction step by step, or the chain of causes of a stall",
		Long: "Without a choice it explains the worst stall of the measured window, or its slowest second when there is none.\n" +
			"Times of --window are since the start of the run, warm-up included.",
		Example: "  innosim explain lesson:redo-too-small\n" +
			"  innosim explain mine.cnf --window 90s..95s\n" +
			"  innosim explain mine.cnf --transaction 1000",
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return a.explain(cmd.Context(), &x, args) },
	}
	x.from.add(cmd, "replications", "percentile")
	f := cmd.Flags()
	f.Uint64Var(&x.transaction, "transaction", 0, "follow the N-th transaction of the measured window")
	f.BoolVar(&x.stall, "stall", false, "explain the worst stall")
	f.StringVar(&x.window, "window", "", "explain a stretch of the run, such as 30s..40s")
	a.common(cmd, "text", "json")
	return cmd
}

func (a *app) explain(ctx context.Context, x *explaining, args []string) error {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	o, wrong := x.options()
	sc, err := x.from.parse(name)
	if err := errors.Join(wrong, err); err != nil {
		return err
	}
	if len(sc.Skip) > 0 {
		return skipError(sc.Skip)
	}
	print, err := interruptible(ctx, func() (explanation, error) { return x.find(ctx, sc, o) })
	switch {
	case errors.Is(err, context.Canceled):
		return &exitCode{exitInterrupted, "interrupted before anything was explained"}
	case err != nil:
		return err
	}
	for _, text := range sc.Remarks() {
		a.warn(text)
	}
	return a.write(func(w io.Writer) error {
		if a.format == "json" {
			return print.WriteJSON(w, documentHeader(sc))
		}
		if err := report.WriteHeader(w, headerOf(sc), ""); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		return print.WriteText(w)
	})
}

// interruptible waits for work. When the context is done it waits for the grace only, and leaves behind what does not
// end by itself, such as a server whose start is still being constructed.
func interruptible[T any](ctx context.Context, work func() (T, error)) (result T, err error) {
	finished := make(chan struct{})
	var found T
	var wrong error
	go func() {
		found, wrong = work()
		close(finished)
	}()
	select {
	case <-finished:
		return found, wrong
	case <-ctx.Done():
	}
	select {
	case <-finished:
		return found, wrong
	case <-time.After(grace):
		return result, ctx.Err()
	}
}

// explanation is what can be printed.
type explanation interface {
	WriteText(io.Writer) error
	WriteJSON(io.Writer, document.Header) error
}

func (x *explaining) find(ctx context.Context, sc *scenario.Scenario, o explain.Options) (explanation, error) {
	if x.transaction > 0 {
		return explain.Transaction(ctx, sc.Config, x.transaction)
	}
	return explain.Explain(ctx, sc.Config, o)
}

// options reads the window, and refuses two choices at once.
func (x *explaining) options() (o explain.Options, err error) {
	var wrong []error
	if x.from.flags.Flags().Changed("transaction") && x.transaction == 0 {
		wrong = append(wrong, fmt.Errorf("--transaction = 0: allowed is 1 or more"))
	}
	chosen := 0
	for _, on := range []bool{x.transaction > 0, x.stall, x.window != ""} {
		if on {
			chosen++
		}
	}
	if chosen > 1 {
		wrong = append(wrong, fmt.Errorf("--transaction, --stall, --window: give one of them"))
	}
	if x.window != "" {
		o, err = parseWindow(x.window)
	}
	return o, errors.Join(append(wrong, err)...)
}

// parseWindow reads FROM..TO.
func parseWindow(text string) (o explain.Options, err error) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return o, fmt.Errorf("--window = %s: allowed is FROM..TO, such as 30s..40s", text)
	}
	var errs [2]error
	o.From, errs[0] = unit.ParseDuration(from)
	o.To, errs[1] = unit.ParseDuration(to)
	if errs[0] != nil || errs[1] != nil {
		flag := "--window = " + text + ": "
		return o, errors.Join(prefixed(flag, errs[0]), prefixed(flag, errs[1]))
	}
	if o.To <= o.From || o.From < 0 || o.To > 10000*3600*sim.Second {
		return o, fmt.Errorf("--window = %s: allowed is FROM..TO with FROM before TO", text)
	}
	return o, nil
}
