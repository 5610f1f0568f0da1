package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// latchWait is what a thread waits for: the key in its lot, and the class.
type latchWait struct {
	key   uint64
	class sim.Wait
}

// awaitLatch is what a thread does that finds a latch taken: it tries for the time of a few thousand pauses, sleeps if
// the latch is still taken then, and tries again when it has been woken (sync0rw.cc, rw_lock_s_lock_spin; see
// bufferpool/spin.go). The step that asked is repeated after each of these.
func (e *Engine) awaitLatch(k *sim.Kernel, th uint32, lot *queue.Lot, w latchWait) {
	t := &e.tasks[th]
	if t.spun < bufferpool.SpinParts {
		t.spun++
		e.cpu.Run(k, serverCPU, e.costs.latchSpin/bufferpool.SpinParts, e.goesOn(th))
		return
	}
	t.spun = 0
	e.waits.Switch(th, k.Now(), w.class)
	lot.Park(w.key, sim.Wake{To: e.id, Kind: evLatch, Ref: th})
}

// latchFree wakes a thread that sleeps for a latch. All who wait are woken and most of them sleep again: a look at the
// latch touches little, so it costs a thread switch and no cold caches.
func (e *Engine) latchFree(k *sim.Kernel, th uint32) {
	e.waits.Switch(th, k.Now(), sim.WaitWakeup)
	k.After(e.handoff, sim.Wake{To: e.id, Kind: evTry, Ref: th})
}
