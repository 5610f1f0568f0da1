package queue

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/stat"
)

// Account tells whose CPU time a burst is.
type Account uint8

// Accounts of CPU time.
const (
	Server   Account = iota // the database server, all threads
	Client                  // the load generator, where it shares the host
	Accounts = 2
)

// CPUOptions describe the processors of a host.
type CPUOptions struct {
	CPUs           int          // logical CPUs, 1 …
	ThreadsPerCore int          // hardware threads of a core, 1 or 2
	SMTGain        float64      // throughput that the second thread of a core adds, 0 … 1
	Crowding       float64      // CPU time added when all cores are busy: clock, shared caches, memory; 0 none
	Factor         float64      // CPU time relative to the reference host; 2 is twice as slow
	Share          float64      // part of a CPU that a shared-core instance gets, above 0 … 1
	Burst          sim.Duration // CPU time at full speed that a shared-core instance can save up; 0 none
	Switch         sim.Duration // CPU time of a context switch, paid at each wake-up
	// A thread that has not run for a while finds its data gone from the caches: after a gap g a burst takes
	// min(Cold, the burst)·g/(g+ColdGap) longer: a short burst touches little; see cold.go for threads that were
	// in the middle of something. Cold is 0 for a host without this effect.
	Cold, ColdGap sim.Duration
	// Idle is CPU time that a wake-up costs on a processor that sleeps: leaving the idle state, in a virtual
	// machine an exit to the hypervisor and back.
	Idle sim.Duration
}

// CPU is a host's processors: one run queue in order of arrival, bursts that are not interrupted. A burst's
// speed is fixed when it starts, from the number of processors busy then.
//
// The processors are booked: when a burst is asked for, its start and its end follow, and the caller's
// continuation is the only event. So a thread in the run queue has its next class of waiting switched in
// advance.
type CPU struct {
	o       CPUOptions
	id      sim.ActorID
	k       *sim.Kernel
	waits   *stat.WaitClock
	servers Servers
	scale   []int64 // duration multiplier by number of busy processors, in units of 1/scaleOne
	queue   []start // bursts booked for later, in order of their start; circular; length is a power of two
	head    uint64
	tail    uint64
	asleep  []burst  // threads that are waking up
	free    []uint32 // unused places of asleep
	used    [Accounts]sim.Duration
	bursts  uint64
	queued  sim.Duration   // total time in the run queue
	last    []sim.Time     // by thread: end of its last burst
	idled   []sim.Duration // by thread: idle time of a processor until its last burst
	booked  sim.Duration   // processor time booked so far
	urgent  []bool         // by thread
	saved   Bucket         // of a shared-core instance; share.go
	half    []bool         // by thread: see SetLight
}

type burst struct {
	done    sim.Wake
	d       sim.Duration
	account Account
}

// start is a burst that waits in the run queue.
type start struct {
	at      sim.Time
	d       sim.Duration
	account Account
}

const cpuAwake sim.Kind = 0

const (
	scaleBits = 16
	scaleOne  = 1 << scaleBits
)

// NewCPU registers the processors of a host. Waits may be nil.
func NewCPU(k *sim.Kernel, o CPUOptions, waits *stat.WaitClock) *CPU {
	c := &CPU{
		o: o, k: k, waits: waits, servers: NewServers(o.CPUs),
		queue: make([]start, 64), scale: make([]int64, o.CPUs+1), saved: newShare(&o),
	}
	c.id = k.Register("cpu", c)
	for n := range c.scale {
		c.scale[n] = int64(math.Round(o.multiplier(n) * scaleOne))
	}
	return c
}

// multiplier is by how much a burst takes longer when n processors are busy: hardware threads beyond one a
// core add only SMTGain of a core each.
func (o CPUOptions) multiplier(n int) float64 {
	cores := max(1, o.CPUs/max(1, o.ThreadsPerCore))
	m := o.Factor / o.Share
	if n > cores {
		m *= float64(n) / (float64(cores) + float64(float64(n-cores)*o.SMTGain))
	}
	if cores > 1 && n > 1 {
		m *= 1 + float64(o.Crowding*float64(min(n, cores)-1))/float64(cores-1)
	}
	return m
}

