package recovery_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// small is a server with native I/O on a fast device, and pages as MySQL 8.4 leaves them.
func small() *recovery.Server {
	return &recovery.Server{
		CPU:    queue.CPUOptions{CPUs: 8, ThreadsPerCore: 1, Factor: 1, Share: 1, Switch: us(2)},
		Wakeup: us(20), SyscallCPU: us(3), PageFault: us(1), PageCache: 8 << 30,
		Data: device.Config{
			ReadLatency: us(100), WriteLatency: us(60), FlushLatency: us(50), LatencyCV: 0.3, Channels: 32, FileSystem: device.Ext4,
		},
		Seed: 1, PageSize: 16384, Frames: 32768, Instances: 2, LRUScanDepth: 1024, IOCapacity: 1000,
		ReadIOThreads: 4, WriteIOThreads: 4, NativeAIO: true, Direct: true, SyncData: true, BatchPages: 128,
		RedoCapacity: 1 << 30, RedoFiles: 32,
	}
}

func crash(redo int64, pages, dirty int) recovery.Crash {
	return recovery.Crash{Redo: redo, Pages: spread(pages, dirty, 4, 20000, uint64(redo))}
}

func phase(r recovery.Report, name string) sim.Duration {
	for _, p := range r.Phases {
		if p.Name == name {
			return p.Time
		}
	}
	return 0
}

// The laws of every start: phases sum to the time, each page that redo names is read once a batch at least, those
// that are not on disk are brought up to date, and equal crashes take equal times.
func TestLawsOfRecovery(t *testing.T) {
	for _, redo := range []int64{0, 1, 1 << 20, 100 << 20} {
		for _, copies := range []recovery.Copies{recovery.FullCopies, recovery.Detect, recovery.NoCopies} {
			for _, back := range []bool{false, true} {
				s := small()
				s.Copies, s.WritesBack = copies, back
				c := crash(redo, int(min(redo, 5000)), int(min(redo, 2000)))
				r := s.Recover(c)
				sum := sim.Duration(0)
				for _, p := range r.Phases {
					sum += p.Time
				}
				assert.Equal(t, r.Ready, sum)
				assert.Equal(t, redo, r.RedoBytes)
				assert.Equal(t, len(c.Pages), r.PagesRead)
				assert.Equal(t, int(min(redo, 2000)), r.PagesApplied)
				if back {
					assert.Equal(t, r.PagesApplied, r.PagesWritten)
				} else {
					assert.Zero(t, r.PagesWritten)
				}
				assert.Equal(t, r, s.Recover(c))
			}
		}
	}
}

// More redo, more pages, a slower device: each takes longer. A page on disk is read too, and cheaper than one that
// has to be brought up to date.
func TestWhatRecoveryTakesLongerWith(t *testing.T) {
	base := small().Recover(crash(50<<20, 4000, 2000))
	redo := small().Recover(crash(200<<20, 4000, 2000))
	assert.Greater(t, phase(redo, "scan"), 3*phase(base, "scan"))
	pages := small().Recover(crash(50<<20, 32000, 2000))
	assert.Greater(t, phase(pages, "apply"), 2*phase(base, "apply"))
	slow := small()
	slow.Data.ReadLatency = us(1000)
	slow.Data.IOPS = 2000
	assert.Greater(t, phase(slow.Recover(crash(50<<20, 4000, 2000)), "apply"), 1800*sim.Millisecond)
	limits := small()
	limits.Instances, limits.Data.Channels, limits.Data.ReadLatency = 1, 0, us(1)
	fast := phase(limits.Recover(crash(1<<20, 12800, 0)), "apply")
	assert.Greater(t, fast, 900*sim.Millisecond, "128 pages an instance, then a sleep of 10 ms")
}

