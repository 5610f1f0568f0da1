package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// threadPool is thread_handling = pool-of-threads: statements run in worker threads of groups, and a connection belongs
// to the group of its number for as long as it lives.
//
//	statement ─▶ nobody active in the group? start : queue      end ─▶ worker takes the next one, unless too many are active
//	reported wait ─▶ not active; the last active one of a group wakes another worker for the next in line
//	each thread_pool_stall_limit ─▶ a group whose queue has not moved gets one more worker
//
// Reported are waits for row locks and for the read of a page (thd_wait_begin: lock0wait.cc, buf0rea.cc); a worker that
// waits for a mutex, a latch or the redo log counts as active. Statements of open transactions go first
// (thread_pool_high_prio_mode = transactions; MariaDB's thread_pool_priority = auto does the same).
//
// Source: threadpool_unix.cc of Percona Server 5.7 to 8.4, threadpool_generic.cc of MariaDB.
type threadPool struct {
	groups  []threadGroup
	state   []workerState // by client
	threads int           // active and waiting
}

type threadGroup struct {
	active    int      // workers that run, reported waits left out
	open      []uint32 // clients whose statement waits, in a transaction
	fresh     []uint32 // clients whose statement begins a transaction
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

// buildThreadPool makes the groups, if connections have no threads of their own.
func (e *Engine) buildThreadPool() {
	if e.settings.ThreadHandling != poolOfThreads {
		return
	}
	e.workers = threadPool{} // a new process has none
	e.workers.groups = make([]threadGroup, e.settings.ThreadPoolSize)
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
	if g.active == 0 && e.room() {
		e.occupy(g, th)
		return true
	}
	p.state[th] = workerQueued
	g.Statement++
	if e.clients[th].at > 0 {
		g.open = append(g.open, th)
	} else {
		g.fresh = append(g.fresh, th)
	}
	e.waits.Switch(th, k.Now(), WaitAdmission)
	return false
}

func (e *Engine) occupy(g *threadGroup, th uint32) {
	g.active++
	g.moved = true
	e.workers.threads++
	e.workers.state[th] = workerActive
}

// leave is the end of the client's statement: its worker takes the next one in line, unless too many of the group are
// active.
func (e *Engine) leave(k *sim.Kernel, th uint32) {
	p := &e.workers
	if len(p.groups) == 0 || p.state[th] != workerActive {
		return
	}
	g := p.group(th)
	p.state[th] = workerOut
	g.active--
	p.threads--
	if g.active < e.settings.ThreadPoolOversubscribe {
		e.startNext(k, g, 0)
	}
}

// startNext lets the first in line begin, by a worker that needs a time to wake up; false when nobody can.
func (e *Engine) startNext(k *sim.Kernel, g *threadGroup, wake sim.Duration) bool {
	line := &g.open
	if len(*line) == 0 {
		line = &g.fresh
	}
	if len(*line) == 0 || !e.room() {
		return false
	}
	th := (*line)[0]
	*line = (*line)[:copy(*line, (*line)[1:])]
	e.occupy(g, th)
	e.clients[th].waking = wake
	e.statement(k, th)
	return true
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
	if g.active == 0 {
		e.startNext(k, g, e.handoff)
	}
}

// reportEnd is thd_wait_end: the worker goes on, whoever else is active.
func (e *Engine) reportEnd(th uint32) {
	p := &e.workers
	if len(p.groups) > 0 && int(th) < len(p.state) && p.state[th] == workerWaiting {
		p.state[th] = workerActive
		p.group(th).active++
	}
}

// poolTimer looks for groups that have stalled.
func (e *Engine) poolTimer(k *sim.Kernel) {
	for i := range e.workers.groups {
		g := &e.workers.groups[i]
		if !g.moved && e.startNext(k, g, e.handoff) {
			g.Stalls++
		}
		g.moved = false
	}
	k.After(e.settings.ThreadPoolStall, sim.Wake{To: e.id, Kind: evPoolTimer})
}

// pageReads tells the thread pool of threads that read a page.
type pageReads struct{ e *Engine }

// ReadPage implements bufferpool.Reader.
func (r pageReads) ReadPage(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	r.e.reportWait(k, done.Ref)
	r.e.fil.ReadPage(k, pg, done)
}

// Prefetch implements bufferpool.Reader.
func (r pageReads) Prefetch(k *sim.Kernel, pg bufferpool.PageNo, done sim.Wake) {
	r.e.fil.Prefetch(k, pg, done)
}
