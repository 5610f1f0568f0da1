package bufferpool

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// A thread that finds a page latched by a read or a write does not sleep at once: it tries again
// innodb_sync_spin_loops times, with a pause of 0 … innodb_spin_wait_delay times innodb_spin_wait_pause_multiplier
// processor pauses in between (sync0rw.cc, rw_lock_s_lock_spin; ut0ut.cc, ut_delay). Reads and writes take longer than
// that, so nearly always the time is lost, and the thread sleeps all the same: Costs.Latch is processor time that each
// such wait costs on top.

// The time is spent in parts, and the thread looks whether the latch is free after each of them: six, or so many that
// none is longer than spinPart. A server looks after each round, of 3 us by default.
const (
	spinParts = 6
	spinPart  = 100 * sim.Microsecond
)

// SpinParts divides the time for which a thread tries for a latch into n equal parts.
func SpinParts(total sim.Duration) (part sim.Duration, n int64) {
	n = max(spinParts, int64((total+spinPart-1)/spinPart))
	return total / sim.Duration(n), n
}

// spinOver ends a part of the tries: the latch is free by now, or the thread tries on, and sleeps in the end.
func (p *Pool) spinOver(k *sim.Kernel, ft *fetch) {
	h := &p.frames[ft.frame]
	blocked, w := h.state&writing != 0, WaitPageWriting
	if ft.key == readKey(ft.frame) {
		blocked, w = h.state&reading != 0, WaitPageRead
	}
	if !blocked {
		k.Soon(ft.ok.With(uint64(ft.frame)))
		return
	}
	part, n := SpinParts(p.o.Costs.Latch)
	if ft.tries++; ft.tries < n {
		p.env.CPU.Run(k, queue.Server, part, p.wake(spun, ft.ok.Ref))
		return
	}
	p.env.Waits.Switch(ft.ok.Ref, k.Now(), w)
	p.lot.Park(ft.key, p.wake(latched, ft.ok.Ref))
}
