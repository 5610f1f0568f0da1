package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/engine/recovery"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Actions of the timeline that end the server's process.
const (
	actionCrash   = "crash"   // power cut, or crash of the host: what no device has is gone
	actionKill    = "kill"    // the process ends; the host writes what it was given
	actionRestart = "restart" // clean shutdown, and a start
)

// down is a server out of service.
type down struct {
	now    bool
	resume redo.LSN // where the log goes on
	before redo.LSN // its checkpoint
	all    []Outage
	dump   []bufferpool.PageNo // pages of the last clean shutdown's dump, by number
	system fil.SpaceID         // of a doublewrite buffer in the system tablespace; 0: none yet
	left   []recovery.Page     // pages that recovery has left in the pool
}

// acked are the acknowledged commits that are not yet durable, as far as it is known, in order.
type acked struct {
	lsn        []redo.LSN // circular; length is a power of two
	head, tail uint64
}

const ackedMin = 64

// acknowledge notes a commit, and forgets those that have become durable.
func (a *acked) acknowledge(lsn, durable redo.LSN) {
	mask := uint64(len(a.lsn) - 1)
	for a.head != a.tail && a.lsn[a.head&mask] <= durable {
		a.head++
	}
	if lsn <= durable {
		return
	}
	if a.tail-a.head == uint64(len(a.lsn)) {
		a.grow()
		mask = uint64(len(a.lsn) - 1)
	}
	a.lsn[a.tail&mask] = lsn
	a.tail++
}

func (a *acked) grow() {
	next := make([]redo.LSN, max(ackedMin, 2*len(a.lsn)))
	for i := a.head; i != a.tail; i++ {
		next[i&uint64(len(next)-1)] = a.lsn[i&uint64(len(a.lsn)-1)]
	}
	a.lsn = next
}

// lost counts the commits beyond an LSN.
func (a *acked) lost(durable redo.LSN) (n uint64) {
	for i := a.head; i != a.tail; i++ {
		if a.lsn[i&uint64(len(a.lsn)-1)] > durable {
			n++
		}
	}
	return n
}

// outage ends the server's process, and starts it again: the clients are without service until it is ready.
func (e *Engine) outage(k *sim.Kernel, action string) {
	if e.down.now {
		return // it is down already
	}
	o := Outage{At: k.Now(), Action: action}
	s := e.recoveryServer()
	if action == actionRestart {
		e.cleanStop(s, &o)
	} else {
		e.crashNow(s, &o)
	}
	e.rebuild(k)
	e.down.now = true
	e.down.all = append(e.down.all, o)
	k.After(o.Down, sim.Wake{To: e.id, Kind: evUp})
}

// crashNow recovers from what is durable at this moment.
func (e *Engine) crashNow(s *recovery.Server, o *Outage) {
	killed := o.Action == actionKill
	c := e.crashed(killed)
	e.down.before, e.down.resume = e.log.Checkpoint(), e.log.Checkpoint()+redo.LSN(c.Redo)
	o.Lost = e.acked.lost(e.down.resume)
	if !killed {
		if e.binlog != nil {
			o.Unlogged = e.binlog.Behind()
		}
		o.Torn, o.Repaired = e.tornWrites()
	}
	up := s.Recover(c)
	o.Down, o.Phases, o.Rollback = up.Ready, up.Phases, up.Rollback
	o.Redo, o.Read, o.Applied, o.Written = up.RedoBytes, up.PagesRead, up.PagesApplied, up.PagesWritten
	e.down.left = nil
	if !s.WritesBack {
		e.down.left = c.Pages
	} else {
		e.down.before = e.down.resume
	}
}

// cleanStop writes everything out and starts from an empty log.
func (e *Engine) cleanStop(s *recovery.Server, o *Outage) {
	end := e.log.Current()
	e.down.before, e.down.resume, e.down.left = end, end, nil
	e.down.dump = e.dumpPool()
	c := e.shutdown()
	off := s.Stop(c)
	o.Written = off.PagesWritten
	var up recovery.Report
	if c.Fast < 2 {
		up = s.Start(nil)
	} else { // what it leaves is recovered, without loss
		up = s.Recover(recovery.Crash{Redo: int64(end - e.log.Checkpoint()), Cached: true,
			Pages: e.pagesSince(e.log.Checkpoint(), end)})
		o.Redo, o.Read, o.Applied = up.RedoBytes, up.PagesRead, up.PagesApplied
		o.Written += up.PagesWritten
	}
	o.Down = off.Ready + up.Ready
	o.Phases = append(off.Phases, up.Phases...)
	if e.settings.LoadAtStartup {
		o.Loaded = len(e.down.dump)
	}
}

// tornWrites are the page writes under way that the device does not do in one piece, and those of them that
// the doublewrite files can repair: not where a volatile cache may have lost the copy too, which
// O_DIRECT does not sync.
func (e *Engine) tornWrites() (torn, repaired int) {
	s := &e.settings
	if e.cfg.Devices.Data.AtomicWrite >= s.PageSize {
		return 0, 0
	}
	torn = int(e.fil.Metrics().PendingWrites) + e.pool.Totals().Flushing[bufferpool.Single]
	if s.Doublewrite == "ON" && e.copiesSurvive() {
		repaired = torn
	}
	return torn, repaired
}

// up opens the server for clients.
func (e *Engine) up(k *sim.Kernel) {
	e.down.now = false
	e.cleaner.Start(k)
	if e.run.stopping { // the phase has ended meanwhile
		e.nextPhase(k)
		return
	}
	for th := range e.run.threads {
		e.kick(k, uint32(th))
	}
	if e.purge.saw.length > 0 {
		e.startPurge(k)
	}
	if e.settings.LoadAtStartup {
		e.startLoad(k)
	}
}
