package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/clone"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// world is a host with threads that read, write and sync in turn: everything that a clone must carry.
type world struct {
	k     *sim.Kernel
	id    sim.ActorID
	data  *Device
	redo  *Device
	files *Files
	cpu   *queue.CPU
	waits *stat.WaitClock
	ids   []FileID
	steps []uint32 // by thread
}

const threads = 16

func newWorld(t testing.TB, profile string) *world {
	t.Helper()
	c, err := Lookup(profile, 0)
	require.NoError(t, err)
	w := &world{k: sim.New(), waits: stat.NewWaitClock(threads), steps: make([]uint32, threads)}
	o := queue.CPUOptions{CPUs: 2, ThreadsPerCore: 2, SMTGain: 0.3, Factor: 1, Share: 1, Switch: 2 * us}
	w.cpu = queue.NewCPU(w.k, o, w.waits)
	w.files = NewFiles(w.k, FilesOptions{
		Memory: 1 * gib, Waits: w.waits, CPU: w.cpu, Wakeup: 15 * us, SubmitCPU: 2 * us,
	})
	w.data, w.redo = New(w.k, "data", c, 1), New(w.k, "redo", c, 1)
	host := NewHostCaps(50000, 0)
	w.data.Share(host)
	w.redo.Share(host)
	w.open("data.t1", w.data, Direct, 1*gib)
	w.open("redo.0", w.redo, Buffered, 1*gib)
	w.open("dsync.0", w.redo, DSync, 1*gib)
	w.open("binlog.1", w.data, Buffered, 0)
	w.open("temp", w.data, Buffered, 4*gib)
	w.id = w.k.Register("world", w)
	for i := range uint32(threads) {
		w.k.Soon(sim.Wake{To: w.id, Ref: i})
	}
	return w
}

func (w *world) open(name string, d *Device, m Mode, size int64) {
	id := w.files.Open(name, d, m)
	w.files.Allocate(id, size, true)
	w.ids = append(w.ids, id)
}

// Handle sends the next call of a thread.
func (w *world) Handle(k *sim.Kernel, ev sim.Event) {
	n := w.steps[ev.Ref]
	w.steps[ev.Ref]++
	c := Call{
		Op: Op(n % uint32(NumOps)), File: w.ids[(ev.Ref+n/7)%uint32(len(w.ids))],
		Offset: int64(n*977%60000) * 16 * kib, Bytes: 16384, Wait: testWait, CPU: 10 * us, Then: 5 * us, Data: n%2 == 0,
	}
	if c.File == 3 && c.Op == Write {
		c.Offset = w.files.Size(c.File)
	}
	w.files.Call(k, c, ev.Wake)
}

// TestCloneGoesOnAlike: a copy in the middle of the run has the same future, and does not touch the
// original's.
func TestCloneGoesOnAlike(t *testing.T) {
	for _, profile := range []string{"nvme-consumer", "sata-ssd", "nitro-ssd", "hdd-7200"} {
		w := newWorld(t, profile)
		w.k.Run(sim.Time(500*ms), 0)
		c := clone.Deep(w)
		w.k.Run(sim.Time(sim.Second), 0)
		require.NotEqual(t, w.k.Digest(), c.k.Digest())
		c.k.Run(sim.Time(sim.Second), 0)
		require.Equal(t, w.k.Digest(), c.k.Digest(), profile)
		require.Equal(t, w.data.Metrics(), c.data.Metrics())
		require.Equal(t, w.files.ClassMetrics("redo"), c.files.ClassMetrics("redo"))
	}
}