// Redo whose records do not fit into the pool is applied in several batches, each of which writes its pages and
// forgets them.
func TestHashTableOfRecordsIsBounded(t *testing.T) {
	s := small()
	c := crash(400<<20, 3000, 3000)
	one := s.Recover(c)
	assert.Equal(t, 2, one.Batches, "880 MiB of records in a pool of 512")
	s.Frames = 65536
	assert.Equal(t, 1, s.Recover(c).Batches)
	s.Frames = 8192
	many := s.Recover(c)
	assert.Greater(t, many.Batches, 6)
	assert.Greater(t, many.PagesRead, 2*one.PagesRead, "pages are read again")
	assert.Greater(t, many.Ready, one.Ready)
	require.Positive(t, many.PagesWritten)
}

// Redo that is applied while it is read hides the shorter of the two phases, whichever it is, and nothing else.
func TestParallelRecoveryHidesTheShorterPhase(t *testing.T) {
	for _, c := range []recovery.Crash{crash(50<<20, 30000, 20000), crash(400<<20, 100, 100)} {
		s := small()
		one := s.Recover(c)
		s.Parallel = true
		two := s.Recover(c)
		longer := max(phase(one, "scan"), phase(one, "apply"))
		assert.Equal(t, longer, phase(two, "scan")+phase(two, "apply"))
		assert.Equal(t, one.Ready-phase(one, "scan")-phase(one, "apply")+longer, two.Ready)
		assert.Less(t, two.Ready, one.Ready)
		assert.Equal(t, one.PagesApplied, two.PagesApplied)
	}
}

// A killed process finds its redo in the page cache; a host that has stopped reads it from the device.
func TestRedoIsInThePageCacheOfAHostThatGoesOn(t *testing.T) {
	s := small()
	s.Redo = &device.Config{ReadLatency: us(200), Bandwidth: 20e6, Channels: 8, FileSystem: device.Ext4}
	c := crash(100<<20, 100, 100)
	cut := s.Recover(c)
	c.Cached = true
	kill := s.Recover(c)
	assert.Greater(t, phase(cut, "scan"), 5*sim.Second)
	assert.Less(t, phase(kill, "scan"), 3*sim.Second)
}

// A large recovery is simulated in part; the part tells the time of the whole.
func TestPartOfALargeRecoveryTellsTheWhole(t *testing.T) {
	s := small()
	s.Frames = 1 << 20
	per := func(n int) float64 {
		r := s.Recover(recovery.Crash{Redo: int64(n) * 3000, Pages: spread(n, n/2, 8, 200000, uint64(n)*3000)})
		assert.InEpsilon(t, n, r.PagesRead, 0.05)
		return (phase(r, "scan") + phase(r, "apply")).Seconds() / float64(n)
	}
	assert.InEpsilon(t, per(190_000), per(800_000), 0.1)
}

// A clean shutdown writes what is dirty, in the modes that do, and purges everything in the one that does.
func TestFastShutdown(t *testing.T) {
	s := small()
	dirty := spread(20000, 20000, 4, 20000, 1<<20)
	stop := func(fast int) recovery.Report {
		return s.Stop(recovery.Shutdown{Fast: fast, Dirty: dirty, History: 500_000})
	}
	assert.Equal(t, 20000, stop(1).PagesWritten)
	assert.Zero(t, stop(2).PagesWritten)
	assert.Greater(t, stop(1).Ready, stop(2).Ready+sim.Duration(phase(stop(1), "flush"))/2)
	assert.Greater(t, stop(0).Ready, stop(1).Ready+5*sim.Second)
}

// A load reads one page after another; an adaptive one keeps the device busy.
func TestPoolLoad(t *testing.T) {
	s := small()
	pages := spread(5000, 0, 1, 20000, 1)
	one := s.Start(pages)
	s.Load = recovery.LoadAdaptive
	many := s.Start(pages)
	assert.Greater(t, one.Loaded, 5000*us(100))
	assert.Less(t, many.Loaded, one.Loaded)
	assert.Equal(t, sim.Duration(0), s.Start(nil).Loaded)
}
