package engine

import (
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
)

// threadPool is thread_handling = pool-of-threads: statements run in worker threads of groups, and a connection belongs
// to the group of its number for as long as it lives.
//
//	statement ─▶ a listener waits and nobody is in line? it runs the statement : queue; nobody listens: it is not seen yet
//	end ─▶ the worker takes the next one, unless too many are active; or it listens, if nobody does; or it sleeps
//	a worker that begins to listen sees what has come; is nobody in line, it runs the first, whoever else is active
//	reported wait ─▶ not active; the last active one of a group wakes another worker, for the next in line or to listen
//	each thread_pool_stall_limit ─▶ a group whose queue has not moved gets one more worker
//
// Reported are waits for row locks, for the read of a page, for the end of a flush batch and for the sync of a commit
// (thd_wait_begin: lock0wait.cc, buf0rea.cc, buf_flush_await_no_flushing, log0write.cc); a worker that waits for a mutex,
// a latch or the write of a single page counts as active. Statements of open transactions go first
// (thread_pool_high_prio_mode = transactions; MariaDB's thread_pool_priority = auto does the same); in Percona Server
// others wait while too many of the group's workers are busy, active or in a reported wait.
//
// Source: threadpool_unix.cc of Percona Server 5.7 to 8.4, threadpool_generic.cc of MariaDB.
type threadPool struct {
	groups  []threadGroup
	state   []workerState // by client
	threads int           // active and waiting
}

type threadGroup struct {
	active    int      // workers that run, reported waits left out
	waiting   int      // workers in a reported wait
	listens   bool     // a worker waits for statements of the group
	open      []uint32 // clients whose statement waits, in a transaction
	fresh     []uint32 // clients whose statement begins a transaction
	unseen    []uint32 // clients whose statement has come while nobody listened
	moved     bool     // a statement was taken since the last look of the timer
	Stalls    uint64   // times that the timer added a worker
	Statement uint64   // statements that waited
}

type workerState uint8

const (
	workerOut     workerState = iota // the client has no statement in the server
	workerQueued                     // its statement waits for a worker
	workerActive                     // a worker runs it
	workerWaiting                    // … and is in a reported wait
)

const poolOfThreads = "pool-of-threads"

// poolCalls is processor time that a statement of a pool takes on top: a wait for events and a call that arms the
// connection again (io_poll_wait, io_poll_start_read), with the group's mutex twice. Estimate, a microsecond a call.
const poolCalls = 2500 * sim.Nanosecond

// cost is poolCalls, in a pool.
func (p *threadPool) cost() sim.Duration {
	if len(p.groups) == 0 {
		return 0
	}
	return poolCalls
}

// buildThreadPool makes the groups, if connections have no threads of their own.
func (e *Engine) buildThreadPool() {
	if e.settings.ThreadHandling != poolOfThreads {
		return
	}
	e.workers = threadPool{} // a new process has none
	e.workers.groups = make([]threadGroup, e.settings.ThreadPoolSize)
	for i := range e.workers.groups {
		e.workers.groups[i].listens = true
	}
	e.workers.state = make([]workerState, e.threads.clients)
	e.k.After(e.settings.ThreadPoolStall, sim.Wake{To: e.id, Kind: evPoolTimer})
}

func (p *threadPool) group(th uint32) *threadGroup { return &p.groups[int(th)%len(p.groups)] }

// room tells whether one more thread may run: thread_pool_max_threads.
func (e *Engine) room() bool { return e.workers.threads < e.settings.ThreadPoolMaxThreads }

// enter lets the client's statement begin, or go on; false when it is queued.
func (e *Engine) enter(k *sim.Kernel, th uint32) bool {
	p := &e.workers
	if len(p.groups) == 0 || p.state[th] == workerActive {
		return true
	}
	g := p.group(th)
	if g.listens && g.waiters() == 0 && e.room() {
		g.listens = false
		e.occupy(g, th)
		return true
	}
	p.state[th] = workerQueued
	g.Statement++
	e.waits.Switch(th, k.Now(), WaitAdmission)
	if !g.listens {
		g.unseen = append(g.unseen, th)
		return false
	}
	e.queue(g, th)
	if g.active == 0 {
		e.startNext(k, g, e.handoff)
	}
	return false
}

// pooled tells whether connections share threads.
func (e *Engine) pooled() bool { return len(e.workers.groups) > 0 }

// sending lets a load generator on the server's host take its processor time for the client's next statement before that
// reaches the pool, in evSent: meanwhile the worker that has answered the one before looks for statements of others. False
// when nothing has to be sent: no pool, a client elsewhere, or a statement that goes on.
func (e *Engine) sending(k *sim.Kernel, th uint32) bool {
	if !e.pooled() || !e.cfg.Host.LocalClient || e.workers.state[th] != workerOut {
		return false
	}
	c := &e.clients[th]
	e.cpu.Queue(k, serverCPU, e.clientShare(k, c, &c.ops[c.at]), sim.Wake{To: e.id, Kind: evSent, Ref: th})
	return true
}

