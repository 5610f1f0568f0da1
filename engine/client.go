package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

const (
	serverCPU = queue.Server
	clientCPU = queue.Client
)

// client is one connection and its thread in the server: a closed loop of transactions, or with --rate a
// server of the queue of arrived ones.
type client struct {
	ops     []workload.Op
	at      int
	n       uint64 // transactions begun
	started sim.Time
	sent    sim.Time     // the running statement
	idled   sim.Duration // idle time of a processor when it was sent
	trx     trx
	aborted bool         // chosen as a deadlock victim
	failed  bool         // its statement has waited too long for a row
	planned int          // entries of trx.rows before its statement
	open    int          // operations of the transaction that a failed statement has left open; 0: none
	idle    bool         // has no transaction
	inside  bool         // its transaction has begun and is not yet answered
	blocked sim.Duration // on mutexes of the buffer pool, not yet spent
	waking  sim.Duration // until its worker of the thread pool is there
	entered bool         // innodb_thread_concurrency: it is inside
	sleeps  int          // … before it was let in
	result  ThreadResult
}

// Events of clients and of purge; Ref is the thread.
const (
	evResume     sim.Kind = iota // the task goes on with the page that it waited for
	evStart                      // begin a transaction
	evStatement                  // the task goes on: the statement's CPU burst is done, or what the thread waited for
	evCommitted                  // the commit is durable as far as it waits for
	evReply                      // the reply has arrived at the client
	evPurgeBatch                 // the coordinator looks for work
	evPurgeRun                   // a purge thread's row
	evMerge                      // the master thread's next merge of buffered changes
	evPurgeNap                   // the coordinator's suspension timed out; Arg is its generation
	evArrival                    // open loop: the next transaction arrives
	evMaster                     // srv_master_thread, once a second
	evSample                     // end of a second
	evChange                     // the next line of the timeline
	evPhase                      // the phase is over; Arg is its number
	evNextPhase                  // the phase Arg begins
	evWindow                     // the measured window begins
	evTune                       // controllers decide, once a second
	evPoolTimer                  // the thread pool looks for stalled groups
	evUp                         // the server is ready after an outage
	evLoad                       // a loader has its page of the dump, or has paused
	evLoadPace                   // free capacity is measured anew
	evLatch                      // a latch that the thread sleeps for has been given up
	evTry                        // the thread is awake and tries for it again
	evEnter                      // the thread is before the gate of innodb_thread_concurrency
	evLockTimer                  // the longest wait for a row is over
	evSent                       // a statement has reached the thread pool
)

// Handle advances clients and background threads.
func (e *Engine) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case evResume:
		e.tasks[ev.Ref].granted = e.frameOf(ev.Arg)
		e.proceed(k, ev.Ref)
	case evLatch:
		e.latchFree(k, ev.Ref)
	case evTry:
		e.cpu.Queue(k, serverCPU, contextSwitch, e.goesOn(ev.Ref))
	case evStart:
		e.startTrx(k, ev.Ref)
	case evStatement:
		e.proceed(k, ev.Ref)
	case evEnter:
		e.comeIn(k, ev.Ref)
	case evSent:
		e.arrive(k, ev.Ref)
	case evCommitted:
		e.reportEnd(ev.Ref)
		e.commitDone(k, ev.Ref)
	case evReply:
		e.nextStatement(k, ev.Ref)
	case evPurgeBatch:
		e.purgeBatch(k)
	case evPurgeRun:
		e.nextPurgeRow(k, e.worker(ev.Ref))
	case evMerge:
		e.nextMerge(k)
	case evPurgeNap:
		e.purgeNapOver(k, ev.Arg)
	case evArrival:
		e.arrival(k)
	case evMaster:
		e.master(k)
	case evSample:
		e.sample(k)
	case evChange:
		e.change(k)
	case evPhase:
		e.phaseOver(k, int(ev.Arg))
	case evNextPhase:
		e.startPhase(k, int(ev.Arg))
	case evWindow:
		e.openWindow(k)
	case evTune:
		e.tune(k)
	case evPoolTimer:
		e.poolTimer(k)
	case evUp:
		e.up(k)
	case evLoad:
		e.loadPage(k, ev.Ref, e.frameOf(ev.Arg))
	case evLoadPace:
		e.loadPace(k)
	case evLockTimer:
		e.lockTimerOver(k)
	default:
		panic("engine: unknown event kind")
	}
}

// proceed runs the thread's task on, and what follows when it is finished.
func (e *Engine) proceed(k *sim.Kernel, th uint32) {
	e.reportEnd(th)
	done := e.advance(k, th)
	blocked := e.spent(&e.tasks[th])
	if int(th) >= len(e.clients) {
		e.backgroundDone(k, th, done)
		return
	}
	e.clients[th].blocked += blocked
	if done {
		e.statementDone(k, th)
	}
}

// backgroundDone goes on with the next piece of a background thread's work.
func (e *Engine) backgroundDone(k *sim.Kernel, th uint32, done bool) {
	switch {
	case !done:
	case th == e.threads.master:
		t := &e.tasks[th]
		d := t.cpu
		t.cpu = 0
		e.cpu.Queue(k, serverCPU, d, sim.Wake{To: e.id, Kind: evMerge, Ref: th})
	default:
		e.nextPurgeRow(k, e.worker(th))
	}
}