// TestLawsOfTheFileLayer: bytes that go in come out, and the sum of all waits is the time of the run.
func TestLawsOfTheFileLayer(t *testing.T) {
	for _, profile := range []string{"instant", "nvme-consumer", "sata-ssd", "nitro-ssd", "gp3"} {
		w := newWorld(t, profile)
		w.k.Run(sim.Time(2*sim.Second), 1_000_000)
		require.NoError(t, w.files.Check())
		require.NoError(t, w.data.Check())
		require.NoError(t, w.redo.Check())
		data := w.files.ClassMetrics("data")
		require.NotZero(t, data.Reads+data.Writes)
		if profile == "instant" {
			continue
		}
		var written, journal, direct uint64
		for _, id := range w.ids {
			m := w.files.Metrics(id)
			written += m.WrittenBack
			if w.files.Mode(id) == Direct {
				direct += m.WriteBytes
			}
		}
		var device, flying uint64
		for _, d := range []*Device{w.data, w.redo} {
			journal += w.files.Journal(d).Bytes
			device += d.Metrics().Ops[Write].Bytes
			for _, f := range d.meter.flying {
				flying += uint64(f.bytes) * uint64(f.op%2)
			}
			flying += d.queuedBytes()
		}
		require.Equal(t, written+direct+journal, device+flying, profile)
		for i := range uint32(threads) {
			var all sim.Duration
			for _, d := range w.waits.Close(i, w.k.Now()) {
				all += d
			}
			require.Equal(t, w.k.Now().Sub(0), all)
		}
	}
}

// queuedBytes are the bytes of writes in the queue of the host, and in the device that has them from it.
func (d *Device) queuedBytes() (n uint64) {
	if d.host == nil {
		return 0
	}
	all := d.host.entries
	for _, e := range all {
		if e.r.Op == Write {
			n += uint64(e.r.Bytes)
		}
		for w := e.with; w != 0; w = all[w].next {
			n -= uint64(all[w].r.Bytes) // it has joined e, whose bytes are those of both
		}
	}
	return n
}

// TestCommitsAreShared: sixteen threads that sync one ext4 file system get more than one thread, from fewer
// commits.
func TestCommitsAreShared(t *testing.T) {
	run := func(n uint32) (syncs uint64, j JournalMetrics) {
		k := sim.New()
		c := Config{WriteLatency: 400 * us, FlushLatency: 100 * us, FileSystem: Ext4}
		d, out := New(k, "data", c, 1), newSink(k)
		f := NewFiles(k, FilesOptions{})
		id := f.Open("binlog", d, Buffered)
		out.next = func(k *sim.Kernel, ev sim.Event) {
			f.write(k.Now(), id, f.Size(id), 512)
			f.Sync(k, id, true, ev.Wake)
		}
		for i := range n {
			k.Soon(out.wake(i))
		}
		k.Run(sim.Time(10*sim.Second), 0)
		return f.Metrics(id).Syncs, f.Journal(d)
	}
	one, alone := run(1)
	many, shared := run(16)
	require.InEpsilon(t, 10/0.0013, float64(one), 0.01, "write-back, log write, flush, commit record")
	require.InEpsilon(t, one, alone.Commits, 0.01)
	require.InEpsilon(t, 10/0.0009, float64(shared.Commits), 0.02, "commits follow each other")
	require.Greater(t, many, 5*one)
}

// TestPageCache: a file that fits is read from memory once it was read; one twice as large hits half the
// time.
func TestPageCache(t *testing.T) {
	rate := func(size, memory int64) float64 {
		k := sim.New()
		d := New(k, "data", Config{ReadLatency: 1 * ms, FileSystem: Ext4}, 1)
		f := NewFiles(k, FilesOptions{Memory: memory})
		id := f.Open("data", d, Buffered)
		f.Allocate(id, size, true)
		pages := uint64(size / (16 * kib))
		for i := range 4 * pages {
			f.read(0, id, int64(i*2654435761%pages)*16*kib, 16384)
		}
		before := f.Metrics(id)
		for i := range pages {
			f.read(0, id, int64(i)*16*kib, 16384)
		}
		m := f.Metrics(id).Sub(before)
		require.NoError(t, f.Check())
		return float64(m.CacheHits) / float64(m.Reads)
	}
	require.Greater(t, rate(64*mib, 128*mib), 0.98)
	require.InDelta(t, 0.5, rate(128*mib, 64*mib), 0.03)
	require.Zero(t, rate(64*mib, 0))
}

