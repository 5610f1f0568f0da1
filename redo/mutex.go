package redo

import "github.com/innosim/innosim/sim"

// writerMutex orders everybody who writes to the redo files: the log writer or a committing thread, and the
// checkpointer.
type writerMutex struct {
	busy  bool
	queue []mutexWaiter
}

type mutexWaiter struct {
	w     sim.Wake
	since sim.Time
}

// lock takes the mutex, or queues: w arrives when it has been handed over.
func (l *Log) lock(k *sim.Kernel, w sim.Wake) bool {
	if !l.mutex.busy {
		l.mutex.busy = true
		return true
	}
	l.mutex.queue = append(l.mutex.queue, mutexWaiter{w, k.Now()})
	l.park(k, w.Ref, WaitLogMutex)
	return false
}

// unlock frees the mutex. A log thread in line gets it handed over. Committing threads are woken, all of
// them, and look again when they have a processor: whoever runs first has the mutex, and those whose redo has
// been written meanwhile do not need it (ib0mutex.h, TTASEventMutex::exit). So no processor is waited for
// with the mutex held.
func (l *Log) unlock(k *sim.Kernel) {
	l.mutex.busy = false
	q := l.mutex.queue
	n := 0
	for _, w := range q {
		switch {
		case w.w.Kind == kindUserMutex:
			w.w.Kind = kindUserRetry
			l.handOn(k, w)
		case !l.mutex.busy:
			l.mutex.busy = true
			l.handOn(k, w)
		default:
			q[n] = w
			n++
		}
	}
	l.mutex.queue = q[:n]
}

// handOn lets a waiter go on: at once when it still spins, else it is woken.
func (l *Log) handOn(k *sim.Kernel, next mutexWaiter) {
	if waited := k.Now().Sub(next.since); waited < l.o.Costs.MutexSpin {
		l.owe(k, waited)
		k.Soon(next.w)
		return
	}
	l.owe(k, l.o.Costs.MutexSpin)
	l.rouse(k, l.o.Handoff, 0, next.w)
}
