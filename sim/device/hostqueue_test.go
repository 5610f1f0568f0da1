package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
)

// ncq is a drive that flushes alone, in 50 us, and takes 100 us for a read and 10 us for a write, any number at a time.
func ncq() Config {
	return Config{
		ReadLatency: 100 * us, WriteLatency: 10 * us, FlushLatency: 50 * us, WriteCache: Protected, QueueDepth: 4, HostQueue: 8,
		FlushExclusive: true, NoFUA: true, FileSystem: Ext4,
	}
}

// TestAFlushRunsAlone: it waits for the read that is under way, and the read that comes behind it waits for the flush.
func TestAFlushRunsAlone(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	d.Submit(k, page(Read, 1), out.wake(0))
	d.Submit(k, Request{Op: Flush}, out.wake(1))
	d.Submit(k, page(Read, 3), out.wake(2))
	k.Run(forever-1, 0)
	require.Equal(t, []sim.Time{sim.Time(100 * us), sim.Time(150 * us), sim.Time(250 * us)}, out.times())
	require.Equal(t, 150*us, d.Metrics().Ops[Flush].Time)
}

// TestWhoWaitsForAFlushSharesTheNext: five callers, two flushes; iostat counts the callers as writes of no bytes.
func TestWhoWaitsForAFlushSharesTheNext(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	for i := range uint32(5) {
		d.Submit(k, Request{Op: Flush}, out.wake(i))
	}
	k.Run(forever-1, 0)
	require.Equal(t, sim.Time(50*us), out.got[0].At)
	require.Equal(t, sim.Time(100*us), out.got[4].At)
	m := d.Metrics()
	require.EqualValues(t, 2, m.Ops[Flush].Count)
	require.EqualValues(t, 5, m.Ops[Write].Count)
	require.Zero(t, m.Ops[Write].Bytes)
}

// TestACommitRecordHoldsFlushesBack: a flush that comes while the record of a journal commit is written waits for it,
// and shares the flush behind it.
func TestACommitRecordHoldsFlushesBack(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	steps := []Request{
		{Op: Flush, Part: FlushBefore}, {Op: Write, Part: Between, Bytes: 4096}, {Op: Flush, Part: FlushBehind},
	}
	out.next = func(k *sim.Kernel, ev sim.Event) {
		out.got = append(out.got, ev)
		if ev.Ref < 2 {
			d.Submit(k, steps[ev.Ref+1], out.wake(ev.Ref+1))
		}
		if ev.Ref == 0 {
			d.Submit(k, Request{Op: Flush}, out.wake(7))
		}
	}
	d.Submit(k, steps[0], out.wake(0))
	k.Run(forever-1, 0)
	require.Len(t, out.got, 4)
	require.Equal(t, out.got[2].At, out.got[3].At, "one flush for both")
	m := d.Metrics()
	require.EqualValues(t, 2, m.Ops[Flush].Count)
	require.EqualValues(t, 2, m.Ops[Write].Count, "the record, and the caller of its own")
}

// TestTheHostQueuesSoMany: of 32 reads at once 8 have a tag, and their time begins with it.
func TestTheHostQueuesSoMany(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	for i := range int64(32) {
		d.Submit(k, page(Read, 10*i), out.wake(0))
	}
	require.Equal(t, 8, d.InFlight())
	k.Run(forever-1, 0)
	require.Equal(t, sim.Time(800*us), out.last(), "4 at a time")
	m := d.Metrics()
	require.Equal(t, 4*100*us+28*200*us, m.Ops[Read].Time, "two rounds of each, but for the first four")
	require.NoError(t, d.Check())
}

// TestReadsPassWrites: with writes waiting, two batches of reads go first.
func TestReadsPassWrites(t *testing.T) {
	var s deadline
	var order []Op
	for range 4 * fifoBatch {
		order = append(order, s.choose(true, true, true))
	}
	for i, op := range order {
		want := Read
		if i/fifoBatch == writesStarved {
			want = Write
		}
		require.Equal(t, want, op, "request %d", i)
	}
	require.Equal(t, Write, s.choose(false, true, false))
	require.Equal(t, NumOps, s.choose(false, false, false))
}

// TestWritesJoin: what continues a request that waits becomes part of it.
func TestWritesJoin(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	for i := range int64(4) {
		d.Submit(k, page(Read, 100*i), out.wake(0))
	}
	for i := range int64(3) {
		d.Submit(k, page(Write, i), out.wake(1))
	}
	k.Run(forever-1, 0)
	require.Len(t, out.got, 7)
	m := d.Metrics().Ops[Write]
	require.EqualValues(t, 1, m.Count)
	require.EqualValues(t, 2, m.Merged)
	require.EqualValues(t, 3*16*kib, m.Bytes)
}

