package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// TestPartsOfALongWrite: a long write takes the time of its bytes, in parts or not, and a device never passes more than its
// bandwidth; a short write behind it waits for all of them only where it is sent whole. Iostat counts the parts.
func TestPartsOfALongWrite(t *testing.T) {
	const long, short = 2 << 20, 16 << 10
	for _, c := range []struct {
		most  int64
		short int64 // nanoseconds, at one byte in each
		count uint64
	}{
		{0, long + short, 3},
		{128 << 10, short, 33},
	} {
		k := sim.New()
		d := New(k, "data", Config{WriteBandwidth: 1e9, MaxRequest: c.most, FileSystem: Ext4}, 1)
		end := func(n uint32) int64 { return int64(d.book(0, Request{Op: Write, Bytes: n})) }
		require.InDelta(t, long, end(long), 100)
		require.InDelta(t, c.short, end(short), 100)
		require.InDelta(t, 2*long+short, end(long), 100)
		k.At(sim.Time(sim.Second), newSink(k).wake(0))
		k.Run(sim.Time(sim.Second), 0)
		require.Equal(t, c.count, d.Metrics().Ops[Write].Count)
	}
}

// TestPartsDoNotMerge: the parts of one request are not joined again in the queue of the host.
func TestPartsDoNotMerge(t *testing.T) {
	k := sim.New()
	d := New(k, "data", Config{WriteBandwidth: 1e9, MaxRequest: 128 << 10, QueueDepth: 1, FileSystem: Ext4}, 1)
	d.book(0, Request{Op: Write, Bytes: 1 << 20})
	require.Equal(t, 8, d.InFlight())
}

// TestPartsAreWholeKiBAndNoLessThanWhatIsAtomic: a page that goes in parts is not written at once.
func TestPartsAreWholeKiBAndNoLessThanWhatIsAtomic(t *testing.T) {
	c, err := Lookup("nvme-plp", 0)
	require.NoError(t, err)
	c.AtomicWrite, c.MaxRequest = 16<<10, 16<<10
	require.NoError(t, c.Validate())
	c.MaxRequest = 4 << 10
	require.ErrorContains(t, c.Validate(), "at least atomic-write = 16K")
	c.AtomicWrite, c.MaxRequest = 0, 3000
	require.ErrorContains(t, c.Validate(), "whole KiB")
}