// spent books what the buffer pool's mutexes have cost the task, and returns how long its thread was blocked
// by them.
func (e *Engine) spent(t *task) (blocked sim.Duration) {
	cpu, blocked := e.pool.Spent()
	t.cpu += cpu
	return blocked
}

// startTrx draws the client's next transaction and sends its first statement.
func (e *Engine) startTrx(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	if !e.admit(k, th, c) {
		return
	}
	e.begin(k, th)
}

// begin (re)starts the transaction that was drawn.
func (e *Engine) begin(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	c.at, c.open, c.aborted = 0, 0, false
	e.beginTrx(&c.trx)
	e.nextStatement(k, th)
}

// nextStatement sends the client's next statement, or ends the transaction.
func (e *Engine) nextStatement(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	if c.at == len(c.ops) {
		e.endTrx(k, th)
		return
	}
	if !e.sending(k, th) {
		e.arrive(k, th)
	}
}

// statement runs the client's statement.
func (e *Engine) statement(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	op := &c.ops[c.at]
	t := &e.tasks[th]
	t.reset()
	c.planned = len(c.trx.rows)
	e.plan(c, t, op)
	d := e.cost(c, op) + t.cpu
	done := sim.Wake{To: e.id, Kind: evStatement, Ref: th}
	if e.gated(c, op) {
		done.Kind = evEnter
	}
	if op.Kind != workload.AutoCommit && !op.More {
		d += e.workers.cost()
	}
	if e.cfg.Host.LocalClient && !e.pooled() && op.Kind != workload.AutoCommit && !op.More {
		d += e.clientShare(k, c, op)
	}
	t.cpu = 0
	if b := c.blocked + c.waking; b > 0 {
		e.cpu.Wake(k, serverCPU, b, d, done)
		if c.blocked > 0 { // it slept on the mutex before it was woken
			e.waits.Switch(th, k.Now(), bufferpool.WaitLRUMutex)
		}
		c.blocked, c.waking = 0, 0
		return
	}
	e.cpu.Queue(k, serverCPU, d, done)
}

// cost is the CPU time of a statement: the server's, and the load generator's where it shares the host.
func (e *Engine) cost(c *client, op *workload.Op) sim.Duration {
	d := e.costs.statement[op.Kind]
	switch op.Kind {
	case workload.SimpleRange, workload.SumRange, workload.OrderRange, workload.DistinctRange:
		d += sim.Duration(op.Rows) * e.costs.rangeRow
	case workload.BulkInsert:
		d += sim.Duration(op.Rows) * e.costs.bulkRow
	case workload.ImportRows:
		d = e.importCost(op)
	case workload.Begin, workload.Commit, workload.AutoCommit:
		if c.trx.started {
			d += e.costs.commit
		}
	}
	return d
}

// statementDone is the end of a statement's work on pages.
func (e *Engine) statementDone(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	op := &c.ops[c.at]
	if !op.More || c.aborted || c.failed {
		e.gate.exit(c)
	}
	if c.aborted {
		e.rollback(k, th)
		return
	}
	if c.failed {
		e.statementFailed(k, th)
		return
	}
	switch op.Kind {
	case workload.Begin, workload.Commit, workload.AutoCommit:
		e.commit(k, th)
		return
	}
	e.reply(k, th)
}

// reply counts the statement and lets the client go on, after a round trip where it is remote.
func (e *Engine) reply(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	op := &c.ops[c.at]
	c.at++
	if op.More {
		e.nextStatement(k, th)
		return
	}
	if op.Kind != workload.AutoCommit {
		e.count(c, c.at-1)
	}
	e.closeView(c)
	// The statement of an autocommitted write is answered when its commit is.
	if c.at < len(c.ops) && c.ops[c.at].Kind == workload.AutoCommit {
		e.nextStatement(k, th)
		return
	}
	e.leave(k, th)
	e.answer(k, th)
}

// answer brings the client the result of its statement, and its next statement to the server.
func (e *Engine) answer(k *sim.Kernel, th uint32) {
	if e.cfg.Host.LocalClient || e.cfg.Host.RTT == 0 {
		e.nextStatement(k, th)
		return
	}
	e.waits.Switch(th, k.Now(), sim.WaitNetwork)
	k.After(e.cfg.Host.RTT, sim.Wake{To: e.id, Kind: evReply, Ref: th})
}

// count takes the statement that ends with an operation of the client.
func (e *Engine) count(c *client, end int) {
	e.stats.kinds[c.ops[end].Kind]++
	switch workload.ClassAt(c.ops, end) {
	case workload.ClassRead:
		e.stats.reads++
	case workload.ClassWrite:
		e.stats.writes++
	default:
		e.stats.other++
	}
}

// endTrx records the response and goes on with the next transaction.
func (e *Engine) endTrx(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	c.trx.readOnly = false
	e.record(k, th)
	e.afterTrx(k, th)
}

// wakeThread makes a thread that slept on another one's action runnable: its task goes on.
func (e *Engine) wakeThread(k *sim.Kernel, th uint32) {
	e.cpu.Wake(k, serverCPU, e.handoff, 0, e.goesOn(th))
}
