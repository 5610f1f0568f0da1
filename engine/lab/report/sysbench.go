package report

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/stat"
)

// Sysbench prints the run as sysbench 1.0.20 does, over the measured window.
func Sysbench(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	sysbenchOpening(b, r)
	begin := r.Result.WindowStart
	for _, l := range r.measured() {
		fmt.Fprintln(b, intervalLine(l, l.At.Sub(begin), r.Options.Percentile))
	}
	if r.Options.Histogram {
		histogram(b, r.Result)
	}
	statements(b, r.Result)
	latencyBlock(b, r.Result, namedPercentiles(r.Options.Percentile))
	fairness(b, r.Result)
	return b.Flush()
}

// sysbenchOpening is what sysbench prints before its threads start.
func sysbenchOpening(b *bufio.Writer, r *Run) {
	fmt.Fprint(b, "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\n")
	fmt.Fprintln(b, "Running the test with following options:")
	fmt.Fprintf(b, "Number of threads: %d\n", r.Header.Threads)
	if r.Header.Rate > 0 {
		fmt.Fprintf(b, "Target transaction rate: %d/sec\n", int64(r.Header.Rate))
	}
	if s := int64(r.Header.ReportInterval / sim.Second); s > 0 {
		fmt.Fprintf(b, "Report intermediate results every %d second(s)\n", s)
	}
	fmt.Fprintf(b, "Initializing random number generator from seed (%d).\n\n\n", r.Header.Seed)
	fmt.Fprint(b, "Initializing worker threads...\n\nThreads started!\n\n")
}

// intervalLine is one of sysbench's intermediate reports.
func intervalLine(l engine.IntervalLine, at sim.Duration, percentile int) string {
	return fmt.Sprintf("[ %.0fs ] thds: %d tps: %4.2f qps: %4.2f (r/w/o: %4.2f/%4.2f/%4.2f)"+
		" lat (ms,%d%%): %4.2f err/s: %4.2f reconn/s: %4.2f",
		at.Seconds(), l.Threads, orZero(l.TPS), orZero(l.QPS), orZero(l.ReadQPS), orZero(l.WriteQPS),
		orZero(l.OtherQPS), percentile, orZero(l.LatencyMS), orZero(l.Errs), orZero(l.Reconn))
}

// statements are the SQL and the general statistics of sysbench's closing block.
func statements(b *bufio.Writer, r *engine.Result) {
	q := r.SQL
	total, seconds := q.Read+q.Write+q.Other, r.Window.Seconds()
	count := func(label string, n uint64) {
		fmt.Fprintf(b, "    %-36s %-6d (%.2f per sec.)\n", label, n, ratio(float64(n), seconds))
	}
	fmt.Fprint(b, "SQL statistics:\n    queries performed:\n")
	fmt.Fprintf(b, "        %-32s %d\n", "read:", q.Read)
	fmt.Fprintf(b, "        %-32s %d\n", "write:", q.Write)
	fmt.Fprintf(b, "        %-32s %d\n", "other:", q.Other)
	fmt.Fprintf(b, "        %-32s %d\n", "total:", total)
	count("transactions:", q.Transactions)
	count("queries:", total)
	count("ignored errors:", q.Ignored)
	count("reconnects:", q.Reconnects)
	fmt.Fprintf(b, "\nGeneral statistics:\n    total time:                          %.4fs\n", seconds)
	fmt.Fprintf(b, "    total number of events:              %d\n", q.Transactions)
}

// percentileLine is a percentile of the closing block: its label, and its place in the distribution.
type percentileLine struct {
	label string
	rank  float64
}

// namedPercentiles is the one percentile that sysbench prints; none when it is 0.
func namedPercentiles(p int) []percentileLine {
	if p <= 0 {
		return nil
	}
	return []percentileLine{{fmt.Sprintf("%3dth", p), float64(p)}}
}

