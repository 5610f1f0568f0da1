package reproduce

import "math"

// Statement is something that is checked: a published direction or order, or a band that a prediction must
// keep.
type Statement struct {
	Text      string
	Low, High float64 // the band in which the value must be; infinite where it is open
	Value     func(*Outcomes) (float64, bool)
}

// Verdict is a statement held against the predictions.
type Verdict struct {
	Statement
	Known bool // every arm that it needs was predicted
	Got   float64
}

// Held reports whether the statement holds.
func (v Verdict) Held() bool { return v.Known && v.Got >= v.Low && v.Got <= v.High }

// judge holds the statements against the outcomes.
func judge(all []Statement, o *Outcomes) []Verdict {
	out := make([]Verdict, len(all))
	for i, s := range all {
		got, ok := s.Value(o)
		out[i] = Verdict{Statement: s, Known: ok && !math.IsNaN(got), Got: got}
	}
	return out
}

var inf = math.Inf(1)

// band is where a value must be.
type band struct{ low, high float64 }

// ratioOf states in which band one arm's result over another's lies.
func ratioOf(text, metric, of, over string, in band) Statement {
	return Statement{text, in.low, in.high, func(o *Outcomes) (float64, bool) {
		a, ok := o.Value(of, metric)
		b, too := o.Value(over, metric)
		return a / b, ok && too && b != 0
	}}
}

// shareOfPeak states in which band an arm's result lies, as a part of the best of several arms.
func shareOfPeak(text, metric, of string, arms []string, in band) Statement {
	return Statement{text, in.low, in.high, func(o *Outcomes) (float64, bool) {
		a, ok := o.Value(of, metric)
		best, too := best(o, metric, arms)
		return a / best, ok && too && best > 0
	}}
}

// best is the largest result of the arms, without those that the short version leaves out; ok when the others
// were all predicted.
func best(o *Outcomes, metric string, arms []string) (most float64, ok bool) {
	for _, name := range arms {
		if arm(o.Arms, name) == nil {
			continue
		}
		v, known := o.Value(name, metric)
		if !known {
			return 0, false
		}
		most, ok = max(most, v), true
	}
	return most, ok
}

// descending states that results fall from arm to arm: its value is the smallest ratio of one and the next.
func descending(text, metric string, arms ...string) Statement {
	return Statement{text, 1, inf, func(o *Outcomes) (float64, bool) {
		least := inf
		for i := range len(arms) - 1 {
			a, ok := o.Value(arms[i], metric)
			b, too := o.Value(arms[i+1], metric)
			if !ok || !too {
				return 0, false
			}
			least = min(least, a/b)
		}
		return least, true
	}}
}
