package redo

import "github.com/innosim/innosim/sim"

// Need is what a waiter of Durable needs.
type Need uint8

// Needs.
const (
	Written Need = iota // in the file, not necessarily on the device
	Synced              // survives a power cut
)

// CommitWait is the end of a commit: innodb_flush_log_at_trx_commit decides what it waits for.
func (l *Log) CommitWait(k *sim.Kernel, lsn LSN, ok sim.Wake) sim.Wait {
	switch l.kn.FlushAtCommit {
	case 0:
		return sim.NoWait
	case 2:
		return l.Durable(k, lsn, Written, ok)
	}
	return l.Durable(k, lsn, Synced, ok)
}

// Durable is log_write_up_to: it waits until redo up to an LSN is written or synced.
func (l *Log) Durable(k *sim.Kernel, upTo LSN, need Need, ok sim.Wake) sim.Wait {
	if upTo > l.current {
		panic("redo: waiting for redo that does not exist")
	}
	l.rate.total++
	if l.kn.Writers != LogThreads {
		return l.userStart(k, request{lsn: upTo, need: need, ok: ok})
	}
	if need == Written {
		return l.waitWritten(k, upTo, ok)
	}
	if l.flushed >= upTo {
		l.m.OnFlushNoWaits++
		return sim.NoWait
	}
	if l.kn.FlushAtCommit != 1 && l.written < upTo {
		*l.request(ok.Ref) = request{lsn: upTo, need: need, ok: ok}
		l.waitWritten(k, upTo, l.wake(kindThenFlush, ok.Ref))
		return l.park(k, ok.Ref, WaitLogFlush)
	}
	return l.waitFlushed(k, upTo, ok)
}

func (l *Log) waitWritten(k *sim.Kernel, upTo LSN, ok sim.Wake) sim.Wait {
	if l.written >= upTo {
		l.m.OnWriteNoWaits++
		return sim.NoWait
	}
	l.m.OnWriteWaits++
	l.onW.push(waiter{lsn: upTo, ok: ok, since: k.Now(), spin: l.userSpin(false)})
	w := l.park(k, ok.Ref, WaitLogWrite)
	l.writerUrgent(k)
	return w
}

func (l *Log) waitFlushed(k *sim.Kernel, upTo LSN, ok sim.Wake) sim.Wait {
	l.m.OnFlushWaits++
	l.onF.push(waiter{lsn: upTo, ok: ok, since: k.Now(), spin: l.userSpin(true)})
	w := l.park(k, ok.Ref, WaitLogFlush)
	l.flush.armed = true
	if l.written < upTo {
		l.writerUrgent(k)
	}
	l.flusherWake(k)
	return w
}

// thenFlush is a thread that has seen its write and wants the sync: modes 0 and 2 do not sync by themselves.
func (l *Log) thenFlush(k *sim.Kernel, thread uint32) {
	r := *l.request(thread)
	if l.kn.Writers == UserThreads {
		l.userGrant(k, thread, l.userRun(k, thread))
		return
	}
	if l.flushed >= r.lsn {
		k.Soon(r.ok.With(uint64(r.lsn)))
		return
	}
	l.waitFlushed(k, r.lsn, r.ok)
}

// request is the record of a thread's running wait.
func (l *Log) request(thread uint32) *request {
	for int(thread) >= len(l.users) {
		l.users = append(l.users, request{})
	}
	return &l.users[thread]
}
