package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// chaos does random things to a pool from many threads and a cleaner.
type chaos struct {
	*rig
	draw    rng.Stream
	held    [16][]FrameID
	modes   [16]Mode
	writing [2][]FrameID // by List and LRU
	batch   LRUBatch
	lsn     redo.LSN
	pages   uint32
	filthy  bool // nobody cleans, and everything is modified
}

func (c *chaos) step() {
	thread := c.draw.Uint32n(16)
	switch what := c.draw.Uint32n(20); {
	case what < 8:
		c.use(thread)
	case what < 14:
		c.leave(thread)
	case what == 14:
		c.p.Drop(PageNo(c.draw.Uint32n(c.pages) + 1))
	case what < 17 && !c.filthy:
		c.clean()
	case what < 19 && !c.filthy:
		c.complete()
	case what < 19:
		c.use(thread)
	default:
		c.p.SetKnobs(Knobs{
			OldBlocksPct: int(c.draw.Uint32n(91)) + 5, OldBlocksTime: sim.Duration(c.draw.Uint32n(3)) * sim.Millisecond,
			LRUScanDepth: 100 + int(c.draw.Uint32n(200)), ReadAheadThreshold: int(c.draw.Uint32n(65)),
			RandomReadAhead: c.draw.Uint32n(2) == 0,
		})
	}
	c.run(sim.Duration(c.draw.Uint32n(100_000)))
}

func (c *chaos) use(thread uint32) {
	if c.parked[thread] != sim.NoWait || len(c.held[thread]) > 2 {
		return
	}
	m := Mode(c.draw.Uint32n(2))
	if c.filthy {
		m = Write
	}
	c.modes[thread] = m
	var f FrameID
	var w sim.Wait
	if pg := PageNo(c.draw.Uint32n(c.pages) + 1); c.draw.Uint32n(8) == 0 {
		c.modes[thread] = Write
		f, w = c.create(thread, pg)
	} else {
		f, w = c.get(thread, pg, m)
	}
	if w == sim.NoWait {
		c.take(thread, f)
	}
}

func (c *chaos) take(thread uint32, f FrameID) {
	c.held[thread] = append(c.held[thread], f)
	if c.modes[thread] == Write && (c.filthy || c.draw.Uint32n(4) != 0) {
		c.lsn += 100
		c.p.Modify(c.k, f, redo.Span{Start: c.lsn, End: c.lsn + 100})
	}
}

func (c *chaos) leave(thread uint32) {
	for _, f := range c.held[thread] {
		c.p.Unfix(f)
	}
	c.held[thread] = c.held[thread][:0]
}

func (c *chaos) clean() {
	if c.draw.Uint32n(2) == 0 {
		if f, _ := c.p.NextLRU(c.k, 0, &c.batch); f != 0 {
			c.writing[LRU] = append(c.writing[LRU], f)
		}
	} else {
		var scanned int
		if f := c.p.NextList(0, c.lsn, &scanned); f != 0 {
			c.writing[List] = append(c.writing[List], f)
		}
	}
	if c.draw.Uint32n(10) == 0 {
		c.batch = LRUBatch{}
		c.p.BatchEnd(c.k, 0, LRU)
		c.p.BatchEnd(c.k, 0, List)
	}
}

func (c *chaos) complete() {
	t := FlushType(c.draw.Uint32n(2))
	for i := range c.draw.Uint32n(uint32(len(c.writing[t]) + 1)) {
		c.p.Written(c.k, c.writing[t][i], t)
		c.writing[t][i] = 0
	}
	rest := c.writing[t][:0]
	for _, f := range c.writing[t] {
		if f != 0 {
			rest = append(rest, f)
		}
	}
	c.writing[t] = rest
}

func TestLawsHoldUnderRandomUse(t *testing.T) {
	policies := []FreePolicy{
		SinglePageFlush{}, SinglePageFlush{HandsGoOn: true}, SinglePageFlush{AwaitBatches: true, HandsGoOn: true}, WaitForCleaner{},
	}
	for seed := range uint64(12) {
		frames := []int{80, 600, 1000}[seed%3]
		o := small(frames)
		o.free = policies[seed/3]
		o.pages = Consecutive{}
		if seed%2 == 0 {
			o.Costs = DefaultCosts()
			o.Handoff = 5 * sim.Microsecond
		}
		c := &chaos{rig: newRig(o), draw: rng.New(seed, "chaos", 0), pages: uint32(frames * 2)}
		c.granted = c.take
		for i := range 4000 {
			c.filthy = i/1000%2 == 1
			c.step()
			require.NoError(t, c.p.CheckLists(), "seed %d, step %d", seed, i)
			c.requireSameScan(t)
		}
		c.drain(t)
		require.Positive(t, c.p.m.Reads)
	}
}

// requireSameScan compares the scans that skip with scans that do not.
func (c *chaos) requireSameScan(t *testing.T) {
	in := &c.p.inst[0]
	for _, r := range []*reach{&in.reachClean, &in.reachOne} {
		for _, limit := range []int{1, 100, wholeList} {
			var hand FrameID
			f, n := c.p.walk(r, in.tail, &hand, limit)
			g, m := c.p.scanTail(in, r, limit)
			require.Equal(t, [2]int{int(f), n}, [2]int{int(g), m})
		}
	}
}

// feed is an LRU batch of the page cleaner, on whom hungry threads depend.
func (c *chaos) feed() {
	b := LRUBatch{Quota: true, Writes: 100}
	for {
		f, more := c.p.NextLRU(c.k, 0, &b)
		if f != 0 {
			c.writing[LRU] = append(c.writing[LRU], f)
		}
		if !more {
			break
		}
	}
	c.p.FeedHungry(c.k, 0)
}

// drain lets everything end: no thread may be left parked, no frame in use.
func (c *chaos) drain(t *testing.T) {
	c.granted = func(thread uint32, f FrameID) { c.held[thread] = append(c.held[thread], f) }
	for range 100 {
		for thread := range uint32(16) {
			c.leave(thread)
		}
		for list := range c.writing {
			for _, f := range c.writing[list] {
				c.p.Written(c.k, f, FlushType(list))
			}
			c.writing[list] = c.writing[list][:0]
		}
		c.p.BatchEnd(c.k, 0, LRU)
		if c.p.HungryThreads(0) > 0 {
			c.feed()
		}
		c.p.BatchEnd(c.k, 0, List)
		c.run(20 * sim.Millisecond)
	}
	for thread := range c.parked {
		require.Equal(t, sim.NoWait, c.parked[thread], "thread %d is left", thread)
	}
	totals := c.p.Totals()
	require.Equal(t, totals.Frames, totals.Free+totals.LRU)
	require.Zero(t, totals.Reading)
	require.Equal(t, totals.LRU, c.p.inst[0].clean+c.p.inst[0].dirtyIdle)
	require.NoError(t, c.p.CheckLists())
}
