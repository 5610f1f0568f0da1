package fil

import (
	"testing"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/stretchr/testify/require"
)

func quiet() Options {
	o := Defaults()
	o.Costs, o.HandOff, o.Wakeup = Costs{SpinLimit: sim.Second}, 0, 0
	return o
}

// TestLocate compares the extent table with a dumb twin.
func TestLocate(t *testing.T) {
	r := newRig(quiet(), device.Config{}, 4, 3)
	type place struct {
		space SpaceID
		off   int64
	}
	twin := map[bufferpool.PageNo]place{}
	length := map[SpaceID]int64{0: 64, 1: 64, 2: 64} // extents that the rig made
	seed := uint32(1)
	for range 2000 {
		seed = seed*1664525 + 1013904223
		id := SpaceID(seed >> 16 % 3)
		first := r.sys.Extend(id)
		for p := range bufferpool.PageNo(ExtentPages) {
			twin[first+p] = place{id, (length[id]*ExtentPages + int64(p)) * 16384}
		}
		length[id]++
	}
	for pg, want := range twin {
		id, off := r.sys.Locate(pg)
		require.Equal(t, want, place{id, off})
	}
	require.Panics(t, func() { r.sys.Locate(3) })
}

// TestSyncsAreShared: clients that write pages of one file and sync it need far fewer syncs: a measured server
// with 32 clients a file needed one for four writes. Each is covered by one that was asked for after its write.
func TestSyncsAreShared(t *testing.T) {
	c := device.Config{WriteLatency: 100 * sim.Microsecond, FlushLatency: sim.Millisecond, LatencyCV: 0.5}
	r := newRig(quiet(), c, 64, 1)
	r.clients(64, 20)
	end := r.run(t)
	m := r.sys.Metrics()
	require.EqualValues(t, 64*20, m.Writes)
	require.EqualValues(t, m.Writes, m.Syncs+m.SyncsShared+m.SyncsSkipped)
	require.Less(t, m.Syncs*4, m.Writes)
	require.Greater(t, m.Syncs*16, m.Writes, "those who asked later sync again")
	require.LessOrEqual(t, m.Syncs*uint64(sim.Millisecond)/2, uint64(end))
	require.Zero(t, r.sys.Unflushed())
}

// TestOwnSyncs: where each client syncs for itself nobody waits for another, and hardly anybody is spared.
func TestOwnSyncs(t *testing.T) {
	o := quiet()
	o.OwnSyncs = true
	r := newRig(o, device.Config{WriteLatency: 100 * sim.Microsecond, FlushLatency: sim.Millisecond, LatencyCV: 0.5}, 64, 1)
	r.clients(64, 20)
	r.run(t)
	m := r.sys.Metrics()
	require.EqualValues(t, 64*20, m.Writes)
	require.Zero(t, m.SyncsShared)
	require.Greater(t, m.Syncs, m.Writes*3/4)
}

// TestNoFsyncSyncsGrownFilesOnly covers O_DIRECT_NO_FSYNC.
func TestNoFsyncSyncsGrownFilesOnly(t *testing.T) {
	o := quiet()
	o.Method = ODirectNoFsync
	r := newRig(o, device.Config{FlushLatency: sim.Millisecond}, 4, 1)
	r.clients(1, 3)
	r.run(t)
	require.Zero(t, r.sys.Metrics().Syncs)
	r.sys.Extend(0)
	r.clients(1, 3)
	r.run(t)
	require.EqualValues(t, 1, r.sys.Metrics().Syncs)
}

// throughput is the rate of reads per second of 512 clients on a device without latency.
func throughput(t *testing.T, mutexes int) float64 {
	o := Defaults()
	o.AIOMutexes = mutexes
	r := newRig(o, device.Config{}, 64, 4)
	r.read = true
	r.clients(512, 40)
	end := r.run(t)
	return float64(r.ops) / end.Seconds()
}

