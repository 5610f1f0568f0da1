package report

import (
	"bufio"
	"strconv"

	"github.com/innosim/innosim/sim"
)

// Latency in OpenMetrics: summaries, whose quantiles are labels.
const (
	intervalLatency = "innosim_latency_seconds"
	windowLatency   = "innosim_window_latency_seconds"
)

// ranks are the percentiles of the measured window.
var ranks = [...]float64{50, 95, 99, 99.9, 100}

// latencySummaries print the percentile of the report lines for each interval, with the transactions since the start of the
// run, and the percentiles of the measured window at its end.
func latencySummaries(b *bufio.Writer, r *Run) {
	if r.Options.Percentile > 0 {
		describe(b, intervalLatency, "Percentile of the response time in the interval; count since the start of the run.", "summary")
		count, last := 0.0, 0.0
		for _, l := range r.Lines {
			at := l.At.Seconds()
			count += l.TPS * (at - last)
			last = at
			sample(b, intervalLatency, quantile(float64(r.Options.Percentile)), l.LatencyMS/1000, at)
			sample(b, intervalLatency+"_count", "", count, at)
		}
	}
	if h := r.Result.Latency; h != nil && h.TotalCount() > 0 {
		describe(b, windowLatency, "Percentiles of the response time over the measured window.", "summary")
		at := sim.Duration(r.Result.WindowStart.Add(r.Result.Window)).Seconds()
		for _, rank := range ranks {
			sample(b, windowLatency, quantile(rank), percentileMS(r.Result, rank)/1000, at)
		}
		_, _, _, sum := latencies(r.Result)
		sample(b, windowLatency+"_sum", "", sum/1000, at)
		sample(b, windowLatency+"_count", "", float64(h.TotalCount()), at)
	}
}

// describe begins a metric; without a type where the exporter that it copies has none.
func describe(b *bufio.Writer, name, help, kind string) {
	b.WriteString("# HELP " + name + " " + help + "\n")
	if kind != "" {
		b.WriteString("# TYPE " + name + " " + kind + "\n")
	}
}

// quantile is the label of a percentile.
func quantile(percent float64) string {
	return `{quantile="` + strconv.FormatFloat(percent/100, 'g', 6, 64) + `"}`
}

// sample prints one value at a time of the run, seconds.
func sample(b *bufio.Writer, name, labels string, value, at float64) {
	b.WriteString(name + labels + " " + number(orZero(value)).Exact() + " " + number(at).Exact() + "\n")
}
