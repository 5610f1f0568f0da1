package flush

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
)

// TestIdleFlush: a server without work writes innodb_idle_flush_pct of innodb_io_capacity a second
// (behaviours 12, 28).
func TestIdleFlush(t *testing.T) {
	o := defaultServer()
	o.dirtyStart = 14000
	o.knobs.IOCapacity, o.knobs.IOCapacityMax = 1000, 2000
	s := newServer(o)
	s.run(t, 3500*sim.Millisecond)
	m := s.during(t, 5*sim.Second)
	require.EqualValues(t, 5000, m.PagesIdle)
	require.Zero(t, m.PagesAdaptive+m.PagesLRU+m.PagesSync)
	s.cl.SetKnobs(func() Knobs { k := o.knobs; k.IdleFlushPct = 50; return k }())
	m = s.during(t, 4*sim.Second)
	require.EqualValues(t, 2000, m.PagesIdle)
}

// TestIdleDrainEnds: then nothing is left to do.
func TestIdleDrainEnds(t *testing.T) {
	o := defaultServer()
	o.dirtyStart = 14000
	s := newServer(o)
	s.run(t, 8*sim.Second)
	require.Zero(t, s.dirty())
	require.EqualValues(t, 14000, s.cl.Metrics().PagesIdle+s.cl.Metrics().PagesDirty+s.cl.Metrics().PagesAdaptive)
}

// TestAdaptiveKeepsUp: under a steady load the age settles; the rate is that of the demand (behaviour 5).
func TestAdaptiveKeepsUp(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install, o.payload = 110000, 100000, 100000, 1000
	s := newServer(o)
	s.load(10, 5*sim.Millisecond)
	s.run(t, 40*sim.Second)
	before := s.dirty()
	m := s.during(t, 20*sim.Second)
	require.InDelta(t, 20*2000, float64(m.Flushed()), 20*2000*0.2)
	require.InDelta(t, before, s.dirty(), float64(before)*0.3)
	require.Zero(t, m.PagesSync)
	t.Logf("dirty %d, %+v, events %d", s.dirty(), m, s.k.Events())
}

// TestTargetIsPerPass: a device too slow for the target stretches the pass; there is no catch-up (behaviours
// 13, 14).
func TestTargetIsPerPass(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install = 70000, 60000, 60000
	o.device.IOPS, o.dw.Pages = 600, 16
	s := newServer(o)
	s.load(10, 2*sim.Millisecond)
	m := s.during(t, 30*sim.Second)
	t.Logf("%+v", m)
	require.Greater(t, m.SlowPasses, uint64(0))
	require.Less(t, m.Flushed(), m.Requested)
}

// TestRunningBatchBlocksTheNext: while pages of the last pass are being written, a slot does nothing
// (behaviour 14).
func TestRunningBatchBlocksTheNext(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install = 70000, 60000, 60000
	o.dw.Pages = 512
	o.device.WriteLatency, o.device.Channels = 1300*sim.Millisecond, 0
	o.knobs.IOCapacity, o.knobs.IOCapacityMax = 300, 400
	s := newServer(o)
	s.load(10, sim.Millisecond)
	m := s.during(t, 20*sim.Second)
	t.Logf("%+v", m)
	require.Greater(t, m.Blocked, uint64(1))
	require.Less(t, m.Flushed(), m.Requested*3/4)
}

// TestSyncFlush: demand above innodb_io_capacity_max ages the redo until passes run back to back, above that
// limit (behaviour 8). Without innodb_flush_sync the limit holds and the clients stall.
func TestSyncFlush(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install, o.payload = 150000, 140000, 140000, 1500
	o.knobs.IOCapacity, o.knobs.IOCapacityMax = 300, 600
	s := newServer(o)
	s.load(20, 4*sim.Millisecond)
	s.run(t, 30*sim.Second)
	m := s.during(t, 10*sim.Second)
	require.Greater(t, m.PagesSync, uint64(6000*2))
	require.Greater(t, m.PassesSync, uint64(10))
	o.knobs.FlushSync = false
	s = newServer(o)
	s.load(20, 4*sim.Millisecond)
	s.run(t, 30*sim.Second)
	slow := s.during(t, 10*sim.Second)
	require.Zero(t, slow.PagesSync)
	require.LessOrEqual(t, slow.Flushed(), uint64(11*601))
}

