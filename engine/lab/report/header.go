package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/sim"
)

// Header says what was run: with the scenario's text, enough to run it again.
type Header struct {
	document.Header

	Threads        int
	Rate           float64 // transactions per second offered; 0: closed loop
	Warmup         sim.Duration
	Steady         bool // the warm-up ends when the transient is over
	ReportInterval sim.Duration
}

// field is one line of the header.
type field struct{ name, value string }

// fields are the header's lines in print order.
func (h Header) fields() []field {
	all := []field{
		{"innosim", h.Version},
		{"scenario", h.Scenario},
		{"server", h.Server},
		{"host", h.Host},
		{"device", h.Device},
		{"workload", h.Workload},
		{"times", h.times()},
		{"seed", strconv.FormatUint(h.Seed, 10)},
		{"digest", h.Digest},
	}
	shown := all[:0]
	for _, f := range all {
		if f.value != "" {
			shown = append(shown, f)
		}
	}
	return shown
}

// times says what is measured; empty when the header does not know.
func (h Header) times() string {
	if h.ReportInterval == 0 {
		return ""
	}
	if h.Steady {
		return fmt.Sprintf("warm-up until throughput is stationary, %s at most, reported every %s", h.Warmup, h.ReportInterval)
	}
	return fmt.Sprintf("warm-up %s, reported every %s", h.Warmup, h.ReportInterval)
}

// WriteHeader prints the header, each line after the prefix.
func WriteHeader(w io.Writer, h Header, prefix string) error {
	var b strings.Builder
	for _, f := range h.fields() {
		fmt.Fprintf(&b, "%s%-10s%s\n", prefix, f.name, f.value)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
