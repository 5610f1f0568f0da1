package reproduce

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/lab/schematest"
)

// notYet matches what a row, a service or a script that is not in the catalogue says; nothing else may be
// wrong with an arm.
var notYet = regexp.MustCompile(`not in the catalogue|unknown modifier|not a (workload|device) of the catalogue|` +
	`unknown key of \[workload\]|= oltp: |oltp-read-only`)

// everyArm calls f for each arm of each experiment, later ones included, with each assumption.
func everyArm(f func(e *Experiment, a *Arm, more ...Setting)) {
	for _, e := range Experiments() {
		arms := e.Arms
		if e.Then != nil {
			arms = append(slices.Clone(arms), e.Then(pretend(e), "")...)
		}
		for i := range arms {
			a := &arms[i]
			f(e, a)
			for _, open := range e.Open {
				if !open.covers(a.Name) {
					continue
				}
				for _, other := range open.Others {
					f(e, a, other.Set...)
				}
			}
		}
	}
}

// pretend is an experiment whose every arm gave a thousand of everything.
func pretend(e *Experiment) *Outcomes {
	o := &Outcomes{Experiment: e, base: map[string]*Prediction{}}
	o.Arms = append(o.Arms, e.Arms...)
	for i := range o.Arms {
		a := &o.Arms[i]
		p := &Prediction{Arm: a, Results: map[string]float64{}, Half: 0.01, Window: 15, Binds: "CPU", Value: 0.5,
			Digest: "0123456789abcdef", Server: "mysql-8.4", Seed: 1}
		for _, name := range []string{"tps", "qps", "rows", requests, "latency.p95", "latency.avg"} {
			p.Results[name] = 1000
		}
		o.base[a.Name] = p
	}
	return o
}

// TestEveryArmParses: each embedded scenario, with what an arm and an assumption set, is a scenario; what a
// catalogue lacks is said in so many words and nothing else is wrong.
func TestEveryArmParses(t *testing.T) {
	n := 0
	everyArm(func(e *Experiment, a *Arm, more ...Setting) {
		n++
		for _, quick := range []bool{false, true} {
			_, err := e.parse(a, quick, more...)
			var faults scenario.Faults
			if err != nil && !errors.As(err, &faults) {
				t.Errorf("%s, %s: %v", e.Name, a.Name, err)
			}
			lacking := strings.Contains(fmt.Sprint(err), "not in the catalogue") // then it is read for another server
			for _, f := range faults {
				if lacking {
					continue
				}
				assert.Regexp(t, notYet, f.Error(), "%s, %s %v", e.Name, a.Name, more)
			}
		}
	})
	assert.Greater(t, n, 200)
}

// TestWindows: a window is of 15 s at least, since ten report intervals tell how well the throughput is known.
func TestWindows(t *testing.T) {
	everyArm(func(e *Experiment, a *Arm, more ...Setting) {
		sc, err := e.parse(a, false, more...)
		if err != nil {
			return
		}
		assert.InDelta(t, 0.02, sc.Until, 1e-9, a.Name)
		assert.GreaterOrEqual(t, 10*sc.ReportInterval.Seconds(), 15.0, a.Name)
		assert.GreaterOrEqual(t, sc.Time.Seconds(), 60.0, a.Name)
	})
}

// TestNoPublishedInput: no published figure appears in what an arm sets or in a scenario file, but for the
// announced fits.
func TestNoPublishedInput(t *testing.T) {
	everyArm(func(e *Experiment, a *Arm, more ...Setting) {
		for _, f := range a.Figures {
			if f.Published < 100 { // small numbers are also numbers of threads
				continue
			}
			published := strconv.FormatFloat(f.Published, 'f', -1, 64)
			for _, s := range append(slices.Clone(a.Set), more...) {
				assert.NotContains(t, s.Value, published, a.Name)
			}
			text, err := files.ReadFile("experiments/" + e.File)
			require.NoError(t, err)
			assert.NotContains(t, string(text), " "+published+"\n", a.Name)
		}
	})
}

