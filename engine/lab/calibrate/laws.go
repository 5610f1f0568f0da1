package calibrate

import (
	"fmt"
	"math"
	"slices"

	"github.com/innosim/innosim/engine/lab/truth"
)

// pageBytes is what one device read of a data file moves, by default.
const pageBytes = 16384

// Bounds of the load at which a measurement says something: below, rounding and other programs; above,
// queues.
const (
	leastBusy = 0.02
	mostBusy  = 0.9
)

// flat is by how much throughput may still grow from one load to the next when the device is saturated.
const flat = 1.08

// Law is a value that an operational law gives.
type Law struct {
	Parameter Parameter
	From, To  float64
	Why       string
}

// laws are what the run at the starting values, beside what was measured, says about the parameters without
// any search. Only changes that the data speaks for are made.
func (f *fitter) laws(values []float64, outcomes []*truth.Outcome) []Law {
	known := slices.DeleteFunc(slices.Clone(outcomes), func(c *truth.Outcome) bool {
		return c.Skipped != "" || f.held[c.File]
	})
	var out []Law
	for i, p := range f.parameters {
		to, why := 0.0, ""
		switch p.Key {
		case "cpu-factor":
			to, why = cpuLaw(values[i], known)
		case "read-latency":
			to, why = awaitLaw(p, values[i], "read_await", known)
		case "write-latency":
			to, why = awaitLaw(p, values[i], "write_await", known)
		case "flush-latency":
			to, why = awaitLaw(p, values[i], "flush_await", known)
		case "bandwidth":
			to, why = bandwidthLaw(p, values[i], known)
		case "iops":
			to, why = iopsLaw(p, values[i], known)
		}
		if why == "" {
			continue
		}
		out = append(out, Law{Parameter: p, From: values[i], To: p.clamp(to), Why: why})
	}
	return out
}

// cpuLaw is the utilisation law: CPU time per transaction is busy processors over throughput. The factor
// follows from measured over predicted.
func cpuLaw(factor float64, cases []*truth.Outcome) (float64, string) {
	var ratios []float64
	for _, c := range cases {
		m, p := cpuTime(c.Measured, c), cpuTime(c.Predicted, c)
		if m > 0 && p > 0 {
			ratios = append(ratios, m/p)
		}
	}
	if len(ratios) == 0 {
		return 0, ""
	}
	r := median(ratios)
	why := "utilisation law: CPU time per transaction is %.2f of the predicted, %d cases"
	return factor * r, fmt.Sprintf(why, r, len(ratios))
}

// cpuTime is milliseconds per transaction, 0 when it is not known well.
func cpuTime(m map[string]float64, c *truth.Outcome) float64 {
	if _, measured := c.Measured["server_cpu_ms_per_trx"]; measured {
		return m["server_cpu_ms_per_trx"]
	}
	if busy := c.Measured["cpu_busy"]; busy < leastBusy || busy > mostBusy || m["tps"] == 0 {
		return 0
	}
	return m["cpu_busy"] * float64(c.Config.Host.CPUs) * 1000 / m["tps"]
}

// awaitLaw compares the mean time of a request with the fewest clients, where it waits for nobody.
func awaitLaw(p Parameter, latency float64, name string, cases []*truth.Outcome) (float64, string) {
	few := math.MaxInt
	for _, c := range cases {
		if c.Measured[name] > 0 && c.Predicted[name] > 0 {
			few = min(few, clients(c))
		}
	}
	var shifts []float64
	for _, c := range cases {
		if c.Measured[name] > 0 && c.Predicted[name] > 0 && clients(c) == few {
			shifts = append(shifts, (c.Measured[name]-c.Predicted[name])*1e6)
		}
	}
	if len(shifts) == 0 {
		return 0, ""
	}
	shift := median(shifts)
	to := max(latency+shift, latency/reach)
	return to, fmt.Sprintf("%s at %d clients: %s of the predicted", name, few, p.short(shift))
}

func clients(c *truth.Outcome) int {
	w := c.Config.Workload
	return w[len(w)-1].Threads
}

// bandwidthLaw is saturation: when more clients get no more, the device moves what it can.
func bandwidthLaw(p Parameter, rate float64, cases []*truth.Outcome) (float64, string) {
	moved := func(c *truth.Outcome) float64 {
		m := c.Measured
		return m["tps"] * (m["device_reads_per_trx"]*pageBytes + m["device_kb_written_per_trx"]*1024)
	}
	most := saturation(cases, moved)
	if most == 0 || rate == 0 {
		return 0, ""
	}
	return most, fmt.Sprintf("saturation: more clients move no more than %s", p.short(most))
}

// iopsLaw is the same for operations.
func iopsLaw(p Parameter, rate float64, cases []*truth.Outcome) (float64, string) {
	most := saturation(cases, func(c *truth.Outcome) float64 {
		m := c.Measured
		return m["tps"] * (m["device_reads_per_trx"] + m["device_writes_per_trx"])
	})
	if most == 0 || rate == 0 {
		return 0, ""
	}
	return most, fmt.Sprintf("saturation: more clients do no more than %s operations/s", p.short(most))
}

// saturation is the largest amount of a set of cases if the two largest loads of its series do about the
// same.
func saturation(cases []*truth.Outcome, amount func(*truth.Outcome) float64) float64 {
	type point struct {
		n int
		x float64
	}
	series := map[string][]point{}
	for _, c := range cases {
		if x := amount(c); x > 0 {
			key := others(c)
			series[key] = append(series[key], point{clients(c), x})
		}
	}
	most := 0.0
	for _, s := range series {
		slices.SortFunc(s, func(a, b point) int { return a.n - b.n })
		if n := len(s); n > 1 && s[n-1].x < s[n-2].x*flat {
			most = max(most, s[n-1].x, s[n-2].x)
		}
	}
	return most
}

// others are all settings of a case but the number of clients.
func others(c *truth.Outcome) string {
	var all []string
	for name, value := range c.Settings {
		if name != "workload.threads" {
			all = append(all, name+"="+value)
		}
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// median of at least one value.
func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}
