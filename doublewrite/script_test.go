package doublewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/innosim/innosim/bufferpool"
	"github.com/stretchr/testify/require"
)

// TestScripts runs life cycles of batches. Every line of the input is a thread: "list 0 8" flushes 8 pages of
// instance 0 from the flush list, "lru 1 8" from the LRU list, "single 3" writes three pages alone, one after
// another. A fourth number is the distance between the pages. Threads begin 5 MiB apart.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			ro := defaultRig()
			for _, a := range d.CmdArgs {
				require.NoError(t, ro.set(a.Key, strings.Join(a.Vals, "")))
			}
			r := newRig(t, ro)
			lines := strings.Split(strings.TrimSpace(d.Input), "\n")
			for i, line := range lines {
				r.start(uint32(i), parseJob(t, line, i*320))
			}
			r.run()
			return r.report(lines)
		})
	})
}

func parseJob(t *testing.T, line string, first int) job {
	var what string
	var inst, n int
	step := 1
	count, err := fmt.Sscan(line, &what, &inst, &n, &step)
	if what == "single" {
		return job{single: true, pages: pages(inst, first, 1)}
	}
	if count < 3 {
		t.Fatal(err)
	}
	b := Batch{Instance: inst, Type: bufferpool.List}
	if what == "lru" {
		b.Type = bufferpool.LRU
	}
	return job{batch: b, pages: pages(n, first, step)}
}

func (r *rig) report(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "%s: done at %v;%s\n", line, r.done[i].Sub(0), r.waited(uint32(i)))
	}
	if len(r.written) > 0 {
		fmt.Fprintf(&b, "clean:%s\n", times(r.written))
	}
	for t := uint32(ioThreads); t < ioThreads+16; t++ {
		if w := r.waited(t); w != "" {
			fmt.Fprintf(&b, "io thread %d:%s\n", t-ioThreads, w)
		}
	}
	m, f := r.metrics(), r.fil.Metrics()
	fmt.Fprintf(&b, "doublewrite: writes=%d pages=%d kib=%d syncs=%d batch-waits=%d segment-waits=%d slot-waits=%d\n",
		m.Writes, m.PagesWritten, m.Bytes>>10, m.Syncs, m.BatchWaits, m.SegmentWaits, m.SlotWaits)
	fmt.Fprintf(&b, "data: pages=%d calls=%d syncs=%d shared=%d skipped=%d; end at %v\n",
		f.Writes, f.WriteCalls, f.Syncs, f.SyncsShared, f.SyncsSkipped, r.end.Sub(0))
	return b.String()
}
