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

// unlock hands the mutex to the next in line: at once when it still spins, else it is woken.
func (l *Log) unlock(k *sim.Kernel) {
	if len(l.mutex.queue) == 0 {
		l.mutex.busy = false
		return
	}
	next := l.mutex.queue[0]
	l.mutex.queue = append(l.mutex.queue[:0], l.mutex.queue[1:]...)
	if waited := k.Now().Sub(next.since); waited < l.o.Costs.MutexSpin {
		l.owe(k, waited)
		k.Soon(next.w)
		return
	}
	l.owe(k, l.o.Costs.MutexSpin)
	l.rouse(k, l.o.Handoff, 0, next.w)
}
