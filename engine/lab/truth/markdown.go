package truth

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Markdown prints the errors by result as a table for documents, with a sentence on the order of tps.
func (r *Report) Markdown(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "| result | cases | median error | 90 % below | bias | within a factor of 2 |")
	fmt.Fprintln(b, "|---|---:|---:|---:|---:|---:|")
	for _, name := range slices.Sorted(maps.Keys(r.Summary)) {
		s := r.Summary[name]
		if s.N == 0 {
			continue
		}
		fmt.Fprintf(b, "| `%s` | %d | %.1f %% | %.1f %% | %+.1f %% | %.0f %% |\n",
			name, s.N, 100*s.MedianAbs, 100*s.P90Abs, 100*s.Bias, 100*s.Within2)
	}
	k := r.Ranking
	if k.Pairs > 0 {
		fmt.Fprintf(b,
			"\nOrder of `tps` predicted right: %s of all pairs, %s of those that differ in one setting.\n",
			shareText(k.Right, k.Pairs), shareText(k.RightOneSetting, k.PairsOneSetting))
	}
	skipped := 0
	for _, o := range r.Cases {
		if o.Skipped != "" {
			skipped++
		}
	}
	if skipped > 0 {
		fmt.Fprintf(b, "\nNot simulated: %d of %d cases.\n", skipped, len(r.Cases))
	}
	return b.Flush()
}
