package extension

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/stat"
)

// rig is a cache over data files that answer after 1 ms; the cache's disk takes 100 us for a read and 50 us for a write.
type rig struct {
	k     *sim.Kernel
	id    sim.ActorID
	c     *Cache
	disk  []bufferpool.PageNo // read from the data files
	done  int
	clock *stat.WaitClock
}

func (r *rig) Handle(*sim.Kernel, sim.Event) { r.done++ }

func (r *rig) ReadPage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	r.disk = append(r.disk, pg)
	k.After(sim.Millisecond, done)
}

func (r *rig) Prefetch(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) { r.ReadPage(k, pg, done) }

func newRig(pages int, through bool) *rig {
	r := &rig{k: sim.New(), clock: stat.NewWaitClock(8)}
	r.id = r.k.Register("rig", r)
	cpu := queue.NewCPU(r.k, queue.CPUOptions{CPUs: 8, Factor: 1, Share: 1}, r.clock)
	files := device.NewFiles(r.k, device.FilesOptions{Waits: r.clock, CPU: cpu})
	dev := device.New(r.k, "extension", device.Config{
		ReadLatency: 100 * sim.Microsecond, WriteLatency: 50 * sim.Microsecond,
	}, 1)
	o := Options{Pages: pages, DataPages: 64, PageSize: 16384, WriteThrough: through, Costs: DefaultCosts()}
	r.c = New(r.k, o, Env{Next: r, Files: files, File: files.Open("extension", dev, device.Direct), Wait: sim.WaitsEngine + 1})
	return r
}

// settle lets everything that is under way end.
func (r *rig) settle() {
	for r.k.Pending() > 0 {
		r.k.Run(r.k.Now().Add(sim.Second), 0)
	}
}

// read reads a page in thread 1, and tells from where and how long it took.
func (r *rig) read(pg bufferpool.PageNo) (fromDisk bool, took sim.Duration) {
	n, begin := len(r.disk), r.k.Now()
	r.clock.Reset(1, begin)
	done := r.done
	r.c.ReadPage(r.k, pg, sim.Wake{To: r.id, Ref: 1})
	for r.done == done {
		r.k.Run(sim.Never, 1)
	}
	return len(r.disk) > n, r.k.Now().Sub(begin)
}

// TestStories: commands are lines of evict, dirty, clean (written) or read with page numbers; wait lets writes end. The
// cache holds four pages.
func TestStories(t *testing.T) {
	datadriven.RunTest(t, "testdata/stories", func(t *testing.T, d *datadriven.TestData) string {
		r := newRig(4, d.HasArg("write-through"))
		var b strings.Builder
		for _, line := range strings.Split(d.Input, "\n") {
			w := strings.Fields(line)
			fmt.Fprintf(&b, "%-16s", line)
			for _, word := range w[1:] {
				var pg bufferpool.PageNo
				_, err := fmt.Sscan(word, &pg)
				require.NoError(t, err)
				switch w[0] {
				case "evict":
					r.c.Evicted(pg)
				case "dirty":
					r.c.Dirtied(pg)
				case "clean":
					r.c.Cleaned(pg)
				case "read":
					disk, took := r.read(pg)
					fmt.Fprintf(&b, " %d:%s", pg, map[bool]string{true: "data file", false: fmt.Sprint("cache, ", took)}[disk])
				}
			}
			if w[0] == "wait" {
				r.settle()
			}
			fmt.Fprintf(&b, " → %v\n", r.pages())
			require.NoError(t, r.c.Check())
		}
		m := r.c.Metrics()
		fmt.Fprintf(&b, "admitted %d, replaced %d, invalidated %d\n", m.Admitted, m.Replaced, m.Invalidated)
		return b.String()
	})
}

// pages are those that can be read, the oldest first.
func (r *rig) pages() (out []bufferpool.PageNo) {
	r.c.Each(func(pg bufferpool.PageNo) { out = append(out, pg) })
	return out
}

// twin is memory and disk by versions: what a page is in memory, in its data file and in the cache.
type twin struct {
	memory, file, copied map[bufferpool.PageNo]int
	dirty                map[bufferpool.PageNo]bool
}

