package doublewrite

import (
	"errors"
	"fmt"
)

// Check reports broken laws.
func (d *Files) Check() error {
	used := 0
	for i := range d.insts {
		in := &d.insts[i]
		if in.pending > 0 && !in.busy || in.pending > len(in.flight) { // busy without pages: the last one syncs the files
			return fmt.Errorf("doublewrite: instance %d has %d of %d pages pending, in flight: %v",
				i, in.pending, len(in.flight), in.busy)
		}
		if in.busy {
			used++
		}
	}
	for t := range d.segments.counts {
		free := len(d.segments.free[t])
		if free > d.segments.counts[t] || free > 0 && len(d.segments.line[t]) > 0 {
			return fmt.Errorf("doublewrite: %d of %d segments are free and %d threads wait",
				free, d.segments.counts[t], len(d.segments.line[t]))
		}
		used -= d.segments.counts[t] - free
	}
	if used > 0 {
		return fmt.Errorf("doublewrite: %d batches in flight have no segment", used)
	}
	if len(d.singles.free) > 0 && len(d.singles.line) > 0 {
		return fmt.Errorf("doublewrite: single-page slots are free and threads wait")
	}
	return nil
}

var (
	errPendingWithoutBatch = errors.New("doublewrite: pages are pending without a batch")
	errFullAndIdle         = errors.New("doublewrite: the batch is full and nobody writes it")
)
