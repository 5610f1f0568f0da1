package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// The packages below ask the ones above through one-method interfaces; these types answer. They reach the
// package through the engine, since it may be built later than the one that asks.

type horizon struct{ e *Engine }

// OldestDirty is the oldest change that is not yet in a data file.
func (h horizon) OldestDirty() (redo.LSN, bool) { return h.e.pool.OldestDirty() }

type dataSync struct{ e *Engine }

// SyncAll makes all page writes durable.
func (d dataSync) SyncAll(k *sim.Kernel, done sim.Wake) { d.e.fil.FlushAll(k, done) }

type cleanerSignal struct{ e *Engine }

// WakeCleaner sets the page cleaner's event.
func (c cleanerSignal) WakeCleaner(k *sim.Kernel) { c.e.cleaner.WakeCleaner(k) }

type atWork struct{ e *Engine }

// Activity is the server's activity counter.
func (a atWork) Activity() uint64 { return a.e.load.activity }

// PendingReads is the number of pages being read.
func (a atWork) PendingReads() int { return int(a.e.fil.Metrics().PendingReads) }

// pageOrder is the order of pages by key: that of their numbers, as far as they belong to one tablespace.
type pageOrder struct{ e *Engine }

// Neighbours returns the pages next to pg in its tablespace.
func (o pageOrder) Neighbours(pg bufferpool.PageNo) (before, after bufferpool.PageNo) {
	space, _ := o.e.fil.Locate(pg)
	return o.inSpace(space, pg-1), o.inSpace(space, pg+1)
}

// SameSpace tells whether two pages lie in the same tablespace.
func (o pageOrder) SameSpace(a, b bufferpool.PageNo) bool {
	x, _ := o.e.fil.Locate(a)
	y, _ := o.e.fil.Locate(b)
	return x == y
}

func (o pageOrder) inSpace(space fil.SpaceID, pg bufferpool.PageNo) bufferpool.PageNo {
	if pg < fil.ExtentPages || int(pg) >= o.e.fil.Pages() {
		return 0
	}
	if id, _ := o.e.fil.Locate(pg); id != space {
		return 0
	}
	return pg
}

// load is what the server knows of itself: its CPU use over the last second, as the master thread samples it,
// and the activity counter.
type load struct {
	oneCore, all float64 // percent
	activity     uint64
	used         sim.Duration // CPU time at the last sample
	at           sim.Time
}

// CPUPercentOfOneCore is the server's CPU use in percent of one processor.
func (l *load) CPUPercentOfOneCore() float64 { return l.oneCore }

// CPUPercentOfAll is the server's CPU use in percent of all processors.
func (l *load) CPUPercentOfAll() float64 { return l.all }

// Activity is srv_sys' activity counter: it moves when the server does something for a client.
func (l *load) Activity() uint64 { return l.activity }

func (l *load) sample(now sim.Time, cpu *queue.CPU, client sim.Duration) {
	used := cpu.Used(queue.Server) - client
	if d := now.Sub(l.at); d > 0 {
		l.oneCore = 100 * float64(used-l.used) / float64(d)
		l.all = l.oneCore / float64(cpu.CPUs())
	}
	l.used, l.at = used, now
}

func (e *Engine) frameOf(arg uint64) bufferpool.FrameID { return bufferpool.FrameID(arg) }
