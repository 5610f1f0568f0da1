package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// clientShare is the load generator's CPU time of the client's next statement, and the wake-up of its thread.
func (e *Engine) clientShare(k *sim.Kernel, c *client, op *workload.Op) sim.Duration {
	idled := e.cpu.Idled()
	d := e.clientCost(op, queue.Lost(k.Now().Sub(c.sent), idled-c.idled)) + e.cpu.IdleCost()
	c.sent, c.idled = k.Now(), idled
	return d
}

// clientCost is the load generator's CPU time of a statement; slept is what its thread has lost of the caches since it sent
// the one before (queue.Lost). It is booked to the client's account.
func (e *Engine) clientCost(op *workload.Op, slept sim.Duration) sim.Duration {
	d := e.costs.client + sim.Duration(float64(e.costs.clientCold)*(float64(slept)/float64(slept+clientColdGap)))
	if op.Kind.Class() == workload.ClassRead {
		d += sim.Duration(op.Rows) * e.costs.clientRow
	}
	d += e.cpu.IdleCost() / 2
	e.bookClient(d)
	return d
}

// bookClient counts processor time of the load generator, as much as it is on this host.
func (e *Engine) bookClient(d sim.Duration) {
	e.stats.clientCPU += e.cpu.Takes(e.k.Now(), d)
}
