package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestABatchWaitsForALineOnce: a hundred threads stand in line for the LRU list mutex when a batch evicts sixty-four
// clean pages. Nobody comes behind them, so it waits until they are through, and not so long again for each page.
func TestABatchWaitsForALineOnce(t *testing.T) {
	o := small(2000)
	o.Costs = Costs{ScanPage: 40, Evict: 300, Spin: 10 * sim.Microsecond}
	r := newRig(o)
	for pg := range PageNo(1900) {
		r.get(1, pg+1, Read)
		r.await(1)
		r.p.Unfix(r.got[1])
	}
	r.run(sim.Second)
	in := &r.p.inst[0]
	for range 100 {
		in.mutex.Book(r.k.Now(), 10*sim.Microsecond)
	}
	line := 100 * 10 * sim.Microsecond
	b := LRUBatch{Chunk: 64, Max: 64}
	begin, steps := r.k.Now(), 0
	for more := true; more; steps++ {
		_, more = r.p.NextLRU(r.k, 0, &b)
		r.run(b.Cost)
		b.Cost = 0
	}
	require.Equal(t, 64, b.Evicted)
	require.Greater(t, r.k.Now().Sub(begin), line)
	require.Less(t, r.k.Now().Sub(begin), line+100*sim.Microsecond)
	require.Less(t, steps, 10, "without a line, a chunk at a time")
}
