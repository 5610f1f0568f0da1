package device

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// page is one read of 16 KiB.
func page(op Op, n int64) Request {
	return Request{Op: op, Offset: n * 16 * kib, Bytes: uint32(16 * kib)}
}

// TestInstantCompletesNow: the bound that no device beats.
func TestInstantCompletesNow(t *testing.T) {
	k := sim.New()
	c, err := Lookup("instant", 0)
	require.NoError(t, err)
	d, out := New(k, "data", c, 1), newSink(k)
	for i, op := range []Op{Read, Write, Flush} {
		d.Submit(k, page(op, 1), out.wake(uint32(i)))
	}
	k.Run(forever-1, 0)
	require.Len(t, out.got, 3)
	require.Zero(t, out.last())
	require.True(t, d.Caps().SyncIsFree)
}

// TestOperationCapIsExact: D/D/1, 3000 operations a second, not 2999.
func TestOperationCapIsExact(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", Config{IOPS: 3000}, 1), newSink(k)
	for i := range int64(3000*60 + 1) {
		d.Submit(k, page(Read, i), out.wake(0))
	}
	k.Run(forever-1, 0)
	require.InEpsilon(t, 60, out.last().Seconds(), 2e-9)
	m := d.Metrics()
	require.EqualValues(t, 3000*60, m.Waits[OpsCap].Count)
	require.InEpsilon(t, 3000*60/2*60.0, m.Waits[OpsCap].Time.Seconds(), 1e-4)
}

// TestUnitOfTheCap: a 1 MiB write is 64 operations of 16 KiB, or 4 of 256 KiB, or one.
func TestUnitOfTheCap(t *testing.T) {
	for unit, want := range map[int64]sim.Duration{0: 1, 16 * kib: 64, 256 * kib: 4} {
		k := sim.New()
		d, out := New(k, "data", Config{IOPS: 1000, IOPSUnit: unit}, 1), newSink(k)
		d.Submit(k, Request{Op: Write, Bytes: 1 << 20}, out.wake(0))
		d.Submit(k, page(Write, 1000), out.wake(0))
		k.Run(forever-1, 0)
		require.Equal(t, want*sim.Millisecond, sim.Duration(out.last()), "unit %d", unit)
	}
}

// TestBandwidthCap: transfers follow each other at the cap, and each takes its own time on top.
func TestBandwidthCap(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", Config{Bandwidth: 125e6}, 1), newSink(k)
	for range 100 {
		d.Submit(k, Request{Op: Write, Bytes: 1_250_000}, out.wake(0))
	}
	k.Run(forever-1, 0)
	require.Equal(t, sim.Second, sim.Duration(out.last()))
}

// TestDirectionCapsAreApart: reads that wait for their own cap do not hold up writes.
func TestDirectionCapsAreApart(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", Config{ReadIOPS: 10, WriteIOPS: 1000, IOPS: 5000}, 1), newSink(k)
	for i := range int64(20) {
		d.Submit(k, page(Read, i), out.wake(0))
	}
	for i := range int64(20) {
		d.Submit(k, page(Write, i), out.wake(1))
	}
	k.Run(sim.Time(100*sim.Millisecond), 0)
	writes := 0
	for _, ev := range out.got {
		writes += int(ev.Ref)
	}
	require.Equal(t, 20, writes)
	k.Run(forever-1, 0)
	require.Equal(t, 1900*sim.Millisecond, sim.Duration(out.last()))
}

// TestHostCapsAreShared: two devices behind one instance limit get it together.
func TestHostCapsAreShared(t *testing.T) {
	k := sim.New()
	out := newSink(k)
	host := NewHostCaps(1000, 0)
	for _, name := range []string{"data", "redo"} {
		d := New(k, name, Config{IOPS: 900}, 1)
		d.Share(host)
		for i := range int64(500) {
			d.Submit(k, page(Write, i), out.wake(0))
		}
	}
	k.Run(forever-1, 0)
	require.Equal(t, 899*sim.Millisecond, sim.Duration(out.last()), "what 100 ms leave unused passes at once")
}

