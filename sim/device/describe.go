package device

import (
	"math"
	"strings"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/unit"
)

// Limits prints the caps of a device that has any, and how long a burst of a full bucket lasts.
func (c Config) Limits() string {
	var out []string
	for _, f := range fields {
		switch f.key {
		case "iops", "read-iops", "write-iops", "bandwidth", "read-bandwidth", "write-bandwidth", "burst-iops", "burst-bandwidth",
			"burst-credits":
			if v, ok := f.at(&c).(*float64); ok && *v > 0 {
				out = append(out, f.key+" "+f.text(&c))
			}
		}
	}
	if c.BurstCredits > 0 && c.BurstIOPS > c.IOPS {
		out = append(out, "burst of "+unit.FormatDuration(roundSeconds(c.BurstCredits/(c.BurstIOPS-c.IOPS))))
	}
	return strings.Join(out, ", ")
}

// roundSeconds is a time in whole seconds.
func roundSeconds(v float64) sim.Duration { return sim.Duration(math.Round(v)) * sim.Second }
