package redo

import "github.com/innosim/innosim/sim"

// commitLock is a group_commit_lock of MariaDB: a lock that knows up to which LSN its holders have brought
// the log. Who wants less goes on without it; who wants more takes it when it is free, and leads; the others
// wait. Its release wakes those who are served and one more, who tries to lead: it may find that a thread
// that was running has been faster. Source: log0sync.cc.
type commitLock struct {
	value   LSN
	held    bool
	waiters []lockWaiter // a stack: the one that came last is the next to lead
}

type lockWaiter struct {
	lsn    LSN
	thread uint32
}

// grip is what comes of trying a commitLock.
type grip uint8

const (
	gripExpired grip = iota // the LSN is reached: the lock is not needed
	gripHeld                // the thread has the lock
	gripParked              // it waits
)

// group is the state of log_write_up_to in MariaDB.
type group struct {
	write, flush commitLock
	check        bool // check_for_checkpoint: writers have to look at the checkpoint age
}

// acquire takes a lock for a thread whose redo ends at lsn, or parks it.
func (l *Log) acquire(k *sim.Kernel, c *commitLock, lsn LSN, t uint32) grip {
	switch {
	case lsn <= c.value:
		return gripExpired
	case !c.held:
		c.held = true
		return gripHeld
	}
	c.waiters = append(c.waiters, lockWaiter{lsn, t})
	if c == &l.group.flush {
		l.park(k, t, WaitLogFlush)
	} else {
		l.park(k, t, WaitLogMutex)
	}
	return gripParked
}

// unhold gives a lock back at the LSN that has been reached. The waker pays for each call of futex.
func (l *Log) unhold(k *sim.Kernel, c *commitLock, reached LSN) {
	c.held, c.value = false, max(c.value, reached)
	kept, woken := 0, sim.Duration(0)
	for _, w := range c.waiters {
		if w.lsn > c.value {
			c.waiters[kept] = w
			kept++
			continue
		}
		l.wakeMember(k, w.thread)
		woken++
	}
	c.waiters = c.waiters[:kept]
	if kept > 0 {
		l.wakeMember(k, c.waiters[kept-1].thread)
		c.waiters = c.waiters[:kept-1]
		woken++
	}
	l.owe(k, woken*l.o.Costs.NotifyEach)
}

func (l *Log) wakeMember(k *sim.Kernel, t uint32) {
	l.m.UserWakeups++
	l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, l.wake(kindGroupAgain, t))
}

// groupRun goes on where a thread was woken: true when it has what it needs.
func (l *Log) groupRun(k *sim.Kernel, t uint32) bool {
	u := &l.users[t]
	if l.completed() < u.lsn {
		l.user.unready = append(l.user.unready, t)
		l.park(k, t, WaitLogWrite)
		return false
	}
	if u.need == Synced && !u.leads {
		switch l.acquire(k, &l.group.flush, u.lsn, t) {
		case gripExpired:
			l.m.FollowedSyncs++
			return true
		case gripParked:
			return false
		}
		u.leads = true
	}
	switch l.acquire(k, &l.group.write, u.lsn, t) {
	case gripParked:
		return false
	case gripHeld:
		u.target = l.completed()
		l.groupPwrite(k, t)
		return false
	}
	if !u.leads {
		l.m.FollowedWrites++
		return true
	}
	return l.groupSync(k, t)
}

// groupPwrite writes whole blocks from the one that the written LSN is in, up to the target or to the end of
// the file, where the log begins again. The log buffer is swapped under the exclusive latch.
func (l *Log) groupPwrite(k *sim.Kernel, t uint32) {
	f := l.files.current()
	if l.written == f.end {
		l.m.NextFile++
		l.files.append(f.end, l.target.FileBytes)
		l.env.Files.Allocate(l.files.current().id, l.target.FileBytes, true)
		f = l.files.current()
	}
	to := min(l.users[t].target, f.end)
	block := l.kn.WriteAhead
	first := f.offset(l.written) / block * block
	n := (f.offset(to)+block-1)/block*block - first
	l.m.LogWrites++
	l.m.OSLogWritten += uint64(n)
	l.m.PartialBlockWrites += uint64(btoi(n == block))
	l.m.FullBlockWrites += uint64(btoi(n > block))
	wait, held := l.copyLock.Book(k.Now(), l.o.Costs.Swap)
	l.user.writing, l.user.upTo = true, to
	l.chainCall(k, chain{offset: first, bytes: uint64(n), writes: 1, upTo: to}, wait+held, l.wake(kindGroupWritten, t))
}

func (l *Log) groupWritten(k *sim.Kernel, t uint32) {
	u := &l.users[t]
	l.user.writing = false
	l.wrote(k, l.user.upTo)
	if l.written < u.target {
		l.groupPwrite(k, t)
		return
	}
	l.group.check = false // log_t::write_buf
	l.unhold(k, &l.group.write, l.written)
	l.userGrant(k, t, !u.leads || l.groupSync(k, t))
}

// groupSync syncs what is written, by the holder of the flush lock: true when there is nothing to call.
func (l *Log) groupSync(k *sim.Kernel, t uint32) bool {
	l.user.syncing, l.user.target, l.user.start = true, l.written, k.Now()
	if l.o.Mode == DSync || l.o.NoSync {
		l.groupSynced(k, t)
		return true
	}
	l.fileSync(k, l.files.current().id, WaitLogFlush, l.wake(kindGroupSynced, t))
	return false
}

func (l *Log) groupSynced(k *sim.Kernel, t uint32) {
	l.user.syncing = false
	l.users[t].leads = false
	l.flushed = max(l.flushed, l.user.target)
	l.syncTook(k, l.user.start)
	l.unhold(k, &l.group.flush, l.flushed)
}

// handleGroup takes the steps of group commit, and of checkpoints by the threads themselves.
func (l *Log) handleGroup(k *sim.Kernel, ev sim.Event) bool {
	switch ev.Kind {
	case kindGroupAgain:
		l.userGrant(k, ev.Ref, l.groupRun(k, ev.Ref))
	case kindGroupWritten:
		l.groupWritten(k, ev.Ref)
	case kindGroupSynced:
		l.groupSynced(k, ev.Ref)
		l.userGrant(k, ev.Ref, true)
	default:
		return l.handleOwn(k, ev)
	}
	return true
}