// TestWarmFilesShareMemory: what is filled later displaces what was there, in proportion.
func TestWarmFilesShareMemory(t *testing.T) {
	k := sim.New()
	d := New(k, "data", Config{FileSystem: Ext4}, 1)
	f := NewFiles(k, FilesOptions{Memory: 100 * mib})
	a, b := f.Open("a", d, Buffered), f.Open("b", d, Buffered)
	f.Allocate(a, 100*mib, true)
	f.Allocate(b, 100*mib, true)
	f.Warm(a, 100*mib)
	for range 1000 {
		f.Warm(b, 1*mib)
	}
	require.NoError(t, f.Check())
	cached := func(id FileID) float64 { return f.files[id].cached * f.pages.scale }
	require.InEpsilon(t, float64(100*mib), cached(a)+cached(b), 1e-6)
	require.Greater(t, cached(b), 0.9*float64(100*mib))
}

// TestWriterIsThrottled: more than a fifth of memory dirty, and the writer waits for the device.
func TestWriterIsThrottled(t *testing.T) {
	k := sim.New()
	d := New(k, "data", Config{Bandwidth: 100e6, FileSystem: Ext4}, 1)
	f := NewFiles(k, FilesOptions{Memory: 100 * mib})
	id := f.Open("data", d, Buffered)
	end, _ := f.write(0, id, 0, 8<<20)
	require.Zero(t, end)
	f.write(0, id, 8<<20, 8<<20)
	require.Zero(t, f.Dirty(id), "background write-back")
	end, _ = f.write(0, id, 64<<20, 32<<20)
	require.InEpsilon(t, float64(48<<20)/100e6, end.Seconds(), 0.01)
	k.Run(sim.Time(40*sim.Second), 0)
	f.write(k.Now(), id, 0, 4096)
	require.EqualValues(t, 4096, f.Dirty(id))
	k.Run(sim.Time(80*sim.Second), 0)
	f.write(k.Now(), id, 1<<20, 4096)
	require.Zero(t, f.Dirty(id), "thirty seconds old")
}

func TestCallsDoNotAllocate(t *testing.T) {
	for _, profile := range []string{"instant", "nvme-consumer", "sata-ssd", "nitro-ssd"} {
		w := newWorld(t, profile)
		w.k.Run(sim.Time(sim.Second), 200_000)
		require.Zero(t, testing.AllocsPerRun(20, func() { w.k.Run(forever-1, 2000) }), profile)
	}
}

// TestEventsPerCall is the budget: a blocking device call is its CPU burst, its wake-up and its return.
func TestEventsPerCall(t *testing.T) {
	calls := uint64(0)
	k := sim.New()
	d := New(k, "data", Config{ReadLatency: 500 * us}, 1)
	cpu := queue.NewCPU(k, queue.CPUOptions{CPUs: 2, ThreadsPerCore: 1, Factor: 1, Share: 1}, nil)
	f := NewFiles(k, FilesOptions{CPU: cpu, Wakeup: 15 * us})
	out := newSink(k)
	id := f.Open("data", d, Direct)
	out.next = func(k *sim.Kernel, ev sim.Event) {
		calls++
		f.Call(k, Call{Op: Read, File: id, Bytes: 16384, CPU: 10 * us, Wait: testWait, Then: 5 * us}, ev.Wake)
	}
	k.Soon(out.wake(0))
	k.Run(sim.Time(sim.Second), 0)
	require.InDelta(t, 3, float64(k.Events())/float64(calls), 0.01)
}

// BenchmarkCall is the cost of a blocking call with its three events.
func BenchmarkCall(b *testing.B) {
	w := newWorld(b, "nvme-plp")
	b.ResetTimer()
	w.k.Run(forever-1, 3*b.N)
}
