package redo

import "github.com/innosim/innosim/sim"

// request is one wait of a thread that writes and syncs for itself.
type request struct {
	lsn    LSN
	target LSN // it writes up to here
	need   Need
	ok     sim.Wake
	busy   bool
	leads  bool // it holds the flush lock of GroupCommit
}

// userSync is the state that committing threads share: one writes, one syncs, the others follow.
type userSync struct {
	writing bool
	upTo    LSN // of the write in progress
	syncing bool
	target  LSN // made durable by the running sync
	start   sim.Time
	waiting []uint32 // threads that wait for the running sync
	unready []uint32 // threads whose redo is not contiguous yet
	timer   bool     // the master thread's timer runs
}

// userStart is log_write_up_to where the caller may have to write itself: with innodb_log_writer_threads = OFF, before 8.0, and
// in MariaDB.
func (l *Log) userStart(k *sim.Kernel, r request) sim.Wait {
	t := r.ok.Ref
	u := l.request(t)
	*u = r
	u.busy = true
	if l.firstRun(k, t) {
		u.busy = false
		l.countUser(r.need, true)
		return sim.NoWait
	}
	l.countUser(r.need, false)
	if r.need == Written {
		return WaitLogWrite
	}
	return WaitLogFlush
}

// firstRun goes as far as the thread gets without waiting: true when it has what it needs.
func (l *Log) firstRun(k *sim.Kernel, t uint32) bool {
	if l.kn.Writers == GroupCommit {
		return l.groupRun(k, t)
	}
	return l.userRun(k, t)
}

func (l *Log) countUser(n Need, at bool) {
	switch {
	case n == Written && at:
		l.m.OnWriteNoWaits++
	case n == Written:
		l.m.OnWriteWaits++
	case at:
		l.m.OnFlushNoWaits++
	default:
		l.m.OnFlushWaits++
	}
}

// userRun begins, or begins again: true when the thread has what it needs.
func (l *Log) userRun(k *sim.Kernel, t uint32) bool {
	r := &l.users[t]
	if l.ready < r.lsn {
		l.advanceAll()
	}
	if l.ready < r.lsn {
		l.user.unready = append(l.user.unready, t)
		l.park(k, t, WaitLogWrite)
		return false
	}
	if r.need == Written && l.written >= r.lsn {
		return true
	}
	return l.lock(k, l.wake(kindUserMutex, t)) && l.userHold(k, t)
}

// userHold has the writer mutex.
func (l *Log) userHold(k *sim.Kernel, t uint32) bool {
	r := &l.users[t]
	have := l.written
	if r.need == Synced {
		have = l.flushed
	}
	if have >= r.lsn {
		l.m.FollowedWrites++
		l.unlock(k)
		return true
	}
	r.target = l.ready
	return l.userWrite(k, t)
}

// userWrite writes everything that was ready, then syncs or follows a running sync. When redo space has run
// out and its own redo is written it does not wait to write that of others: only the sync lets pages go and
// the checkpoint move.
func (l *Log) userWrite(k *sim.Kernel, t uint32) bool {
	r := &l.users[t]
	if l.o.SyncFirst && l.user.syncing && r.need == Synced {
		l.userFollow(k, t)
		return false
	}
	if l.written < r.target && !(l.starved() && l.written >= r.lsn) {
		l.userPwrite(k, t)
		return false
	}
	if r.need == Written {
		l.unlock(k)
		return true
	}
	if l.user.syncing {
		l.userFollow(k, t)
		return false
	}
	l.user.syncing, l.user.target, l.user.start = true, l.written, k.Now()
	id := l.files.current().id
	l.unlock(k)
	if l.o.Mode == DSync || l.o.NoSync {
		l.userSynced(k)
		return true
	}
	l.fileSync(k, id, WaitLogFlush, l.wake(kindUserSynced, t))
	return false
}

