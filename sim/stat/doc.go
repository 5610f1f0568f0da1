// Package stat measures a run: what happened, how long it took, and how well that is known.
//
//	WaitClock  where the time of every thread went            Gauge     time averages: queue lengths
//	Latency    response times, three digits (HdrHistogram)    Series    one value per report interval
//	Sysbench   percentiles in the buckets of sysbench         Interval  a mean with its confidence interval
//
// Counters are plain uint64 fields of each package's own Metrics, with a method Sub; they need nothing from
// here. Measuring never changes a run: nothing here schedules an event or draws a number.
//
// Units: sim.Time and sim.Duration in nanoseconds; Latency records microseconds, Sysbench milliseconds, as
// their readers expect. Errors: none; a wrong number of columns or batches panics. Chance: none. Recording
// does not allocate. Source: hdrhistogram.org; sysbench's sb_histogram.c for its buckets; G. W. Hill,
// Algorithm 396 (Student's t); batch means as in A. M. Law, Simulation Modeling and Analysis.
package stat
