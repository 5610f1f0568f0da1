package engine

import (
	"fmt"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim"
)

// lockTimer ends waits for row locks after innodb_lock_wait_timeout. The statement fails and is undone, its transaction
// goes on with all the rows it has; with innodb_rollback_on_timeout the transaction is rolled back. A connection keeps the
// value that was global when it came.
//
//	each second  ─▶ who waits for longer has failed (MySQL)                      lock_wait_timeout_thread, lock0wait.cc
//	after exactly that time ─▶ who waits has failed (MariaDB since 10.6)         lock_wait, lock0lock.cc
//
// sysbench ignores the error and begins its event anew: BEGIN commits what the open transaction has done (sysbench.lua,
// thread_run; --mysql-ignore-errors of db_driver_mysql: 1213, 1020, 1205).
type lockTimer struct {
	since []sim.Time   // by thread: when its wait began
	limit sim.Duration // of the connections
	armed bool         // evLockTimer is under way
}

// noTimeout is the value from which waits never end, in both servers.
const noTimeout = 100_000_000 * sim.Second

func newLockTimer(threads int, limit sim.Duration) lockTimer {
	return lockTimer{since: make([]sim.Time, threads), limit: limit}
}

// startWait notes that a thread begins to wait for a row.
func (e *Engine) startWait(k *sim.Kernel, th uint32) {
	e.lockTimer.since[th] = k.Now()
	if e.cfg.Profile.LockTimer == profile.LockTimed {
		e.armLockTimer(k)
	}
}

// armLockTimer plans the end of the longest wait, where that is not left to a thread that looks each second.
func (e *Engine) armLockTimer(k *sim.Kernel) {
	t := &e.lockTimer
	if t.armed || t.limit >= noTimeout || e.locks.Current == 0 {
		return
	}
	t.armed = true
	k.After(max(0, t.limit-e.longestWait(k)), sim.Wake{To: e.id, Kind: evLockTimer})
}

// longestWait is how long the thread has waited that has waited longest.
func (e *Engine) longestWait(k *sim.Kernel) (d sim.Duration) {
	for th, slot := range e.locks.waiting {
		if slot != 0 {
			d = max(d, k.Now().Sub(e.lockTimer.since[th]))
		}
	}
	return d
}

// lockTimerOver is the end of the longest wait, if it still lasts.
func (e *Engine) lockTimerOver(k *sim.Kernel) {
	e.lockTimer.armed = false
	e.expire(k, e.lockTimer.limit)
	e.armLockTimer(k)
}

// lookForTimeouts is a round of the thread that looks at all waits each second: those that are longer have failed.
func (e *Engine) lookForTimeouts(k *sim.Kernel) {
	if e.cfg.Profile.LockTimer == profile.LockScan && e.lockTimer.limit < noTimeout {
		e.expire(k, e.lockTimer.limit+1)
	}
}

// expire wakes the threads whose wait is as long as d, without their row.
func (e *Engine) expire(k *sim.Kernel, d sim.Duration) {
	if e.locks.Current == 0 {
		return
	}
	for th, slot := range e.locks.waiting {
		if slot != 0 && k.Now().Sub(e.lockTimer.since[th]) >= d {
			e.locks.withdraw(uint32(th))
			e.clients[th].failed = true
			e.stats.timeouts++
			e.wakeThread(k, uint32(th))
		}
	}
}

// withdraw takes a waiting thread out of the queue of its row.
func (l *locks) withdraw(th uint32) {
	s := &l.slots[l.waiting[th]-1]
	before := uint32(noThread)
	for w := s.first; w != th+1; w = l.next[w-1] {
		before = w
	}
	if before == noThread {
		s.first = l.next[th]
	} else {
		l.next[before-1] = l.next[th]
	}
	if s.end == th+1 {
		s.end = before
	}
	l.waiting[th] = 0
	l.Current--
}

// statementFailed answers a statement whose wait for a row has timed out.
func (e *Engine) statementFailed(k *sim.Kernel, th uint32) {
	c := &e.clients[th]
	c.failed = false
	e.takeBack(c)
	if e.settings.RollbackOnTimeout {
		e.rollback(k, th)
		return
	}
	e.stats.ignored++
	e.closeView(c)
	if c.ops[0].Kind == workload.Begin {
		c.open = c.at
	}
	c.at = 0
	e.leave(k, th)
	e.answer(k, th)
}

// takeBack undoes what the plan of a statement whose wait has failed noted ahead of the lock: what purge would find, and the
// value of k. A statement that was planned on top of the new k meanwhile keeps it.
func (e *Engine) takeBack(c *client) {
	op, rows := &c.ops[c.at], c.trx.rows[min(c.planned, len(c.trx.rows)):]
	c.trx.rows = c.trx.rows[:len(c.trx.rows)-len(rows)]
	for _, r := range rows {
		switch {
		case r.kind == purgeRowGone:
			e.deleted.restore(op.Table, op.Key)
		case op.Kind == workload.UpdateIndex && e.schema.KOf(op.Table, op.Key) == uint64(r.k)+1:
			e.schema.SetK(op.Table, op.Key, uint64(r.k))
		}
	}
}

// restore takes a deletion back.
func (d *deleted) restore(table uint16, id uint64) {
	b := d.bit(table, id)
	d.bits[b/64] &^= 1 << (b % 64)
}

// keepsTimeout tells what a change of the timeout does to the connections that there are: nothing.
func (e *Engine) keepsTimeout(now, then sim.Duration) {
	if now != then {
		e.meter.warnings = append(e.meter.warnings, fmt.Sprintf(
			"innodb_lock_wait_timeout = %d is for new connections: those of the load keep %d",
			now/sim.Second, e.lockTimer.limit/sim.Second))
	}
}