// rateWith is the rate of a drain without pacing, by pages per doublewrite batch.
func rateWith(t *testing.T, pages, instances int) float64 {
	o := defaultServer()
	o.dw.Pages = pages
	return drainRate(t, o, instances)
}

func drainRate(t *testing.T, o serverOptions, instances int) float64 {
	o.frames, o.pages, o.install, o.dirtyStart = 120000, 100000, 100000, 100000
	o.instances, o.flush.Cleaners = instances, instances
	o.device.FlushLatency = sim.Millisecond
	o.knobs.IOCapacity, o.knobs.IOCapacityMax = 1000000, 2000000
	o.knobs.MaxDirtyPagesPctLWM = 1
	s := newServer(o)
	s.load(1, 100*sim.Millisecond)
	s.run(t, 1500*sim.Millisecond)
	before := s.dirty()
	s.run(t, 2*sim.Second)
	return float64(before-s.dirty()) / 2
}

// TestDoublewriteBatchSize: batches of 4 pages cap the rate of an instance; 64 and 128 do not (behaviour 18).
func TestDoublewriteBatchSize(t *testing.T) {
	four, sixteen, many := rateWith(t, 4, 1), rateWith(t, 16, 1), rateWith(t, 64, 1)
	t.Logf("pages per second with batches of 4, 16, 64: %.0f, %.0f, %.0f", four, sixteen, many)
	require.Less(t, four, 8000.0)
	require.Greater(t, sixteen, 2.5*four)
	require.Greater(t, many, 2*sixteen)
	require.Greater(t, rateWith(t, 4, 4), 1.2*four)
}

// TestSystemBufferDoesNotScale: before 8.0.20 one batch was in flight for the whole server (behaviour 20).
func TestSystemBufferDoesNotScale(t *testing.T) {
	rate := func(instances int, system bool) float64 {
		o := defaultServer()
		o.system, o.dw.Pages = system, 16
		return drainRate(t, o, instances)
	}
	one, eight := rate(1, true), rate(8, true)
	t.Logf("pages per second with 1 and 8 instances: %.0f, %.0f", one, eight)
	require.InDelta(t, one, eight, one*0.3)
	require.Greater(t, rate(8, false), 1.5*rate(1, false))
}

// TestLRUSupply: a set larger than the pool; the cleaner's passes supply free pages, and reads go on
// (behaviour 15).
func TestLRUSupply(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install = 8000, 60000, 7000
	s := newServer(o)
	s.load(8, 5*sim.Millisecond)
	s.run(t, 5*sim.Second)
	m := s.during(t, 10*sim.Second)
	require.Greater(t, m.PagesLRU+m.Evicted, uint64(2000))
	require.Zero(t, m.PagesSingle)
	t.Logf("%+v", m)
}

// TestSinglePageFlush: demand beyond the supply, with a dirty tail, makes clients flush alone (behaviour 15).
func TestSinglePageFlush(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install = 4000, 60000, 3900
	o.poolKnobs.LRUScanDepth = 100
	s := newServer(o)
	s.load(64, 100*sim.Microsecond)
	m := s.during(t, 2*sim.Second)
	require.Greater(t, m.PagesSingle, uint64(1000))
	require.InDelta(t, m.PagesSingle, s.dw.(*doublewrite.Files).Metrics().SingleWrites, 64)
	t.Logf("%+v ops=%d", m, s.ops)
}

