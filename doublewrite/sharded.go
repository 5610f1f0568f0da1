package doublewrite

import (
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// ShardedBuffer is the parallel doublewrite of Percona Server 5.7.11 to 8.0.19: a file with a shard for every buffer pool
// instance and flush type. The thread that fills a shard is the only one to use it, so there is no lock and no wait for
// others: it writes the shard, submits the pages, waits for them, and syncs the data files itself. The file is opened with
// O_DIRECT and is never synced. Clients that write a page alone use the area in the system tablespace, all of its pages.
//
// Source: buf0dblwr.cc of Percona Server 5.7 and 8.0.18, buf_dblwr_flush_buffered_writes; manual, "parallel doublewrite".
type ShardedBuffer struct {
	base
	o      Options
	file   device.FileID
	shards []shard
	single *SystemBuffer
}

// shard is one batch, in memory and in the file.
type shard struct {
	pages   []entry
	pending int // pages not yet in place
	sent    int // data writes submitted
	owner   sim.Wake
	busy    bool // it is being written
	asleep  bool // its thread waits for the pages
}

const (
	shardWritten sim.Kind = iota // the shard is in the file. Ref: thread, Arg: shard, as below
	shardSubmit                  // go on submitting data writes
	shardPlaced                  // all pages are in place
	shardSynced                  // the data files are synced
)

// shardPages is innodb_parallel_doublewrite's batch: innodb_doublewrite_batch_size.
const shardPages = 120

// NewShardedBuffer becomes the reaper of page writes; space is the system tablespace.
func NewShardedBuffer(k *sim.Kernel, o Options, space fil.SpaceID, env Env) *ShardedBuffer {
	d := &ShardedBuffer{base: base{env: env, handOff: o.HandOff}, o: o, shards: make([]shard, 2*o.PoolInstances)}
	d.single = NewSystemBuffer(k, o, space, env)
	d.single.singles, d.single.firstSlot = newSingles(systemPages+systemSingle), 0
	d.id = k.Register("doublewrite-sharded", d)
	d.file = env.Files.Open("doublewrite.xb", env.Device, device.Direct)
	for i := range d.shards {
		d.shards[i].pages = make([]entry, 0, shardPages)
	}
	env.Fil.SetReaper(d)
	return d
}

// Enqueue copies the page into its shard; the thread writes a full one out.
func (d *ShardedBuffer) Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait {
	i := d.index(b)
	s := &d.shards[i]
	if s.busy {
		panic("doublewrite: two threads use one shard")
	}
	d.metrics.AsyncRequests++
	d.env.Fil.Tab().Owe(ok.Ref, d.o.Costs.Copy)
	s.pages = append(s.pages, entry{f, b.Type})
	if len(s.pages) < shardPages {
		return sim.NoWait
	}
	return d.writeOut(k, i, ok)
}

// ForceOut writes a partly filled shard out, and waits until its pages are in place and synced.
func (d *ShardedBuffer) ForceOut(k *sim.Kernel, b Batch, ok sim.Wake) sim.Wait {
	i := d.index(b)
	if len(d.shards[i].pages) == 0 {
		return sim.NoWait
	}
	d.metrics.FlushRequests++
	return d.writeOut(k, i, ok)
}

func (d *ShardedBuffer) index(b Batch) int {
	if b.Type == bufferpool.List {
		return 2*b.Instance + 1
	}
	return 2 * b.Instance
}

func (d *ShardedBuffer) step(kind sim.Kind, i int) sim.Wake {
	return d.me(kind, d.shards[i].owner.Ref).With(uint64(i))
}

// writeOut is the one sequential write of the shard.
func (d *ShardedBuffer) writeOut(k *sim.Kernel, i int, ok sim.Wake) sim.Wait {
	s := &d.shards[i]
	s.owner, s.busy, s.sent = ok, true, 0
	n := uint32(len(s.pages)) * pageBytes
	d.metrics.Bytes += uint64(n)
	d.env.Files.Call(k, device.Call{
		Op: device.Write, File: d.file, Offset: int64(i) * shardPages * pageBytes, Bytes: n, Wait: WaitWrite,
		CPU: d.env.Fil.Tab().Pay(ok.Ref) + d.env.Fil.Options().Costs.SyncIO, Account: queue.Server,
	}, d.step(shardWritten, i))
	return WaitWrite
}

// Handle takes the steps of a batch.
func (d *ShardedBuffer) Handle(k *sim.Kernel, ev sim.Event) {
	i := int(ev.Arg)
	s := &d.shards[i]
	switch ev.Kind {
	case shardWritten:
		d.metrics.Writes++
		d.metrics.PagesWritten += uint64(len(s.pages))
		s.pending = len(s.pages)
		d.submitNext(k, i)
	case shardSubmit:
		d.submitNext(k, i)
	case shardPlaced:
		d.syncData(k, i)
	case shardSynced:
		s.pages, s.busy = s.pages[:0], false
		k.Soon(s.owner)
	default:
		panic("doublewrite: unknown event kind")
	}
}

// submitNext hands the next data write to the I/O threads; after the last the thread sleeps until they are done.
func (d *ShardedBuffer) submitNext(k *sim.Kernel, i int) {
	s := &d.shards[i]
	if s.sent < len(s.pages) {
		s.sent++
		d.submit(k, i, s.pages[s.sent-1], d.step(shardSubmit, i))
		return
	}
	if s.pending == 0 { // the pages were faster than their thread
		d.syncData(k, i)
		return
	}
	s.asleep = true
	d.park(k, s.owner.Ref, WaitBatch)
}

func (d *ShardedBuffer) syncData(k *sim.Kernel, i int) {
	d.metrics.BatchSyncs++
	d.env.Fil.FlushAll(k, d.step(shardSynced, i))
}

// Reaped tells the pool that a page is in place. The last one of a shard wakes its thread.
func (d *ShardedBuffer) Reaped(k *sim.Kernel, _ uint32, tag uint64) (held bool) {
	i, t, f := untag(tag)
	d.written(k, f, t)
	s := &d.shards[i]
	s.pending--
	if s.pending == 0 && s.asleep {
		s.asleep = false
		d.wake(k, d.step(shardPlaced, i))
	}
	return false
}

// WriteSingle writes a page into a slot of the system tablespace, and then in place.
func (d *ShardedBuffer) WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) {
	d.single.WriteSingle(k, f, ok)
}

// Metrics returns a copy of the counters, those of single pages included.
func (d *ShardedBuffer) Metrics() Metrics { return d.metrics.Add(d.single.metrics) }

// Check reports broken laws.
func (d *ShardedBuffer) Check() error {
	for i := range d.shards {
		s := &d.shards[i]
		if s.pending > len(s.pages) || s.pending > 0 && !s.busy || !s.busy && len(s.pages) == shardPages {
			return fmt.Errorf("doublewrite: shard %d has %d of %d pages pending, busy: %v", i, s.pending, len(s.pages), s.busy)
		}
	}
	return nil
}
