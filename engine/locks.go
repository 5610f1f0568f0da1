package engine

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// locks are the exclusive row locks of running transactions: a hash table of rows, each with its holder and a
// queue of waiting threads. Transactions hold few rows, so the table is small; uniform workloads on large
// tables never meet. Source: lock0lock.cc; grants are first come, first served among waiters of equal weight
// (CATS, 8.0.20).
type locks struct {
	slots   []rowLock
	mask    uint64
	used    int
	next    []uint32 // thread → thread behind it in the queue of the row it waits for
	waiting []uint32 // thread → slot it waits for + 1; 0: it does not wait
	held    [][]uint64
	blind   bool // innodb_deadlock_detect = OFF: cycles stand until a wait times out
	Waits   uint64
	Current uint64
	Dead    uint64 // deadlocks
}

type rowLock struct {
	row        uint64 // key + 1; 0 is an empty slot
	holder     uint32
	first, end uint32 // waiting threads + 1
}

const noThread = 0

func newLocks(threads int) locks {
	l := locks{
		slots: make([]rowLock, 1024), next: make([]uint32, threads), waiting: make([]uint32, threads),
		held: make([][]uint64, threads),
	}
	l.mask = uint64(len(l.slots) - 1)
	for i := range l.held {
		l.held[i] = make([]uint64, 0, 8)
	}
	return l
}

func rowKey(table uint16, id uint64) uint64 { return uint64(table)<<40 | id }

// find returns the row's slot, or the empty one where it belongs.
func (l *locks) find(row uint64) uint64 {
	i := rng.Hash1(row) & l.mask
	for l.slots[i].row != 0 && l.slots[i].row != row+1 {
		i = (i + 1) & l.mask
	}
	return i
}

// lockResult is the outcome of asking for a row lock.
type lockResult uint8

const (
	lockGranted lockResult = iota
	lockWait
	lockDeadlock
)

// lock asks for a row; a thread that already has it gets it again.
func (l *locks) lock(th uint32, row uint64) lockResult {
	i := l.find(row)
	s := &l.slots[i]
	if s.row == 0 {
		*s = rowLock{row: row + 1, holder: th}
		l.held[th] = append(l.held[th], row)
		if l.used++; l.used*2 > len(l.slots) {
			l.grow()
		}
		return lockGranted
	}
	if s.holder == th {
		return lockGranted
	}
	if !l.blind && l.cycle(th, s.holder) {
		l.Dead++
		return lockDeadlock
	}
	l.waiting[th] = uint32(i) + 1
	l.next[th] = noThread
	if s.first == noThread {
		s.first = th + 1
	} else {
		l.next[s.end-1] = th + 1
	}
	s.end = th + 1
	l.Waits++
	l.Current++
	return lockWait
}

// cycle reports whether the holder waits, directly or through others, for th. A cycle of others has as many threads as
// there are at most.
func (l *locks) cycle(th, holder uint32) bool {
	for range l.waiting {
		w := l.waiting[holder]
		if w == 0 {
			return false
		}
		holder = l.slots[w-1].holder
		if holder == th {
			return true
		}
	}
	return false
}

// release gives up all rows of a thread; granted is called for each thread that now has the row it waited
// for.
func (e *Engine) releaseLocks(k *sim.Kernel, th uint32) {
	l := &e.locks
	for _, row := range l.held[th] {
		i := l.find(row)
		s := &l.slots[i]
		if s.first == noThread {
			l.remove(i)
			continue
		}
		w := s.first - 1
		s.first = l.next[w]
		s.holder = w
		l.waiting[w] = 0
		l.Current--
		l.held[w] = append(l.held[w], row)
		e.wakeThread(k, w)
	}
	l.held[th] = l.held[th][:0]
}

// remove empties slot i and moves up what it had displaced (linear probing without tombstones).
func (l *locks) remove(i uint64) {
	l.used--
	j := i
	for {
		l.slots[i] = rowLock{}
		for {
			j = (j + 1) & l.mask
			if l.slots[j].row == 0 {
				return
			}
			home := rng.Hash1(l.slots[j].row-1) & l.mask
			if (j-home)&l.mask >= (j-i)&l.mask {
				break
			}
		}
		l.place(i, l.slots[j])
		i = j
	}
}

// place puts a lock into slot i and tells its waiters.
func (l *locks) place(i uint64, s rowLock) {
	l.slots[i] = s
	for w := s.first; w != noThread; w = l.next[w-1] {
		l.waiting[w-1] = uint32(i) + 1
	}
}

func (l *locks) grow() {
	old := l.slots
	l.slots = make([]rowLock, 2*len(old))
	l.mask = uint64(len(l.slots) - 1)
	for _, s := range old {
		if s.row != 0 {
			l.place(l.find(s.row-1), s)
		}
	}
}

// lockRow is the step that locks the row it is about to change.
func (e *Engine) lockRow(k *sim.Kernel, th uint32, t *task, s *step) bool {
	row := rowKey(s.table, s.key)
	if t.phase == 1 { // granted while the thread slept
		e.comeBack(th)
		if e.clients[th].failed {
			t.at = t.n - 1 // nothing more of this statement
			return true
		}
		e.abortStale(th, t, row)
		return true
	}
	e.locks.blind = !e.settings.DeadlockDetect
	switch e.locks.lock(th, row) {
	case lockWait:
		t.phase = 1
		e.reportWait(k, th)
		e.gate.exit(&e.clients[th])
		e.waits.Switch(th, k.Now(), WaitRowLock)
		e.startWait(k, th)
		return false
	case lockDeadlock:
		e.abort(th, t)
	case lockGranted:
		e.abortStale(th, t, row)
	}
	return true
}

// abort ends the transaction at this statement.
func (e *Engine) abort(th uint32, t *task) {
	e.clients[th].aborted = true
	t.at = t.n - 1 // nothing more of this statement
}

// abortStale ends a transaction whose view is older than the row that it has locked.
func (e *Engine) abortStale(th uint32, t *task, row uint64) {
	if e.conflicts(th, row) {
		e.abort(th, t)
	}
}
