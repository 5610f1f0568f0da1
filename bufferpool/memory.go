package bufferpool

import "github.com/innosim/innosim/sim"

// memory is what provides the frames' memory at their first use: the operating system, and below it the hypervisor of a
// virtual machine, which serves the processors of a machine one after another for a part of the time. The lab's server shows
// it: a cold page costs its only client 240 us, and two processors that both bring in cold pages some 310 us each
// (MySQL 9.7 with its files in memory, 1 and 4 clients). Hosts that are not known to do so leave it at zero.
type memory struct {
	each   sim.Duration // CPU time of a first use with nobody in the way
	alone  sim.Duration // part of it in which no other first use goes on
	most   sim.Duration // longest wait: the other processors are all ahead
	idleAt sim.Time     // end of what is booked
}

func newMemory(c Costs, cpus int) memory {
	return memory{each: c.FirstUse, alone: c.FirstAlone, most: c.FirstAlone * sim.Duration(cpus-1)}
}

// firstUse books a first use and returns its CPU time: a processor that waits for its memory does nothing else. Threads book
// when they ask for a frame, which may be long before they get a processor, so what is booked says how often memory is asked
// for, but no more than one first use per processor is ever under way.
func (m *memory) firstUse(now sim.Time) sim.Duration {
	start := max(now, m.idleAt)
	m.idleAt = start.Add(m.alone)
	return m.each + min(start.Sub(now), m.most)
}
