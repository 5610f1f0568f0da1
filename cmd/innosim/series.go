package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/innosim/innosim/engine/lab/plot"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/truth"
)

// recordings are the flags of validate that compare runs second by second.
type recordings struct{ file, plot string }

// check refuses what does not belong together.
func (r recordings) check(args []string, format string) error {
	var errs []error
	switch {
	case r.file == "" && len(args) == 0:
		errs = append(errs, errors.New("give files or folders of cases, or --series FILE"))
	case r.file != "" && len(args) > 0:
		errs = append(errs, errors.New("--series: files and folders of cases are validated by another call"))
	}
	errs = append(errs, writable("--plot", r.plot))
	if r.plot != "" && r.file == "" {
		errs = append(errs, errors.New("--plot: needs --series"))
	}
	if r.file != "" && format == "markdown" {
		errs = append(errs, errors.New("--series: --format is text, json or csv"))
	}
	return errors.Join(errs...)
}

// replay runs recordings on the model, prints their figures and draws them.
func (a *app) replay(ctx context.Context, r recordings, opts ...scenario.Option) error {
	files, err := newFiles([]string{r.file})
	if err != nil {
		return err
	}
	all, err := truth.LoadRecordings(files.fsys, files.names[0], opts...)
	if err != nil {
		return files.readable(err)
	}
	begin := time.Now()
	compared, err := truth.ReplayAll(ctx, all, a.jobs)
	switch {
	case ctx.Err() != nil:
		return &exitCode{exitInterrupted, "interrupted: nothing is printed"}
	case err != nil:
		return err
	}
	if r.plot != "" {
		if err := writeTo(r.plot, func(w io.Writer) error { return drawAll(w, compared) }); err != nil {
			return err
		}
	}
	machine := truth.Machine{Jobs: a.jobs, WallSeconds: time.Since(begin).Seconds()}
	return a.write(func(w io.Writer) error {
		switch a.format {
		case "json":
			return truth.ReplayJSON(w, version, machine, compared)
		case "csv":
			return truth.ReplayCSV(w, compared)
		}
		return truth.ReplayText(w, version, compared)
	})
}

// drawn is a curve of the drawing: what it shows of the observations up to one.
type drawn struct {
	title string
	value func(seen []truth.Observation) float64
}

// megabyte is what checkpoint ages are drawn in, bytes.
const megabyte = 1e6

func curves() []drawn {
	return []drawn{
		{"checkpoint age, MB", func(s []truth.Observation) float64 { return s[len(s)-1].Age / megabyte }},
		{"dirty pages, thousand", func(s []truth.Observation) float64 { return s[len(s)-1].Dirty / 1000 }},
		{"pages flushed/s", func(s []truth.Observation) float64 {
			return growth(s, func(o truth.Observation) float64 { return o.Flushed })
		}},
		{"transactions/s", func(s []truth.Observation) float64 {
			return growth(s, func(o truth.Observation) float64 { return o.Commits })
		}},
	}
}

// smooth is over how many observations a rate is drawn.
const smooth = 5

// growth is the rate of a counter up to the last observation.
func growth(s []truth.Observation, of func(truth.Observation) float64) float64 {
	last, first := s[len(s)-1], s[max(0, len(s)-1-smooth)]
	if last.At == first.At {
		return 0
	}
	return (of(last) - of(first)) / (last.At - first.At)
}

// drawAll draws a row of panels for each recording.
func drawAll(w io.Writer, all []*truth.Comparison) error {
	var panels []plot.Panel
	for _, c := range all {
		for _, d := range curves() {
			panels = append(panels, plot.Panel{
				Title: fmt.Sprintf("%s: %s", c.Name, d.title),
				X:     plot.Axis{Title: "seconds"}, Y: plot.Axis{Title: d.title},
				Curves: []plot.Curve{
					{Name: "measured", Points: points(c.Measured, d), Plain: true},
					{Name: "predicted", Points: points(c.Predicted, d), Plain: true},
				},
			})
		}
	}
	return plot.Grid(w, len(curves()), panels...)
}

// points are the places of a curve.
func points(s []truth.Observation, d drawn) []plot.Point {
	out := make([]plot.Point, 0, len(s))
	for i := range s {
		out = append(out, plot.Point{X: s[i].At, Y: d.value(s[:i+1])})
	}
	return slices.Clip(out)
}
