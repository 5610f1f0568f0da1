package truth

import (
	"bufio"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"

	"github.com/innosim/innosim/engine/lab/document"
)

// SeriesSchema is the JSON schema (draft 2020-12) of what ReplayJSON prints.
//
//go:embed series.schema.json
var SeriesSchema []byte

// ReplayText prints every figure of the recordings beside its prediction, and how many hold.
func ReplayText(w io.Writer, version string, all []*Comparison) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "innosim %s: %d recordings\n", version, len(all))
	hold, n := 0, 0
	for _, c := range all {
		fmt.Fprintf(b, "\n%s: %.0f s of load and after\n", c.Name, c.Measured[len(c.Measured)-1].At)
		fmt.Fprintf(b, "%-16s %-6s %10s %10s %9s  %s\n",
			"figure", "third", "measured", "predicted", "error", "bound")
		for _, f := range c.Figures {
			n++
			verdict := "outside"
			if f.Holds() {
				hold++
				verdict = ""
			}
			fmt.Fprintf(b, "%-16s %-6s %10s %10s %9s  %.0f%% %s\n", f.Name, f.thirdText(),
				figure(f.Measured), figure(f.Predicted), signed(f.Error()), 100*f.Bound, verdict)
		}
	}
	fmt.Fprintf(b, "\nWithin the bounds: %s\n", shareText(hold, n))
	return b.Flush()
}

// thirdText names the part of the run that a figure is of.
func (f Figure) thirdText() string {
	if f.Third == 0 {
		return "2+3"
	}
	return fmt.Sprint(f.Third)
}

// replayDocument is the JSON of recordings; fields stand in the order of their names, so all keys are sorted.
type replayDocument struct {
	Machine    Machine         `json:"machine"`
	Recordings []recordingText `json:"recordings"`
	Version    string          `json:"version"`
}

type recordingText struct {
	Figures []figureText `json:"figures"`
	Name    string       `json:"name"`
}

type figureText struct {
	Bound     float64 `json:"bound"`
	Error     float64 `json:"error"`
	Holds     bool    `json:"holds"`
	Measured  float64 `json:"measured"`
	Name      string  `json:"name"`
	Predicted float64 `json:"predicted"`
	Third     int     `json:"third"`
}

// ReplayJSON prints the figures indented and with sorted keys.
func ReplayJSON(w io.Writer, version string, m Machine, all []*Comparison) error {
	d := replayDocument{Machine: m, Recordings: []recordingText{}, Version: version}
	for _, c := range all {
		r := recordingText{Figures: []figureText{}, Name: c.Name}
		for _, f := range c.Figures {
			r.Figures = append(r.Figures,
				figureText{f.Bound, f.Error(), f.Holds(), f.Measured, f.Name, f.Predicted, f.Third})
		}
		d.Recordings = append(d.Recordings, r)
	}
	return document.Write(w, d)
}

// ReplayCSV prints one line per observation: what was measured and what was predicted.
func ReplayCSV(w io.Writer, all []*Comparison) error {
	lines := [][]string{{
		"recording", "seconds", "checkpoint_age", "checkpoint_age_predicted",
		"dirty_pages", "dirty_pages_predicted",
		"pages_flushed", "pages_flushed_predicted", "commits", "commits_predicted",
	}}
	for _, c := range all {
		for i, m := range c.Measured {
			p := c.Predicted[i]
			line := []string{c.Name}
			for _, v := range []float64{
				m.At, m.Age, p.Age, m.Dirty, p.Dirty, m.Flushed, p.Flushed, m.Commits, p.Commits,
			} {
				line = append(line, exact(v))
			}
			lines = append(lines, line)
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}
