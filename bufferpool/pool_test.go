package bufferpool

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
)

func TestMissReadsOnceForAllThreads(t *testing.T) {
	r := newRig(small(64))
	r.log = true
	for thread := range uint32(3) {
		_, w := r.get(thread, 7, Read)
		require.Equal(t, WaitPageRead, w)
	}
	require.NoError(t, r.p.Check())
	r.settle()
	require.Equal(t, []PageNo{7}, r.reads)
	require.NotZero(t, r.got[0])
	require.Equal(t, r.got[0], r.got[1])
	require.Equal(t, r.got[0], r.got[2])
	require.EqualValues(t, 3, r.p.frames[r.got[0]].pins)
	require.Equal(t, Metrics{
		ReadRequests: 3, Reads: 1, PagesRead: 1, LRUGetFreeSearch: 1,
	}, r.p.Metrics())
	require.Equal(t, sim.Time(100*sim.Microsecond), r.finished[1])
	for range 3 {
		r.p.Unfix(r.got[0])
	}
	require.Equal(t, 1, r.p.Evictable(0))
	require.Panics(t, func() { r.p.Unfix(r.got[0]) })
	r.check(t)
}

func TestWriterWaitsForRunningWriteAndReaderPasses(t *testing.T) {
	r := newRig(small(64))
	r.change(7, 1000)
	var scanned int
	f := r.p.NextList(0, 1<<40, &scanned)
	require.NotZero(t, f)
	require.Equal(t, 1, r.p.Flushing(0, List))

	_, w := r.get(1, 7, Read)
	require.Equal(t, sim.NoWait, w)
	_, w = r.get(2, 7, Write)
	require.Equal(t, WaitPageWriting, w)
	require.Equal(t, WaitPageWriting, r.waits.Current(2))
	r.run(sim.Millisecond)
	require.Equal(t, WaitPageWriting, r.parked[2])

	r.p.Written(r.k, f, List)
	r.p.BatchEnd(r.k, 0, List)
	r.settle()
	require.Equal(t, f, r.got[2])
	require.Zero(t, r.p.Dirty(0))
	r.p.Unfix(f)
	r.p.Unfix(f)
	r.check(t)
}

func TestPageChangedWhileItIsWrittenStaysDirty(t *testing.T) {
	r := newRig(small(64))
	r.change(7, 1000)
	f, _ := r.get(1, 7, Write)
	var scanned int
	require.Equal(t, f, r.p.NextList(0, 1<<40, &scanned))
	r.p.Modify(r.k, f, redo.Span{Start: 5000, End: 5100})
	r.p.Modify(r.k, f, redo.Span{Start: 6000, End: 6100})
	r.p.Written(r.k, f, List)
	require.Equal(t, redo.LSN(5000), r.p.Oldest(f))
	require.Equal(t, redo.LSN(6100), r.p.Newest(f))
	oldest, dirty := r.p.OldestDirty()
	require.True(t, dirty)
	require.Equal(t, redo.LSN(5000), oldest)
	r.p.Unfix(f)
	r.check(t)
}

func TestFixedPageIsNotEvictedAfterItsWrite(t *testing.T) {
	r := newRig(small(600))
	for pg := PageNo(1); pg <= 600; pg++ {
		r.change(pg, redo.LSN(pg)*100)
	}
	var b LRUBatch
	f, more := r.p.NextLRU(r.k, 0, &b)
	require.True(t, more)
	pg := r.p.Page(f)
	_, w := r.get(1, pg, Write)
	require.Equal(t, WaitPageWriting, w)
	r.p.Written(r.k, f, LRU)
	r.settle()
	require.True(t, r.p.Resident(pg))
	require.Equal(t, f, r.got[1])
	r.p.Unfix(f)
	r.check(t)
}

