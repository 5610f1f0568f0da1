package plot_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/plot"
)

// panel is a small one.
func panel(points ...plot.Point) plot.Panel {
	return plot.Panel{
		Title: "title of it", X: plot.Axis{Title: "x axis", Log: true, Ticks: []float64{1, 10}}, Y: plot.Axis{Title: "y axis"},
		Curves: []plot.Curve{{Name: "a curve", Points: points}, {Name: "limit", Points: points, Limit: true}},
	}
}

func TestSVGIsWellFormedAndRepeatable(t *testing.T) {
	var a, b bytes.Buffer
	p := panel(plot.Point{X: 1, Y: 2}, plot.Point{X: 10, Y: 1})
	require.NoError(t, plot.SVG(&a, p, p))
	require.NoError(t, plot.SVG(&b, p, p))
	require.Equal(t, a.String(), b.String())
	for _, text := range []string{"<svg", "title of it", "x axis", "y axis", "a curve", "limit"} {
		require.Contains(t, a.String(), text)
	}
	d := xml.NewDecoder(&a)
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

func TestSVGRefusesWhatCannotBeDrawn(t *testing.T) {
	for _, at := range []plot.Point{{X: 0, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: math.NaN()}, {X: 1, Y: math.Inf(1)}} {
		err := plot.SVG(io.Discard, panel(at))
		require.ErrorContains(t, err, "cannot be drawn", at)
		require.ErrorContains(t, err, "a curve")
	}
}

// broken is a writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestSVGReportsTheWritersError(t *testing.T) {
	require.ErrorIs(t, plot.SVG(broken{}, panel(plot.Point{X: 1, Y: 1}, plot.Point{X: 2, Y: 1})), io.ErrClosedPipe)
}
