package experiment

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"github.com/innosim/innosim/engine/lab/document"
)

// WriteText prints a table with a line per point, or, for two parameters on a full grid, a matrix of each
// result.
func (s *Sweep) WriteText(w io.Writer, results []string) error {
	if len(s.Params) == 2 && len(s.Points) == len(s.Params[0].Values)*len(s.Params[1].Values) {
		for _, name := range results {
			if err := s.writeMatrix(w, name); err != nil {
				return err
			}
		}
		return s.writeEnd(w)
	}
	rows := [][]string{{"#"}}
	for _, p := range s.Params {
		rows[0] = append(rows[0], p.Name)
	}
	rows[0] = append(append(rows[0], results...), "binds")
	for i := range s.Points {
		p := &s.Points[i]
		row := []string{fmt.Sprint(i + 1)}
		for _, c := range p.Set {
			row = append(row, c.Value)
		}
		for _, name := range results {
			row = append(row, p.text(name))
		}
		rows = append(rows, append(row, p.Binds))
	}
	if err := writeTable(w, rows); err != nil {
		return err
	}
	return s.writeEnd(w)
}

// writeEnd prints what is wrong and what there is to know.
func (s *Sweep) writeEnd(w io.Writer) error {
	if err := s.writeFailures(w); err != nil {
		return err
	}
	return s.writeRemarks(w)
}

// writeMatrix prints one result, the first parameter downwards.
func (s *Sweep) writeMatrix(w io.Writer, name string) error {
	down, across := s.Params[0], s.Params[1]
	rows := [][]string{append([]string{down.Name + " \\ " + across.Name}, across.Values...)}
	for i, v := range down.Values {
		row := []string{v}
		for j := range across.Values {
			row = append(row, s.Points[i*len(across.Values)+j].text(name))
		}
		rows = append(rows, row)
	}
	if _, err := fmt.Fprintln(w, name); err != nil {
		return err
	}
	if err := writeTable(w, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// writeFailures says why points have no result.
func (s *Sweep) writeFailures(w io.Writer) error {
	for i := range s.Points {
		if p := &s.Points[i]; p.Failed != "" {
			if _, err := fmt.Fprintf(w, "%s: %s\n", Text(p.Set), p.Failed); err != nil {
				return err
			}
		}
	}
	return nil
}

// text is a result for people.
func (p *Point) text(name string) string {
	v, ok := p.Results[name]
	switch {
	case p.Failed != "":
		return "failed"
	case !ok:
		return "-"
	}
	return figure(v)
}

// WriteCSV prints a line per point: the parameters, then every result that any point has.
func (s *Sweep) WriteCSV(w io.Writer) error {
	names := map[string]bool{}
	for i := range s.Points {
		for n := range s.Points[i].Results {
			names[n] = true
		}
	}
	columns := sortedNames(names)
	var head []string
	for _, p := range s.Params {
		head = append(head, p.Name)
	}
	lines := [][]string{append(slices.Concat(head, columns), "binds", "failed")}
	for i := range s.Points {
		p := &s.Points[i]
		var line []string
		for _, c := range p.Set {
			line = append(line, c.Value)
		}
		for _, n := range columns {
			text := ""
			if v, ok := p.Results[n]; ok {
				text = exact(v)
			}
			line = append(line, text)
		}
		lines = append(lines, append(line, p.Binds, p.Failed))
	}
	return csv.NewWriter(w).WriteAll(lines)
}

type sweepJSON struct {
	Header  Header      `json:"header"`
	Machine Machine     `json:"machine"`
	Partial bool        `json:"partial"`
	Points  []pointJSON `json:"points"`
}

type pointJSON struct {
	Binds    string             `json:"binds"`
	Branched bool               `json:"branched"`
	Failed   string             `json:"failed,omitempty"`
	Fails    []string           `json:"fails"` // thresholds that do not hold
	Interval map[string]float64 `json:"interval"`
	Results  map[string]float64 `json:"results"`
	Set      map[string]string  `json:"set"`
	Warnings []string           `json:"warnings"`
}

// WriteJSON prints the sweep.
func (s *Sweep) WriteJSON(w io.Writer, h Header, m Machine) error {
	d := sweepJSON{Header: h, Machine: m, Partial: s.Partial, Points: []pointJSON{}}
	for i := range s.Points {
		p := &s.Points[i]
		d.Points = append(d.Points, pointJSON{
			p.Binds, p.Branched, p.Failed, texts(p.Fails), p.Interval, p.Results, setMap(p.Set), texts(p.Remarks),
		})
	}
	return document.Write(w, d)
}