// latencyBlock prints the distribution of response times. Percentiles stand between avg and max when there
// are several, and where sysbench has its only one otherwise.
func latencyBlock(b *bufio.Writer, r *engine.Result, percentiles []percentileLine) {
	line := func(label string, ms float64) { fmt.Fprintf(b, "         %s: %39.2f\n", label, orZero(ms)) }
	low, avg, high, sum := latencies(r)
	fmt.Fprint(b, "\nLatency (ms):\n")
	line("min", low)
	line("avg", avg)
	if len(percentiles) > 1 {
		percentileLines(b, r, percentiles)
		line("max", high)
	} else {
		line("max", high)
		percentileLines(b, r, percentiles)
	}
	if len(percentiles) == 0 {
		fmt.Fprint(b, "         percentile stats:               disabled\n")
	}
	line("sum", sum)
	fmt.Fprintln(b)
}

// percentileLines prints percentiles in the columns of the other latencies.
func percentileLines(b *bufio.Writer, r *engine.Result, percentiles []percentileLine) {
	for _, p := range percentiles {
		label := fmt.Sprintf("        %s percentile:", p.label)
		ms := percentileMS(r, p.rank)
		if len(percentiles) == 1 {
			ms = inBucket(ms)
		}
		fmt.Fprintf(b, "%s %*.2f\n", label, 52-len(label), ms)
	}
}

// inBucket is the value that sysbench prints for a latency: the bound of its histogram's bucket.
func inBucket(ms float64) float64 {
	if ms <= 0 {
		return 0
	}
	h := stat.NewSysbench()
	h.Record(sim.Duration(math.Round(ms * float64(sim.Millisecond))))
	return h.Percentile(100)
}

// latencies are minimum, average, maximum and sum of the response times, in milliseconds.
func latencies(r *engine.Result) (low, avg, high, sum float64) {
	for _, t := range r.Threads {
		sum += t.Busy.Millis()
	}
	if r.Latency != nil && r.Latency.TotalCount() > 0 {
		low, avg, high = float64(r.Latency.Min())/1e3, r.Latency.Mean()/1e3, float64(r.Latency.Max())/1e3
	}
	if v, ok := r.Results["latency.avg"]; ok {
		avg = v
	}
	if v, ok := r.Results["latency.max"]; ok {
		high = v
	}
	return low, avg, high, sum
}

// percentileMS is a percentile of the response time: the result of that name, or read from the histogram.
func percentileMS(r *engine.Result, rank float64) float64 {
	names := []struct {
		rank float64
		name string
	}{{50, "latency.p50"}, {95, "latency.p95"}, {99, "latency.p99"}, {99.9, "latency.p999"}}
	for _, n := range names {
		if v, ok := r.Results[n.name]; ok && n.rank == rank {
			return orZero(v)
		}
	}
	if r.Latency == nil {
		return 0
	}
	return float64(r.Latency.ValueAtQuantile(rank)) / 1e3
}

// fairness says how evenly the threads were served: mean and population standard deviation.
func fairness(b *bufio.Writer, r *engine.Result) {
	e, t := spread(r)
	fmt.Fprint(b, "Threads fairness:\n")
	fmt.Fprintf(b, "    events (avg/stddev):           %.4f/%3.2f\n", e.mean, e.dev)
	fmt.Fprintf(b, "    execution time (avg/stddev):   %.4f/%3.2f\n\n", t.mean, t.dev)
}

// moments are the mean and the population standard deviation of a figure over the threads.
type moments struct{ mean, dev float64 }

// spread is the distribution of transactions and of busy seconds over the threads.
func spread(r *engine.Result) (events, seconds moments) {
	n := float64(len(r.Threads))
	for _, t := range r.Threads {
		events.mean += float64(t.Events) / n
		seconds.mean += t.Busy.Seconds() / n
	}
	for _, t := range r.Threads {
		e, s := float64(t.Events)-events.mean, t.Busy.Seconds()-seconds.mean
		events.dev += e * e / n
		seconds.dev += s * s / n
	}
	events.dev, seconds.dev = math.Sqrt(events.dev), math.Sqrt(seconds.dev)
	return events, seconds
}
