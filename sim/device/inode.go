package device

import "github.com/innosim/innosim/sim"

// inode is what a file system has to log about a file. A change joins the transaction of the journal that collects changes at
// that time, beside those of all other files, and whoever asks for its commit commits them all:
//
//	fsync of a file whose transaction   collects        ▶ commit, which holds a flush
//	                                    is committed now ▶ wait for it, and flush if its own flush is gone already
//	                                    is committed     ▶ flush
//
// So of twenty files that were written together and are synced one after another, one pays for a commit.
//
// Source: Linux 6.8, fs/ext4/fsync.c (ext4_fsync_journal: i_sync_tid, i_datasync_tid), fs/jbd2/journal.c
// (jbd2_trans_will_send_data_barrier, jbd2_complete_transaction), fs/xfs/xfs_file.c (xfs_file_fsync: xfs_ipincount).
type inode struct {
	stamp   int64  // tick of the clock in the time of change, and 1
	changed uint64 // transaction of the last change of any kind; 0: none
	grown   uint64 // … of size or extents: fdatasync needs it
	fresh   bool   // a buffered write has made the file longer: blocks are found when it is written back
	found   int    // syncs under way that have found some, and log them when they are written
}

// grow notes what the file system has to log for a write up to an offset, in the transaction that collects.
func (x *file) grow(now sim.Time, end int64, collecting uint64) {
	if tick := int64(now)/int64(timestampTick) + 1; tick != x.inode.stamp {
		x.inode.stamp, x.inode.changed = tick, collecting
	}
	if end > x.size || end > x.written {
		x.inode.changed, x.inode.grown = collecting, collecting
		x.inode.fresh = x.mode != Direct
		x.size = max(x.size, end)
		x.written = end
	}
}

// transaction is the one that a sync must see committed; 0: none.
func (x *file) transaction(data bool) uint64 {
	if data {
		return x.inode.grown
	}
	return x.inode.changed
}

// committing is the lane that commits a transaction, or -1.
func (v *volume) committing(transaction uint64) int {
	for i := range v.lanes {
		if v.lanes[i].busy && v.lanes[i].transaction == transaction {
			return i
		}
	}
	return -1
}

// settled tells that the journal has nothing more to do for a sync.
func (v *volume) settled(transaction uint64) bool {
	return transaction == 0 || transaction != v.collecting && v.committing(transaction) < 0
}

// logs tells whether a sync, which writes back what is dirty, needs the journal.
func (x *file) logs(v *volume, data bool) bool {
	if x.inode.fresh {
		x.inode.fresh = false
		x.inode.found++
	}
	return x.inode.found > 0 || !v.settled(x.transaction(data))
}

// joinCommit makes a slot, whose data is written, wait for the commit of its file's changes.
func (f *Files) joinCommit(k *sim.Kernel, s uint32) {
	c := &f.slots[s]
	x := &f.files[c.file]
	v := &f.volumes[x.volume]
	c.joins = false
	if x.inode.found > 0 {
		x.inode.found--
		x.inode.changed, x.inode.grown = v.collecting, v.collecting
	}
	transaction := x.transaction(c.data || c.op == Write)
	if v.settled(transaction) {
		f.flushAlone(k, s)
		return
	}
	x.m.Commits++
	if i := v.committing(transaction); i >= 0 {
		l := &v.lanes[i]
		c.barrier = l.step > 0 && v.steps()[l.step-1] != logWrite
		l.joint.add(f.slots, s)
		v.m.Callers++
		return
	}
	v.next.add(f.slots, s)
	f.startCommit(k, x.volume)
}

// flushAlone ends the sync of a slot with a flush.
func (f *Files) flushAlone(k *sim.Kernel, s uint32) {
	dev := f.files[f.slots[s].file].dev
	if dev.host != nil {
		f.serving = s
		f.send(dev, Request{Op: Flush})
		f.serving = 0
		return
	}
	f.slots[s].pending++
	end := f.booked(Flush, f.slots[s].file, span{}, k.Now(), dev.bookFlush(k.Now()))
	k.After(end.Sub(k.Now()), sim.Wake{To: f.id, Kind: requestDone, Ref: s})
}
