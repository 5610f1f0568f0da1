package calibrate

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
)

// digest is the errors of one result name, or of all.
type digest struct {
	name           string
	n              int
	median, p90    float64 // of predicted / measured − 1, absolute
	bias           float64
	residualSquare float64
}

// summary is the digest of tps where it is judged, else of all results.
func summary(all []Residual) digest {
	for _, d := range digests(all) {
		if d.name == "tps" {
			return d
		}
	}
	return digestOf("all results", all)
}

// digests are the errors by result name, tps first.
func digests(all []Residual) []digest {
	by := map[string][]Residual{}
	var names []string
	for _, r := range all {
		if by[r.Result] == nil {
			names = append(names, r.Result)
		}
		by[r.Result] = append(by[r.Result], r)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	out := make([]digest, len(names))
	for i, name := range names {
		out[i] = digestOf(name, by[name])
	}
	return out
}

func rank(name string) int {
	if name == "tps" {
		return 0
	}
	return 1
}

func digestOf(name string, all []Residual) digest {
	d := digest{name: name, n: len(all), residualSquare: cost(all)}
	if len(all) == 0 {
		return d
	}
	signed, absolute := make([]float64, len(all)), make([]float64, len(all))
	for i, r := range all {
		signed[i] = r.Predicted/r.Measured - 1
		absolute[i] = math.Abs(signed[i])
	}
	slices.Sort(absolute)
	d.bias, d.median = median(signed), median(absolute)
	d.p90 = absolute[min(len(absolute)*9/10, len(absolute)-1)]
	return d
}

// Text prints the parameters, the laws, and the residuals before and after.
func (r *Report) Text(w io.Writer, version string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "innosim %s: fit of %s to %d cases, %d held out, %d runs of the cases\n\n", version, r.Fit,
		r.Fitted.Cases, r.HeldOut.Cases, r.Runs)
	if r.Partial {
		fmt.Fprintln(b, "Interrupted: the best values so far.")
	}
	for _, l := range r.Laws {
		fmt.Fprintf(b, "  law  %-28s %12s -> %-12s %s\n", l.Parameter.Name(), l.Parameter.short(l.From),
			l.Parameter.short(l.To), l.Why)
	}
	fmt.Fprintf(b, "\n%-28s %14s %14s   %s\n", "parameter", "before", "fitted", "95% interval")
	for _, p := range r.Parameters {
		text := p.error()
		if !math.IsInf(p.High, 0) {
			text = p.Parameter.short(p.Low) + " ... " + p.Parameter.short(p.High)
		}
		fmt.Fprintf(b, "%-28s %14s %14s   %s\n", p.Parameter.Name(), p.Parameter.short(p.Start),
			p.Parameter.short(p.Value), text)
	}
	r.Fitted.text(b, "fitted cases")
	r.HeldOut.text(b, "held-out cases")
	r.byCase(b)
	for _, c := range r.Skipped {
		fmt.Fprintf(b, "skipped: %s: %s\n", c.Name, c.Skipped)
	}
	return b.Flush()
}

func (e Errors) text(b *bufio.Writer, title string) {
	if e.Cases == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-28s %5s %21s %21s\n", title, "n", "median/bias before", "median/bias after")
	after := digests(e.After)
	for _, d := range digests(e.Before) {
		i := slices.IndexFunc(after, func(a digest) bool { return a.name == d.name })
		if i < 0 {
			continue
		}
		fmt.Fprintf(b, "%-28s %5d %11.1f%% %+7.1f%% %12.1f%% %+7.1f%%\n", d.name, d.n, 100*d.median, 100*d.bias,
			100*after[i].median, 100*after[i].bias)
	}
}

// byCase lists each case's residuals after the fit, the worst first.
func (r *Report) byCase(b *bufio.Writer) {
	all := slices.Concat(r.Fitted.After, r.HeldOut.After)
	slices.SortStableFunc(all, func(x, y Residual) int {
		return cmp.Compare(math.Abs(y.Value)*y.weight, math.Abs(x.Value)*x.weight)
	})
	fmt.Fprintf(b, "\n%9s  %-40s %-26s %10s %10s\n", "error", "case", "result", "measured", "predicted")
	for _, x := range all {
		note := ""
		if x.held {
			note = "  held out"
		}
		fmt.Fprintf(b, "%+8.1f%%  %-40s %-26s %10.4g %10.4g%s\n", 100*(x.Predicted/x.Measured-1), x.Case, x.Result,
			x.Measured, x.Predicted, note)
	}
}
