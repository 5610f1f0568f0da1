package redo

import "github.com/innosim/innosim/sim"

// Costs is the CPU time of the log's operations on the reference host. All values are estimates until they
// are fitted to measurements.
type Costs struct {
	Append       sim.Duration // reserve and publish one mini-transaction
	AppendKiB    sim.Duration // copy 1 KiB to the log buffer
	Pwrite       sim.Duration // one buffered pwrite: loop, block checksums, system call
	PwriteKiB    sim.Duration // per KiB written
	Fsync        sim.Duration // CPU part of one fsync
	Header       sim.Duration // write of a file or checkpoint header
	FileSwitch   sim.Duration // rename, open and close at a file switch
	ThreadLoop   sim.Duration // a woken log thread until it acts
	Checkpointer sim.Duration // a woken checkpointer until it acts
	NotifyBase   sim.Duration // a woken notifier
	NotifySlot   sim.Duration // per 512-byte event slot that it sets
	NotifyEach   sim.Duration // per thread that it wakes
	UserResume   sim.Duration // a woken committer until it is back in its code
	Poll         sim.Duration // one timed wake-up that finds nothing
	SpinRound    sim.Duration // one round of a spin loop

	LSN  sim.Duration // GroupCommit: hold time of the lock under which an LSN range is reserved
	Swap sim.Duration // GroupCommit: hold time of the exclusive latch under which the log buffer is swapped

	UserSpin    int64        // rounds, least spin of a user thread: 25 000
	UserRecheck sim.Duration // first timeout of a sleeping user thread: 1 ms
	ThreadSpin  sim.Duration // longest spin of a log thread: 250 000 rounds
	ThreadSleep sim.Duration // first timeout of a log thread after spinning: 10 us
	TimerSlack  sim.Duration // how late a short sleep ends (Linux timer slack)
	MutexSpin   sim.Duration // a waiter for the writer mutex still spins within this time
	LazyWindow  sim.Duration // longest delay of Written when nobody waits for it; see replay
	SpinChunk   sim.Duration // burst in which spinning is charged to the CPU
	DebtMax     sim.Duration // spinning beyond this debt is forgotten
}

// DefaultCosts are estimates for a 3 GHz server processor and a local file system. The rounds and timeouts
// are the server's (log0constants.h).
func DefaultCosts() Costs {
	const us = sim.Microsecond
	return Costs{
		Append: 300, AppendKiB: 120,
		Pwrite: 5 * us, PwriteKiB: 250, Fsync: 8 * us, Header: 8 * us, FileSwitch: 60 * us,
		ThreadLoop: 1 * us, Checkpointer: 5 * us, NotifyBase: 1 * us, NotifySlot: 15, NotifyEach: 1500,
		UserResume: 2 * us, Poll: 3 * us, SpinRound: 4, LSN: 60, Swap: 400,
		UserSpin: 25_000, UserRecheck: sim.Millisecond, ThreadSpin: sim.Millisecond, ThreadSleep: 10 * us,
		TimerSlack: 50 * us, MutexSpin: 20 * us, LazyWindow: 100 * us,
		SpinChunk: 250 * us, DebtMax: 4 * sim.Millisecond,
	}
}

// pwrite is the CPU time of n write calls of bytes in all.
func (c Costs) pwrite(n int, bytes uint64) sim.Duration {
	return c.Pwrite*sim.Duration(n) + c.PwriteKiB*sim.Duration(bytes)/1024
}

// appendCost is the CPU time of copying payload bytes to the log buffer.
func (c Costs) appendCost(payload uint32) sim.Duration {
	return c.Append + c.AppendKiB*sim.Duration(payload)/1024
}
