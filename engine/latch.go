package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// treeLatches are the parents of leaves that a split or merge holds exclusively. It takes the parent before it latches
// the leaf and both its neighbours, and keeps it while one of them is being written: everybody else who comes down
// through that parent waits as long. With a few hundred leaves the parent is the root of the whole index.
// Source: btr0cur.cc, btr_cur_search_to_nth_level with BTR_MODIFY_TREE, btr_cur_latch_leaves.
type treeLatches struct {
	held []heldLatch
	lot  *queue.Lot
}

type heldLatch struct {
	page   bufferpool.PageNo
	thread uint32
}

// latched parks the thread when another one holds the parent; it is woken to look again.
func (e *Engine) latched(k *sim.Kernel, th uint32, pg bufferpool.PageNo) bool {
	for _, h := range e.latches.held {
		if h.page == pg && h.thread != th {
			e.waits.Switch(th, k.Now(), WaitIndexLatch)
			e.latches.lot.Park(uint64(pg), e.resumed(th))
			return true
		}
	}
	return false
}

// latchParent takes the parent exclusively; false when the thread is parked.
func (e *Engine) latchParent(k *sim.Kernel, th uint32, pg bufferpool.PageNo) bool {
	if e.latched(k, th, pg) {
		return false
	}
	e.latches.held = append(e.latches.held, heldLatch{pg, th})
	return true
}

// unlatchParent lets everybody go on who waits for the thread's parent latch.
func (e *Engine) unlatchParent(k *sim.Kernel, th uint32) {
	held := e.latches.held
	for i, h := range held {
		if h.thread == th {
			held[i] = held[len(held)-1]
			e.latches.held = held[:len(held)-1]
			e.latches.lot.Unpark(k, uint64(h.page))
			return
		}
	}
}
