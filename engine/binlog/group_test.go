package binlog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/stat"
)

// slowLog is a redo log whose sync takes a fixed time, any number at once.
type slowLog struct {
	sync, write sim.Duration
	asked       []redo.Need
	highest     redo.LSN
}

func (l *slowLog) Durable(k *sim.Kernel, upTo redo.LSN, need redo.Need, ok sim.Wake) sim.Wait {
	l.asked = append(l.asked, need)
	d := l.sync
	if need == redo.Written {
		d = l.write
	}
	if upTo <= l.highest || d == 0 {
		return sim.NoWait
	}
	l.highest = upTo
	k.After(d, ok)
	return 1
}

// crowd is clients that commit again as soon as they have committed, and a record of every commit.
type crowd struct {
	t      *testing.T
	id     sim.ActorID
	g      *Group
	log    *slowLog
	dev    *device.Device
	clock  *stat.WaitClock
	bytes  uint32
	began  []sim.Time
	inside []bool
	done   int
	total  sim.Duration
	order  []uint32 // of completion
	lsn    redo.LSN
	think  sim.Duration
	s      rng.Stream
}

func (c *crowd) Handle(k *sim.Kernel, ev sim.Event) {
	th := ev.Ref
	if ev.Kind == 1 {
		require.True(c.t, c.inside[th], "answered once")
		c.inside[th] = false
		c.done++
		c.total += k.Now().Sub(c.began[th])
		c.order = append(c.order, th)
		k.After(1+sim.Duration(c.s.Exponential(float64(c.think+1))), sim.Wake{To: c.id, Kind: 0, Ref: th})
		return
	}
	c.lsn += 500
	c.began[th], c.inside[th] = k.Now(), true
	c.g.Commit(k, c.bytes, c.lsn, sim.Wake{To: c.id, Kind: 1, Ref: th})
}

const testWait = sim.WaitsEngine + 1

// newCrowd lets so many clients loose on a binlog whose fsync takes 1 ms, as the redo log's does.
func newCrowd(t *testing.T, n int, kn Knobs) (*sim.Kernel, *crowd) {
	k := sim.New()
	clock := stat.NewWaitClock(n)
	cpu := queue.NewCPU(k, queue.CPUOptions{CPUs: 64, Factor: 1, Share: 1}, clock)
	files := device.NewFiles(k, device.FilesOptions{Waits: clock, CPU: cpu})
	dev := device.New(k, "binlog", device.Config{FlushLatency: sim.Millisecond, FlushSerial: true}, 1)
	c := &crowd{t: t, log: &slowLog{sync: sim.Millisecond, write: 20 * sim.Microsecond}, dev: dev, clock: clock, bytes: 700,
		began: make([]sim.Time, n), inside: make([]bool, n), s: rng.New(1, "test.crowd", 0)}
	c.id = k.Register("crowd", c)
	c.g = New(k, n, kn, Env{
		Log: c.log, Files: files, File: files.Open("binlog", dev, device.Buffered), CPU: cpu, Clock: clock,
		Waits:   Waits{Order: testWait, Sync: testWait + 1, Commit: testWait + 2},
		Costs:   Costs{Flush: 5 * sim.Microsecond, FlushEach: 2 * sim.Microsecond, CommitEach: sim.Microsecond},
		Handoff: 5 * sim.Microsecond,
	})
	for th := range n {
		k.Soon(sim.Wake{To: c.id, Ref: uint32(th)})
	}
	return k, c
}

func runCrowd(t *testing.T, n int, kn Knobs) *crowd {
	k, c := newCrowd(t, n, kn)
	k.Run(sim.Time(2*sim.Second), 0)
	inside := 0
	for _, in := range c.inside {
		if in {
			inside++
		}
	}
	require.Equal(t, c.g.m.Members+uint64(c.g.queued.n), uint64(c.done+inside), "every member is in one group")
	unwritten := uint64(c.bytes)*c.g.m.Members - c.g.m.Bytes
	require.True(t, unwritten == 0 || unwritten == c.g.flush.bytes, "all caches but those of the FLUSH stage are written")
	return c
}

// TestTwoSyncsAGroup: a lone client pays both fsyncs one after the other; groups overlap, one in each stage, so a crowd
// commits once per fsync and group.
func TestTwoSyncsAGroup(t *testing.T) {
	kn := Knobs{Sync: 1, FlushAtCommit: 1}
	one, many := runCrowd(t, 1, kn), runCrowd(t, 60, kn)
	assert.InDelta(t, 2.03, one.total.Millis()/float64(one.done), 0.03)
	assert.InDelta(t, one.g.m.Groups, one.g.m.Syncs, 1)
	size := float64(many.g.m.Members) / float64(many.g.m.Groups)
	assert.InDelta(t, 20, size, 1, "a third of the clients waits, a third is in each of two stages")
	assert.InEpsilon(t, size/1.05e-3, float64(many.done)/2, 0.1)
}

