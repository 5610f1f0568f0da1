package queue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
	"github.com/innosim/innosim/sim/stat"
)

func host(cpus int) CPUOptions {
	return CPUOptions{CPUs: cpus, ThreadsPerCore: 1, Factor: 1, Share: 1}
}

// TestRunQueueIsErlangs sends Poisson arrivals of exponential bursts: the run queue is M/M/m.
func TestRunQueueIsErlangs(t *testing.T) {
	for _, cpus := range []int{1, 4} {
		k := sim.New()
		c := NewCPU(k, host(cpus), nil)
		out := newSink(k)
		r := rng.New(3, "bursts", uint64(cpus))
		const jobs, burst, load = 500_000, 50e3, 0.8
		n := 0
		out.next = func(k *sim.Kernel, ev sim.Event) {
			if ev.Kind != 1 || n == jobs {
				return
			}
			n++
			c.Run(k, Server, sim.Duration(r.Exponential(burst)), sim.Wake{To: out.id})
			k.After(sim.Duration(r.Exponential(burst/load/float64(cpus))), sim.Wake{To: out.id, Kind: 1})
		}
		k.Soon(sim.Wake{To: out.id, Kind: 1})
		k.Run(math.MaxInt64, 0)
		a := load * float64(cpus)
		want := erlangC(cpus, a) * burst / (float64(cpus) - a)
		require.InEpsilon(t, want, float64(c.QueueTime())/jobs, 0.05, "%d CPUs", cpus)
		require.EqualValues(t, jobs, c.Bursts())
	}
}

func TestFirstComeFirstServed(t *testing.T) {
	k := sim.New()
	c := NewCPU(k, host(1), nil)
	out := newSink(k)
	for i := range uint32(100) {
		c.Run(k, Server, sim.Duration(1+i%3), out.wake(i))
	}
	require.Equal(t, 99, c.Queued())
	k.Run(math.MaxInt64, 0)
	for i, ref := range out.refs() {
		require.EqualValues(t, i, ref)
	}
	require.Zero(t, c.Queued())
	require.Zero(t, c.Busy())
}

// TestProcessorTimeIsConserved looks at arbitrary times: what was used never exceeds processors × time, and
// in the end it is the sum of the bursts.
func TestProcessorTimeIsConserved(t *testing.T) {
	k := sim.New()
	c := NewCPU(k, host(3), nil)
	out := newSink(k)
	r := rng.New(5, "bursts", 0)
	var asked [Accounts]sim.Duration
	out.next = func(k *sim.Kernel, ev sim.Event) {
		used := c.Used(Server) + c.Used(Client)
		longest := 3 * 20 * sim.Microsecond // bursts are counted when they start
		require.LessOrEqual(t, used, 3*sim.Duration(k.Now())+longest)
		require.NoError(t, c.Check())
		if k.Now() > sim.Time(sim.Second) {
			return
		}
		d := sim.Duration(r.Uint64n(20_000))
		a := Account(r.Uint64n(2))
		asked[a] += d
		c.Queue(k, a, d, ev.Wake)
	}
	for i := range uint32(10) {
		k.Soon(out.wake(i))
	}
	k.Run(math.MaxInt64, 0)
	require.Equal(t, asked[Server], c.Used(Server))
	require.Equal(t, asked[Client], c.Used(Client))
	require.InEpsilon(t, 3.0, (asked[Server] + asked[Client]).Seconds(), 0.01, "ten threads, three CPUs")
}

// TestThreadKeepsItsProcessor: a thread that goes on at the end of its burst does not queue, and what it uses is taken
// from the bursts that are asked for later.
func TestThreadKeepsItsProcessor(t *testing.T) {
	k := sim.New()
	c := NewCPU(k, host(1), nil)
	out := newSink(k)
	left := 5
	out.next = func(k *sim.Kernel, ev sim.Event) {
		require.NoError(t, c.Check())
		if left--; left > 0 && ev.Ref == 1 {
			require.Equal(t, k.Now().Add(sim.Millisecond), c.Run(k, Server, sim.Millisecond, ev.Wake))
		}
	}
	c.Run(k, Server, sim.Millisecond, out.wake(1))
	k.Run(sim.Time(4*sim.Millisecond+1), 0)
	require.Equal(t, sim.Time(6*sim.Millisecond), c.Run(k, Server, sim.Millisecond, out.wake(2)))
}

// TestSecondThreadOfACoreIsSlow fills 4 cores of 2 threads: 8 busy threads do 4 + 4·gain cores' work.
func TestSecondThreadOfACoreIsSlow(t *testing.T) {
	k := sim.New()
	c := NewCPU(k, CPUOptions{CPUs: 8, ThreadsPerCore: 2, SMTGain: 0.3, Factor: 2, Share: 0.5}, nil)
	const d = sim.Millisecond
	out := newSink(k)
	var ends []sim.Time
	for i := range uint32(8) {
		ends = append(ends, c.Run(k, Server, d, out.wake(i)))
	}
	for i := range 4 {
		require.Equal(t, 4*d, sim.Duration(ends[i]), "factor 2, half a share")
	}
	require.InEpsilon(t, 4*float64(d)*8/(4+4*0.3), float64(ends[7]), 1e-4)
	ninth := c.Run(k, Server, d, out.wake(9))
	require.InEpsilon(t, 4*float64(d)*8/(4+4*0.3), float64(ninth.Sub(ends[0])), 1e-4)
}

func TestWakeUpIsAccounted(t *testing.T) {
	k := sim.New()
	waits := stat.NewWaitClock(2)
	o := host(1)
	o.Switch = 2 * sim.Microsecond
	c := NewCPU(k, o, waits)
	out := newSink(k)
	c.Run(k, Server, 100*sim.Microsecond, out.wake(0))
	c.Wake(k, Server, 15*sim.Microsecond, 10*sim.Microsecond, out.wake(1))
	k.Run(math.MaxInt64, 0)
	require.Equal(t, []uint32{0, 1}, out.refs())
	require.Equal(t, 112*sim.Microsecond, sim.Duration(out.got[1].At))
	total := waits.Close(1, k.Now())
	_ = total
	require.Equal(t, 15*sim.Microsecond, total[sim.WaitWakeup])
	require.Equal(t, 85*sim.Microsecond, total[sim.WaitRunQueue])
}

func TestCPUDoesNotAllocate(t *testing.T) {
	k := sim.New()
	c := NewCPU(k, host(2), nil)
	out := newSink(k)
	out.next = func(k *sim.Kernel, ev sim.Event) { c.Wake(k, Server, 15, 100, ev.Wake) }
	for i := range uint32(100) {
		k.Soon(out.wake(i))
	}
	k.Run(sim.Time(sim.Millisecond), 0)
	require.Zero(t, testing.AllocsPerRun(10, func() { k.Run(k.Now().Add(sim.Millisecond), 0) }))
}

// BenchmarkBurst is the cost of one burst with its event, at 64 CPUs and 200 threads.
func BenchmarkBurst(b *testing.B) {
	k := sim.New()
	c := NewCPU(k, host(64), nil)
	out := newSink(k)
	out.next = func(k *sim.Kernel, ev sim.Event) { c.Run(k, Server, 50_000+sim.Duration(ev.Ref), ev.Wake) }
	for i := range uint32(200) {
		k.Soon(out.wake(i))
	}
	b.ResetTimer()
	k.Run(math.MaxInt64, b.N)
}
