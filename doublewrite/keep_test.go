package doublewrite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// keeper is a mutex that only remembers.
type keeper struct {
	k     *sim.Kernel
	since sim.Time
	total sim.Duration
	kept  bool
	line  []sim.Wake
	times int
}

func (p *keeper) KeepLRU(sim.Time, bufferpool.FrameID) int {
	if p.kept {
		panic("kept twice")
	}
	p.kept, p.since = true, p.k.Now()
	p.times++
	return 3
}

func (p *keeper) GiveLRU(k *sim.Kernel, instance int) {
	if instance != 3 {
		panic("another instance")
	}
	p.kept = false
	p.total += k.Now().Sub(p.since)
	for _, w := range p.line {
		k.Soon(w)
	}
	p.line = nil
}

func (p *keeper) AwaitLRUOf(_ *sim.Kernel, _ bufferpool.FrameID, ok sim.Wake) sim.Wait {
	if !p.kept {
		return sim.NoWait
	}
	p.line = append(p.line, ok)
	return bufferpool.WaitLRUMutex
}

// TestTheMutexIsKeptDuringTheSync: the I/O thread with the last page of an LRU batch keeps the LRU list mutex while it syncs
// the files that the batch wrote, one after another. The pages of the next batch are in place meanwhile, but no thread
// can tell the pool. List batches take no such mutex.
func TestTheMutexIsKeptDuringTheSync(t *testing.T) {
	for _, kind := range []bufferpool.FlushType{bufferpool.LRU, bufferpool.List} {
		ro := defaultRig()
		ro.spaces, ro.o.Pages = 4, 8
		r := newRig(t, ro)
		mutex := &keeper{k: r.k}
		r.s.(*Files).env.Keeper = mutex
		r.start(1, job{batch: Batch{Type: kind}, pages: pages(16, 0, 64)})
		r.run()
		require.Len(t, r.written, 16)
		require.NoError(t, r.check())
		if kind == bufferpool.List {
			require.Zero(t, mutex.times)
			continue
		}
		require.Equal(t, 2, mutex.times)
		require.GreaterOrEqual(t, mutex.total, 8*ro.dev.FlushLatency, "two batches, four files")
		require.GreaterOrEqual(t, r.written[8].Sub(r.written[7]), 4*ro.dev.FlushLatency, "the second batch waits for the sync")
	}
}
