package calibrate

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/innosim/innosim/engine/lab/truth"
)

// Base is what the fitted profile is built on.
type Base struct {
	Host   string // profile of the host
	Device map[string]string
	Folder string
}

func baseOf(c *truth.Case) Base {
	b := Base{Host: c.Config.Host.Name, Device: map[string]string{"device.data": c.Config.Devices.Data.Profile}}
	for _, section := range []string{"device.redo", "device.doublewrite", "device.binlog"} {
		if d := (Parameter{Section: section}).device(&c.Config); d != nil {
			b.Device[section] = d.Profile
		}
	}
	b.Folder = c.Folder()
	return b
}

// interval is a value over and times the exponential of a half-width. One that is wider than the search
// itself says nothing.
func interval(v, half float64) (low, high float64) {
	if half > math.Log(reach) {
		return 0, math.Inf(1)
	}
	return v * math.Exp(-half), v * math.Exp(half)
}

// WriteProfile writes the fitted values as a profile file: a [host] or [device.*] section for each that has
// fitted parameters, with unit, source and error of each.
func (r *Report) WriteProfile(w io.Writer, version string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# Fitted by innosim %s calibrate --fit %s\n", version, r.Fit)
	fmt.Fprintf(b, "# Source: %d truth cases of %s, first %s\n", r.Fitted.Cases, r.Profile.Folder,
		firstCase(r.Fitted.Before))
	before, after := summary(r.Fitted.Before), summary(r.Fitted.After)
	fmt.Fprintf(b, "# Error of %s: median %.1f%% before, %.1f%% after", after.name, 100*before.median,
		100*after.median)
	if held := summary(r.HeldOut.After); held.n > 0 {
		fmt.Fprintf(b, "; %.1f%% over %d held-out cases", 100*held.median, r.HeldOut.Cases)
	}
	fmt.Fprintln(b)
	section := ""
	for _, p := range r.Parameters {
		if p.Parameter.Section != section {
			section = p.Parameter.Section
			fmt.Fprintf(b, "\n[%s]\n", section)
			if base := r.base(section); base != "" {
				fmt.Fprintf(b, "profile = %s\n", base)
			}
		}
		fmt.Fprintf(b, "%s = %s  # %s; %s; was %s\n", p.Parameter.Key, p.Parameter.short(p.Value),
			units[p.Parameter.kind], p.error(), p.Parameter.short(p.Start))
	}
	return b.Flush()
}

func (r *Report) base(section string) string {
	if section == "host" {
		return r.Profile.Host
	}
	return r.Profile.Device[section]
}

func firstCase(all []Residual) string {
	if len(all) == 0 {
		return "none"
	}
	return all[0].Case
}

// error is the interval in words.
func (p Fitted) error() string {
	if math.IsInf(p.High, 0) {
		return "the cases do not determine it"
	}
	return fmt.Sprintf("95%% interval %s to %s", p.Parameter.short(p.Low), p.Parameter.short(p.High))
}
