package redo

import (
	"fmt"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// files maps LSNs to redo files. File n of the run holds [base(n), base(n+1)); descriptors are reused in
// turn, as the server renames consumed files.
type files struct {
	ids     []device.FileID
	policy  FilePolicy
	ring    []file // files in use, oldest first
	nextID  int
	aheadTo int64 // end of the region of the current file that is written, write-ahead included
	step    switchStep
}

type file struct {
	id         device.FileID
	start, end LSN
}

// switchStep is how far a file switch is.
type switchStep uint8

const (
	switchNone   switchStep = iota
	switchHeader            // writing the header of the new file
	switchSync              // syncing it
	switchFull              // marking the old file as full
	switchFullSync
)

// open opens the redo files and finds the one that the run starts in. Files begin on the checkpoint's block.
func (f *files) open(l *Log) {
	f.policy = l.o.Policy.Files()
	for n := range l.limits.Files {
		id := l.env.Files.Open(fmt.Sprintf("redo.%d", n), l.env.Device, l.deviceMode())
		l.env.Files.Allocate(id, l.limits.FileBytes, true)
		f.ids = append(f.ids, id)
	}
	f.append(l.f.down(l.o.Truncated), l.limits.FileBytes)
	for f.current().end <= l.written {
		f.append(f.current().end, l.limits.FileBytes)
	}
}

func (l *Log) deviceMode() device.Mode {
	switch l.o.Mode {
	case DSync:
		return device.DSync
	case Direct:
		return device.Direct
	}
	return device.Buffered
}

func (f *files) append(start LSN, bytes int64) {
	end := start + LSN(bytes-fileHeader)&^511
	f.ring = append(f.ring, file{id: f.ids[f.nextID%len(f.ids)], start: start, end: end})
	f.nextID++
}

func (f *files) current() *file { return &f.ring[len(f.ring)-1] }

// offset is where l is in its file.
func (c *file) offset(l LSN) int64 { return fileHeader + int64(l-c.start) }

// consume forgets files wholly before the checkpoint.
func (f *files) consume(checkpoint LSN) {
	n := 0
	for n < len(f.ring)-1 && f.ring[n].end <= checkpoint {
		n++
	}
	f.ring = append(f.ring[:0], f.ring[n:]...)
}

// checkpointFile is the file whose header takes a checkpoint at l.
func (f *files) checkpointFile(l LSN) device.FileID {
	if f.policy.CheckpointFirst {
		return f.ids[0]
	}
	for i := range f.ring {
		if l < f.ring[i].end {
			return f.ring[i].id
		}
	}
	return f.current().id
}

// switchFile starts the next file, in the thread that holds the writer mutex.
func (l *Log) switchFile(k *sim.Kernel, thread uint32) {
	l.m.NextFile++
	l.files.append(l.files.current().end, l.target.FileBytes)
	l.env.Files.Allocate(l.files.current().id, l.target.FileBytes, true)
	l.files.aheadTo = 0
	l.files.step = switchHeader
	l.m.HeaderBytes += fileHeader
	c := l.o.Costs
	call := device.Call{File: l.files.current().id, Bytes: fileHeader, CPU: c.FileSwitch + c.Header}
	l.fileWrite(k, call, l.wake(kindSwitch, thread))
}

// switchStep goes on with a switch; when it is done, the thread goes on writing.
func (l *Log) switchStep(k *sim.Kernel, thread uint32) {
	f := &l.files
	old := f.ring[max(len(f.ring)-2, 0)].id
	next := l.wake(kindSwitch, thread)
	f.step++
	if !f.policy.SyncSwitch || f.step > switchFullSync {
		f.step = switchNone
		l.afterSwitch(k, thread)
		return
	}
	switch f.step {
	case switchSync:
		l.fileSync(k, f.current().id, WaitLogWrite, next)
	case switchFull:
		l.m.HeaderBytes += 512
		l.fileWrite(k, device.Call{File: old, Bytes: 512, CPU: l.o.Costs.Header}, next)
	case switchFullSync:
		l.fileSync(k, old, WaitLogWrite, next)
	}
}

func (l *Log) afterSwitch(k *sim.Kernel, thread uint32) {
	if l.writer.state == writerSwitching {
		l.writerGo(k, 0)
		return
	}
	l.userGrant(k, thread, l.userWrite(k, thread))
}

// fileWrite is one write call on a redo file; done.Ref is the calling thread.
func (l *Log) fileWrite(k *sim.Kernel, c device.Call, done sim.Wake) {
	c.Op, c.Wait = device.Write, WaitLogWrite
	l.env.Files.Call(k, c, done)
}

// fileSync syncs a redo file, where the files are synced at all.
func (l *Log) fileSync(k *sim.Kernel, id device.FileID, w sim.Wait, done sim.Wake) {
	if l.o.Mode == DSync || l.o.NoSync {
		k.Soon(done)
		return
	}
	l.m.OSLogFsyncs++
	call := device.Call{Op: device.Flush, Data: l.o.DataSync, File: id, Wait: w, CPU: l.o.Costs.Fsync}
	l.env.Files.Call(k, call, done)
}