// TestCapWindow: with a token bucket a burst passes at once, a read does not wait for all writes before it, and one write
// does; without one requests are spaced evenly in the order of arrival.
func TestCapWindow(t *testing.T) {
	for _, c := range []struct {
		window               sim.Duration
		burst, read, written sim.Duration
	}{
		{0, 49 * sim.Millisecond, 150 * sim.Millisecond, 151 * sim.Millisecond},
		{50 * sim.Millisecond, 0, 0, 101 * sim.Millisecond},
	} {
		k := sim.New()
		d := New(k, "data", Config{IOPS: 1000, CapWindow: c.window}, 1)
		at := func(r Request) sim.Duration { return d.book(k.Now(), r).Sub(k.Now()) }
		for i := range int64(49) {
			at(page(Write, i))
		}
		require.Equal(t, c.burst, at(page(Write, 49)))
		for i := range int64(100) {
			at(page(Write, 50+i))
		}
		require.Equal(t, c.read, at(page(Read, 0)))
		require.Equal(t, c.written, at(page(Write, 150)))
	}
}

// TestBurst: the volume runs at its burst rate until the credits are used, then at its base rate.
func TestBurst(t *testing.T) {
	c, err := Lookup("gp2", 100*gib)
	require.NoError(t, err)
	require.Equal(t, 300.0, c.IOPS)
	c.ReadLatency, c.Bandwidth = 0, 0
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	n, slow := 0, sim.Time(0)
	var before sim.Time
	out.next = func(k *sim.Kernel, ev sim.Event) {
		if gap := k.Now().Sub(before); gap > sim.Millisecond && slow == 0 {
			slow = k.Now()
		}
		before = k.Now()
		n++
		d.Submit(k, page(Read, int64(n)*7), ev.Wake)
	}
	k.Soon(out.wake(0))
	k.Run(sim.Time(2200*sim.Second), 0)
	require.InEpsilon(t, 2000, slow.Seconds(), 0.001, "the duration that the EBS guide states for 100 GiB")
	require.InEpsilon(t, 5.4e6+300*2200, float64(n), 0.001)
}

// closedLoop runs so many threads that read one after the other, and returns the statistics of the interval
// after a second.
func closedLoop(c Config, threads int, length sim.Duration) Metrics {
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	n := int64(0)
	out.next = func(k *sim.Kernel, ev sim.Event) {
		n += 100
		d.Submit(k, page(Read, n), ev.Wake)
	}
	for i := range threads {
		k.Soon(out.wake(uint32(i)))
	}
	k.Run(sim.Time(sim.Second), 0)
	before := d.Metrics()
	k.Run(k.Now().Add(length), 0)
	return d.Metrics().Sub(before)
}

// TestOperationalLaws: in a closed loop of n threads, n = throughput × latency, and throughput is at most
// channels / service time; utilisation is at most one.
func TestOperationalLaws(t *testing.T) {
	c := Config{ReadLatency: 700 * us, LatencyCV: 0.4, Channels: 8}
	for _, threads := range []int{1, 8, 64} {
		m := closedLoop(c, threads, 20*sim.Second)
		s := m.IOStat()
		require.InEpsilon(t, float64(threads), s.Ops[Read].PerSec*s.Ops[Read].AwaitMillis/1e3, 0.01)
		require.InEpsilon(t, float64(threads), s.Queue, 0.001)
		require.InEpsilon(t, min(float64(threads), 8)/0.0007, s.Ops[Read].PerSec, 0.02)
		require.InDelta(t, 100, s.UtilPct, 1e-6)
	}
}

