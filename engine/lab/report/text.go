package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/innosim/innosim/engine"
)

// Text prints the run for people: the header, the intervals and closing block in sysbench's form, then what
// only a simulator knows.
func Text(w io.Writer, r *Run) error {
	b := bufio.NewWriter(w)
	if err := WriteHeader(b, r.Header, ""); err != nil {
		return err
	}
	partial(b, r)
	textIntervals(b, r)
	if r.Options.Histogram {
		histogram(b, r.Result)
	}
	statements(b, r.Result)
	latencyBlock(b, r.Result, textPercentiles(r.Options.Percentile))
	fairness(b, r.Result)
	for _, section := range []func(*bufio.Writer, *Run){
		overTime, waits, devices, innodb, binds, tuned, durability, outages, results, thresholds, next, footer,
	} {
		section(b, r)
	}
	return b.Flush()
}

// heading starts a section.
func heading(b *bufio.Writer, r *Run, title string) {
	fmt.Fprintln(b, emphasis(r, bold, title))
}

const (
	bold = "\x1b[1m"  // headings
	red  = "\x1b[31m" // failures and warnings
	off  = "\x1b[0m"
)

// emphasis wraps text in a terminal colour when colours are wanted.
func emphasis(r *Run, code, text string) string {
	if !r.Options.Color {
		return text
	}
	return code + text + off
}

// partial says that a run was interrupted, before anything that depends on it.
func partial(b *bufio.Writer, r *Run) {
	if r.Partial != "" {
		fmt.Fprintln(b, emphasis(r, red, "partial   "+r.Partial))
	}
	fmt.Fprintln(b)
}

// textIntervals prints the measured intervals on the run's clock, each with the state of InnoDB at its end.
func textIntervals(b *bufio.Writer, r *Run) {
	lines := r.measured()
	for _, l := range lines {
		fmt.Fprintf(b, "%s | ckpt %.0f%% dirty %.0f%% free %d\n",
			intervalLine(l, l.At.Sub(0), r.Options.Percentile), orZero(l.CheckpointPct), orZero(l.DirtyPct), l.Free)
	}
	if len(lines) > 0 {
		fmt.Fprintln(b)
	}
}

// textPercentiles are the percentiles of the text's closing block, with the one that was asked for.
func textPercentiles(asked int) []percentileLine {
	all := []percentileLine{{" 50th", 50}, {" 95th", 95}, {" 99th", 99}, {"99.9th", 99.9}}
	for i, p := range all {
		switch rank := float64(asked); {
		case asked <= 0 || rank == p.rank:
			return all
		case rank < p.rank:
			extra := percentileLine{fmt.Sprintf("%3dth", asked), rank}
			return append(all[:i:i], append([]percentileLine{extra}, all[i:]...)...)
		}
	}
	return append(all, percentileLine{fmt.Sprintf("%3dth", asked), float64(asked)})
}

// devices prints iostat's figures, one device a line, in iostat's units.
func devices(b *bufio.Writer, r *Run) {
	if len(r.Result.Devices) == 0 {
		return
	}
	heading(b, r, "Devices")
	fmt.Fprintf(b, "    %-12s %9s %9s %9s %8s %8s %8s %8s %8s %7s %6s  %s\n", "device", "r/s", "w/s", "f/s",
		"rMB/s", "wMB/s", "r_await", "w_await", "f_await", "aqu-sz", "%util", "cap that binds")
	for _, d := range r.Result.Devices {
		fmt.Fprintf(b, "    %-12s %9.2f %9.2f %9.2f %8.2f %8.2f %8.2f %8.2f %8.2f %7.2f %6.2f  %s\n", d.Name,
			orZero(d.ReadsPerSec), orZero(d.WritesPerSec), orZero(d.FlushesPerSec),
			orZero(d.ReadBytesPerSec/mebibyte), orZero(d.WriteBytesPerSec/mebibyte),
			orZero(d.ReadAwait), orZero(d.WriteAwait), orZero(d.FlushAwait), orZero(d.QueueSize), orZero(100*d.Util),
			orNone(d.Binding))
	}
	fmt.Fprintln(b)
}