// TestModesOfDurability: what is asked of the redo log, and whether the binlog is synced.
func TestModesOfDurability(t *testing.T) {
	full := runCrowd(t, 8, Knobs{Sync: 1, FlushAtCommit: 1})
	two := runCrowd(t, 8, Knobs{Sync: 1, FlushAtCommit: 2})
	none := runCrowd(t, 8, Knobs{Sync: 0, FlushAtCommit: 0})
	assert.Equal(t, redo.Synced, full.log.asked[0])
	assert.Equal(t, redo.Written, two.log.asked[0])
	assert.Empty(t, none.log.asked)
	assert.Zero(t, none.g.m.Syncs)
	assert.Greater(t, two.done, full.done*5/4)
	assert.Greater(t, none.done, 20*full.done)
}

// TestSyncBinlogCountsGroups: sync_binlog = 5 syncs every fifth group.
func TestSyncBinlogCountsGroups(t *testing.T) {
	c := runCrowd(t, 8, Knobs{Sync: 5, FlushAtCommit: 1})
	assert.InDelta(t, float64(c.g.m.Groups)/5, c.g.m.Syncs, 1)
}

// TestDelay: waiting before the sync makes the group larger; a number of waiting transactions ends the wait.
func TestDelay(t *testing.T) {
	plain := runCrowd(t, 40, Knobs{Sync: 1, FlushAtCommit: 1})
	delayed := runCrowd(t, 40, Knobs{Sync: 1, FlushAtCommit: 1, SyncDelay: 5 * sim.Millisecond})
	enough := runCrowd(t, 40, Knobs{Sync: 1, FlushAtCommit: 1, SyncDelay: 50 * sim.Millisecond, NoDelayCount: 20})
	size := func(c *crowd) float64 { return float64(c.done) / float64(c.g.m.Syncs) }
	t.Log(size(plain), size(delayed), size(enough))
	assert.InDelta(t, 40, size(delayed), 2, "everybody")
	assert.Less(t, size(plain), 25.0)
	assert.Less(t, delayed.done, plain.done)
	assert.GreaterOrEqual(t, size(enough), 20.0)
	assert.Greater(t, enough.done, delayed.done*2)
	lone := runCrowd(t, 1, Knobs{Sync: 1, FlushAtCommit: 1, SyncDelay: 5 * sim.Millisecond})
	assert.InDelta(t, 7.03, lone.total.Millis()/float64(lone.done), 0.05)
}

// TestOrder: members are answered in the order in which they came.
func TestOrder(t *testing.T) {
	k, c := newCrowd(t, 20, Knobs{Sync: 1, FlushAtCommit: 1})
	k.Run(sim.Time(5*sim.Millisecond), 0)
	require.GreaterOrEqual(t, len(c.order), 20)
	for i := range uint32(20) {
		assert.Equal(t, i, c.order[i])
	}
}

// TestKnobsChangeUnderWay at any time, without losing anybody.
func TestKnobsChangeUnderWay(t *testing.T) {
	k, c := newCrowd(t, 30, Knobs{Sync: 1, FlushAtCommit: 1})
	s := rng.New(3, "test.knobs", 0)
	for range 400 {
		k.Run(k.Now().Add(sim.Duration(s.Uint64n(4e6))), 0)
		before := c.done
		c.g.SetKnobs(Knobs{
			Sync: int64(s.Uint64n(4)), FlushAtCommit: int(s.Uint64n(3)), SyncDelay: sim.Duration(s.Uint64n(2)) * sim.Millisecond,
			NoDelayCount: int(s.Uint64n(10)),
		})
		k.Run(k.Now().Add(10*sim.Millisecond), 0)
		require.Greater(t, c.done, before, "nobody commits any more")
	}
}

// TestSteadyStateDoesNotAllocate counts the group commit's own allocations.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	k, c := newCrowd(t, 50, Knobs{Sync: 1, FlushAtCommit: 1})
	k.Run(sim.Time(sim.Second), 0)
	c.order, c.log.asked = make([]uint32, 0, 1<<20), make([]redo.Need, 0, 1<<20)
	assert.Zero(t, testing.AllocsPerRun(5, func() { k.Run(k.Now().Add(100*sim.Millisecond), 0) }))
}

// TestNoOrder: with binlog_order_commits = OFF the members of a group commit side by side, each on a processor, where with
// an order the last one of 20 waits for 19 others of 100 us each.
func TestNoOrder(t *testing.T) {
	last := func(unordered bool) sim.Duration {
		k, c := newCrowd(t, 20, Knobs{Sync: 1, FlushAtCommit: 1, Unordered: unordered})
		c.g.env.Costs.CommitEach = 100 * sim.Microsecond
		c.think = sim.Second // nobody commits a second time
		k.Run(sim.Time(20*sim.Millisecond), 0)
		require.GreaterOrEqual(t, len(c.order), 20)
		return c.total
	}
	ordered, free := last(false), last(true)
	require.InDelta(t, 19*1.8, (ordered - free).Millis(), 0.2, "the first is alone; the others wait for all 19 and not for themselves only")
}