// TestServiceTimesAreAsConfigured: mean and variation of the lognormal, and quantiles.
func TestServiceTimesAreAsConfigured(t *testing.T) {
	c := Config{ReadLatency: 700 * us, LatencyCV: 0.4}
	sample := func(c Config) []float64 {
		k := sim.New()
		d, out := New(k, "data", c, 1), newSink(k)
		for i := range int64(200_000) {
			d.Submit(k, page(Read, 3*i), out.wake(0))
		}
		k.Run(forever-1, 0)
		times := make([]float64, len(out.got))
		for i, ev := range out.got {
			times[i] = float64(ev.At)
		}
		return times // sorted: events arrive in order
	}
	times := sample(c)
	mean, cv := moments(times)
	require.InEpsilon(t, 700e3, mean, 0.01)
	require.InEpsilon(t, 0.4, cv, 0.02)
	c.ReadQuantiles = "0.5:85us 0.99:210us 0.999:1.2ms"
	require.NoError(t, c.Validate())
	times = sample(c)
	require.InEpsilon(t, 85e3, times[len(times)/2], 0.01)
	require.InEpsilon(t, 210e3, times[len(times)*99/100], 0.02)
	require.InEpsilon(t, 1.2e6, times[len(times)*999/1000], 0.1)
}

// TestFlushesInSeries: with flush-serial n flushes take n times as long as one.
func TestFlushesInSeries(t *testing.T) {
	for _, serial := range []bool{false, true} {
		k := sim.New()
		c := Config{FlushLatency: 2500 * us, FlushSerial: serial, Channels: 1, IOPS: 1}
		d, out := New(k, "redo", c, 1), newSink(k)
		for range 4 {
			d.Submit(k, Request{Op: Flush}, out.wake(0))
		}
		k.Run(forever-1, 0)
		want := 2500 * us
		if serial {
			want *= 4
		}
		require.Equal(t, want, sim.Duration(out.last()), "a flush takes no channel and no slot")
	}
}

// TestChannelIsHeldWhileWaitingForASlot: two channels, one operation each 10 ms, 1 ms of service. The third
// request waits for a channel that is held until the second one's end.
func TestChannelIsHeldWhileWaitingForASlot(t *testing.T) {
	k := sim.New()
	c := Config{ReadLatency: 1 * ms, WriteLatency: 1 * ms, Channels: 2, ReadIOPS: 100}
	d, out := New(k, "data", c, 1), newSink(k)
	d.Submit(k, page(Read, 0), out.wake(0))  // 0 … 1 ms
	d.Submit(k, page(Read, 2), out.wake(1))  // 10 … 11 ms, its channel from now
	d.Submit(k, page(Write, 9), out.wake(2)) // has no cap, but the first channel only: 1 … 2 ms
	d.Submit(k, page(Read, 4), out.wake(3))  // 20 ms
	d.Submit(k, page(Write, 7), out.wake(4)) // both channels are held: 11 … 12 ms
	k.Run(forever-1, 0)
	ends := map[uint32]sim.Duration{}
	for _, ev := range out.got {
		ends[ev.Ref] = sim.Duration(ev.At)
	}
	require.Equal(t, map[uint32]sim.Duration{0: 1 * ms, 1: 11 * ms, 2: 2 * ms, 3: 21 * ms, 4: 12 * ms}, ends)
}

// TestVolatileCache: writes are fast until the cache is full, then they wait for the drain; a flush drains
// what is in it.
func TestVolatileCache(t *testing.T) {
	k := sim.New()
	c := Config{
		WriteLatency: 10 * us, FlushLatency: 1 * ms,
		WriteCache: Volatile, CacheSize: 10 * mib, SustainedWrite: 100 * miB,
	}
	require.NoError(t, c.Validate())
	d, out := New(k, "data", c, 1), newSink(k)
	for range 10 {
		d.Submit(k, Request{Op: Write, Bytes: 1 << 20}, out.wake(0))
	}
	d.Submit(k, Request{Op: Flush}, out.wake(1))
	k.Run(sim.Time(sim.Second), 0)
	require.Equal(t, 10*us, sim.Duration(out.got[9].At), "ten fit")
	require.InEpsilon(t, 101.01e6, float64(out.last()), 1e-4, "100 ms of drain, 1 ms of flush")
	require.Zero(t, d.DirtyCache())

	now := k.Now()
	for range 30 {
		d.Submit(k, Request{Op: Write, Bytes: 1 << 20}, out.wake(0))
	}
	k.Run(forever-1, 0)
	require.InEpsilon(t, 200e6, float64(out.last().Sub(now)), 1e-3, "twenty wait for room")
	require.EqualValues(t, 20, d.Metrics().Waits[CacheFull].Count)
}