// TestExperiments: names are unique and sorted; figures compare with arms that exist, statements and
// assumptions are about arms that exist.
func TestExperiments(t *testing.T) {
	assert.True(t, slices.IsSorted(Names()))
	for _, e := range Experiments() {
		o := pretend(e)
		all := o.Arms
		if e.Then != nil {
			all = append(all, e.Then(o, "")...)
		}
		seen := map[string]bool{}
		quick := 0
		for _, a := range all {
			assert.False(t, seen[a.Name], a.Name)
			seen[a.Name] = true
			quick += boolInt(a.Quick)
			require.NotEmpty(t, a.Figures, a.Name)
		}
		assert.Positive(t, quick, e.Name)
		for _, a := range all {
			for _, f := range a.Figures {
				assert.True(t, f.Over == "" || seen[f.Over], "%s: %s", a.Name, f.Over)
			}
		}
		for _, open := range e.Open {
			for _, begin := range open.Arms {
				assert.True(t, slices.ContainsFunc(all, func(a Arm) bool { return strings.HasPrefix(a.Name, begin) }), begin)
			}
			assert.Equal(t, len(open.Others) > 0, len(open.Arms) > 0, open.Fact)
		}
		for i := range all {
			if o.base[all[i].Name] == nil {
				o.base[all[i].Name] = &Prediction{Arm: &all[i], Results: o.base[e.Arms[0].Name].Results}
			}
		}
		for _, v := range o.Verdicts() {
			known := v.Known || strings.HasPrefix(v.Text, "part of the time saved") // 0/0 with equal arms
			assert.True(t, known, "%s: some of its arms do not exist", v.Text)
		}
	}
}