// TestCopiesAreTheVersionOnDisk: after any sequence of reads, changes, writes and evictions, what is read from the cache is
// what the data file has.
func TestCopiesAreTheVersionOnDisk(t *testing.T) {
	for _, through := range []bool{false, true} {
		r := newRig(LeastPages, through)
		s := rng.New(7, "test.extension", 0)
		w := twin{map[bufferpool.PageNo]int{}, map[bufferpool.PageNo]int{}, map[bufferpool.PageNo]int{}, map[bufferpool.PageNo]bool{}}
		noted := func(pg bufferpool.PageNo, before uint64) {
			if r.c.Metrics().Admitted > before {
				w.copied[pg] = w.file[pg]
			}
		}
		hits := 0
		for range 60_000 {
			pg := bufferpool.PageNo(1 + s.Uint64n(3*LeastPages))
			admitted := r.c.Metrics().Admitted
			_, in := w.memory[pg]
			switch n := s.Uint64n(4); {
			case !in:
				disk, _ := r.read(pg)
				if !disk {
					require.Equal(t, w.file[pg], w.copied[pg], "page %d", pg)
					hits++
				}
				w.memory[pg] = w.file[pg]
			case n < 2 && !w.dirty[pg]:
				r.c.Evicted(pg)
				noted(pg, admitted)
				delete(w.memory, pg)
			case n == 2:
				if !w.dirty[pg] {
					r.c.Dirtied(pg)
				}
				w.dirty[pg] = true
				w.memory[pg]++
			case w.dirty[pg]:
				w.file[pg], w.dirty[pg] = w.memory[pg], false
				r.c.Cleaned(pg)
				noted(pg, admitted)
			}
			require.NoError(t, r.c.Check())
		}
		require.Greater(t, hits, 1000)
		require.Equal(t, LeastPages, r.c.Metrics().Pages, "it fills up")
		require.Greater(t, r.c.Metrics().Invalidated, uint64(1000))
	}
}

// TestAdmissionIsBounded: a burst of evictions is not queued without limit.
func TestAdmissionIsBounded(t *testing.T) {
	r := newRig(4*LeastPages, false)
	for pg := range bufferpool.PageNo(2 * mostFills) {
		r.c.Evicted(pg + 1)
	}
	require.EqualValues(t, mostFills, r.c.Metrics().Admitted)
	require.EqualValues(t, mostFills, r.c.Metrics().Skipped)
	r.settle()
	require.Len(t, r.pages(), mostFills)
}

// TestInstall fills the cache before a run, the last page the newest.
func TestInstall(t *testing.T) {
	r := newRig(3, false)
	for _, pg := range []bufferpool.PageNo{5, 6, 5, 7, 8} {
		r.c.Install(pg)
	}
	require.Equal(t, []bufferpool.PageNo{5, 6, 7}, r.pages())
	disk, took := r.read(6)
	require.False(t, disk)
	require.GreaterOrEqual(t, took, 100*sim.Microsecond)
	require.Equal(t, []bufferpool.PageNo{5, 7, 6}, r.pages())
}

// TestRestart: a server that starts again finds the cache empty; what was being written then is not in it later.
func TestRestart(t *testing.T) {
	r := newRig(4, false)
	r.c.Evicted(1)
	r.settle()
	r.c.Evicted(2)
	env := r.c.env
	r.k = sim.New()
	r.id = r.k.Register("rig", r)
	r.c.Restart(r.k, env)
	require.Empty(t, r.pages())
	require.EqualValues(t, 2, r.c.Metrics().Admitted)
	require.Zero(t, r.c.Metrics().Pages)
	for pg := range bufferpool.PageNo(4) {
		require.True(t, r.c.Install(pg+5))
	}
	require.NoError(t, r.c.Check())
	require.Equal(t, []bufferpool.PageNo{5, 6, 7, 8}, r.pages())
}

// TestPrefetch comes from the cache where it can.
func TestPrefetch(t *testing.T) {
	r := newRig(3, false)
	r.c.Install(5)
	r.c.Prefetch(r.k, 5, sim.Wake{To: r.id})
	r.c.Prefetch(r.k, 6, sim.Wake{To: r.id})
	r.settle()
	require.Equal(t, []bufferpool.PageNo{6}, r.disk)
	require.Equal(t, 2, r.done)
}

// TestSteadyStateDoesNotAllocate once the cache is full.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	r := newRig(LeastPages, true)
	r.disk = make([]bufferpool.PageNo, 0, 1<<16)
	pg := bufferpool.PageNo(0)
	step := func() {
		for range 2 * LeastPages {
			pg = pg%(3*LeastPages) + 1
			r.c.Evicted(pg)
			r.c.Dirtied(pg / 2)
			r.c.Cleaned(pg / 2)
			r.k.Run(r.k.Now().Add(60*sim.Microsecond), 0)
		}
	}
	step()
	step()
	require.Zero(t, testing.AllocsPerRun(5, step))
}

// TestMemory: 16 bytes for a cached page, 4 for a page of the data set.
func TestMemory(t *testing.T) {
	require.EqualValues(t, 16, unsafe.Sizeof(slot{}))
	require.EqualValues(t, 4, reflect.TypeOf(Cache{}.place).Elem().Size())
}

func TestValidate(t *testing.T) {
	o := Options{Pages: LeastPages, PageSize: 16384}
	require.NoError(t, o.Validate())
	o = Options{Pages: 1, PageSize: 1}
	require.Len(t, strings.Split(o.Validate().Error(), "\n"), 2)
}

func BenchmarkHit(b *testing.B) {
	r := newRig(LeastPages, false)
	r.c.Install(5)
	for b.Loop() {
		r.c.hit(5)
	}
}