// TestMutexShards: with many clients and a fast device the mutexes of I/O bookkeeping are the limit; more of
// them help.
func TestMutexShards(t *testing.T) {
	one, four, many := throughput(t, 1), throughput(t, 4), throughput(t, 64)
	t.Logf("reads per second with 1, 4, 64 mutexes: %.0f, %.0f, %.0f", one, four, many)
	require.Greater(t, four, 1.5*one)
	require.Greater(t, many, 1.5*four)
}

// submitAll submits writes from thread 0 and reports how many found no slot.
func (r *rig) submitAll(k *sim.Kernel, pages []bufferpool.PageNo) {
	for i, pg := range pages {
		r.sys.Submit(k, Request{Page: pg, Tag: uint64(i)}, sim.Wake{To: r.id, Kind: kindOp, Ref: 0})
	}
}

func pagesFrom(first, n, step int) []bufferpool.PageNo {
	var p []bufferpool.PageNo
	for i := range n {
		p = append(p, bufferpool.PageNo(first+i*step))
	}
	return p
}

// TestFullArrayMakesTheSubmitterWait fills one thread's 256 slots.
func TestFullArrayMakesTheSubmitterWait(t *testing.T) {
	for _, native := range []bool{true, false} {
		o := quiet()
		o.WriteIOThreads, o.NativeAIO = 1, native
		r := newRig(o, device.Config{WriteLatency: sim.Millisecond}, 4, 1)
		r.submitAll(r.k, pagesFrom(64, 300, 2))
		require.EqualValues(t, 300-256, r.sys.Metrics().SlotWaits)
		r.run(t)
		require.Len(t, r.reap, 300)
		require.Zero(t, r.sys.Metrics().PendingWrites)
	}
}

// TestSegmentsFallBack: all pages of one MiB, more than its thread has slots, go to the other threads.
func TestSegmentsFallBack(t *testing.T) {
	r := newRig(quiet(), device.Config{WriteLatency: sim.Millisecond}, 4, 1)
	for range 10 {
		r.submitAll(r.k, pagesFrom(64, 64, 1))
	}
	require.Zero(t, r.sys.Metrics().SlotWaits)
	r.run(t)
	require.Len(t, r.reap, 640)
}

// TestSimulatedMergesByOffset: adjacent pages go out in calls of at most 64, lowest offset first.
func TestSimulatedMergesByOffset(t *testing.T) {
	o := quiet()
	o.NativeAIO, o.WriteIOThreads = false, 1
	r := newRig(o, device.Config{WriteLatency: sim.Millisecond}, 4, 1)
	r.submitAll(r.k, pagesFrom(64+99, 100, -1))
	r.run(t)
	m := r.sys.Metrics()
	require.EqualValues(t, 100, m.Writes)
	require.EqualValues(t, 2, m.WriteCalls)
	require.EqualValues(t, 99, r.reap[0])
	require.EqualValues(t, 0, r.reap[99])
}

// TestStarvedRequestGoesFirst: a request older than two seconds is taken before those of lower offsets.
func TestStarvedRequestGoesFirst(t *testing.T) {
	thread := newIOThread(0, device.Write)
	slots := []slot{{off: 1 << 20}, {off: 2 << 20, since: sim.Time(sim.Second)}, {off: 0, since: sim.Time(sim.Second)}}
	for i := range slots {
		thread.enqueue(slots, uint16(i))
	}
	require.EqualValues(t, 0, thread.take(slots, 16384, sim.Time(sim.Second)).off)
	require.EqualValues(t, 1<<20, thread.take(slots, 16384, sim.Time(2*sim.Second)).off)
}

// TestHeldThreadDelaysItsSegment: completions that sync hold up those behind them.
func TestHeldThreadDelaysItsSegment(t *testing.T) {
	c := device.Config{WriteLatency: 100 * sim.Microsecond, FlushLatency: sim.Millisecond}
	r := newRig(quiet(), c, 4, 1)
	r.hold = true
	r.submitAll(r.k, pagesFrom(64, 3, 1))
	require.Equal(t, sim.Time(3100*sim.Microsecond), r.run(t))
	r = newRig(quiet(), c, 4, 1)
	r.submitAll(r.k, pagesFrom(64, 3, 1))
	require.Equal(t, sim.Time(100*sim.Microsecond), r.run(t))
}

