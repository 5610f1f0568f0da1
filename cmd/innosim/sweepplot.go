package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/innosim/innosim/engine/lab/experiment"
	"github.com/innosim/innosim/engine/lab/page"
	"github.com/innosim/innosim/engine/lab/plot"
)

// plotKinds are the files that --plot can write.
var plotKinds = [...]string{".svg", ".png", ".html"}

// wide is the largest number of panels side by side.
const wide = 2

// drawSweep draws every result over the first parameter that is a number, a curve for each combination of the others.
func drawSweep(w io.Writer, s *sweeping, got *experiment.Sweep, h experiment.Header, m experiment.Machine) error {
	kind := filepath.Ext(s.plot)
	if kind == ".html" {
		return writePage(w, page.Sweep, h.Base, func(w io.Writer) error { return got.WriteJSON(w, h, m) })
	}
	var panels []plot.Panel
	for _, name := range s.results {
		axis, curves := got.Curves(name)
		if len(curves) == 0 {
			return fmt.Errorf("--plot: no parameter is a number, so there is no axis; .html draws a heat map")
		}
		p := plot.Panel{Title: name, X: plot.Axis{Title: axis}, Y: plot.Axis{Title: name}}
		for _, c := range curves {
			one := plot.Curve{Name: c.Name}
			for i := range c.X {
				one.Points = append(one.Points, plot.Point{X: c.X[i], Y: c.Y[i]})
			}
			p.Curves = append(p.Curves, one)
		}
		panels = append(panels, p)
	}
	columns := min(wide, len(panels))
	if kind == ".png" {
		return plot.PNG(w, columns, panels...)
	}
	return plot.Grid(w, columns, panels...)
}
