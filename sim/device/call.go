package device

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Call is a blocking system call of a thread.
type Call struct {
	Op      Op   // Read, Write, or Flush: a sync
	Data    bool // of a sync: fdatasync instead of fsync
	File    FileID
	Offset  int64
	Bytes   uint32
	Wait    sim.Wait     // class in which the thread waits for the device
	CPU     sim.Duration // used before the request is sent: copying, checksum, system call
	Then    sim.Duration // used after the thread has been woken, before done arrives
	Account queue.Account
}

// slot is a call, or a request that waits for a journal commit.
type slot struct {
	done    sim.Wake
	begin   sim.Time // of the system call, its CPU time excluded
	end     sim.Time // of the request
	offset  int64
	then    sim.Duration
	next    uint32
	bytes   uint32
	file    FileID
	op      Op
	wait    sim.Wait
	account queue.Account
	data    bool
	raw     bool // not a call: done goes to the caller at once
	pending int  // requests that a device with a queue of the host has not answered
	flushes bool // and then a flush follows
	joins   bool // or a journal commit
	barrier bool // the commit that it waits for has sent its flush: another follows
}

// Events of the file layer. Ref is the thread where the event comes from the CPU, and Arg the slot.
const (
	callSubmit  sim.Kind = iota // the CPU time before a call has been used
	callAwake                   // the thread that called is runnable again
	commitJoin                  // the data of a sync is written: wait for a journal commit
	commitStep                  // a request of a commit is complete
	requestDone                 // a device with a queue of the host has answered; Ref is the slot
)

// Call runs a blocking call in thread done.Ref: CPU time, the request, the wake-up, the run queue. It
// always parks; done arrives when the thread runs again, and after Then.
func (f *Files) Call(k *sim.Kernel, c Call, done sim.Wake) {
	s := f.take(slot{
		done: done, offset: c.Offset, then: c.Then, bytes: c.Bytes, file: c.File, op: c.Op, wait: c.Wait,
		account: c.Account, data: c.Data,
	})
	d := c.CPU + f.o.SubmitCPU + f.copying(&c)
	if d <= 0 {
		f.submit(k, s)
		return
	}
	f.burn(k, c.Account, d, sim.Wake{To: f.id, Kind: callSubmit, Ref: done.Ref, Arg: uint64(s)})
}

// copying is the CPU time for the bytes of a direct request where there is no file system: the files of an
// emulated device lie in memory, and the processor moves what a disk controller would.
func (f *Files) copying(c *Call) sim.Duration {
	x := &f.files[c.File]
	if x.mode != Direct || x.dev.c.FileSystem != NoFileSystem {
		return 0
	}
	return f.o.CopyKiB * sim.Duration(c.Bytes) / 1024
}

// Handle moves calls and commits on.
func (f *Files) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case callSubmit:
		f.submit(k, uint32(ev.Arg))
	case callAwake:
		f.resume(k, uint32(ev.Arg))
	case commitJoin:
		f.joinCommit(k, ev.Ref)
	case commitStep:
		f.stepCommit(k, int(ev.Ref), int(ev.Arg))
	case requestDone:
		f.answered(k, ev.Ref)
	default:
		panic("device: unknown event kind of the file layer")
	}
}

// submit sends the request of a call.
func (f *Files) submit(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	c.begin = k.Now()
	if f.files[c.file].dev.host != nil {
		f.serving = s
	}
	var commit bool
	switch c.op {
	case Read:
		c.end = f.read(k.Now(), c.file, c.offset, c.bytes)
	case Write:
		c.end, commit = f.write(k.Now(), c.file, c.offset, c.bytes)
	default:
		c.end, commit = f.sync(k.Now(), c.file, c.data)
	}
	if f.servedCall(commit) {
		f.note(c.done.Ref, k.Now(), c.wait)
		return
	}
	switch {
	case commit:
		f.note(c.done.Ref, k.Now(), c.wait)
		k.After(c.end.Sub(k.Now()), sim.Wake{To: f.id, Kind: commitJoin, Ref: s})
	case c.end == k.Now():
		f.release(k, s)
	default:
		f.note(c.done.Ref, k.Now(), c.wait)
		f.wakeLater(k, s)
	}
}

// wakeLater makes the thread of a call runnable when the request has ended and the wake-up is over.
func (f *Files) wakeLater(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	awake := sim.Wake{To: f.id, Kind: callAwake, Ref: c.done.Ref, Arg: uint64(s)}
	k.After(c.end.Sub(k.Now())+f.o.Wakeup, awake)
}

// committed ends the wait of a slot for a journal commit.
func (f *Files) committed(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	c.end = k.Now()
	if !c.raw {
		f.wakeLater(k, s)
		return
	}
	f.asynchronous(&f.files[c.file], c.op, c.end.Sub(c.begin))
	k.Soon(c.done)
	f.give(s)
}

// resume gives the processor to a thread whose call has ended: a context switch, and what it does then.
func (f *Files) resume(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	f.note(c.done.Ref, c.end, sim.WaitWakeup)
	runs := k.Now()
	if f.o.CPU == nil {
		k.After(c.then, c.done)
	} else {
		end, took := f.o.CPU.Resume(k, c.account, c.then, c.done)
		runs = end.Add(-took)
	}
	f.files[c.file].m.spend(c.op, runs.Sub(c.begin))
	f.give(s)
}

// release ends a call that did not have to sleep.
func (f *Files) release(k *sim.Kernel, s uint32) {
	c := f.slots[s]
	f.give(s)
	if c.then > 0 {
		f.burn(k, c.account, c.then, c.done)
		return
	}
	k.Soon(c.done)
}

func (f *Files) burn(k *sim.Kernel, a queue.Account, d sim.Duration, done sim.Wake) {
	if f.o.CPU == nil {
		k.After(d, done)
		return
	}
	f.o.CPU.Run(k, a, d, done)
}

func (f *Files) note(thread uint32, at sim.Time, w sim.Wait) {
	if f.o.Waits != nil {
		f.o.Waits.Switch(thread, at, w)
	}
}

func (f *Files) take(s slot) uint32 { return take(&f.slots, &f.free, s) }

func (f *Files) give(i uint32) { give(f.slots, &f.free, i) }
