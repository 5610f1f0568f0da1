package report

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"github.com/innosim/innosim/engine/lab/document"
)

// Pictures made of characters, for terminals only: where colours are off there are none.

const (
	green    = "\x1b[32m" // what is as it should be
	barWidth = 24         // characters
	sparks   = 60         // characters
)

// mark says in one glance whether something is as it should be.
func mark(r *Run, ok bool) string {
	switch {
	case !r.Options.Color:
		return ""
	case ok:
		return emphasis(r, green, "[OK]") + " "
	}
	return emphasis(r, red, "[!!]") + " "
}

// bar is a part of a whole as a horizontal bar with eighths of a character; nothing without colours.
func bar(r *Run, part, whole float64) string {
	if !r.Options.Color || whole <= 0 || !document.IsFinite(part) {
		return ""
	}
	eighths := int(math.Round(barWidth * 8 * max(0, min(1, part/whole))))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune(" ▏▎▍▌▋▊▉")[rest])
	}
	return "  " + text
}

// overTime draws the series of the measured window as sparklines; nothing without colours.
func overTime(b *bufio.Writer, r *Run) {
	lines := r.measured()
	if !r.Options.Color || len(lines) < 2 {
		return
	}
	heading(b, r, "Over time")
	for _, c := range lineColumns(lines) {
		switch c.name {
		case "tps", "latency_percentile", "checkpoint_pct", "dirty_pct", "free_pages":
			low, high := extent(c.values)
			fmt.Fprintf(b, "    %-20s %s  %s … %s\n", c.name, sparkline(c.values, low, high), figure(low), figure(high))
		}
	}
	fmt.Fprintln(b)
}

// extent is the smallest and the largest value.
func extent(values []number) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if x := float64(v); document.IsFinite(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// sparkline squeezes values into at most so many characters, each the mean of its share.
func sparkline(values []number, low, high float64) string {
	n := min(sparks, len(values))
	steps := []rune("▁▂▃▄▅▆▇█")
	var out []rune
	for i := range n {
		part := values[i*len(values)/n : (i+1)*len(values)/n]
		sum := 0.0
		for _, v := range part {
			sum += orZero(float64(v))
		}
		at := 0
		if high > low {
			at = int((sum/float64(len(part)) - low) / (high - low) * float64(len(steps)))
		}
		out = append(out, steps[max(0, min(at, len(steps)-1))])
	}
	return string(out)
}
