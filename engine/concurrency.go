package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// gate is innodb_thread_concurrency: so many threads at most are at work on rows. A thread that comes in stays inside to
// the end of its statement; a commit is outside. Who finds the gate closed sleeps and tries again, in no order, and the
// length of the sleep follows the load: it grows by a microsecond with every sleep that was not enough, and is halved
// by everybody who comes in while nobody else waits. A thread that waits for a row lock is outside, and comes back
// whatever the number of threads inside.
//
// A statement's processor time is booked before it comes in, so what is limited here is threads that wait for pages,
// latches and redo. innodb_concurrency_tickets, the calls that a thread may make before it has to ask again, has no part:
// statements of these workloads make fewer than its default of 5000, but for bulk_insert's.
//
// Source: srv0conc.cc, srv_conc_enter_innodb_with_atomics, srv_conc_force_enter_innodb; ha_innodb.cc, external_lock.
type gate struct {
	active  int          // threads inside
	waiting int          // threads that sleep
	delay   sim.Duration // of the next sleep; srv_thread_sleep_delay
}

// Steps by which a sleep grows or shrinks, and the sleep below which it does not shrink by steps.
const (
	gateStep  = 1 * sim.Microsecond
	gateLeast = 20 * sim.Microsecond
)

// gated tells whether a statement has to come through the gate.
func (e *Engine) gated(c *client, op *workload.Op) bool {
	return e.settings.ThreadConcurrency > 0 && !c.entered && op.Kind.Class() != workload.ClassOther
}

// comeIn lets the client's statement at the rows, or the thread sleep before the gate.
func (e *Engine) comeIn(k *sim.Kernel, th uint32) {
	c, g := &e.clients[th], &e.gate
	if limit := e.settings.ThreadConcurrency; limit > 0 && g.active >= limit {
		e.sleepBefore(k, th)
		return
	}
	g.enter(c)
	if c.sleeps > 0 {
		g.waiting--
	}
	if e.settings.AdaptiveMaxSleep > 0 {
		g.adapt(c.sleeps)
	}
	c.sleeps = 0
	e.proceed(k, th)
}

func (g *gate) enter(c *client) {
	g.active++
	c.entered = true
}

// comeBack lets a thread in that has waited for a row lock.
func (e *Engine) comeBack(th uint32) {
	if e.settings.ThreadConcurrency > 0 {
		e.gate.enter(&e.clients[th])
	}
}

// exit is the end of a statement, or a wait for a row lock.
func (g *gate) exit(c *client) {
	if c.entered {
		g.active--
		c.entered = false
	}
}

// adapt is what a thread that has come in after so many sleeps makes of the next ones.
func (g *gate) adapt(sleeps int) {
	if g.delay > gateLeast && sleeps == 1 {
		g.delay -= gateStep
	}
	if g.waiting == 0 {
		g.delay /= 2
	}
}

// sleepBefore is a sleep before the closed gate. The first one of a statement is reported to the thread pool.
func (e *Engine) sleepBefore(k *sim.Kernel, th uint32) {
	c, g := &e.clients[th], &e.gate
	most := e.settings.AdaptiveMaxSleep
	switch {
	case c.sleeps == 0:
		g.waiting++
		e.reportWait(k, th)
	case c.sleeps > 1 && most > 0:
		g.delay += gateStep
	}
	if most > 0 {
		g.delay = min(g.delay, most)
	}
	c.sleeps++
	e.cpu.Wake(k, serverCPU, g.delay+timerSlack, 0, sim.Wake{To: e.id, Kind: evEnter, Ref: th})
	e.waits.Switch(th, k.Now(), WaitGate)
}
