package engine

import (
	"reflect"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// rebuild puts a new process, on the same data and devices, in the place of the one that has ended: processors,
// files, log, pool and threads begin anew, the data set and what was measured stay. The rows of lost commits
// stay too: which version of a row a page holds makes no difference to the model.
func (e *Engine) rebuild(k *sim.Kernel) {
	before := e.snapshot()
	e.disconnect(k)
	k.Restart(e.id+1, func(ev sim.Event) bool { return outlives(ev.Kind) })
	e.laws.asked += e.bytesAsked()
	for _, d := range e.devices {
		d.dev.Restart(k)
	}
	clients, purge := e.clients, e.purge
	e.buildHost()
	e.fil.Reopen(k, fil.Env{Files: e.files, Device: e.devices[0].dev, CPU: e.cpu, Waits: e.waits})
	e.buildLog()
	e.buildPool()
	e.buildFlushing()
	e.buildBinlog()
	e.buildExtension()
	e.buildClients()
	for i := range e.clients {
		e.clients[i].n, e.clients[i].result = clients[i].n, clients[i].result
	}
	e.resumePurge(purge)
	e.releaseAll()
	e.laws.begin = e.log.Written()
	e.acked.head = e.acked.tail
	e.refill()
	e.meter.carry = snapshot{}
	e.meter.carry = difference(before, e.snapshot())
	e.load.used, e.load.at = e.cpu.Used(queue.Server)-e.stats.clientCPU, k.Now()
}

// systemTablespace is the file with the doublewrite buffer of older servers; a restart finds it again.
func (e *Engine) systemTablespace() fil.SpaceID {
	if e.down.system == 0 { // that is a table's
		e.down.system = e.fil.AddSpace("ibdata1", false)
	}
	return e.down.system
}

// outlives tells which of the engine's own events do not belong to the server's process.
func outlives(kind sim.Kind) bool {
	switch kind {
	case evSample, evChange, evPhase, evNextPhase, evWindow, evArrival, evMaster, evTune:
		return true
	}
	return false
}

// disconnect takes the clients out of their transactions, which are rolled back.
func (e *Engine) disconnect(k *sim.Kernel) {
	for i := range e.clients {
		c := &e.clients[i]
		if c.inside {
			c.inside = false
			e.laws.leave(k.Now(), k.Now().Sub(c.started))
			e.stats.reconnects++
		}
		if c.trx.started {
			e.abandon(&c.trx)
		}
	}
	e.run.busy = 0
	e.run.arrivals.idle = e.run.arrivals.idle[:0]
}

// resumePurge keeps the history: rows that the ended threads had taken count as purged.
func (e *Engine) resumePurge(p purge) {
	n := &e.purge
	n.ring, n.head, n.tail = p.ring, p.head, p.tail
	n.committed, n.truncated, n.saw = p.committed, p.truncated, p.saw
	n.purged = p.purged
	if p.running > 0 {
		n.purged = max(p.purged, min(p.batchEnd, p.committed))
	}
	n.batches, n.gen, n.Batches, n.Rows, n.UndoPages = p.batches, p.gen, p.Batches, p.Rows, p.UndoPages
}

// releaseAll gives up the latches of the ended threads.
func (e *Engine) releaseAll() {
	e.latches.held = e.latches.held[:0]
	for i := range e.undo.rsegs {
		e.undo.rsegs[i].owner = 0
	}
	e.ibuf.busy, e.ibuf.left = false, 0
	e.stats.lastActivity = e.load.activity
}

// refill puts the pages that recovery has left in the pool into it; the first change of each lies somewhere
// between the checkpoint and its last one.
func (e *Engine) refill() {
	from := e.down.before
	for i := range e.down.left {
		p := &e.down.left[i]
		r := bufferpool.Resident{Page: bufferpool.PageNo(p.Tag), Accessed: true, At: longAgo}
		if !p.OnDisk {
			r.Dirty = redo.Span{Start: from + redo.LSN(p.Last/2), End: from + redo.LSN(p.Last)}
		}
		e.pool.Install(r)
	}
	e.pool.Installed()
	e.down.left = nil
}

// difference is what must be added to the counters of a new process so that they go on from those of the old.
func difference(old, begun snapshot) snapshot {
	s := old
	for _, pair := range [...][2]any{
		{&s.redo, begun.redo}, {&s.pool, begun.pool}, {&s.fil, begun.fil}, {&s.dblwr, begun.dblwr},
		{&s.flush, begun.flush}, {&s.binlog, begun.binlog}, {&s.server, begun.server},
		{&s.data, begun.data}, {&s.redoFile, begun.redoFile}, {&s.binlogFile, begun.binlogFile},
		{&s.undo, begun.undo}, {&s.other, begun.other},
	} {
		combine(reflect.ValueOf(pair[0]).Elem(), reflect.ValueOf(pair[1]), false)
	}
	return s
}

// add adds the counters of earlier processes.
func (s *snapshot) add(c *snapshot) {
	for _, pair := range [...][2]any{
		{&s.redo, c.redo}, {&s.pool, c.pool}, {&s.fil, c.fil}, {&s.dblwr, c.dblwr}, {&s.flush, c.flush},
		{&s.binlog, c.binlog}, {&s.server, c.server}, {&s.data, c.data}, {&s.redoFile, c.redoFile},
		{&s.binlogFile, c.binlogFile}, {&s.undo, c.undo}, {&s.other, c.other},
	} {
		combine(reflect.ValueOf(pair[0]).Elem(), reflect.ValueOf(pair[1]), true)
	}
}

// combine adds the numbers of b to those of a, or subtracts them; unsigned ones wrap.
func combine(a, b reflect.Value, plus bool) {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			combine(a.Field(i), b.Field(i), plus)
		}
	case reflect.Array:
		for i := range a.Len() {
			combine(a.Index(i), b.Index(i), plus)
		}
	case reflect.Uint64, reflect.Uint32, reflect.Uint:
		if plus {
			a.SetUint(a.Uint() + b.Uint())
		} else {
			a.SetUint(a.Uint() - b.Uint())
		}
	case reflect.Int64, reflect.Int:
		if plus {
			a.SetInt(a.Int() + b.Int())
		} else {
			a.SetInt(a.Int() - b.Int())
		}
	}
}