// userFollow waits for the running sync, and looks again.
func (l *Log) userFollow(k *sim.Kernel, t uint32) {
	l.m.FollowedSyncs++
	l.user.waiting = append(l.user.waiting, t)
	l.unlock(k)
	l.park(k, t, WaitLogFlush)
}

// userPwrite writes towards the thread's target, holding the mutex.
func (l *Log) userPwrite(k *sim.Kernel, t uint32) {
	to, ok := l.spaceFor(k, l.users[t].target)
	if !ok {
		l.space.writers = append(l.space.writers, t)
		l.unlock(k)
		l.park(k, t, WaitLogSpace)
		return
	}
	const most = 1024 // pwrites before the mutex is released for a moment
	c := l.plan(to, most)
	if c.writes == 0 {
		l.switchFile(k, t)
		return
	}
	l.user.writing, l.user.upTo = true, c.upTo
	l.chainCall(k, c, 0, l.wake(kindUserWritten, t))
}

func (l *Log) userWritten(k *sim.Kernel, t uint32) {
	l.user.writing = false
	l.wrote(k, l.user.upTo)
	l.userGrant(k, t, l.userWrite(k, t))
}

// userSynced ends the leader's sync: followers whose redo was covered go on, the others start again.
func (l *Log) userSynced(k *sim.Kernel) {
	u := &l.user
	u.syncing = false
	l.flushed = max(l.flushed, u.target)
	l.syncTook(k, u.start)
	for _, t := range u.waiting {
		r := &l.users[t]
		done := l.wake(kindUserRetry, t)
		if l.flushed >= r.lsn {
			r.busy = false
			done = r.ok.With(uint64(r.lsn))
		}
		l.m.UserWakeups++
		l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, done)
	}
	u.waiting = u.waiting[:0]
}

// retry is the event in which a thread that writes for itself begins again.
func (l *Log) retry() sim.Kind {
	if l.kn.Writers == GroupCommit {
		return kindGroupAgain
	}
	return kindUserRetry
}

// userGrant lets a parked thread go on.
func (l *Log) userGrant(k *sim.Kernel, t uint32, granted bool) {
	if !granted {
		return
	}
	r := &l.users[t]
	r.busy = false
	k.Soon(r.ok.With(uint64(r.lsn)))
}

// userReady wakes threads whose redo has become contiguous.
func (l *Log) userReady(k *sim.Kernel) {
	if len(l.user.unready) == 0 {
		return
	}
	all := l.completed()
	n := 0
	for _, t := range l.user.unready {
		if l.users[t].lsn > all {
			l.user.unready[n] = t
			n++
			continue
		}
		l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, l.wake(l.retry(), t))
	}
	l.user.unready = l.user.unready[:n]
}

// userBackground writes and syncs everything in a background thread, unless that thread is still at it.
func (l *Log) userBackground(k *sim.Kernel, t uint32) {
	all := l.completed()
	if l.starved() {
		all = l.written
	}
	if l.flushed >= all || l.request(t).busy {
		return
	}
	l.rate.total++
	l.userStart(k, request{lsn: all, need: Synced, ok: l.wake(kindIgnore, t)})
}

// masterTimer is the master thread's log sync, which exists only without log threads.
func (l *Log) masterTimer(k *sim.Kernel) {
	l.user.timer = false
	if l.kn.Writers != LogThreads {
		l.userBackground(k, l.o.Threads.Flusher)
		l.armTimers(k)
	}
}

// armTimers starts what runs by itself in the present mode.
func (l *Log) armTimers(k *sim.Kernel) {
	if l.ckpt.state == ckptIdle && l.ckpt.gen == 0 && l.kn.Writers != GroupCommit {
		l.ckptRest(k)
	}
	l.flusherTimerAt(k)
	if l.kn.Writers != LogThreads && !l.user.timer {
		l.user.timer = true
		k.After(max(l.kn.FlushTimeout, sim.Second), l.wake(kindMasterTimer, l.o.Threads.Flusher))
	}
}
