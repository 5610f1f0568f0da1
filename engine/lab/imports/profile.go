package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/unit"
)

const (
	smallBlock = 64 << 10  // bytes: up to here a job measures operations, from there on bandwidth
	largeBlock = 128 << 10 // bytes
	deepQueue  = 8         // requests in flight, so many times those at which the service time was measured
)

// keyValue is a key of a section.
type keyValue struct{ key, value string }

// fioDevice makes a device profile of fio's jobs.
func (c *composer) fioDevice(jobs []fact.Job) []keyValue {
	var out []keyValue
	channels := 0
	for _, op := range []string{"read", "write"} {
		keys, n := c.operation(jobs, op)
		out = append(out, keys...)
		channels = max(channels, n)
		out = append(out, c.sequential(jobs, op)...)
	}
	out = append(out, c.flush(jobs)...)
	if channels > 0 {
		out = append(out, keyValue{"channels", strconv.Itoa(channels)})
	}
	return append(c.rest(out), out...)
}

// rest is the profile that fills in what fio did not measure: the one that was given, else the built-in scenario's.
func (c *composer) rest(known []keyValue) []keyValue {
	if name := c.o.flag("device"); name != "" {
		return []keyValue{{"profile", name}}
	}
	has := func(op string) bool {
		return slices.ContainsFunc(known, func(kv keyValue) bool {
			return kv.key == op+"-quantiles" || kv.key == op+"-latency"
		})
	}
	if has("read") && has("write") && has("flush") {
		return nil
	}
	d, err := scenario.Default()
	if err != nil {
		return nil
	}
	size := unit.FormatBytes(unit.Bytes(d.Devices.Data.Size))
	c.miss("the rest of the device", "what fio did not measure is taken from "+d.Devices.Data.Profile+" of "+size+
		", the built-in scenario's; give --device NAME")
	if c.o.flag("device-size") != "" {
		return []keyValue{{"profile", d.Devices.Data.Profile}}
	}
	return []keyValue{{"profile", d.Devices.Data.Profile}, {"size", size}}
}

// small are the jobs that measure an operation on its own.
func small(jobs []fact.Job, op string) []fact.Job {
	var out []fact.Job
	for _, j := range jobs {
		if j.Op == op && !j.Memory && j.Block <= smallBlock && j.Latency.Mean > 0 && j.IOPS > 0 {
			out = append(out, j)
		}
	}
	return out
}

// inFlight is Little's law: requests in flight = rate × latency.
func inFlight(j *fact.Job) float64 { return j.IOPS * j.Latency.Mean }

// operation takes the service time from the job with the fewest requests in flight, and the cap and the channels
// from the fastest one.
func (c *composer) operation(jobs []fact.Job, op string) (out []keyValue, channels int) {
	all := small(jobs, op)
	if len(all) == 0 {
		c.miss("device.data "+op+" latency", "give fio's output of a 16K random "+op+" with direct=1 and iodepth=1, or --device")
		return nil, 0
	}
	light := slices.MinFunc(all, func(a, b fact.Job) int { return compare(inFlight(&a), inFlight(&b)) })
	fast := slices.MaxFunc(all, func(a, b fact.Job) int { return compare(a.IOPS, b.IOPS) })
	out = append(out, c.quantiles(op, &light, &light.Latency)...)
	n := inFlight(&light)
	if n > 1.5 {
		c.infer("device.data."+op+"-quantiles", "", fmt.Sprintf("measured with %.0f requests in flight, queueing included: "+
			"a run with iodepth=1 would tell the service time", n), light.Where)
	}
	channels = max(1, int(fast.IOPS*light.Latency.Mean+0.5))
	c.infer("device.data.channels", strconv.Itoa(channels), fmt.Sprintf("Little's law: %.0f operations/s × %s",
		fast.IOPS, duration(light.Latency.Mean)), fast.Where)
	if inFlight(&fast) >= deepQueue || n > 1.5 {
		out = append(out, keyValue{op + "-iops", strconv.FormatFloat(fast.IOPS, 'f', 0, 64)})
		c.measure("device.data."+op+"-iops", strconv.FormatFloat(fast.IOPS, 'f', 0, 64),
			fmt.Sprintf("with %.0f requests of %s in flight; taken for the cap", inFlight(&fast),
				unit.FormatBytes(unit.Bytes(fast.Block))), fast.Where)
	} else {
		c.miss("device.data."+op+"-iops", "the cap was not reached; give fio's output with a deep queue")
	}
	if light.Block != 16<<10 && light.Block > 0 {
		c.infer("device.data."+op+"-quantiles", "", fmt.Sprintf("measured with blocks of %s, InnoDB's pages have 16K",
			unit.FormatBytes(unit.Bytes(light.Block))), light.Where)
	}
	return out, channels
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// wanted are the shares of requests whose latencies make a profile.
var wanted = [...]float64{0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999}

// quantiles writes a distribution; a mean where fio printed no percentiles.
func (c *composer) quantiles(name string, j *fact.Job, l *fact.Latency) []keyValue {
	var words []string
	last := 0.0
	for _, q := range l.Quantiles {
		if q.Seconds > last && slices.ContainsFunc(wanted[:], func(p float64) bool { return p > q.P-1e-6 && p < q.P+1e-6 }) {
			words = append(words, strconv.FormatFloat(q.P, 'g', 6, 64)+":"+duration(q.Seconds))
			last = q.Seconds
		}
	}
	from := fmt.Sprintf("fio %s, %s, mean %s", j.Version, j.Name, duration(l.Mean))
	if text := strings.Join(words, " "); len(words) > 1 {
		if _, err := rng.ParseQuantiles(text); err == nil {
			c.measure("device.data."+name+"-quantiles", text, from, j.Where)
			return []keyValue{{name + "-quantiles", text}}
		}
	}
	c.measure("device.data."+name+"-latency", duration(l.Mean), from, j.Where)
	return []keyValue{{name + "-latency", duration(l.Mean)}}
}

// sequential takes bandwidths from jobs with large blocks.
func (c *composer) sequential(jobs []fact.Job, op string) []keyValue {
	best := fact.Job{}
	for _, j := range jobs {
		if j.Op == op && !j.Memory && j.Block >= largeBlock && j.Rate > best.Rate {
			best = j
		}
	}
	if best.Rate == 0 {
		return nil
	}
	text := unit.FormatBandwidth(float64(int64(best.Rate)))
	c.measure("device.data."+op+"-bandwidth", text, "fio "+best.Version+", "+best.Name, best.Where)
	return []keyValue{{op + "-bandwidth", text}}
}

// flush takes the latency of fsync or fdatasync: where the write() before it went to memory, the flush includes the
// write that it forces.
func (c *composer) flush(jobs []fact.Job) []keyValue {
	for i := range jobs {
		j := &jobs[i]
		if j.Sync.Mean <= 0 {
			continue
		}
		if j.Memory {
			c.infer("device.data.flush-quantiles", "", "the write that it forces is part of it: "+
				"fio's write() itself ended in memory", j.Where)
		}
		return c.quantiles("flush", j, &j.Sync)
	}
	c.miss("device.data flush latency", "give fio's output with fdatasync=1, or --device")
	return nil
}

func duration(seconds float64) string {
	return unit.FormatDuration(sim.Duration(seconds*1e9 + 0.5))
}