// TestPrefetch reads ahead on both kinds of AIO.
func TestPrefetch(t *testing.T) {
	for _, native := range []bool{true, false} {
		o := quiet()
		o.NativeAIO = native
		r := newRig(o, device.Config{ReadLatency: 100 * sim.Microsecond}, 4, 1)
		for _, pg := range pagesFrom(64, 64, 1) {
			r.sys.Prefetch(r.k, pg, sim.Wake{To: r.id, Kind: kindOp, Ref: uint32(pg - 64)})
		}
		end := r.run(t)
		require.EqualValues(t, 64, r.sys.Metrics().ReadAheads)
		require.Zero(t, r.sys.Metrics().PendingReads)
		require.GreaterOrEqual(t, end, sim.Time(100*sim.Microsecond))
		require.Equal(t, sim.Time(100*sim.Microsecond), r.done[0])
	}
}

// TestWaitIdle waits for the last write.
func TestWaitIdle(t *testing.T) {
	r := newRig(quiet(), device.Config{WriteLatency: 100 * sim.Microsecond}, 4, 1)
	ok := sim.Wake{To: r.id, Kind: kindOp, Ref: 7}
	require.Equal(t, sim.NoWait, r.sys.WaitIdle(r.k, ok))
	r.submitAll(r.k, pagesFrom(64, 10, 1))
	require.Equal(t, WaitIOSlot, r.sys.WaitIdle(r.k, ok))
	r.run(t)
	require.Equal(t, sim.Time(100*sim.Microsecond), r.done[7])
}

// TestTimeIsConserved: the waits of every client add up to the time of the run.
func TestTimeIsConserved(t *testing.T) {
	c := device.Config{WriteLatency: 100 * sim.Microsecond, FlushLatency: sim.Millisecond, LatencyCV: 1}
	r := newRig(Defaults(), c, 4, 2)
	r.clients(50, 10)
	r.run(t)
	for c := range uint32(50) {
		var sum sim.Duration
		for _, d := range r.waits.Close(c, r.k.Now()) {
			sum += d
		}
		require.Equal(t, r.k.Now().Sub(0), sum)
	}
}

func TestEqualRunsAreEqual(t *testing.T) {
	digest := func() uint64 {
		r := newRig(Defaults(), device.Config{WriteLatency: 100 * sim.Microsecond, LatencyCV: 1}, 2, 2)
		r.clients(30, 10)
		r.run(t)
		return r.k.Digest()
	}
	require.Equal(t, digest(), digest())
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	for _, native := range []bool{true, false} {
		o := Defaults()
		o.NativeAIO = native
		r := newRig(o, device.Config{WriteLatency: 100 * sim.Microsecond, FlushLatency: sim.Millisecond}, 4, 2)
		pages := pagesFrom(64, 64, 3)
		step := func() {
			r.reap = r.reap[:0]
			r.submitAll(r.k, pages)
			r.clients(16, 4)
			r.k.Run(r.k.Now().Add(20*sim.Millisecond), 0)
		}
		for range 20 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(20, step))
	}
}

func TestValidate(t *testing.T) {
	o := Defaults()
	require.NoError(t, o.Validate())
	o.PageSize, o.ReadIOThreads, o.AIOMutexes = 1, 65, 0
	require.ErrorContains(t, o.Validate(), "fil.PageSize: 1 is not within 4096..65536")
	require.ErrorContains(t, o.Validate(), "fil.AIOMutexes")
	for m := Fsync; m <= NoSync; m++ {
		got, err := ParseMethod(m.String())
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	_, err := ParseMethod("O_MAYBE")
	require.Error(t, err)
}

func BenchmarkSubmit(b *testing.B) {
	r := newRig(Defaults(), device.Config{WriteLatency: 100 * sim.Microsecond}, 4, 1)
	pages := pagesFrom(64, 128, 1)
	for b.Loop() {
		r.reap = r.reap[:0]
		r.submitAll(r.k, pages)
		r.k.Run(r.k.Now().Add(sim.Millisecond), 0)
	}
	b.ReportMetric(float64(r.k.Events())/float64(b.N*len(pages)), "events/page")
}
