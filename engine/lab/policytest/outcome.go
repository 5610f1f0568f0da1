package policytest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/innosim/innosim/engine/lab/experiment"
)

// Report is what every scenario said.
type Report struct{ Scenarios []*Outcome }

// Outcome is one scenario with the baseline's and the subject's runs.
type Outcome struct {
	Name              string
	Baseline, Subject experiment.ArmResult
}

// Difference is a result that differs from the baseline by more than chance explains.
type Difference struct {
	Result string
	Factor experiment.Factor
}

// watched are the results that a policy is judged by.
var watched = [...]string{
	"tps", "latency.p99", "latency.max", "pages_written_per_trx", "data_reads_per_trx", "single_page_flushes_per_trx",
	"dblwr_writes_per_trx", "data_fsyncs_per_trx", "checkpoint_age", "dirty_pages", "free_pages",
}

// checkThresholds fails for every threshold that a run of the subject does not hold.
func (o *Outcome) checkThresholds(t *testing.T) {
	t.Helper()
	for i, run := range o.Subject.Runs {
		for _, th := range o.Subject.Scenario.Thresholds {
			if v, known := run.Results[th.Name]; !known || !th.Holds(v) {
				t.Errorf("seed %d: wanted %s, found %g", o.Subject.Scenario.Seed+uint64(i), th, v)
			}
		}
	}
}

// Changed are the watched results whose factor to the baseline is significant at 95 %.
func (o *Outcome) Changed() []Difference {
	var out []Difference
	for _, name := range watched {
		if f, ok := o.Subject.Factor[name]; ok && f.Significant() {
			out = append(out, Difference{name, f})
		}
	}
	return out
}

// String says what changed.
func (o *Outcome) String() string {
	changed := o.Changed()
	if len(changed) == 0 {
		return o.Name + ": nothing differs from the baseline by more than chance"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: against the baseline", o.Name)
	for _, c := range changed {
		fmt.Fprintf(&b, "\n    %-28s %.3f (%.3f … %.3f)", c.Result, c.Factor.Value, c.Factor.Low, c.Factor.High)
	}
	return b.String()
}

// golden is the text of the subject's results: four digits of the means over the seeds.
func (o *Outcome) golden() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, means of %d seeds\n", o.Name, len(o.Subject.Runs))
	for _, name := range watched {
		if v, ok := o.Subject.Results[name]; ok {
			fmt.Fprintf(&b, "%-28s %s\n", name, strconv.FormatFloat(v, 'g', 4, 64))
		}
	}
	return b.String()
}

// checkGolden compares with the golden file, or writes it.
func (o *Outcome) checkGolden(t *testing.T, opts Options) {
	t.Helper()
	if opts.Golden == "" {
		return
	}
	file := filepath.Join(opts.Golden, o.Name+".txt")
	if opts.Rewrite {
		if err := os.MkdirAll(opts.Golden, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(o.golden()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.golden(); got != string(want) {
		t.Errorf("%s: the results are\n%snot\n%s", file, got, want)
	}
}
