package imports

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/innosim/innosim/engine/lab/imports/fact"
	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/workload"
)

// levels is how many pages a search of a B-tree gets on its way to a row: root, inner page, leaf. Tables of some
// 90 thousand to 100 million rows have three levels (engine/workload/btree).
const levels = 3

// load is the workload: sysbench's, when a log tells the script and the size of the tables; else what the counters
// show.
func (c *composer) load() {
	c.state()
	run := c.chosenRun()
	if run != nil {
		c.runResults(run)
	}
	script, sized := c.script(run)
	switch {
	case script != "" && sized:
		c.sysbench(run, script)
	case c.observed(run):
	case script != "":
		c.sysbench(run, script)
		c.miss("tables and table-size", "the log does not tell the size of the data; give --tables N --table-size ROWS; "+
			"sysbench's default, one table of 10000 rows, holds meanwhile")
	default:
		if run != nil {
			c.miss("script", fmt.Sprintf("sysbench does not print it, and "+
				"%s fits several; give --script, --tables, --table-size", mix(run)))
		} else {
			c.miss("workload", "give two SHOW GLOBAL STATUS taken a minute apart while the load runs, or --script, --tables, --table-size")
		}
		if c.threads(run); c.o.flag("script") == "" {
			c.workload = nil // without a script, threads alone say nothing
		}
	}
}

// chosenRun is the run of a log that is imported; the others are noted.
func (c *composer) chosenRun() *fact.Run {
	runs := c.f.Runs
	if len(runs) == 0 {
		return nil
	}
	at := min(max(c.o.Run, 1), len(runs)) - 1
	for i := range runs {
		x := &runs[i]
		text := fmt.Sprintf("run %d: %s, %s threads, %.2f tps, latency avg %.2f ms", i+1, x.Program, or(x.Options["threads"], "?"),
			x.Results["tps"], x.Results["latency.avg"])
		if s := x.Series; s.Lines > 0 {
			text += fmt.Sprintf("; %d interval lines, mean %.2f tps, %d at zero", s.Lines, s.Sum/float64(s.Lines), s.Zero)
		}
		if !x.Complete {
			text += "; the log ends without a closing block"
		}
		c.note(x.Where, "%s", text)
	}
	if len(runs) > 1 {
		c.note(runs[at].Where, "run %d of %d is imported; --run N takes another", at+1, len(runs))
	}
	return &runs[at]
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// mix is the statements of a transaction, read/write/other.
func mix(run *fact.Run) string {
	n := max(run.Results["transactions"], 1)
	return fmt.Sprintf("%.1f/%.1f/%.1f statements (read/write/other) per transaction",
		run.Results["read"]/n, run.Results["write"]/n, run.Results["other"]/n)
}

// mixes are scripts that only one mix of statements fits: read, write, other per transaction, defaults of sysbench.
var mixes = [...]struct {
	read, write, other float64
	script             string
}{
	{14, 4, 2, "oltp_read_write"}, {0, 4, 2, "oltp_write_only"}, {14, 0, 2, "oltp_read_only"},
}

// script is sysbench's script, and whether the size of its tables is known.
func (c *composer) script(run *fact.Run) (script string, sized bool) {
	option := func(name string) string {
		if v := c.o.flag(name); v != "" || run == nil {
			return v
		}
		return run.Options[name]
	}
	script = option("script")
	sized = option("table-size") != "" || option("oltp-table-size") != ""
	if script != "" && !slices.Contains(workload.Scripts(), script) {
		c.miss("script", script+" is not modelled (innosim list workloads)")
		return "", false
	}
	if script != "" || run == nil {
		return script, sized
	}
	n := run.Results["transactions"]
	for _, m := range mixes {
		near := func(total, each float64) bool { return total > (each-0.02)*n && total < (each+0.02)*n+1 }
		if n > 0 && near(run.Results["read"], m.read) && near(run.Results["write"], m.write) && near(run.Results["other"], m.other) {
			c.infer("script", m.script, mix(run), run.Where)
			return m.script, sized
		}
	}
	return "", sized
}

// sysbench writes the workload of a log.
func (c *composer) sysbench(run *fact.Run, script string) {
	c.workload = append(c.workload, keyValue{"script", script})
	if run != nil {
		for _, k := range workload.Keys() {
			v, ok := run.Options[k]
			if !ok && k == "table-size" {
				v, ok = run.Options["oltp-table-size"]
			}
			if ok && k != "script" && k != "threads" && c.o.flag(k) == "" && settable(script, k, v) {
				c.workload = append(c.workload, keyValue{k, v})
				c.measure(k, v, "", run.Where)
			}
		}
	}
	c.common(run)
}

func settable(script, key, value string) bool {
	o := workload.Defaults(script)
	return o.Set(key, value) == nil && o.Validate() == nil
}

// common are flags and threads.
func (c *composer) common(run *fact.Run) {
	for _, k := range []string{"tables", "table-size"} {
		if v := c.o.flag(k); v != "" {
			c.workload = append(c.workload, keyValue{k, v})
		}
	}
	if c.o.flag("script") != "" && len(c.workload) == 0 {
		c.workload = append(c.workload, keyValue{"script", c.o.flag("script")})
	}
	c.threads(run)
}

// threads is the number of clients.
func (c *composer) threads(run *fact.Run) {
	if v := c.o.flag("threads"); v != "" {
		c.workload = append(c.workload, keyValue{"threads", v})
		return
	}
	if run != nil && run.Options["threads"] != "" {
		c.workload = append(c.workload, keyValue{"threads", run.Options["threads"]})
		c.measure("threads", run.Options["threads"], "", run.Where)
		return
	}
	v, name, ok := c.rates.now("threads_connected", "threads_running")
	if !ok || v < 1 {
		if len(c.workload) > 0 || run != nil {
			c.miss("threads", "give --threads N")
		}
		return
	}
	n := strconv.Itoa(int(min(v, 1<<15)))
	c.workload = append(c.workload, keyValue{"threads", n})
	c.measure("threads", n, name, fact.Where{})
}

// runResults are what a log measured, under the names of results.
func (c *composer) runResults(run *fact.Run) {
	for _, m := range scenario.Metrics() {
		if v, ok := run.Results[m.Name]; ok && (v > 0 || m.Name == "tps") {
			c.result(m.Name, v, m.Unit, run.Where)
		}
	}
}

func (c *composer) result(name string, v float64, unit string, w fact.Where) {
	for _, kv := range c.results {
		if kv.key == name {
			return
		}
	}
	text := number(v)
	c.results = append(c.results, keyValue{name, text})
	c.measure(name, text, unit, w)
}