func TestFlushListIsInOrderOfFirstChange(t *testing.T) {
	r := newRig(small(64))
	for i, pg := range []PageNo{5, 3, 9, 3, 5, 8} {
		r.change(pg, redo.LSN(1000*(i+1)))
	}
	var pages []PageNo
	var scanned int
	for f := r.p.NextList(0, 6000, &scanned); f != 0; f = r.p.NextList(0, 6000, &scanned) {
		pages = append(pages, r.p.Page(f))
	}
	require.Equal(t, []PageNo{5, 3, 9}, pages)
	require.Equal(t, 4, scanned, "the page beyond the limit was looked at")
	f := r.p.lookup(5)
	require.Equal(t, redo.LSN(1000), r.p.Oldest(f))
	require.Equal(t, redo.LSN(5100), r.p.Newest(f))
	r.check(t)
}

func TestBatchDoesNotStartWhileTheLastOneIsBeingWritten(t *testing.T) {
	r := newRig(small(64))
	r.change(5, 1000)
	require.True(t, r.p.BatchStart(0, List))
	var scanned int
	f := r.p.NextList(0, 1<<40, &scanned)
	r.p.BatchEnd(r.k, 0, List)
	require.False(t, r.p.BatchStart(0, List))
	require.Equal(t, WaitFlushBatch, r.p.AwaitFlush(r.k, 0, List, r.ok(3)))
	r.p.Written(r.k, f, List)
	r.settle()
	require.True(t, r.p.BatchStart(0, List))
	require.Equal(t, sim.Time(100*sim.Microsecond), r.finished[3])
}

func TestDropFreesAtOnceOrWhenTheLastUserLeaves(t *testing.T) {
	r := newRig(small(64))
	r.change(5, 1000)
	r.p.Drop(5)
	require.Equal(t, 64, r.p.Free(0))
	require.Zero(t, r.p.Dirty(0))

	r.change(6, 1000)
	f, _ := r.get(1, 6, Write)
	r.p.Drop(6)
	require.Equal(t, 63, r.p.Free(0))
	require.NoError(t, r.p.CheckLists())
	g, w := r.create(2, 6)
	require.Equal(t, sim.NoWait, w)
	require.NotEqual(t, f, g)
	r.p.Unfix(f)
	require.Equal(t, 63, r.p.Free(0))

	r.get(3, 8, Read)
	r.p.Drop(8)
	r.settle()
	r.p.Unfix(r.got[3])
	r.p.Unfix(g)
	r.check(t)
	require.Equal(t, 63, r.p.Free(0))
}

func TestClaimTakesIdleDirtyPagesOnly(t *testing.T) {
	r := newRig(small(64))
	r.change(5, 1000)
	r.touch(6)
	require.Zero(t, r.p.Claim(6, List), "clean")
	require.Zero(t, r.p.Claim(9, List), "absent")
	require.Zero(t, r.p.Claim(5, LRU), "young")
	f := r.p.Claim(5, List)
	require.NotZero(t, f)
	require.Zero(t, r.p.Claim(5, List), "being written")
	require.Equal(t, List, r.p.FlushTypeOf(f))
	r.p.Written(r.k, f, List)
	r.check(t)
}

func TestPagesOfAnExtentShareAnInstance(t *testing.T) {
	o := small(4096)
	o.Instances = 8
	r := newRig(o)
	seen := map[int]int{}
	for pg := PageNo(64); pg < 64*65; pg++ {
		i := r.p.InstanceOf(pg)
		require.Equal(t, r.p.InstanceOf(pg&^63), i)
		seen[i]++
	}
	require.Len(t, seen, 8)
	for i, n := range seen {
		require.Equal(t, 512, n, "instance %d", i)
	}
}

func TestPageTableGrows(t *testing.T) {
	r := newRig(small(64))
	f, w := r.create(0, 1_000_000)
	require.Equal(t, sim.NoWait, w)
	require.Equal(t, f, r.p.lookup(1_000_000))
	r.p.Unfix(f)
	r.check(t)
}

