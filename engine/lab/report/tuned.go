package report

import (
	"bufio"
	"fmt"
	"strconv"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// tuned says what controllers of the service have set: for each variable how often, within what bounds, and the last value.
// The series have every value.
func tuned(b *bufio.Writer, r *Run) {
	all := r.Result.Tuned
	if len(all) == 0 {
		return
	}
	heading(b, r, "Set by the service's controllers")
	for _, name := range []string{"innodb_io_capacity", "innodb_io_capacity_max", "innodb_purge_threads"} {
		if n, low, high, last := span(all, name); n > 0 {
			fmt.Fprintf(b, "    %-24s %d times, %d … %d, at last %d\n", name, n, low, high, last)
		}
	}
	fmt.Fprintln(b)
}

// span sums the changes of a variable up.
func span(all []engine.Change, name string) (n, low, high, last int) {
	for _, c := range all {
		if c.Variable != name {
			continue
		}
		last, _ = strconv.Atoi(c.Value)
		if n == 0 {
			low, high = last, last
		}
		n, low, high = n+1, min(low, last), max(high, last)
	}
	return n, low, high, last
}

// tunedJSON is one decision of a controller.
type tunedJSON struct {
	Seconds  number `json:"seconds"` // from the start of the run
	Value    string `json:"value"`
	Variable string `json:"variable"`
}

func tunedList(all []engine.Change) (out []tunedJSON) {
	for _, c := range all {
		out = append(out, tunedJSON{number(sim.Duration(c.At).Seconds()), c.Value, c.Variable})
	}
	return out
}
