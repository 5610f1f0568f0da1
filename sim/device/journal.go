package device

import "github.com/innosim/innosim/sim"

// Sizes and counts of journals, Linux.
const (
	journalBlock   = 4096 // bytes; file-system block
	ext4Blocks     = 3    // of a small commit: descriptor, inode, one more; the commit record is apart
	maxExtraBlocks = 61   // inode blocks that callers who share a commit add to it at most
	ext4Lanes      = 1    // commits at a time; jbd2 has one committing transaction
	xfsLanes       = 8    // log writes in flight; XFS has eight in-core log buffers
)

// timestampTick is the grain of the time of change in an inode: a second write within it leaves the inode as it is, and an
// fsync behind that needs no journal commit. Linux before 6.13: current_time and inode_needs_update_time (fs/inode.c) take
// the clock of the last timer interrupt, 250 a second in the kernels of Debian and Ubuntu.
const timestampTick = 4 * sim.Millisecond

// volume is the file system on a device.
type volume struct {
	dev   *Device
	lanes []lane
	next  waiters // of the commit that collects changes
	m     JournalMetrics
	// collecting is the transaction that changes join now, from 1; it closes when its commit starts.
	collecting uint64
}

// lane is a commit in progress.
type lane struct {
	busy bool
	step int
	// transaction is the one that it commits.
	transaction uint64
	sent        sim.Time // its last request
	joint       waiters
}

// waiters is a list of slots that wait for the same commit.
type waiters struct {
	first, last uint32
	count       int
}

// JournalMetrics count the journal commits of a device.
type JournalMetrics struct {
	Commits uint64
	Callers uint64       // syncs that shared them
	Time    sim.Duration // of commits
	Bytes   uint64
}

// journalStep is one request of a commit.
type journalStep uint8

const (
	logWrite journalStep = iota
	commitRecord
	commitRecordFUA
	logFlush
)

// steps is what a commit does, one after the other.
//
//	ext4  descriptor and blocks; flush; commit record with FUA, or followed by another flush
//	xfs   flush; one log record with FUA, or followed by another flush
func (v *volume) steps() []journalStep {
	switch {
	case v.dev.c.FileSystem == XFS && v.dev.c.NoFUA:
		return xfsFlushing[:]
	case v.dev.c.FileSystem == XFS:
		return xfsForcing[:]
	case v.dev.c.NoFUA:
		return ext4Flushing[:]
	}
	return ext4Forcing[:]
}

var (
	ext4Forcing  = [...]journalStep{logWrite, logFlush, commitRecordFUA}
	ext4Flushing = [...]journalStep{logWrite, logFlush, commitRecord, logFlush}
	xfsForcing   = [...]journalStep{logFlush, commitRecordFUA}
	xfsFlushing  = [...]journalStep{logFlush, commitRecord, logFlush}
)

// journalFile is the file number of a journal's requests: no open file has it.
const journalFile = 1<<16 - 1

func (f *Files) volumeOf(dev *Device) int {
	for i := range f.volumes {
		if f.volumes[i].dev == dev {
			return i
		}
	}
	lanes := ext4Lanes
	if dev.c.FileSystem == XFS {
		lanes = xfsLanes
	}
	f.volumes = append(f.volumes, volume{dev: dev, lanes: make([]lane, lanes), collecting: 1})
	return len(f.volumes) - 1
}

// Journal are the counters of the journal of the file system on a device.
func (f *Files) Journal(dev *Device) JournalMetrics { return f.volumes[f.volumeOf(dev)].m }

// add puts a slot at the end of the list.
func (w *waiters) add(slots []slot, s uint32) {
	slots[s].next = 0
	if w.first == 0 {
		w.first = s
	} else {
		slots[w.last].next = s
	}
	w.last = s
	w.count++
}

func (f *Files) startCommit(k *sim.Kernel, n int) {
	v := &f.volumes[n]
	for i := range v.lanes {
		if v.next.count == 0 {
			return
		}
		if !v.lanes[i].busy {
			v.m.Commits++
			v.m.Callers += uint64(v.next.count)
			v.lanes[i] = lane{busy: true, joint: v.next, transaction: v.collecting}
			v.next = waiters{}
			v.collecting++
			f.stepCommit(k, n, i)
		}
	}
}

// stepCommit does the next request of a commit, or ends it.
func (f *Files) stepCommit(k *sim.Kernel, n, i int) {
	v := &f.volumes[n]
	l := &v.lanes[i]
	steps := v.steps()
	if v.dev.host != nil && l.step > 0 {
		v.m.Time += k.Now().Sub(l.sent)
	}
	l.sent = k.Now()
	if l.step >= len(steps) {
		f.endCommit(k, n, i)
		return
	}
	next := sim.Wake{To: f.id, Kind: commitStep, Ref: uint32(n), Arg: uint64(i)}
	r := v.request(steps, l)
	l.step++
	if v.dev.host != nil {
		v.dev.host.submit(k, r, next)
		return
	}
	end := v.dev.bookAny(k.Now(), r)
	v.m.Time += end.Sub(k.Now())
	k.After(end.Sub(k.Now()), next)
}

// request is the next one of a commit.
func (v *volume) request(steps []journalStep, l *lane) Request {
	s := steps[l.step]
	r := Request{Op: Write, File: journalFile, Bytes: journalBlock, FUA: s == commitRecordFUA, Part: Between}
	switch {
	case s == logFlush && l.step == len(steps)-1:
		return Request{Op: Flush, Part: FlushBehind}
	case s == logFlush:
		return Request{Op: Flush, Part: FlushBefore}
	case s == commitRecordFUA:
		r.Part = Last
	case s == logWrite:
		r.Part = Whole
		r.Bytes = uint32(journalBlock * (ext4Blocks + min(l.joint.count-1, maxExtraBlocks)))
	}
	v.m.Bytes += uint64(r.Bytes)
	return r
}

// endCommit wakes those who waited for a commit, and starts the one that collected meanwhile.
func (f *Files) endCommit(k *sim.Kernel, n, i int) {
	l := &f.volumes[n].lanes[i]
	joint := l.joint
	*l = lane{}
	for s := joint.first; s != 0; {
		next := f.slots[s].next
		if f.slots[s].barrier {
			f.slots[s].barrier = false
			f.flushAlone(k, s)
		} else {
			f.committed(k, s)
		}
		s = next
	}
	f.startCommit(k, n)
}