// TestNeighboursMerge: writes that wait in the host and continue each other become one request.
func TestNeighboursMerge(t *testing.T) {
	run := func(c Config, step int64) Metrics {
		k := sim.New()
		c.WriteLatency, c.Channels = 1*ms, 1
		d, out := New(k, "data", c, 1), newSink(k)
		for i := range int64(9) {
			d.Submit(k, page(Write, i*step), out.wake(0))
		}
		k.Run(forever-1, 0)
		require.Len(t, out.got, 9)
		return d.Metrics()
	}
	two := Config{FileSystem: Ext4, QueueDepth: 2}
	m := run(two, 1)
	require.EqualValues(t, 3, m.Ops[Write].Count, "the device has two, the third waits and takes the rest")
	require.EqualValues(t, 6, m.Ops[Write].Merged)
	require.EqualValues(t, 9*16*kib, m.Ops[Write].Bytes)
	require.EqualValues(t, 9, run(two, 2).Ops[Write].Count, "not neighbours")
	require.EqualValues(t, 9, run(Config{FileSystem: Ext4}, 1).Ops[Write].Count, "the device takes all")
	require.EqualValues(t, 9, run(Config{QueueDepth: 2}, 1).Ops[Write].Count, "no block layer")
}

// TestQueueDepthLimitsChannels: a device serves no more than it accepts.
func TestQueueDepthLimitsChannels(t *testing.T) {
	m := closedLoop(Config{ReadLatency: 1 * ms, Channels: 64, QueueDepth: 4}, 16, 5*sim.Second)
	require.InEpsilon(t, 4000, m.IOStat().Ops[Read].PerSec, 0.01)
	require.NotZero(t, m.Waits[QueueFull].Count)
	require.Zero(t, m.Waits[ChannelBusy].Count)
}

// TestFlushOfVolatileCacheHoldsUpWrites: those that come while the drive writes its cache out, and reads
// not at all.
func TestFlushOfVolatileCacheHoldsUpWrites(t *testing.T) {
	k := sim.New()
	c := Config{
		WriteLatency: 10 * us, ReadLatency: 50 * us, FlushLatency: 2 * ms,
		WriteCache: Volatile, SustainedWrite: 1e9,
	}
	d, out := New(k, "data", c, 1), newSink(k)
	d.Submit(k, Request{Op: Flush}, out.wake(0))
	k.Run(sim.Time(1*ms), 0)
	d.Submit(k, page(Write, 1), out.wake(1))
	d.Submit(k, page(Read, 1), out.wake(2))
	k.Run(forever-1, 0)
	require.Equal(t, 1050*us, sim.Duration(out.got[0].At))
	require.Equal(t, 2010*us, sim.Duration(out.last()))
}

