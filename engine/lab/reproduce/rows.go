package reproduce

import "math"

// Row is one line of the output: a figure of an arm, or a statement. Fields stand in the order of their JSON
// names.
type Row struct {
	Arm         string       `json:"arm"`
	Assumptions []Assumption `json:"assumptions"`
	Band        []*float64   `json:"band"` // of a statement: where its value must be, null where open
	Binds       string       `json:"binds"`
	Digest      string       `json:"digest"` // of the canonical scenario, with which the run can be repeated
	Experiment  string       `json:"experiment"`
	Fitted      string       `json:"fitted"` // what was fitted to the published value, which is then no prediction
	Held        *bool        `json:"held"`   // of a statement; null when its arms were not all predicted
	Ignored     []string     `json:"ignored"`
	Interval    []float64    `json:"interval"` // 95 %, of the throughput and what follows from it; null without
	Metric      string       `json:"metric"`
	Predicted   *float64     `json:"predicted"`
	Published   *float64     `json:"published"`
	Ratio       *float64     `json:"ratio"` // predicted / published
	Seed        uint64       `json:"seed"`
	Server      string       `json:"server"`
	Statement   string       `json:"statement"`
	Unpredicted string       `json:"unpredicted"` // why there is no prediction
	Window      float64      `json:"window_seconds"`
}

// Assumption is an open fact with the range of the row's prediction over what it may be.
type Assumption struct {
	Assumed string    `json:"assumed"`
	Open    string    `json:"open"`
	Others  []string  `json:"others"` // further assumptions that the range covers
	Range   []float64 `json:"range"`  // null where the row was not predicted with them
}

// metricStatement is the metric of rows that are statements.
const metricStatement = "statement"

// Rows are the lines of all figures and statements.
func (o *Outcomes) Rows() []Row {
	rows := []Row{}
	for i := range o.Arms {
		a := &o.Arms[i]
		for j := range a.Figures {
			rows = append(rows, o.row(a, &a.Figures[j]))
		}
	}
	for _, v := range o.Verdicts() {
		rows = append(rows, o.verdictRow(v))
	}
	return rows
}

// Verdicts are the experiment's statements, judged.
func (o *Outcomes) Verdicts() []Verdict { return judge(o.Experiment.Statements, o) }

func (o *Outcomes) row(a *Arm, f *Figure) Row {
	r := Row{
		Arm: a.Name, Experiment: o.Experiment.Name, Metric: f.Metric, Ignored: []string{},
		Assumptions: o.assumptions(a, f), Published: number(f.Published, f.Published != 0),
	}
	if f.Metric == "gain" {
		r.Metric = "gain in " + f.Of + " over " + f.Over
	}
	p := o.base[a.Name]
	if p == nil {
		r.Unpredicted = interrupted
		return r
	}
	r.Server, r.Seed, r.Digest, r.Window = p.Server, p.Seed, p.Digest, p.Window
	r.Binds, r.Fitted, r.Unpredicted = p.Binds, p.Fitted, p.Unpredicted
	r.Ignored = append(r.Ignored, p.NotModelled...)
	v, low, high, ok := o.figure(p, f)
	if !ok && r.Unpredicted == "" {
		r.Unpredicted = "what it is compared with is not predicted"
	}
	r.Predicted = number(v, ok)
	if ok && low < high && finite(low) && finite(high) {
		r.Interval = []float64{low, high}
	}
	if ok && f.Published != 0 {
		r.Ratio = number(v/f.Published, true)
	}
	return r
}

func (o *Outcomes) assumptions(a *Arm, f *Figure) []Assumption {
	out := []Assumption{}
	for i := range o.Experiment.Open {
		open := &o.Experiment.Open[i]
		if len(open.Arms) > 0 && !open.covers(a.Name) {
			continue
		}
		as := Assumption{Assumed: open.Assumed, Open: open.Fact, Others: []string{}}
		for _, x := range open.Others {
			as.Others = append(as.Others, x.Text)
		}
		if low, high, ok := o.Range(a, f, open); ok {
			as.Range = []float64{low, high}
		}
		out = append(out, as)
	}
	return out
}

func (o *Outcomes) verdictRow(v Verdict) Row {
	r := Row{
		Experiment: o.Experiment.Name, Metric: metricStatement, Statement: v.Text, Assumptions: []Assumption{},
		Ignored: []string{}, Predicted: number(v.Got, v.Known),
		Band: []*float64{number(v.Low, true), number(v.High, true)},
	}
	if v.Known {
		held := v.Held()
		r.Held = &held
	} else {
		r.Unpredicted = "not all of its arms are predicted"
	}
	return r
}

// number is a value for the output, nil when there is none.
func number(v float64, ok bool) *float64 {
	if !ok || !finite(v) {
		return nil
	}
	return &v
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
