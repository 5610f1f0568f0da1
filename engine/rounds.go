package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// What the parts of a server with a page cleaner in rounds ask of each other: flush.Options.Rounds.

// flushAhead hands the log's wishes to the page cleaner.
type flushAhead struct{ e *Engine }

// FlushAhead asks for pages that became dirty before an LSN.
func (f flushAhead) FlushAhead(k *sim.Kernel, lsn redo.LSN, furious bool) {
	f.e.cleaner.FlushAhead(k, lsn, furious)
}

// pendingWrites answers when no page is on its way to the disk.
type pendingWrites struct{ e *Engine }

// AwaitIdle parks the thread until no page is being written, in a doublewrite slot or in place.
func (p pendingWrites) AwaitIdle(k *sim.Kernel, ok sim.Wake) sim.Wait {
	if s, slots := p.e.dblwr.(*doublewrite.TwoSlots); slots {
		return s.AwaitIdle(k, ok)
	}
	return p.e.fil.WaitIdle(k, ok)
}

// pageChanges tells how far the redo of a page must be durable.
type pageChanges struct{ e *Engine }

// Newest is the end of the last change of the page in a frame.
func (c pageChanges) Newest(f bufferpool.FrameID) redo.LSN { return c.e.pool.Newest(f) }

// twoSlots is the doublewrite buffer of MariaDB.
func (e *Engine) twoSlots(o doublewrite.Options, env doublewrite.Env) *doublewrite.TwoSlots {
	return doublewrite.NewTwoSlots(e.k, o, doublewrite.SlotsOptions{
		Space: e.systemTablespace(), Thread: e.threads.slots, Redo: e.log, Changes: pageChanges{e},
	}, env)
}

// hasSlots tells whether pages go through two slots in the system tablespace.
func (e *Engine) hasSlots() bool {
	return e.cfg.Profile.Doublewrite == profile.TwoSlots && e.cfg.Settings.Doublewrite != "OFF"
}

// fileRecord is redo that a checkpoint logs for each tablespace that has changed: FILE_MODIFY with the name of
// the file and the checksum of its mini-transaction; checkpointRecord is FILE_CHECKPOINT. Bytes; mtr0log.h.
const (
	fileRecord       = 32
	checkpointRecord = 16
)

// groupCommitLog makes the options of a log those of MariaDB: no framing, one file, opened without the page
// cache, checkpoints by whoever wants them.
func (e *Engine) groupCommitLog(o *redo.Options) {
	s := &e.settings
	o.Format, o.Mode, o.Files = redo.Unframed(), redo.Direct, 1
	switch {
	case s.LogFileWriteThrough:
		o.Mode = redo.DSync
	case s.LogFileBuffering:
		o.Mode = redo.Buffered
	}
	o.CheckpointRecord = checkpointRecord + fileRecord*uint32(e.fil.Spaces())
}

// neighbours is innodb_flush_neighbors as it takes effect: MariaDB follows it on spinning disks only.
func (e *Engine) neighbours() int {
	if e.cfg.Profile.Topology == profile.OneCleaner && !spins(&e.cfg.Devices.Data) {
		return 0
	}
	return e.settings.FlushNeighbors
}

// spins tells a disk by what it takes to reach a place: fil_node_t::on_ssd asks the kernel.
func spins(c *device.Config) bool { return c.ReadLatency > diskSeek }

// diskSeek is more than any drive without moving parts needs for a read, and less than half a turn of a disk.
const diskSeek = 3 * sim.Millisecond

// leaveAreaOut takes what is written to a doublewrite area inside a tablespace out of the counts of that
// tablespace: it is counted as doublewrite already.
func (e *Engine) leaveAreaOut(s *snapshot) {
	if !e.hasSlots() {
		return
	}
	s.fil.BytesWritten -= s.dblwr.Bytes
	s.fil.Writes -= s.dblwr.Bytes / uint64(e.settings.PageSize)
	s.fil.WriteCalls -= s.dblwr.Writes
}
