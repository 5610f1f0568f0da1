package explain

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/sim/unit"
)

// Schema is the JSON schema (draft 2020-12) of what WriteJSON prints of a stretch or a transaction.
//
//go:embed schema.json
var Schema []byte

// WriteText prints the stretch and its chain.
func (s *Stretch) WriteText(w io.Writer) error {
	var b strings.Builder
	what := "slowest stretch"
	switch {
	case s.Asked:
		what = "window"
	case s.Stall:
		what = "worst stall"
	}
	fmt.Fprintf(&b, "%s  %.2f s to %.2f s: %s tps, the measured window has %s\n\n", what, s.From.Seconds(), s.To.Seconds(),
		figure(s.TPS), figure(s.Mean))
	for i, l := range s.Chain {
		arrow := ""
		if i > 0 {
			arrow = strings.Repeat("  ", i-1) + "← "
		}
		fmt.Fprintf(&b, "%s%s\n%s    %s\n", arrow, l.Cause, strings.Repeat("  ", max(i-1, 0)), l.Figures)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type stretchJSON struct {
	Chain  []linkJSON         `json:"chain"`
	Down   float64            `json:"down_seconds"`
	From   float64            `json:"from_seconds"`
	Header document.Header    `json:"header"`
	Mean   float64            `json:"mean_tps"`
	Stall  bool               `json:"stall"`
	To     float64            `json:"to_seconds"`
	TPS    float64            `json:"tps"`
	Waits  map[string]float64 `json:"waits"`
}

type linkJSON struct {
	Cause   string `json:"cause"`
	Figures string `json:"figures"`
}

// WriteJSON prints the same facts after a header.
func (s *Stretch) WriteJSON(w io.Writer, h document.Header) error {
	d := stretchJSON{Chain: []linkJSON{}, Down: s.Down().Seconds(), From: s.From.Seconds(), Header: h, Mean: s.Mean, Stall: s.Stall,
		To: s.To.Seconds(), TPS: s.TPS, Waits: map[string]float64{}}
	for _, l := range s.Chain {
		d.Chain = append(d.Chain, linkJSON(l))
	}
	for _, x := range s.Result.Waits {
		d.Waits[x.Class] = x.MS
	}
	return document.Write(w, d)
}

type traceJSON struct {
	Begun   float64         `json:"begun_seconds"`
	Client  int             `json:"client"`
	Header  document.Header `json:"header"`
	Moments []momentJSON    `json:"moments"`
	Took    float64         `json:"took_ms"`
	Number  uint64          `json:"transaction"`
}

type momentJSON struct {
	At        float64 `json:"at_ms"`
	For       float64 `json:"for_ms"`
	Statement string  `json:"statement"`
	Step      string  `json:"step"`
	Wait      string  `json:"wait"`
}

// WriteJSON prints the same facts after a header.
func (t *Trace) WriteJSON(w io.Writer, h document.Header) error {
	d := traceJSON{
		Begun: t.Begun.Sub(0).Seconds(), Client: t.Client, Header: h, Moments: []momentJSON{}, Number: t.Number, Took: t.Took.Millis(),
	}
	for _, m := range t.Moments {
		d.Moments = append(d.Moments, momentJSON{m.At.Millis(), m.For.Millis(), m.What.Text, m.What.Step, m.What.Wait})
	}
	return document.Write(w, d)
}

// figure prints about four significant digits and no exponent.
func figure(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "-"
	case a >= 1000 || a == math.Trunc(a):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// size prints bytes in the largest binary unit that keeps them above one.
func size(bytes float64) string { return unit.HumanBytes(bytes) }
