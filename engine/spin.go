package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// latchWait is what a thread waits for: the key in its lot, and the class.
type latchWait struct {
	key   uint64
	class sim.Wait
}

// latchSpin is how long a thread tries for a latch before it sleeps: innodb_sync_spin_loops rounds, each with pauses that
// innodb_spin_wait_delay and innodb_spin_wait_pause_multiplier stretch, as they are at the start of the run. What a row
// does by default takes as long as measured (see referenceCosts); without pauses a round is one look at the latch.
func (e *Engine) latchSpin() sim.Duration {
	s, d := &e.settings, profile.Defaults(e.cfg.Profile, profile.Machine{CPUs: e.cfg.Host.CPUs, Memory: e.cfg.Host.Memory})
	usual := d.SyncSpinLoops * d.SpinWaitDelay * max(1, d.SpinPauseMultiplier)
	pauses := s.SpinWaitDelay * s.SpinPauseMultiplier
	if d.SpinPauseMultiplier == 0 { // MariaDB has no such variable
		pauses = s.SpinWaitDelay
	}
	if pauses == 0 {
		return sim.Duration(s.SyncSpinLoops) * spinPause
	}
	return sim.Duration(float64(e.costs.latchSpin) * (float64(s.SyncSpinLoops) * float64(pauses) / float64(usual)))
}

// awaitLatch is what a thread does that finds a latch taken: it tries for the time of a few thousand pauses, sleeps if
// the latch is still taken then, and tries again when it has been woken (sync0rw.cc, rw_lock_s_lock_spin; see
// bufferpool/spin.go). The step that asked is repeated after each of these.
func (e *Engine) awaitLatch(k *sim.Kernel, th uint32, lot *queue.Lot, w latchWait) {
	t := &e.tasks[th]
	if part, n := bufferpool.SpinParts(e.costs.latchSpin); t.spun < n {
		t.spun++
		e.cpu.Run(k, serverCPU, part, e.goesOn(th))
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