// TestSyncOnAHostQueue: what a sync wrote is answered before its flush, and the journal commits by itself.
func TestSyncOnAHostQueue(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	f := NewFiles(k, FilesOptions{Memory: 1 << 30})
	id := f.Open("binlog", d, Buffered)
	f.Write(k, id, 0, 3000, out.wake(0))
	f.Sync(k, id, true, out.wake(1)) // extends the file
	k.Run(sim.Time(sim.Second), 0)
	require.Equal(t, []sim.Time{0, sim.Time((10 + 10 + 50 + 10 + 50) * us)}, out.times())
	m := d.Metrics()
	require.EqualValues(t, 2, m.Ops[Flush].Count)
	require.EqualValues(t, 3, m.Ops[Write].Count, "data, log blocks, record")
	f.Write(k, id, 0, 3000, out.wake(2))
	f.Sync(k, id, true, out.wake(3)) // does not
	k.Run(sim.Time(2*sim.Second), 0)
	m = d.Metrics().Sub(m)
	require.EqualValues(t, 1, m.Ops[Flush].Count)
	require.EqualValues(t, 2, m.Ops[Write].Count, "data, and the call for a flush")
	require.EqualValues(t, 1, f.Metrics(id).Commits)
}

// TestHostQueueDoesNotAllocate once it has grown.
func TestHostQueueDoesNotAllocate(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	n := int64(0)
	out.next = func(k *sim.Kernel, ev sim.Event) {
		n++
		if n%5 == 0 {
			d.Submit(k, Request{Op: Flush}, ev.Wake)
			return
		}
		d.Submit(k, page(Op(n%2), 3*n), ev.Wake)
	}
	for range 20 {
		k.Soon(out.wake(0))
	}
	k.Run(sim.Time(sim.Second), 0)
	at := sim.Second
	require.Zero(t, testing.AllocsPerRun(10, func() {
		at += 10 * sim.Millisecond
		k.Run(sim.Time(at), 0)
	}))
	require.NoError(t, d.Check())
}

// times are those of all completions.
func (s *sink) times() []sim.Time {
	var out []sim.Time
	for _, ev := range s.got {
		out = append(out, ev.At)
	}
	return out
}

// TestAWriteWithItsFlushesHasOne: on a device with FUA the flush before the write; another one that is asked for meanwhile
// waits for the write, and nothing is flushed twice.
func TestAWriteWithItsFlushesHasOne(t *testing.T) {
	c := ncq()
	c.NoFUA = false
	k := sim.New()
	d, out := New(k, "data", c, 1), newSink(k)
	out.afterFirst(d, Request{Op: Write, Part: Last, Bytes: 4096}, Request{Op: Flush})
	d.Submit(k, Request{Op: Flush, Part: FlushBefore}, out.wake(0))
	k.Run(forever-1, 0)
	require.Equal(t, []sim.Time{sim.Time(50 * us), sim.Time(60 * us), sim.Time(110 * us)}, out.times())
	require.EqualValues(t, 2, d.Metrics().Ops[Flush].Count)
}

// TestAFlushWritesAVolatileCacheOut, also where it runs alone, and where dies have queues.
func TestAFlushWritesAVolatileCacheOut(t *testing.T) {
	for _, dies := range []bool{false, true} {
		c := ncq()
		c.WriteCache, c.CacheSize, c.SustainedWrite = Volatile, 1<<20, 16384*1000
		if dies {
			c.SustainedWrite = 0
			c.Dies, c.DieQueues, c.ProgramTime, c.ProgramSize = 1, true, sim.Millisecond, 16384
		}
		took := map[Cache]sim.Time{}
		for _, cache := range []Cache{Protected, Volatile} {
			c.WriteCache = cache
			k := sim.New()
			d, out := New(k, "data", c, 1), newSink(k)
			d.Submit(k, page(Write, 1), out.wake(0))
			k.Run(sim.Time(50*us), 0)
			d.Submit(k, Request{Op: Flush}, out.wake(1))
			k.Run(forever-1, 0)
			took[cache] = out.got[1].At
		}
		require.Equal(t, sim.Time(100*us), took[Protected], "dies: %v", dies)
		require.Greater(t, took[Volatile], sim.Time(900*us), "dies: %v", dies)
	}
}

// TestAnInodeChangesOnceATick: a second write within the grain of the file's time leaves the inode clean, and fsync
// is a flush; a write in the next tick needs a journal commit again.
func TestAnInodeChangesOnceATick(t *testing.T) {
	k := sim.New()
	d, out := New(k, "data", ncq(), 1), newSink(k)
	f := NewFiles(k, FilesOptions{})
	id := f.Open("t1.ibd", d, Direct)
	var commits []uint64
	for i, at := range []sim.Duration{0, 5 * sim.Millisecond, 6 * sim.Millisecond, 9 * sim.Millisecond} {
		k.Run(sim.Time(at), 0)
		f.Write(k, id, 0, 16384, out.wake(uint32(2*i)))
		k.Run(k.Now().Add(50*us), 0)
		f.Sync(k, id, false, out.wake(uint32(2*i+1)))
		k.Run(k.Now().Add(900*us), 0)
		commits = append(commits, f.Metrics(id).Commits)
	}
	require.Equal(t, []uint64{1, 2, 2, 3}, commits, "the first extends the file")
	require.EqualValues(t, 4, f.Metrics(id).Syncs)
}
