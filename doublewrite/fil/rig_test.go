package fil

import (
	"fmt"
	"testing"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
	"github.com/stretchr/testify/require"
)

const (
	testThreads = 1100
	firstIO     = 1050
)

// rig is a set of files on a device without noise, with client threads that repeat one kind of I/O.
type rig struct {
	k     *sim.Kernel
	id    sim.ActorID
	sys   *System
	waits *stat.WaitClock
	dev   *device.Device
	read  bool // clients read pages; else they write a page and sync its file
	left  []int
	ops   int
	done  []sim.Time
	reap  []uint64 // tags, in order
	hold  bool     // the reaper keeps the I/O thread to sync all files
}

const (
	kindOp sim.Kind = iota
	kindOpWritten
	kindHeld
)

func newRig(o Options, dev device.Config, cpus, spaces int) *rig {
	r := &rig{k: sim.New(), left: make([]int, testThreads), done: make([]sim.Time, testThreads)}
	r.id = r.k.Register("test", r)
	r.waits = stat.NewWaitClock(testThreads)
	cpu := queue.NewCPU(r.k, queue.CPUOptions{CPUs: cpus, ThreadsPerCore: 1, Factor: 1, Share: 1}, r.waits)
	r.dev = device.New(r.k, "data", dev, 1)
	files := device.NewFiles(r.k, device.FilesOptions{Memory: 1 << 30, Waits: r.waits, CPU: cpu})
	o.FirstThread = firstIO
	r.sys = New(r.k, o, Env{Files: files, Device: r.dev, CPU: cpu, Waits: r.waits})
	r.sys.SetReaper(r)
	for i := range spaces {
		r.sys.AddSpace(fmt.Sprint(i), i%2 == 1)
	}
	for i := range 64 * spaces {
		r.sys.Extend(SpaceID(i % spaces))
	}
	r.sys.Settle()
	return r
}

// Handle goes on with a client's I/O.
func (r *rig) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindOp:
		r.clientOp(k, ev.Ref)
	case kindOpWritten:
		id, _ := r.sys.Locate(pageOf(ev.Ref))
		r.sys.Flush(k, id, sim.Wake{To: r.id, Kind: kindOp, Ref: ev.Ref})
	case kindHeld:
		r.sys.Release(k, ev.Ref)
	}
}

func (r *rig) clientOp(k *sim.Kernel, t uint32) {
	r.done[t] = k.Now()
	if r.left[t] == 0 {
		return
	}
	r.left[t]--
	r.ops++
	if r.read {
		r.sys.ReadPage(k, pageOf(t), sim.Wake{To: r.id, Kind: kindOp, Ref: t})
		return
	}
	r.sys.WritePage(k, pageOf(t), sim.Wake{To: r.id, Kind: kindOpWritten, Ref: t})
}

func pageOf(t uint32) bufferpool.PageNo { return bufferpool.PageNo(64 + t) }

// Reaped notes the tag.
func (r *rig) Reaped(k *sim.Kernel, ioThread uint32, tag uint64) (held bool) {
	r.reap = append(r.reap, tag)
	if r.hold {
		r.sys.FlushAll(k, sim.Wake{To: r.id, Kind: kindHeld, Ref: ioThread})
	}
	return r.hold
}

func (r *rig) clients(n, ops int) {
	for t := range n {
		r.left[t] = ops
		r.k.Soon(sim.Wake{To: r.id, Kind: kindOp, Ref: uint32(t)})
	}
}

// run runs to the end, checking the laws, and returns the time of the last event.
func (r *rig) run(t testing.TB) sim.Time {
	var end sim.Time
	until := r.k.Now().Add(sim.Minute)
	for n := 0; r.k.Run(until, 1) == sim.Budget; n++ {
		end = r.k.Now()
		if n%64 == 0 {
			require.NoError(t, r.sys.Check())
		}
	}
	require.NoError(t, r.sys.Check())
	return end
}
