package report

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/innosim/innosim/engine"
)

// wait is one class of the response time: its average over all transactions, and over the slowest 1 %.
type wait struct {
	class         string
	ms, slowestMS float64
}

// waitTable joins the two averages by class, the largest average first.
func waitTable(r *engine.Result) []wait {
	var all []wait
	at := map[string]int{}
	find := func(class string) *wait {
		i, ok := at[class]
		if !ok {
			i = len(all)
			at[class] = i
			all = append(all, wait{class: class})
		}
		return &all[i]
	}
	for _, s := range r.Waits {
		find(s.Class).ms += orZero(s.MS)
	}
	for _, s := range r.WaitsSlowest {
		find(s.Class).slowestMS += orZero(s.MS)
	}
	slices.SortFunc(all, func(a, b wait) int { return byMS(a.ms, b.ms, a.class, b.class) })
	return slices.DeleteFunc(all, func(w wait) bool { return w.ms == 0 && w.slowestMS == 0 })
}

// waits prints where a transaction's time went.
func waits(b *bufio.Writer, r *Run) {
	all := waitTable(r.Result)
	if len(all) == 0 {
		return
	}
	var sum, slowest float64
	for _, w := range all {
		sum += w.ms
		slowest += w.slowestMS
	}
	heading(b, r, "Where a transaction's time went")
	fmt.Fprintf(b, "    %-24s %12s %8s %16s %8s\n", "", "average ms", "share", "slowest 1 % ms", "share")
	for _, w := range append(all, wait{"total", sum, slowest}) {
		picture := ""
		if w.class != "total" {
			picture = bar(r, w.ms, sum)
		}
		fmt.Fprintf(b, "    %-24s %12.4f %8s %16.4f %8s%s\n",
			w.class, w.ms, percent(w.ms, sum), w.slowestMS, percent(w.slowestMS, slowest), picture)
	}
	fmt.Fprintln(b)
}
