package calibrate

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"github.com/innosim/innosim/engine/lab/document"
)

// fitJSON is the JSON of a fit; fields stand in the order of their names, so all keys are sorted.
type fitJSON struct {
	Cases      []caseJSON      `json:"cases"`
	Fit        string          `json:"fit"`
	HeldOut    errorsJSON      `json:"held_out"`
	Laws       []lawJSON       `json:"laws"`
	Machine    Machine         `json:"machine"`
	Parameters []parameterJSON `json:"parameters"`
	Partial    bool            `json:"partial"`
	Residuals  errorsJSON      `json:"residuals"`
	Runs       int             `json:"runs"`
	Skipped    []skippedJSON   `json:"skipped"`
	Version    string          `json:"version"`
}

// Machine is what may differ between two equal fits.
type Machine struct {
	Jobs        int     `json:"jobs"`
	WallSeconds float64 `json:"wall_seconds"`
}

type caseJSON struct {
	HeldOut   bool    `json:"held_out"`
	Measured  float64 `json:"measured"`
	Name      string  `json:"name"`
	Predicted float64 `json:"predicted"`
	Result    string  `json:"result"`
}

type lawJSON struct {
	From      float64 `json:"from"`
	Parameter string  `json:"parameter"`
	To        float64 `json:"to"`
	Why       string  `json:"why"`
}

type parameterJSON struct {
	High  *float64 `json:"high"`
	Low   *float64 `json:"low"`
	Name  string   `json:"name"`
	Start float64  `json:"start"`
	Text  string   `json:"text"`
	Unit  string   `json:"unit"`
	Value float64  `json:"value"`
}

type errorJSON struct {
	Bias      float64 `json:"bias"`
	MedianAbs float64 `json:"median_abs"`
	N         int     `json:"n"`
	P90Abs    float64 `json:"p90_abs"`
}

type errorsJSON struct {
	After  map[string]errorJSON `json:"after"`
	Before map[string]errorJSON `json:"before"`
	Cases  int                  `json:"cases"`
}

type skippedJSON struct {
	Name    string `json:"name"`
	Skipped string `json:"skipped"`
}

// jsonUnits are the units of JSON numbers by kind.
var jsonUnits = [...]string{plain: "", whole: "", span: "ns", bandwidth: "bytes/s"}

// JSON prints all that Text prints.
func (r *Report) JSON(w io.Writer, version string, m Machine) error {
	d := fitJSON{
		Fit: r.Fit, Machine: m, Partial: r.Partial, Runs: r.Runs, Version: version,
		HeldOut: r.HeldOut.json(), Residuals: r.Fitted.json(),
		Cases: []caseJSON{}, Laws: []lawJSON{}, Skipped: []skippedJSON{},
	}
	for _, set := range [][]Residual{r.Fitted.After, r.HeldOut.After} {
		for _, x := range set {
			d.Cases = append(d.Cases, caseJSON{x.held, x.Measured, x.Case, x.Predicted, x.Result})
		}
	}
	for _, l := range r.Laws {
		d.Laws = append(d.Laws, lawJSON{l.From, l.Parameter.Name(), l.To, l.Why})
	}
	for _, p := range r.Parameters {
		j := parameterJSON{
			Name: p.Parameter.Name(), Start: p.Start, Text: p.Parameter.short(p.Value),
			Unit: jsonUnits[p.Parameter.kind], Value: p.Value,
		}
		if !math.IsInf(p.High, 0) {
			j.Low, j.High = &p.Low, &p.High
		}
		d.Parameters = append(d.Parameters, j)
	}
	for _, c := range r.Skipped {
		d.Skipped = append(d.Skipped, skippedJSON{c.Name, c.Skipped})
	}
	return document.Write(w, d)
}

func (e Errors) json() errorsJSON {
	table := func(all []Residual) map[string]errorJSON {
		out := map[string]errorJSON{}
		for _, d := range digests(all) {
			out[d.name] = errorJSON{d.bias, d.median, d.n, d.p90}
		}
		return out
	}
	return errorsJSON{table(e.After), table(e.Before), e.Cases}
}

// CSV prints one line per parameter.
func (r *Report) CSV(w io.Writer) error {
	c := csv.NewWriter(w)
	number := func(v float64) string {
		if math.IsInf(v, 0) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	rows := [][]string{{"parameter", "unit", "start", "value", "low", "high"}}
	for _, p := range r.Parameters {
		low := p.Low
		if math.IsInf(p.High, 0) {
			low = math.Inf(1)
		}
		rows = append(rows, []string{
			p.Parameter.Name(), jsonUnits[p.Parameter.kind],
			number(p.Start), number(p.Value), number(low), number(p.High),
		})
	}
	return c.WriteAll(rows)
}
