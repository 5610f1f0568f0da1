package bufferpool

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// rig is a pool with a disk of constant latency around it. Each thread does one thing at a time.
type rig struct {
	k        *sim.Kernel
	p        *Pool
	waits    *stat.WaitClock
	id       sim.ActorID
	readTime sim.Duration
	flush    sim.Duration
	signals  int       // of the cleaner
	reads    []PageNo  // demand reads, in order, while log is on
	ahead    []PageNo  // read-ahead reads, in order, while log is on
	writes   []FrameID // single-page flushes in flight
	single   int       // single-page flushes
	log      bool
	got      []FrameID // by thread: what it was granted last
	parked   []sim.Wait
	finished []sim.Time
	granted  func(thread uint32, f FrameID) // called when a parked thread gets its page
}

const (
	rigGranted sim.Kind = iota
	rigRead
	rigWritten
)

type rigOptions struct {
	Options
	Knobs
	free  FreePolicy
	pages PageSpace
}

func newRig(o rigOptions) *rig {
	r := &rig{k: sim.New(), readTime: 100 * sim.Microsecond, flush: 300 * sim.Microsecond}
	o.Options.Threads = max(o.Options.Threads, 16)
	r.waits = stat.NewWaitClock(o.Options.Threads)
	r.got = make([]FrameID, o.Options.Threads)
	r.parked = make([]sim.Wait, o.Options.Threads)
	r.finished = make([]sim.Time, o.Options.Threads)
	r.id = r.k.Register("rig", r)
	cpu := queue.NewCPU(r.k, queue.CPUOptions{CPUs: 64, ThreadsPerCore: 1, Factor: 1, Share: 1}, r.waits)
	env := Env{Waits: r.waits, CPU: cpu, Free: o.free, Pages: o.pages}
	r.p = New(r.k, o.Options, o.Knobs, env)
	r.p.Connect(r, r, r)
	return r
}

// small are the options of a pool without costs.
func small(frames int) rigOptions {
	return rigOptions{Options: Options{Frames: frames, Instances: 1, Pages: 8 * frames}, Knobs: DefaultKnobs()}
}

func (r *rig) ReadPage(k *sim.Kernel, pg PageNo, done sim.Wake) {
	if r.log {
		r.reads = append(r.reads, pg)
	}
	r.waits.Switch(done.Ref, k.Now(), WaitPageRead)
	k.After(r.readTime, done)
}

func (r *rig) Prefetch(k *sim.Kernel, pg PageNo, done sim.Wake) {
	if r.log {
		r.ahead = append(r.ahead, pg)
	}
	k.After(r.readTime, done)
}

// FlushOne takes flush to write a page; done goes through rigWritten, where the page is handed back.
func (r *rig) FlushOne(k *sim.Kernel, f FrameID, done sim.Wake) {
	r.single++
	r.writes = append(r.writes, f)
	r.waits.Switch(done.Ref, k.Now(), WaitFreePage)
	k.After(r.flush, sim.Wake{To: r.id, Kind: rigWritten, Ref: done.Ref, Arg: uint64(done.Kind)})
}

func (r *rig) WakeCleaner(*sim.Kernel) { r.signals++ }

func (r *rig) WakeLRU(*sim.Kernel, int) { r.signals++ }

func (r *rig) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case rigGranted:
		r.got[ev.Ref], r.parked[ev.Ref], r.finished[ev.Ref] = FrameID(ev.Arg), sim.NoWait, k.Now()
		if r.granted != nil {
			r.granted(ev.Ref, FrameID(ev.Arg))
		}
	case rigWritten:
		f := r.writes[0] // latency is constant, so writes end in order
		r.writes = append(r.writes[:0], r.writes[1:]...)
		r.p.Written(k, f, Single)
		k.Soon(sim.Wake{To: r.p.id, Kind: sim.Kind(ev.Arg), Ref: ev.Ref})
	}
}

func (r *rig) ok(thread uint32) sim.Wake { return sim.Wake{To: r.id, Kind: rigGranted, Ref: thread} }

func (r *rig) note(thread uint32, f FrameID, w sim.Wait) (FrameID, sim.Wait) {
	r.got[thread], r.parked[thread], r.finished[thread] = f, w, r.k.Now()
	return f, w
}

func (r *rig) get(thread uint32, pg PageNo, m Mode) (FrameID, sim.Wait) {
	f, w := r.p.Get(r.k, pg, m, r.ok(thread))
	return r.note(thread, f, w)
}

func (r *rig) create(thread uint32, pg PageNo) (FrameID, sim.Wait) {
	f, w := r.p.Create(r.k, pg, r.ok(thread))
	return r.note(thread, f, w)
}

// settle runs until nothing is pending.
func (r *rig) settle() {
	for r.k.Pending() > 0 {
		r.k.Run(sim.Never-1, 1)
	}
}

// await runs until the thread has its page.
func (r *rig) await(thread uint32) {
	for r.parked[thread] != sim.NoWait {
		if r.k.Pending() == 0 {
			panic("a thread is left parked")
		}
		r.k.Run(sim.Never-1, 1)
	}
}

// run lets time pass.
func (r *rig) run(d sim.Duration) { r.k.Run(r.k.Now().Add(d), 0) }

// touch gets a page to the end and lets it go.
func (r *rig) touch(pg PageNo) {
	r.get(0, pg, Read)
	r.await(0)
	r.p.Unfix(r.got[0])
}

// change modifies a page and lets it go.
func (r *rig) change(pg PageNo, at redo.LSN) {
	r.get(0, pg, Write)
	r.await(0)
	r.p.Modify(r.k, r.got[0], redo.Span{Start: at, End: at + 100})
	r.p.Unfix(r.got[0])
}

// order returns the pages of an LRU list from the head.
func (r *rig) order(instance int) (pages []PageNo, oldPages int) {
	for f := r.p.inst[instance].head; f != 0; f = r.p.frames[f].next {
		pages = append(pages, r.p.frames[f].page)
		if r.p.frames[f].state&old != 0 {
			oldPages++
		}
	}
	return pages, oldPages
}

func (r *rig) check(t testing.TB) {
	t.Helper()
	require.NoError(t, r.p.CheckLists())
}
