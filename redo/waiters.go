package redo

import (
	"github.com/innosim/innosim/sim"
)

// waiter is a thread that waits until an LSN is written or flushed.
type waiter struct {
	lsn   LSN
	ok    sim.Wake
	since sim.Time
	spin  sim.Duration // it spins this long before it sleeps
}

// waiters are ordered by LSN, so that a write or sync releases a prefix.
type waiters struct {
	items []waiter
	head  int
}

func (w *waiters) last() LSN {
	if w.head == len(w.items) {
		return 0
	}
	return w.items[len(w.items)-1].lsn
}

// covered is how many wait for at most upTo.
func (w *waiters) covered(upTo LSN) int {
	n := 0
	for _, x := range w.items[w.head:] {
		if x.lsn > upTo {
			break
		}
		n++
	}
	return n
}

// push inserts in order of LSN, behind equals.
func (w *waiters) push(x waiter) {
	if w.head > len(w.items)/2 {
		w.items = append(w.items[:0], w.items[w.head:]...)
		w.head = 0
	}
	w.items = append(w.items, x)
	for i := len(w.items) - 1; i > w.head && w.items[i-1].lsn > x.lsn; i-- {
		w.items[i], w.items[i-1] = w.items[i-1], w.items[i]
	}
}

// release lets all waiters covered by upTo go on: those that still spin at once, the others are woken on
// the CPU.
func (l *Log) release(k *sim.Kernel, w *waiters, upTo LSN) {
	now := k.Now()
	for w.head < len(w.items) && w.items[w.head].lsn <= upTo {
		x := w.items[w.head]
		w.head++
		if l.releaseSpinner(k, x) {
			continue
		}
		waited := now.Sub(x.since)
		l.m.UserWakeups++
		n := l.rechecks(waited - x.spin)
		l.countLoops(w, n)
		l.owe(k, x.spin+sim.Duration(n)*l.o.Costs.Poll)
		l.rouse(k, l.o.Handoff, l.o.Costs.UserResume, x.ok.With(uint64(x.lsn)))
	}
	if w.head == len(w.items) {
		w.items, w.head = w.items[:0], 0
	}
}

// releaseSpinner lets a waiter that still spins go on.
func (l *Log) releaseSpinner(k *sim.Kernel, x waiter) bool {
	waited := k.Now().Sub(x.since)
	if waited > x.spin {
		return false
	}
	l.m.UserSpins++
	l.owe(k, waited)
	k.Soon(x.ok.With(uint64(x.lsn)))
	return true
}

// releaseSpinners lets covered waiters that spin go on: they see the LSN move without being told. It
// returns how many covered waiters sleep.
func (l *Log) releaseSpinners(k *sim.Kernel, w *waiters, upTo LSN) int {
	end, n := w.head+w.covered(upTo), w.head
	for i := w.head; i < end; i++ {
		if x := w.items[i]; !l.releaseSpinner(k, x) {
			w.items[n] = x
			n++
		}
	}
	sleepers := n - w.head
	copy(w.items[end-sleepers:end], w.items[w.head:n])
	w.head = end - sleepers
	return sleepers
}

func (l *Log) countLoops(w *waiters, n uint64) {
	if w == &l.onW {
		l.m.OnWriteLoops += n + 1
		return
	}
	l.m.OnFlushLoops += n + 1
}

// notifier is a log_write_notifier or log_flush_notifier thread.
type notifier struct{ busy bool }

// notify wakes the waiters of (old, upTo]: directly when they all are in one event slot, else through the
// notifier.
func (l *Log) notify(k *sim.Kernel, n *notifier, w *waiters, old, upTo LSN) {
	waiting := l.releaseSpinners(k, w, upTo)
	if l.f.slot(old+1) == l.f.slot(upTo) {
		l.release(k, w, upTo)
		return
	}
	c := &l.o.Costs
	slots := min(uint64(upTo-old)/l.f.Block+1, eventSlots)
	d := c.NotifyBase + sim.Duration(slots)*c.NotifySlot
	if waiting == 0 || n.busy {
		l.owe(k, d)
		return
	}
	n.busy = true
	d += sim.Duration(waiting) * c.NotifyEach
	if n == &l.noteW {
		l.m.WriteNotifierWaits++
		l.rouse(k, l.o.Handoff, d, l.wake(kindWriteNotified, l.o.Threads.WriteNotifier))
		return
	}
	l.m.FlushNotifierWaits++
	l.rouse(k, l.o.Handoff, d, l.wake(kindFlushNotified, l.o.Threads.FlushNotifier))
}

const eventSlots = 2048 // per array; INNODB_LOG_EVENTS_SIZE_DEFAULT