// TestNeighbours: innodb_flush_neighbors = 1 takes runs along, 2 whole extents.
func TestNeighbours(t *testing.T) {
	near := func(mode int) (near, calls uint64) {
		o := defaultServer()
		o.knobs.FlushNeighbors, o.dirtyStart = mode, 10000
		o.knobs.IOCapacity, o.knobs.IOCapacityMax = 200, 400
		s := newServer(o)
		s.run(t, 3500*sim.Millisecond)
		m := s.during(t, 2*sim.Second)
		return m.PagesNear, m.PagesIdle
	}
	n, pages := near(0)
	require.Zero(t, n)
	require.EqualValues(t, 400, pages)
	for mode := 1; mode <= 2; mode++ {
		n, pages = near(mode)
		require.GreaterOrEqual(t, pages, uint64(400))
		require.GreaterOrEqual(t, n*64, pages*60)
	}
}

// TestEventsPerPage holds the budget of events.
func TestEventsPerPage(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install, o.dirtyStart = 120000, 100000, 100000, 100000
	s := newServer(o)
	s.run(t, 2500*sim.Millisecond)
	before, events := s.cl.Metrics().Flushed(), s.k.Events()
	s.run(t, 3*sim.Second)
	pages := s.cl.Metrics().Flushed() - before
	t.Logf("%.2f events per page, %d pages", float64(s.k.Events()-events)/float64(pages), pages)
	require.Less(t, float64(s.k.Events()-events), 3.5*float64(pages))
}

func TestEqualRunsAreEqual(t *testing.T) {
	digest := func() uint64 {
		o := defaultServer()
		o.instances, o.flush.Cleaners = 4, 4
		s := newServer(o)
		s.load(16, sim.Millisecond)
		s.run(t, 4*sim.Second)
		return s.k.Digest()
	}
	require.Equal(t, digest(), digest())
}

// TestCloneGoesOnAlike: a copy of a running server does what the original does.
func TestCloneGoesOnAlike(t *testing.T) {
	o := defaultServer()
	o.instances, o.flush.Cleaners = 2, 2
	s := newServer(o)
	s.load(16, sim.Millisecond)
	s.run(t, 2*sim.Second)
	twin := clone.Deep(s)
	s.run(t, 2*sim.Second)
	twin.run(t, 2*sim.Second)
	require.Equal(t, s.k.Digest(), twin.k.Digest())
	require.Equal(t, s.cl.Metrics(), twin.cl.Metrics())
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	o := defaultServer()
	o.frames, o.pages, o.install = 8000, 20000, 7000
	s := newServer(o)
	s.load(32, 2*sim.Millisecond)
	s.run(t, 20*sim.Second)
	step := func() { s.k.Run(s.k.Now().Add(sim.Second), 0) }
	require.Zero(t, testing.AllocsPerRun(3, step))
}

func TestValidate(t *testing.T) {
	o, kn := Options{}, DefaultKnobs()
	require.NoError(t, kn.Validate())
	require.ErrorContains(t, o.Validate(), "flush.Policy")
	kn.IOCapacityMax, kn.FlushNeighbors = 5, 3
	require.ErrorContains(t, kn.Validate(), "innodb_io_capacity_max: 5 is not within")
	require.ErrorContains(t, kn.Validate(), "innodb_flush_neighbors")
}

// TestAServerThatHasBeenUpRenewsItsAveragesEarlier: innodb_flushing_avg_loops seconds after its own start, not after the
// first client's.
func TestAServerThatHasBeenUpRenewsItsAveragesEarlier(t *testing.T) {
	for up, renewed := range map[sim.Duration]sim.Duration{0: 30 * sim.Second, 10 * sim.Second: 20 * sim.Second} {
		o := defaultServer()
		o.frames, o.pages, o.install, o.payload = 110000, 100000, 100000, 1000
		s := newServer(o)
		s.cl.PrimeStarted(up, s.log.Current())
		s.load(10, 5*sim.Millisecond)
		s.run(t, renewed-2*sim.Second)
		require.Zero(t, s.cl.mem.LSNAvg, up)
		s.run(t, 4*sim.Second)
		require.NotZero(t, s.cl.mem.LSNAvg, up)
	}
}
