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

// SpinParts is in how many parts the time is spent: the thread looks whether the latch is free after each of them.
const SpinParts = 6

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
	if ft.tries++; ft.tries < SpinParts {
		p.env.CPU.Run(k, queue.Server, p.o.Costs.Latch/SpinParts, p.wake(spun, ft.ok.Ref))
		return
	}
	p.env.Waits.Switch(ft.ok.Ref, k.Now(), w)
	p.lot.Park(ft.key, p.wake(latched, ft.ok.Ref))
}
