package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// treeLatches are the parents of leaves that somebody holds while he waits for a page below.
//
// A split or merge takes the parent exclusively before it latches the leaf and both its neighbours, and keeps
// it while one of them is being written: everybody else who comes down through that parent waits as long. A
// change of one leaf keeps the parent shared until it has the leaf, so where it waits for a leaf that is
// being written, a split or merge waits behind it; and once that one waits, nobody else comes down any more.
// With a few hundred leaves the parent is the root of the whole index. Source: btr0cur.cc,
// btr_cur_search_to_nth_level, btr_cur_latch_leaves; sync0rw.h (a waiting writer stops readers).
type treeLatches struct {
	held []parentLatch
	lot  *queue.Lot
}

// parentLatch is the latch of one parent that is held or asked for; threads are numbered from 1 here.
type parentLatch struct {
	page    bufferpool.PageNo
	readers int
	owner   uint32
	pending uint32 // waits for the readers to leave
}

// find returns the latch of a page, nil when nobody has it.
func (l *treeLatches) find(pg bufferpool.PageNo) *parentLatch {
	for i := range l.held {
		if l.held[i].page == pg {
			return &l.held[i]
		}
	}
	return nil
}

func (l *treeLatches) get(pg bufferpool.PageNo) *parentLatch {
	if p := l.find(pg); p != nil {
		return p
	}
	l.held = append(l.held, parentLatch{page: pg})
	return &l.held[len(l.held)-1]
}

// tidy forgets the latch when nobody has it any more.
func (l *treeLatches) tidy(p *parentLatch) {
	if p.readers == 0 && p.owner == 0 && p.pending == 0 {
		*p = l.held[len(l.held)-1]
		l.held = l.held[:len(l.held)-1]
	}
}

// latched parks the thread when another one has the parent exclusively, or waits to; it is woken to look
// again.
func (e *Engine) latched(k *sim.Kernel, th uint32, pg bufferpool.PageNo) bool {
	p := e.latches.find(pg)
	if p == nil || p.owner == th+1 || p.owner == 0 && (p.pending == 0 || p.pending == th+1) {
		e.tasks[th].spun = 0
		return false
	}
	e.awaitLatch(k, th, e.latches.lot, latchWait{uint64(pg), WaitIndexLatch})
	return true
}

// shareParent keeps the parent shared while the thread waits for a leaf.
func (e *Engine) shareParent(t *task, pg bufferpool.PageNo) {
	if t.parent == 0 {
		t.parent = pg
		e.latches.get(pg).readers++
	}
}

// leaveParent gives the shared latch up; the last one to leave lets a split or merge begin that waits.
func (e *Engine) leaveParent(k *sim.Kernel, t *task) {
	if t.parent == 0 {
		return
	}
	p := e.latches.get(t.parent)
	t.parent = 0
	p.readers--
	if p.readers == 0 && p.pending != 0 {
		e.wakeThread(k, p.pending-1)
		p.owner, p.pending = p.pending, 0
		return
	}
	e.latches.tidy(p)
}

// latchParent takes the parent exclusively; false when the thread is parked.
func (e *Engine) latchParent(k *sim.Kernel, th uint32, pg bufferpool.PageNo) bool {
	if e.latched(k, th, pg) {
		return false
	}
	p := e.latches.get(pg)
	switch {
	case p.owner == th+1:
		return true // granted while the thread slept
	case p.readers > 0:
		p.pending = th + 1
		e.waits.Switch(th, k.Now(), WaitIndexLatch)
		return false
	}
	p.owner, p.pending = th+1, 0
	return true
}

// unlatchParent lets everybody go on who waits for the thread's exclusive latch.
func (e *Engine) unlatchParent(k *sim.Kernel, th uint32) {
	for i := range e.latches.held {
		p := &e.latches.held[i]
		if p.owner == th+1 {
			pg := p.page
			p.owner = 0
			e.latches.tidy(p)
			e.latches.lot.Unpark(k, uint64(pg))
			return
		}
	}
}