// TestStatements: bands are closed, orders are strict in no step, and what is not predicted is not checked.
func TestStatements(t *testing.T) {
	e := &Experiment{Name: "x", Arms: []Arm{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	o := pretend(e)
	set := func(a, b, c float64) {
		for i, v := range []float64{a, b, c} {
			o.base[e.Arms[i].Name].Results["tps"] = v
		}
	}
	order := descending("falls", "tps", "a", "b", "c")
	ratio := ratioOf("twice", "tps", "a", "b", band{2, 3})
	peak := shareOfPeak("collapse", "tps", "c", []string{"a", "b", "c"}, band{-inf, 0.3})
	for _, c := range []struct {
		a, b, c            float64
		order, ratio, peak bool
		value              float64
	}{
		{200, 100, 50, true, true, true, 2},
		{300, 100, 100, true, true, false, 3},
		{301, 100, 50, true, false, true, 3.01},
		{199, 100, 120, false, false, false, 1.99},
		{100, 200, 60, false, false, true, 0.5},
	} {
		set(c.a, c.b, c.c)
		v := judge([]Statement{order, ratio, peak}, o)
		got := []bool{v[0].Held(), v[1].Held(), v[2].Held()}
		assert.Equal(t, []bool{c.order, c.ratio, c.peak}, got, "%v", c)
		assert.InDelta(t, c.value, v[1].Got, 1e-9)
	}
	set(200, 0, 0)
	assert.False(t, judge([]Statement{ratio}, o)[0].Known, "no ratio to nothing")
	o.base["b"].Unpredicted = "not modelled"
	for _, v := range judge([]Statement{order, ratio, peak}, o) {
		assert.False(t, v.Known, v.Text)
		assert.False(t, v.Held(), v.Text)
	}
}

// TestFigures: a gain is that of two arms with both intervals, with the same assumption where both have it;
// a range covers the base and the other assumptions.
func TestFigures(t *testing.T) {
	open := Open{Fact: "f", Assumed: "x", Others: []Other{{Text: "y"}, {Text: "z"}}, Arms: []string{"a"}}
	e := &Experiment{Name: "x", Arms: []Arm{{Name: "a"}, {Name: "b"}}, Open: []Open{open}}
	o := pretend(e)
	f := Figure{Metric: "gain", Of: "tps", Over: "b", Published: 0.5}
	o.base["a"].Results["tps"] = 1500
	v, low, high, ok := o.figure(o.base["a"], &f)
	require.True(t, ok)
	assert.InDelta(t, 0.5, v, 1e-9)
	half := 1.5 * math.Hypot(0.01, 0.01)
	assert.InDelta(t, 0.5-half, low, 1e-9)
	assert.InDelta(t, 0.5+half, high, 1e-9)
	_, _, ok = o.Range(&e.Arms[0], &f, &open)
	assert.False(t, ok, "no other assumption was predicted")
	o.variants = []*Prediction{
		{Arm: &e.Arms[0], Variant: "y", Results: map[string]float64{"tps": 1200}},
		{Arm: &e.Arms[0], Variant: "z", Results: map[string]float64{"tps": 3000}},
		{Arm: &e.Arms[1], Variant: "z", Results: map[string]float64{"tps": 2000}},
	}
	low, high, ok = o.Range(&e.Arms[0], &f, &open)
	require.True(t, ok)
	assert.InDelta(t, 0.2, low, 1e-9)
	assert.InDelta(t, 0.5, high, 1e-9, "base 0.5; z 3000 over 2000")
}

// TestOutput: the JSON keeps its schema and has the same rows as the table; text names each arm and
// statement.
func TestOutput(t *testing.T) {
	var all []*Outcomes
	for _, e := range Experiments() {
		o := pretend(e)
		o.base[e.Arms[0].Name].Unpredicted = "server x is not modelled"
		o.base[e.Arms[0].Name].Results["tps"] = math.NaN()
		all = append(all, o)
	}
	var text, doc, table bytes.Buffer
	require.NoError(t, JSON(&doc, all))
	schematest.Valid(t, Schema, doc.Bytes())
	require.NoError(t, CSV(&table, all))
	require.NoError(t, Text(&text, "0", all))
	var rows []Row
	require.NoError(t, json.Unmarshal(doc.Bytes(), &rows))
	cells, err := csv.NewReader(&table).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, len(rows)+1)
	for _, r := range rows {
		words := r.Arm + r.Statement
		assert.Contains(t, text.String(), words)
		if r.Unpredicted != "" && r.Metric != metricStatement {
			assert.Nil(t, r.Predicted)
			assert.Contains(t, text.String(), "not predicted: "+r.Unpredicted)
		}
	}
	assert.NotContains(t, doc.String(), "NaN")
	assert.NotContains(t, text.String(), "NaN")
}

// tinyFile is a scenario of a fraction of a second, beside the embedded ones.
const tinyFile = `
[innosim]
server = mysql-8.4
start  = loaded
warmup = 100ms
time   = 2s
until  = 2%
[host]
cpus   = 4
threads-per-core = 1
memory = 4G
client = remote
rtt    = 0
[device.data]
read-latency  = 100us
write-latency = 100us
flush-latency = 200us
[mysqld]
skip-log-bin
innodb_buffer_pool_size = 32M
innodb_redo_log_capacity = 64M
[workload]
script     = oltp_update_non_index
tables     = 1
table-size = 10000
threads    = 2
`

// tiny replaces the embedded scenarios by the tiny one.
func tiny(t *testing.T) *Experiment {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tiny.cnf"), []byte(tinyFile), 0o600))
	was := Files
	Files = os.DirFS(dir)
	t.Cleanup(func() { Files = was })
	figures := func(more ...Figure) []Figure { return append([]Figure{{Metric: "tps", Published: 1e4}}, more...) }
	return &Experiment{
		Name: "tiny", Title: "tiny", Source: "none", File: "tiny.cnf",
		Arms: []Arm{
			{Name: "base", Figures: figures(), Quick: true},
			{Name: "more", Set: settings("threads=4"), Figures: figures(Figure{Metric: "gain", Of: "tps", Over: "base"})},
			{Name: "old", Set: settings("server=mysql-4.0"), Figures: figures()},
			{Name: "fitted", Figures: figures(), Fit: &Fit{
				Key: "device.data.flush-latency", Low: 50, High: 5000, Unit: "us", Result: "tps", Target: 1000,
			}},
		},
		Then: func(o *Outcomes, variant string) []Arm {
			p := o.with("fitted", variant)
			if p == nil || variant != "" {
				return nil
			}
			set := []Setting{{"device.data.flush-latency", formatShare(p.Value) + "us"}, {"threads", "1"}}
			return []Arm{{Name: "later", Set: set, Figures: figures()}}
		},
		Open: []Open{{Fact: "flush latency", Assumed: "0.2 ms", Arms: []string{"base"},
			Others: []Other{{"2 ms", settings("device.data.flush-latency=2ms")}}}},
		Statements: []Statement{ratioOf("more clients do more", "tps", "more", "base", band{1, inf})},
	}
}

// TestRun: a real run of everything that an experiment may have.
func TestRun(t *testing.T) {
	runs := 0
	all := Run(context.Background(), []*Experiment{tiny(t)}, Options{Jobs: 2, Grace: time.Second,
		Progress: func(done, total int) { runs = done; assert.LessOrEqual(t, done, total) }})
	require.Len(t, all, 1)
	o := all[0]
	assert.Equal(t, 6, runs, "five arms, one other assumption")
	rows := o.Rows()
	byArm := map[string]Row{}
	for _, r := range rows {
		if r.Metric == "tps" {
			byArm[r.Arm] = r
		}
	}
	base := byArm["base"]
	require.NotNil(t, base.Predicted)
	assert.Positive(t, *base.Predicted)
	assert.InDelta(t, *base.Predicted/1e4, *base.Ratio, 1e-9)
	assert.Contains(t, base.Binds, "redo log")
	assert.Equal(t, "mysql-8.4", base.Server)
	assert.Len(t, base.Digest, 16)
	require.NotNil(t, base.Assumptions[0].Range)
	assert.Less(t, base.Assumptions[0].Range[0], 0.6**base.Predicted, "with a slow flush")
	assert.InDelta(t, *base.Predicted, base.Assumptions[0].Range[1], 1e-9)
	assert.Contains(t, byArm["old"].Unpredicted, "mysql-4.0")
	assert.Nil(t, byArm["old"].Predicted)
	assert.InEpsilon(t, 1000, *byArm["fitted"].Predicted, 0.05)
	assert.Contains(t, byArm["fitted"].Fitted, "device.data.flush-latency = ")
	require.NotNil(t, byArm["later"].Predicted)
	assert.Less(t, *byArm["later"].Predicted, 0.9**byArm["fitted"].Predicted, "half the clients")
	assert.True(t, o.Verdicts()[0].Held())
	var doc bytes.Buffer
	require.NoError(t, JSON(&doc, all))
	schematest.Valid(t, Schema, doc.Bytes())
}

// TestQuick: the short version has the arms that it marks, and no other assumption.
func TestQuick(t *testing.T) {
	all := Run(context.Background(), []*Experiment{tiny(t)}, Options{Jobs: 1, Quick: true, Grace: time.Second})
	assert.NotNil(t, all[0].Of("base"))
	assert.Nil(t, all[0].Of("more"))
	assert.Empty(t, all[0].variants)
}

// TestInterrupt: a done context ends everything at once, and what is not finished says so.
func TestInterrupt(t *testing.T) {
	e := tiny(t)
	e.Arms[0].Set = settings("time=100000s report-interval=1000s")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	begin := time.Now()
	all := Run(ctx, []*Experiment{e}, Options{Jobs: 1, Grace: 900 * time.Millisecond})
	assert.Less(t, time.Since(begin), 1500*time.Millisecond)
	require.True(t, all[0].Partial)
	text := fmt.Sprint(all[0].Rows())
	assert.Contains(t, text, interrupted)
}

// TestSameTwice: two runs give the same rows, whatever runs beside what.
func TestSameTwice(t *testing.T) {
	rows := func(jobs int) string {
		e := tiny(t)
		e.Arms = e.Arms[:2]
		e.Then = nil
		var doc bytes.Buffer
		require.NoError(t, JSON(&doc, Run(context.Background(), []*Experiment{e}, Options{Jobs: jobs, Grace: time.Second})))
		return doc.String()
	}
	assert.Equal(t, rows(1), rows(3))
}
