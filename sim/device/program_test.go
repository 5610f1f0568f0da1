package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// cachedDrive is a drive of four channels that reads 16 KiB in 100 us and programs them in 500 us, after it has
// acknowledged them in 20 us.
func cachedDrive() Config {
	return Config{
		ReadLatency: 100 * us, WriteLatency: 20 * us, Channels: 4, WriteCache: Protected, CacheSize: 64 * 16 * kib,
		ProgramLatency: 500 * us,
	}
}

// TestCachedWriteReturnsBeforeItIsProgrammed: a read behind four writes waits for a program, the writes for none.
func TestCachedWriteReturnsBeforeItIsProgrammed(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", cachedDrive(), 1), newSink(k)
	for i := range int64(4) {
		d.Submit(k, page(Write, 100*i), out.wake(1))
	}
	d.Submit(k, page(Read, 1000), out.wake(2))
	k.Run(forever-1, 0)
	require.Len(t, out.got, 5)
	require.Equal(t, 600*us, sim.Duration(out.last()))
	require.EqualValues(t, 2, out.got[4].Ref)
	require.EqualValues(t, 20*us, out.got[3].At)
}

// TestFullCacheWritesAtTheSpeedOfTheMedium: 4 channels of 500 us are 8000 pages a second; small writes take their part.
func TestFullCacheWritesAtTheSpeedOfTheMedium(t *testing.T) {
	for _, bytes := range []int64{4 * kib, 16 * kib, 256 * kib} {
		k := sim.New()
		d, out := New(k, "data", cachedDrive(), 1), newSink(k)
		n := 64 * mib / bytes
		for i := range n {
			d.Submit(k, Request{Op: Write, Offset: 2 * i * bytes, Bytes: uint32(bytes)}, out.wake(0))
		}
		k.Run(forever-1, 0)
		require.InEpsilon(t, 4096.0/8000, out.last().Seconds(), 0.03, "%d", bytes)
	}
}

// TestReadsAndWritesShareTheMedium: reads/r + writes/w is 1 where both have work, r and w being the most of either.
func TestReadsAndWritesShareTheMedium(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", cachedDrive(), 1), newSink(k)
	n, done := int64(0), [2]float64{}
	out.next = func(k *sim.Kernel, ev sim.Event) {
		n += 100
		done[ev.Ref]++
		d.Submit(k, page(Op(ev.Ref), n), ev.Wake)
	}
	for i := range 24 {
		k.Soon(out.wake(uint32(i % 2)))
	}
	k.Run(sim.Time(10*sim.Second), 0)
	require.InDelta(t, 1, done[Read]/10/40000+done[Write]/10/8000, 0.02)
	require.Greater(t, done[Read], 1000.0)
	require.Greater(t, done[Write], 1000.0)
}

// TestVolatileCacheIsFlushedWhenItIsProgrammed: the flush waits for the last program.
func TestVolatileCacheIsFlushedWhenItIsProgrammed(t *testing.T) {
	c := cachedDrive()
	c.WriteCache, c.FlushLatency = Volatile, 10*us
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	for i := range int64(8) {
		d.Submit(k, page(Write, 100*i), out.wake(0))
	}
	d.Submit(k, Request{Op: Flush}, out.wake(1))
	k.Run(forever-1, 0)
	require.Equal(t, 1010*us, sim.Duration(out.last()))
}

// TestProgramNeedsCacheAndChannels names the key.
func TestProgramNeedsCacheAndChannels(t *testing.T) {
	c := cachedDrive()
	require.NoError(t, c.Validate())
	c.Channels = 0
	require.ErrorContains(t, c.Validate(), "program-latency: needs channels")
	c = Config{ProgramLatency: us, Channels: 1}
	require.ErrorContains(t, c.Validate(), "program-latency: needs a write-cache")
}
