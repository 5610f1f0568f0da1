package plot

import (
	"bytes"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Sizes of a figure, in points.
const (
	panelWidth  = 330
	panelHeight = 230
	padding     = 12
	markRadius  = 3
	strokeWidth = 1.5
)

// Point is a place in a panel.
type Point struct{ X, Y float64 }

// Curve is a line through points, each with a mark.
type Curve struct {
	Name   string // in the legend; none when empty
	Points []Point
	Limit  bool // dashed and without marks: what the other curves cannot cross
	Plain  bool // without marks: many points
}

// Axis is a scale with its title.
type Axis struct {
	Title string // with the unit
	Log   bool
	Ticks []float64 // where numbers stand; chosen when there are none
}

// Panel is a system of axes with curves.
type Panel struct {
	Title  string
	X, Y   Axis
	Curves []Curve
}

// SVG draws the panels from left to right.
func SVG(w io.Writer, panels ...Panel) error { return Grid(w, max(len(panels), 1), panels...) }

// Grid draws the panels from left to right in rows of so many.
func Grid(w io.Writer, columns int, panels ...Panel) error {
	width, height := size(columns, len(panels))
	c := vgsvg.New(width, height)
	if err := drawGrid(draw.New(c), columns, panels); err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), drawnFont, shownFonts))
	return err
}

// dotsPerInch of a PNG: twice a screen's, so that it stays sharp.
const dotsPerInch = 192

// PNG draws the panels from left to right in rows of so many, as a picture.
func PNG(w io.Writer, columns int, panels ...Panel) error {
	width, height := size(columns, len(panels))
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
	if err := drawGrid(draw.New(c), columns, panels); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// size is that of the whole figure.
func size(columns, panels int) (width, height vg.Length) {
	rows := (panels + columns - 1) / columns
	return vg.Length(columns) * panelWidth, vg.Length(rows) * panelHeight
}

// drawGrid draws the panels on a white ground.
func drawGrid(dc draw.Canvas, columns int, panels []Panel) error {
	plots := make([]*plot.Plot, len(panels))
	var errs []error
	for i := range panels {
		p, err := panels[i].plot()
		plots[i] = p
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	dc.FillPolygon(color.White, []vg.Point{
		dc.Min, {X: dc.Max.X, Y: dc.Min.Y}, dc.Max, {X: dc.Min.X, Y: dc.Max.Y},
	})
	tiles := draw.Tiles{
		Cols: columns, Rows: (len(panels) + columns - 1) / columns, PadX: 2 * padding, PadY: padding,
		PadTop: padding, PadBottom: padding, PadLeft: padding, PadRight: padding,
	}
	for i, p := range plots {
		p.Draw(tiles.At(dc, i%columns, i/columns))
	}
	return nil
}

// The font that measures the texts, and those that look like it where it is not installed.
const (
	drawnFont  = "font-family:Liberation Sans"
	shownFonts = "font-family:Liberation Sans,Arial,Helvetica,sans-serif"
)

// plot makes the panel ready to be drawn.
func (p *Panel) plot() (*plot.Plot, error) {
	out := plot.New()
	out.Title.Text = p.Title
	out.Title.Padding = padding
	for _, text := range []*draw.TextStyle{
		&out.Title.TextStyle, &out.X.Label.TextStyle, &out.Y.Label.TextStyle, &out.X.Tick.Label, &out.Y.Tick.Label,
		&out.Legend.TextStyle,
	} {
		text.Font.Variant = "Sans"
	}
	p.X.scale(&out.X)
	p.Y.scale(&out.Y)
	out.Add(plotter.NewGrid())
	for i, c := range p.Curves {
		if err := p.check(c); err != nil {
			return nil, err
		}
		points := make(plotter.XYs, len(c.Points))
		for i, at := range c.Points {
			points[i] = plotter.XY{X: p.X.place(at.X), Y: p.Y.place(at.Y)}
		}
		if err := add(out, c, points, palette(i)); err != nil {
			return nil, fmt.Errorf("plot: %q, %q: %w", p.Title, c.Name, err)
		}
	}
	p.X.round(&out.X)
	p.Y.round(&out.Y)
	return out, nil
}

// headroom is the empty part of a panel above its curves.
const headroom = 0.08

// round gives an axis without numbers of its own whole decades, or a beginning at zero.
func (a *Axis) round(to *plot.Axis) {
	switch {
	case len(a.Ticks) > 0:
	case a.Log:
		to.Min, to.Max = math.Floor(to.Min), math.Ceil(to.Max)
		var decades []float64
		for d := to.Min; d <= to.Max; d++ {
			decades = append(decades, math.Pow(10, d))
		}
		to.Tick.Marker = a.numbers(decades)
	default:
		to.Min = min(to.Min, 0)
		to.Max += headroom * (to.Max - to.Min)
	}
}

// scale sets an axis up. Logarithms are taken here: the library's own scale misplaces the titles of axes.
func (a *Axis) scale(to *plot.Axis) {
	to.Label.Text = a.Title
	if len(a.Ticks) > 0 {
		to.Tick.Marker = a.numbers(a.Ticks)
	}
}

// place is where a value stands on the axis.
func (a *Axis) place(v float64) float64 {
	if a.Log {
		return math.Log10(v)
	}
	return v
}

// numbers are ticks with their values beside them.
func (a *Axis) numbers(at []float64) plot.ConstantTicks {
	var marks plot.ConstantTicks
	for _, v := range at {
		marks = append(marks, plot.Tick{Value: a.place(v), Label: fmt.Sprintf("%g", v)})
	}
	return marks
}

// check refuses what cannot be drawn.
func (p *Panel) check(c Curve) error {
	for _, at := range c.Points {
		for _, v := range []struct {
			axis *Axis
			v    float64
		}{{&p.X, at.X}, {&p.Y, at.Y}} {
			if math.IsNaN(v.v) || math.IsInf(v.v, 0) || v.axis.Log && v.v <= 0 {
				return fmt.Errorf("plot: %q, %q: %g cannot be drawn on the axis %q", p.Title, c.Name, v.v, v.axis.Title)
			}
		}
	}
	return nil
}

// add draws one curve.
func add(to *plot.Plot, c Curve, points plotter.XYs, col color.Color) error {
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = col, strokeWidth
	marks.Color, marks.Radius, marks.Shape = col, markRadius, draw.CircleGlyph{}
	shown := []plot.Thumbnailer{line, marks}
	switch {
	case c.Limit:
		line.Color, line.Dashes, shown = color.Gray{Y: 110}, []vg.Length{4, 3}, shown[:1]
		to.Add(line)
	case c.Plain:
		shown = shown[:1]
		to.Add(line)
	default:
		to.Add(line, marks)
	}
	if c.Name != "" {
		to.Legend.Add(c.Name, shown...)
	}
	return nil
}

// palette gives each curve a colour that colour-blind people can tell apart; Okabe and Ito 2008.
func palette(i int) color.Color {
	all := []color.RGBA{
		{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255},
	}
	return all[i%len(all)]
}