// Run asks for d of processor time for a runnable thread; done arrives when it has been used, at the
// returned time. The thread is done.Ref. A thread whose last burst ends now keeps its processor.
func (c *CPU) Run(k *sim.Kernel, a Account, d sim.Duration, done sim.Wake) sim.Time {
	end, _ := c.run(k, burst{done, d, a}, manner{atOnce: c.keeps(done.Ref, k.Now())})
	return end
}

// Queue is Run for a thread that gives up its processor first, and joins the end of the run queue.
func (c *CPU) Queue(k *sim.Kernel, a Account, d sim.Duration, done sim.Wake) {
	c.run(k, burst{done, d, a}, manner{atOnce: c.isUrgent(done.Ref)})
}

// keeps tells whether a thread need not queue: it is running, or a fair scheduler prefers it.
func (c *CPU) keeps(thread uint32, now sim.Time) bool {
	return c.isUrgent(thread) || int(thread) < len(c.last) && c.last[thread] == now
}

// Resume is Run for a thread whose wake-up is over: it pays a context switch first. It returns the end of
// the burst and how long d takes of it, so that end - took is when the thread goes on.
func (c *CPU) Resume(k *sim.Kernel, a Account, d sim.Duration, done sim.Wake) (sim.Time, sim.Duration) {
	wake := c.o.Switch + c.IdleCost()
	end, all := c.run(k, burst{done, d + wake, a}, c.goingOn(done.Ref))
	if d == 0 {
		return end, 0
	}
	return end, sim.Duration(float64(all) * float64(d) / float64(d+wake))
}

// run books a burst, and returns its end and its length at the speed that it gets. One that starts before its turn
// takes its processor time from bursts that are asked for later.
func (c *CPU) run(k *sim.Kernel, b burst, how manner) (sim.Time, sim.Duration) {
	now, a, d, done := k.Now(), b.account, b.d, b.done
	c.settle(now)
	turn := c.servers.Earliest(now)
	at := turn
	switch {
	case how.atOnce:
		at = c.early(done.Ref, now, turn)
	case at > now:
		c.note(done.Ref, now, sim.WaitRunQueue)
	}
	d = c.shared(now, c.stretch(d+c.chill(done.Ref, at, how.touches(d, c.o.Cold)), c.servers.Busy(now)+1))
	c.servers.Occupy(turn.Add(d))
	c.booked += d
	c.last[done.Ref] = at.Add(d)
	c.note(done.Ref, at, sim.WaitCPU)
	c.charge(now, start{at, d, a})
	k.After(at.Add(d).Sub(now), done)
	return at.Add(d), d
}

// Wake is Run for a sleeping thread: it becomes runnable after latency, and pays a context switch first.
func (c *CPU) Wake(k *sim.Kernel, a Account, latency, d sim.Duration, done sim.Wake) {
	d += c.o.Switch + c.IdleCost()
	c.note(done.Ref, k.Now(), sim.WaitWakeup)
	if latency <= 0 {
		c.run(k, burst{done, d, a}, c.goingOn(done.Ref))
		return
	}
	k.After(latency, sim.Wake{To: c.id, Kind: cpuAwake, Ref: c.slot(burst{done, d, a})})
}

// IdleCost is what a wake-up costs now beyond a context switch: Options.Idle where a processor sleeps.
func (c *CPU) IdleCost() sim.Duration {
	if c.Busy() < c.o.CPUs {
		return c.o.Idle
	}
	return 0
}

// Options are those of construction.
func (c *CPU) Options() CPUOptions { return c.o }

// Busy is the number of processors in use now.
func (c *CPU) Busy() int { return c.servers.Busy(c.k.Now()) }

// Queued is the number of runnable threads without a processor.
func (c *CPU) Queued() int {
	c.settle(c.k.Now())
	return int(c.tail - c.head)
}

// CPUs is the number of logical processors.
func (c *CPU) CPUs() int { return c.o.CPUs }

// Used is the processor time that an account has used so far, counted when a burst starts.
func (c *CPU) Used(a Account) sim.Duration {
	c.settle(c.k.Now())
	return c.used[a]
}