// TestMetricsAtAnyTime: looking more often changes nothing, and sums agree with what was submitted.
func TestMetricsAtAnyTime(t *testing.T) {
	c := Config{ReadLatency: 700 * us, WriteLatency: 900 * us, LatencyCV: 0.4, Channels: 4}
	run := func(looks int) (Metrics, uint64) {
		k := sim.New()
		d, out := New(k, "data", c, 1), newSink(k)
		out.next = func(k *sim.Kernel, ev sim.Event) {
			d.Submit(k, page(Op(ev.Ref%2), int64(k.Events())*9), ev.Wake)
		}
		for i := range uint32(10) {
			k.Soon(out.wake(i))
		}
		for i := range looks {
			k.Run(sim.Time(2*sim.Second)*sim.Time(i+1)/sim.Time(looks), 0)
			d.Metrics()
		}
		require.Equal(t, 10, d.InFlight())
		return d.Metrics(), k.Digest()
	}
	once, digest := run(1)
	often, same := run(977)
	require.Equal(t, once, often)
	require.Equal(t, digest, same)
	require.Equal(t, 10*2*sim.Second, once.InFlight, "ten in flight all the time")
}

// TestNoiseIsIndexedByOrdinal: the n-th read takes as long whatever else the device does.
func TestNoiseIsIndexedByOrdinal(t *testing.T) {
	c := Config{ReadLatency: 700 * us, WriteLatency: 900 * us, LatencyCV: 0.4}
	run := func(writes bool) []sim.Time {
		k := sim.New()
		d := New(k, "data", c, 42)
		var ends []sim.Time
		for i := range int64(100) {
			if writes {
				d.book(0, page(Write, i))
			}
			ends = append(ends, d.book(0, page(Read, i)))
		}
		return ends
	}
	require.Equal(t, run(false), run(true))
}

func TestChangeWhileRunning(t *testing.T) {
	k := sim.New()
	c := Config{IOPS: 1000, Channels: 4}
	d, out := New(k, "data", c, 1), newSink(k)
	for i := range int64(100) {
		d.Submit(k, page(Read, 2*i), out.wake(0))
	}
	require.NoError(t, c.Set("iops", "100"))
	d.Change(c)
	require.Equal(t, 100.0, d.Config().IOPS)
	for i := range int64(10) {
		d.Submit(k, page(Read, 2*i), out.wake(0))
	}
	k.Run(forever-1, 0)
	require.Equal(t, 190*ms, sim.Duration(out.last()), "what was booked stays")
}

// TestEveryCauseHasAName: and no two the same.
func TestEveryCauseHasAName(t *testing.T) {
	seen := map[string]bool{}
	for c := range NumCauses {
		seen[c.String()] = true
	}
	require.Len(t, seen, int(NumCauses))
}

func TestSubmitDoesNotAllocate(t *testing.T) {
	c, err := Lookup("nvme-consumer", 0)
	require.NoError(t, err)
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	out.next = func(k *sim.Kernel, ev sim.Event) {
		d.Submit(k, page(Op(ev.Ref%3), int64(k.Events())*9), ev.Wake)
	}
	for i := range uint32(100) {
		k.Soon(out.wake(i))
	}
	k.Run(sim.Time(sim.Second), 0)
	require.Zero(t, testing.AllocsPerRun(10, func() { k.Run(k.Now().Add(10*ms), 0) }))
}

// moments are the mean and the coefficient of variation of a sample.
func moments(x []float64) (mean, cv float64) {
	var sum, squares float64
	for _, v := range x {
		sum += v
	}
	mean = sum / float64(len(x))
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares/float64(len(x))) / mean
}

// BenchmarkSubmit is the cost of a request with its event: caps, channel, service time, accounting.
func BenchmarkSubmit(b *testing.B) {
	c := Config{
		ReadLatency: 700 * us, WriteLatency: 900 * us, LatencyCV: 0.4, Channels: 64,
		IOPS: 90000, IOPSUnit: 16 * kib, Bandwidth: 4e9,
	}
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	out.next = func(k *sim.Kernel, ev sim.Event) {
		d.Submit(k, page(Op(ev.Ref%2), int64(k.Events())*9), ev.Wake)
	}
	for i := range uint32(128) {
		k.Soon(out.wake(i))
	}
	b.ResetTimer()
	k.Run(forever-1, b.N)
}
