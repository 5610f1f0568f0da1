package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// Before 8.0.20 too the I/O thread that completes the last page of a batch syncs the data files inside that page's completion,
// under the mutex that it has taken for it: until 5.7 the one mutex of the page's buffer pool instance, for a page of either
// list; from 8.0 on the LRU list mutex, for a page of the LRU list. With twenty files that is twenty syncs, during which the
// instance hands out no page that is not in memory, and does not complete a read.
//
// Source: buf_page_io_complete (buf0buf.cc), buf_flush_write_complete (buf0flu.cc), buf_dblwr_update (buf0dblwr.cc) of MySQL
// 5.7; of 8.0.11 the same with buf_pool->LRU_list_mutex.

// needs tells whether the completion of a page takes a mutex that is kept during syncs.
func (d *SystemBuffer) needs(t bufferpool.FlushType) bool {
	return d.env.Keeper != nil && (d.env.OneMutex || t == bufferpool.LRU)
}

// Reaped tells the pool that a page is in place. The last one syncs the data files in the I/O thread; then
// the batch is over.
func (d *SystemBuffer) Reaped(k *sim.Kernel, ioThread uint32, tag uint64) (held bool) {
	_, t, f := untag(tag)
	keeps := d.needs(t)
	if keeps && d.env.Keeper.AwaitLRUOf(k, f, d.me(systemReap, ioThread).With(tag)) != sim.NoWait {
		return true
	}
	d.written(k, f, t)
	d.pending--
	if d.pending > 0 {
		return false
	}
	d.metrics.PagesWritten += uint64(len(d.batch))
	d.env.Fil.Tab().Owe(ioThread, d.o.Costs.Complete)
	d.metrics.BatchSyncs++
	d.keeps, d.kept = keeps, 0
	if keeps {
		d.kept = d.env.Keeper.KeepLRU(k.Now(), f)
	}
	d.env.Fil.FlushAll(k, d.me(systemDataSynced, ioThread))
	return true
}

// dataSynced ends the batch, and the completion of its last page.
func (d *SystemBuffer) dataSynced(k *sim.Kernel, ioThread uint32) {
	d.end(k)
	if d.keeps {
		d.keeps = false
		d.env.Keeper.GiveLRU(k, d.kept)
	}
	d.env.Fil.Release(k, ioThread)
}

// reap goes on with the completion of a page whose mutex was kept.
func (d *SystemBuffer) reap(k *sim.Kernel, ev sim.Event) {
	if ev.Kind == systemReap {
		d.wake(k, d.me(systemReapAgain, ev.Ref).With(ev.Arg))
		return
	}
	if !d.Reaped(k, ev.Ref, ev.Arg) {
		d.env.Fil.Release(k, ev.Ref)
	}
}
