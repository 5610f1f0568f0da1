package doublewrite

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
	"github.com/innosim/innosim/sim/unit"
	"github.com/stretchr/testify/require"
)

const (
	threads   = 600
	ioThreads = 500 // number of the first I/O thread
)

// rig is a strategy between a cleaner or clients, a pool that only remembers, and a device without noise.
type rig struct {
	t       *testing.T
	k       *sim.Kernel
	id      sim.ActorID
	waits   *stat.WaitClock
	cpu     *queue.CPU
	dev     *device.Device
	files   *device.Files
	fil     *fil.System
	s       Strategy
	metrics func() Metrics
	check   func() error
	written []sim.Time // when pages became clean
	jobs    []job      // by thread
	done    []sim.Time // when threads finished
	end     sim.Time   // of the last event
}

// job is what a thread of the test does: it enqueues pages and forces the batch out, or writes pages alone.
type job struct {
	batch  Batch
	pages  []int
	next   int
	single bool
	forced bool
}

const kindGo sim.Kind = 0

type rigOptions struct {
	strategy string
	o        Options
	fo       fil.Options
	dev      device.Config
	spaces   int
	cpus     int
	costs    bool
}

func defaultRig() rigOptions {
	r := rigOptions{strategy: "files", o: Defaults(), fo: fil.Defaults(), spaces: 1, cpus: 64}
	r.o.HandOff, r.fo.HandOff, r.fo.Wakeup, r.fo.FirstThread = 0, 0, 0, ioThreads
	r.dev = device.Config{WriteLatency: 100 * sim.Microsecond, ReadLatency: 100 * sim.Microsecond}
	r.dev.FlushLatency = sim.Millisecond
	return r
}

func newRig(t *testing.T, ro rigOptions) *rig {
	r := &rig{t: t, k: sim.New(), jobs: make([]job, threads), done: make([]sim.Time, threads)}
	if !ro.costs {
		ro.o.Costs, ro.fo.Costs = Costs{}, fil.Costs{SpinLimit: sim.Second}
	}
	r.id = r.k.Register("test", r)
	r.waits = stat.NewWaitClock(threads)
	co := queue.CPUOptions{CPUs: ro.cpus, ThreadsPerCore: 1, Factor: 1, Share: 1}
	r.cpu = queue.NewCPU(r.k, co, r.waits)
	r.dev = device.New(r.k, "data", ro.dev, 1)
	r.files = device.NewFiles(r.k, device.FilesOptions{Memory: 1 << 30, Waits: r.waits, CPU: r.cpu})
	r.fil = fil.New(r.k, ro.fo, fil.Env{Files: r.files, Device: r.dev, CPU: r.cpu, Waits: r.waits})
	for i := range ro.spaces {
		r.fil.AddSpace(fmt.Sprint("t", i), false)
	}
	for i := range 32 * ro.spaces {
		r.fil.Extend(fil.SpaceID(i % ro.spaces))
	}
	r.fil.Settle()
	env := Env{Pool: r, Fil: r.fil, Files: r.files, Device: r.dev, CPU: r.cpu, Waits: r.waits}
	switch ro.strategy {
	case "off":
		d := NewOff(r.k, ro.o, env)
		r.s, r.metrics, r.check = d, d.Metrics, d.Check
	case "system":
		d := NewSystemBuffer(r.k, ro.o, 0, env)
		r.s, r.metrics, r.check = d, d.Metrics, d.Check
	case "slots":
		s := SlotsOptions{Thread: slotThread, Redo: &durable{}, Changes: &durable{}}
		d := NewTwoSlots(r.k, ro.o, s, env)
		r.s, r.metrics, r.check = d, d.Metrics, d.Check
	case "sharded":
		d := NewShardedBuffer(r.k, ro.o, 0, env)
		r.s, r.metrics, r.check = d, d.Metrics, d.Check
	default:
		d := NewFiles(r.k, ro.o, Knobs{DetectOnly: ro.strategy == "detect"}, env)
		r.s, r.metrics, r.check = d, d.Metrics, d.Check
	}
	return r
}

// Page puts frame f at page f: frames are numbered from 64.
func (r *rig) Page(f bufferpool.FrameID) bufferpool.PageNo { return bufferpool.PageNo(f) }

// Written notes the time.
func (r *rig) Written(k *sim.Kernel, _ bufferpool.FrameID, _ bufferpool.FlushType) {
	r.written = append(r.written, k.Now())
}

// start lets a thread work.
func (r *rig) start(thread uint32, j job) {
	r.jobs[thread] = j
	r.k.Soon(sim.Wake{To: r.id, Kind: kindGo, Ref: thread})
}

// Handle goes on with a thread's job.
func (r *rig) Handle(k *sim.Kernel, ev sim.Event) {
	j := &r.jobs[ev.Ref]
	ok := sim.Wake{To: r.id, Kind: kindGo, Ref: ev.Ref}
	for j.next < len(j.pages) {
		f := bufferpool.FrameID(j.pages[j.next])
		j.next++
		if j.single {
			r.s.WriteSingle(k, f, ok)
			return
		}
		if r.s.Enqueue(k, j.batch, f, ok) != sim.NoWait {
			return
		}
	}
	if !j.single && !j.forced {
		j.forced = true
		if r.s.ForceOut(k, j.batch, ok) != sim.NoWait {
			return
		}
	}
	r.done[ev.Ref] = k.Now()
	r.waits.Switch(ev.Ref, k.Now(), 0)
}

// run runs to the end and checks the laws on the way.
func (r *rig) run() {
	for r.k.Run(sim.Never-1, 1) == sim.Budget {
		r.end = r.k.Now()
		require.NoError(r.t, r.check())
		require.NoError(r.t, r.fil.Check())
	}
}

func pages(n, first, step int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = 64 + first + i*step
	}
	return p
}

// parse takes the arguments of a script's command.
func (ro *rigOptions) set(key, v string) error {
	d, errD := unit.ParseDuration(v)
	n, errN := strconv.Atoi(v)
	switch key {
	case "strategy":
		ro.strategy = v
		return nil
	case "method":
		var err error
		ro.fo.Method, err = fil.ParseMethod(v)
		return err
	case "aio":
		ro.fo.NativeAIO = v == "native"
		return nil
	case "write":
		ro.dev.WriteLatency = d
		return errD
	case "flush":
		ro.dev.FlushLatency = d
		return errD
	case "batch":
		ro.o.Pages = n
	case "instances":
		ro.o.PoolInstances = n
	case "files":
		ro.o.Files = n
	case "spare":
		ro.o.SpareSegments = true
		return nil
	case "spaces":
		ro.spaces = n
	case "channels":
		ro.dev.Channels = n
	case "io-threads":
		ro.fo.WriteIOThreads = n
	default:
		return fmt.Errorf("unknown argument %q", key)
	}
	return errN
}

// times prints when pages became clean, equal times together.
func times(at []sim.Time) string {
	var b strings.Builder
	for i := 0; i < len(at); {
		n := i
		for n < len(at) && at[n] == at[i] {
			n++
		}
		fmt.Fprintf(&b, " %d@%v", n-i, sim.Duration(at[i]))
		i = n
	}
	return b.String()
}

// waited prints a thread's waits.
func (r *rig) waited(thread uint32) string {
	var b strings.Builder
	for w, d := range r.waits.Close(thread, r.end) {
		if name := WaitName(sim.Wait(w)); d > 0 && name != "" && name != "io_idle" {
			fmt.Fprintf(&b, " %s=%v", name, d)
		}
	}
	return b.String()
}
