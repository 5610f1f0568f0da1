package report

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"github.com/innosim/innosim/engine"
)

const (
	histogramBuckets = 1024   // sysbench 1.0, --histogram
	histogramMin     = 0.001  // ms; lower end of the first bucket
	histogramMax     = 100000 // ms; upper end of the last
	histogramWidth   = 40     // characters of the longest bar
)

// bucket is one line of the histogram.
type bucket struct {
	ms    float64
	count int64
}

// buckets sorts the response times into sysbench's logarithmic buckets, and leaves out the empty ones.
func buckets(r *engine.Result) []bucket {
	if r.Latency == nil {
		return nil
	}
	scale := (histogramBuckets - 1) / (math.Log(histogramMax) - math.Log(histogramMin))
	var all []bucket
	last := -1
	for _, bar := range r.Latency.Distribution() {
		if bar.Count == 0 {
			continue
		}
		ms := max(float64(bar.From+bar.To)/2e3, histogramMin)
		i := min(int(math.Floor((math.Log(ms)-math.Log(histogramMin))*scale+0.5)), histogramBuckets-1)
		if i != last {
			all = append(all, bucket{ms: math.Exp(float64(i)/scale + math.Log(histogramMin))})
			last = i
		}
		all[len(all)-1].count += bar.Count
	}
	return all
}

// histogram prints the distribution of response times as sysbench does with --histogram.
func histogram(b *bufio.Writer, r *engine.Result) {
	all := buckets(r)
	var most int64
	for _, k := range all {
		most = max(most, k.count)
	}
	fmt.Fprint(b, "Latency histogram (values are in milliseconds)\n")
	fmt.Fprint(b, "       value  ------------- distribution ------------- count\n")
	for _, k := range all {
		width := int(math.Floor(float64(k.count)*histogramWidth/float64(most) + 0.5))
		fmt.Fprintf(b, "%12.3f |%-40s %d\n", k.ms, strings.Repeat("*", width), k.count)
	}
	fmt.Fprint(b, " \n")
}