func TestInstalledPoolIsAsIfRun(t *testing.T) {
	r := newRig(small(2048))
	r.p.SetClock(0, 10_000)
	for pg := PageNo(1); pg <= 2000; pg++ {
		s := Resident{Page: pg, Young: true, Accessed: true, Age: uint32(2000 - pg)}
		if pg%3 == 0 {
			at := redo.LSN(pg*7919%2003) * 1000
			s.Dirty = redo.Span{Start: at, End: at + 50}
		}
		require.True(t, r.p.Install(s))
	}
	require.False(t, r.p.Install(Resident{Page: 5}))
	r.p.Installed()
	r.check(t)
	pages, oldPages := r.order(0)
	require.Equal(t, PageNo(2000), pages[0])
	require.Equal(t, PageNo(1), pages[1999])
	require.InDelta(t, 2000*378/1024, oldPages, oldTolerance)
	last := redo.LSN(0)
	for f := r.p.inst[0].oldest; f != 0; f = r.p.frames[f].newer {
		require.GreaterOrEqual(t, r.p.Oldest(f), last)
		last = r.p.Oldest(f)
	}
	require.True(t, r.p.inst[0].youngEnough(&r.p.frames[r.p.lookup(1900)]))
	require.False(t, r.p.inst[0].youngEnough(&r.p.frames[r.p.lookup(100)]))
}

func TestCloneRunsLikeTheOriginal(t *testing.T) {
	r := newRig(small(600))
	for pg := PageNo(1); pg <= 900; pg++ {
		r.change(pg%700+1, redo.LSN(pg)*100)
	}
	c := clone.Deep(r)
	for pg := PageNo(1); pg <= 300; pg++ {
		r.touch(pg * 3)
		c.touch(pg * 3)
	}
	require.Equal(t, r.k.Digest(), c.k.Digest())
	require.Equal(t, r.p.Metrics(), c.p.Metrics())
	c.check(t)
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	o := small(1024)
	o.Costs = DefaultCosts()
	r := newRig(o)
	at := redo.LSN(0)
	step := func() {
		for i := range PageNo(200) {
			at += 100
			r.change((PageNo(at)*7919+i)%4000+1, at)
			r.touch((PageNo(at)*104729+i)%4000 + 1)
		}
		var b LRUBatch
		for f, more := r.p.NextLRU(r.k, 0, &b); more; f, more = r.p.NextLRU(r.k, 0, &b) {
			r.p.Written(r.k, f, LRU)
		}
		r.p.BatchEnd(r.k, 0, LRU)
	}
	for range 50 {
		step()
	}
	require.Zero(t, testing.AllocsPerRun(20, step))
	r.check(t)
}

func TestOptionsReportAllFaults(t *testing.T) {
	o := Options{Frames: 10, Instances: 65, Threads: -1}
	err := o.Validate()
	for _, want := range []string{"Instances", "Threads", "too few"} {
		require.ErrorContains(t, err, want)
	}
	kn := Knobs{OldBlocksPct: 4, OldBlocksTime: -1, LRUScanDepth: 10, ReadAheadThreshold: 65}
	for _, want := range []string{"old_blocks_pct", "old_blocks_time", "lru_scan_depth", "read_ahead_threshold"} {
		require.ErrorContains(t, kn.Validate(), want)
	}
	good, kn := Options{Frames: 8192, Instances: 1}, DefaultKnobs()
	require.NoError(t, good.Validate())
	require.NoError(t, kn.Validate())
}

func TestWaitNames(t *testing.T) {
	require.Equal(t, "page_read", WaitName(WaitPageRead))
	require.Equal(t, "flush_batch", WaitName(WaitFlushBatch))
	require.Equal(t, "", WaitName(WaitFlushBatch+1))
	require.Equal(t, "", WaitName(sim.WaitCPU))
}

func TestMetricsSubCoversEveryField(t *testing.T) {
	var m Metrics
	require.Equal(t, metricFields, reflect.TypeFor[Metrics]().NumField())
	for i, f := range m.fields() {
		*f = uint64(i + 1)
	}
	require.Equal(t, Metrics{}, m.Sub(m))
	require.Equal(t, m, m.Sub(Metrics{}))
}