// orNone is the word for an empty name.
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// durability says what a power cut at the end of the run can lose.
func durability(b *bufio.Writer, r *Run) {
	d := r.Result.Durability
	heading(b, r, "Durability")
	fmt.Fprintf(b, "    %s%s; %s.\n", mark(r, d.LostCommitsMax <= 0 && !d.TornPages), lost(d), torn(d.TornPages))
	for _, why := range d.Why {
		fmt.Fprintf(b, "    %s\n", why)
	}
	recoveryText(b, d)
}

// lost is the first half of the durability sentence.
func lost(d engine.Durability) string {
	if d.LostCommitsMax <= 0 {
		return "A power cut loses no acknowledged transaction"
	}
	return fmt.Sprintf("A power cut can lose the acknowledged transactions of the last %s ms, %s of them",
		figure(d.LostWindow.Millis()), figure(d.LostCommitsMax))
}

// torn is the second half of the durability sentence.
func torn(pages bool) string {
	if pages {
		return "it can leave torn pages that nothing repairs"
	}
	return "it leaves no torn page"
}

// results prints every result by its name, then the seeds when there are several.
func results(b *bufio.Writer, r *Run) {
	mean, half := r.Results(), r.intervals()
	if len(mean) == 0 {
		return
	}
	title := "Results"
	if n := len(r.Replications); n > 1 {
		title = fmt.Sprintf("Results (means of %d replications; above: the first one)", n)
	}
	heading(b, r, title)
	for _, name := range sortedKeys(mean) {
		fmt.Fprintf(b, "    %-28s %12s", name, figure(mean[name]))
		if v, ok := half[name]; ok {
			fmt.Fprintf(b, " ± %s", figure(v))
		}
		fmt.Fprintln(b)
	}
	if len(r.Replications) > 1 {
		for _, one := range r.Replications {
			fmt.Fprintf(b, "    seed %-6d event digest %016x  tps %s\n",
				one.Seed, one.Digest, measuredFigure(one.Results, "tps"))
		}
	}
	fmt.Fprintln(b)
}

// measuredFigure is a result as text, "-" when the run did not measure it.
func measuredFigure(results map[string]float64, name string) string {
	v, ok := results[name]
	if !ok {
		return "-"
	}
	return figure(v)
}

// thresholds says which of the scenario's thresholds held.
func thresholds(b *bufio.Writer, r *Run) {
	if len(r.Thresholds) == 0 {
		return
	}
	heading(b, r, "Thresholds")
	for _, t := range r.Thresholds {
		value := "not measured"
		if t.Known {
			value = figure(t.Value)
		}
		word := "holds"
		if !t.OK {
			word = emphasis(r, red, "FAILS")
		}
		fmt.Fprintf(b, "    %s%s  %s %s %s: %s\n", mark(r, t.OK), word, t.Name, t.Op, figure(t.Limit), value)
	}
	fmt.Fprintln(b)
}

// next is what a lesson tells to try.
func next(b *bufio.Writer, r *Run) {
	if r.Next == "" {
		return
	}
	heading(b, r, "What to change next")
	fmt.Fprintf(b, "    %s\n\n", r.Next)
}

// footer says how long it took, how well tps is known, and what to be careful about.
func footer(b *bufio.Writer, r *Run) {
	simulated := r.Result.Simulated.Seconds()
	fmt.Fprintf(b, "Simulated %s s in %s (%s times real time, %s events/s), event digest %016x\n",
		figure(simulated), time.Duration(r.Machine.WallSeconds*1e9).Round(time.Millisecond),
		figure(ratio(simulated, r.Machine.WallSeconds)),
		figure(ratio(float64(r.Result.Events), r.Machine.WallSeconds)), r.Result.Digest)
	if half, ok := r.intervals()["tps"]; ok {
		tps := r.Results()["tps"]
		fmt.Fprintf(b, "tps %s ± %s (95 %% interval, %s)\n", figure(tps), figure(half), percent(half, tps))
	}
	for _, warning := range slices.Concat(r.Warnings, r.Result.Warnings) {
		fmt.Fprintln(b, emphasis(r, red, "Warning: "+warning))
	}
}