// Check verifies that no more processor time was used than there was: what is charged by now, when bursts
// start, is at most what has passed and what is booked.
func (c *CPU) Check() error {
	now := c.k.Now()
	used := sim.Duration(0)
	for a := range Account(Accounts) {
		used += c.Used(a)
	}
	if most := sim.Duration(now)*sim.Duration(c.o.CPUs) + c.servers.Ahead(now); used > most {
		return fmt.Errorf("queue: %v of processor time used, %v were there", used, most)
	}
	return nil
}

// Bursts is the number of bursts asked for so far.
func (c *CPU) Bursts() uint64 { return c.bursts }

// QueueTime is the total time that bursts spent in the run queue, counted when they are asked for.
func (c *CPU) QueueTime() sim.Duration { return c.queued }

// Handle makes threads runnable whose wake-up is over.
func (c *CPU) Handle(k *sim.Kernel, ev sim.Event) {
	if ev.Kind != cpuAwake {
		panic("queue: unknown event kind of the CPU")
	}
	b := c.asleep[ev.Ref]
	c.free = append(c.free, ev.Ref)
	c.run(k, b, c.goingOn(b.done.Ref))
}

// stretch is how long d of processor time takes when so many processors are busy. A product beyond 64 bits is no
// length of a run: it takes at most endless.
func (c *CPU) stretch(d sim.Duration, busy int) sim.Duration {
	hi, lo := bits.Mul64(uint64(d), uint64(c.scale[min(busy, c.o.CPUs)]))
	if hi >= endless/(1<<(64-scaleBits)) {
		return endless
	}
	return sim.Duration(hi<<(64-scaleBits) | lo>>scaleBits)
}

// endless is longer than any run: a burst that takes it ends after the run, and its end is still a time.
const endless = 1 << 61

// SetUrgent marks n threads from the first one on as light: threads that use little processor time and sleep
// mostly. A fair scheduler lets such a thread run as soon as it wakes, before those that have had their
// share; here it starts at once, and the processor time it takes delays the bursts that are asked for later.
func (c *CPU) SetUrgent(first uint32, n int) {
	c.reach(first + uint32(n))
	for i := range n {
		c.urgent[first+uint32(i)] = true
	}
}

func (c *CPU) isUrgent(thread uint32) bool { return int(thread) < len(c.urgent) && c.urgent[thread] }

// reach makes room for the state of threads below n.
func (c *CPU) reach(n uint32) {
	if int(n) > len(c.last) {
		c.last = append(c.last, make([]sim.Time, int(n)-len(c.last))...)
		c.urgent = append(c.urgent, make([]bool, int(n)-len(c.urgent))...)
		c.idled = append(c.idled, make([]sim.Duration, int(n)-len(c.idled))...)
		c.half = append(c.half, make([]bool, int(n)-len(c.half))...)
	}
}

// charge counts a burst as used when it starts.
func (c *CPU) charge(now sim.Time, s start) {
	c.bursts++
	c.queued += s.at.Sub(now)
	if s.at <= now {
		c.used[s.account] += s.d
		return
	}
	if c.tail-c.head == uint64(len(c.queue)) {
		c.grow()
	}
	c.queue[c.tail&uint64(len(c.queue)-1)] = s
	c.tail++
}

// settle charges the bursts of the run queue that have started by now.
func (c *CPU) settle(now sim.Time) {
	for c.head != c.tail {
		s := c.queue[c.head&uint64(len(c.queue)-1)]
		if s.at > now {
			return
		}
		c.used[s.account] += s.d
		c.head++
	}
}

func (c *CPU) note(thread uint32, at sim.Time, w sim.Wait) {
	if c.waits != nil {
		c.waits.Switch(thread, at, w)
	}
}

func (c *CPU) slot(b burst) uint32 {
	if n := len(c.free); n > 0 {
		s := c.free[n-1]
		c.free = c.free[:n-1]
		c.asleep[s] = b
		return s
	}
	c.asleep = append(c.asleep, b)
	return uint32(len(c.asleep) - 1)
}

func (c *CPU) grow() {
	next := make([]start, 2*len(c.queue))
	n := c.tail - c.head
	for i := range n {
		next[i] = c.queue[(c.head+i)&uint64(len(c.queue)-1)]
	}
	c.queue, c.head, c.tail = next, 0, n
}