// arrive is the client's statement at the server: it runs, or waits for a worker.
func (e *Engine) arrive(k *sim.Kernel, th uint32) {
	if e.enter(k, th) {
		e.statement(k, th)
	}
}

// waiters is how many statements are in line.
func (g *threadGroup) waiters() int { return len(g.open) + len(g.fresh) }

// queue puts the client's statement in line.
func (e *Engine) queue(g *threadGroup, th uint32) {
	if c := &e.clients[th]; c.at > 0 || c.open > 0 {
		g.open = append(g.open, th)
	} else {
		g.fresh = append(g.fresh, th)
	}
}

// listen lets a worker listen that needs a time to wake up: it sees what has come.
func (e *Engine) listen(k *sim.Kernel, g *threadGroup, wake sim.Duration) {
	picks := g.waiters() == 0 && len(g.unseen) > 0 && e.room()
	g.listens = !picks
	for i, th := range g.unseen {
		if i > 0 || !picks {
			e.queue(g, th)
		}
	}
	if picks {
		first := g.unseen[0]
		g.unseen = g.unseen[:0]
		e.runFor(k, g, first, wake)
		return
	}
	g.unseen = g.unseen[:0]
	if g.active == 0 {
		e.startNext(k, g, e.handoff)
	}
}

func (e *Engine) occupy(g *threadGroup, th uint32) {
	g.active++
	g.moved = true
	e.workers.threads++
	e.workers.state[th] = workerActive
}

// leave is the end of the client's statement: its worker takes the next one in line, unless too many of the group are
// active, or listens.
func (e *Engine) leave(k *sim.Kernel, th uint32) {
	p := &e.workers
	if len(p.groups) == 0 || p.state[th] != workerActive {
		return
	}
	g := p.group(th)
	p.state[th] = workerOut
	g.active--
	p.threads--
	if (g.active >= e.settings.ThreadPoolOversubscribe || !e.startNext(k, g, 0)) && !g.listens {
		e.listen(k, g, 0)
	}
}

// next is the line that a worker may take a statement from; nil when there is none.
func (e *Engine) next(g *threadGroup) *[]uint32 {
	busy := e.cfg.Profile.PoolLimit == profile.BusyWorkers && g.active+g.waiting > e.settings.ThreadPoolOversubscribe
	switch {
	case !e.room():
	case len(g.open) > 0:
		return &g.open
	case len(g.fresh) > 0 && !busy:
		return &g.fresh
	}
	return nil
}

// startNext lets the first in line begin, by a worker that needs a time to wake up; false when nobody can.
func (e *Engine) startNext(k *sim.Kernel, g *threadGroup, wake sim.Duration) bool {
	line := e.next(g)
	if line == nil {
		return false
	}
	th := (*line)[0]
	*line = (*line)[:copy(*line, (*line)[1:])]
	e.runFor(k, g, th, wake)
	return true
}

// runFor lets the client's statement begin.
func (e *Engine) runFor(k *sim.Kernel, g *threadGroup, th uint32, wake sim.Duration) {
	e.occupy(g, th)
	e.clients[th].waking = wake
	e.statement(k, th)
}

// reportWait is thd_wait_begin.
func (e *Engine) reportWait(k *sim.Kernel, th uint32) {
	p := &e.workers
	if len(p.groups) == 0 || int(th) >= len(p.state) || p.state[th] != workerActive {
		return
	}
	g := p.group(th)
	p.state[th] = workerWaiting
	g.active--
	g.waiting++
	if g.active == 0 && !e.startNext(k, g, e.handoff) && !g.listens {
		e.listen(k, g, e.handoff)
	}
}

// reportEnd is thd_wait_end: the worker goes on, whoever else is active.
func (e *Engine) reportEnd(th uint32) {
	p := &e.workers
	if len(p.groups) > 0 && int(th) < len(p.state) && p.state[th] == workerWaiting {
		p.state[th] = workerActive
		g := p.group(th)
		g.active++
		g.waiting--
	}
}

// poolTimer looks for groups that have stalled.
func (e *Engine) poolTimer(k *sim.Kernel) {
	for i := range e.workers.groups {
		g := &e.workers.groups[i]
		switch {
		case g.moved:
		case !g.listens:
			e.listen(k, g, e.handoff)
			g.Stalls++
		case e.startNext(k, g, e.handoff):
			g.Stalls++
		}
		g.moved = false
	}
	k.After(e.settings.ThreadPoolStall, sim.Wake{To: e.id, Kind: evPoolTimer})
}
