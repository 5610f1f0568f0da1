package engine

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// A warm start is constructed from what is known before the run:
//
//	Source ──▶ use: page touches of a transaction      rates: what a short pilot run measured
//	  use ──▶ B-tree of k after long use               (btree.Schema.Age)
//	  use ──▶ classes of pages with equal popularity   (warmpages.go)
//	classes ──▶ residence: how long pages stay in the young and the old part of the LRU list  (warmlru.go)
//	residence, flush policy ──▶ the age at which list flushing keeps pace with dirtying      (warmflush.go)
//	each page ──▶ its place in its own cycle at a random moment ──▶ LRU place, dirty, age     (warmfill.go)

// rates are what the construction takes from a pilot run: nothing but speeds.
type rates struct {
	tps    float64 // transactions per second
	redo   float64 // bytes of LSN per transaction
	passes float64 // passes of the page cleaner with a target, per second: below 1 when passes take longer
	lag    float64 // transactions between a commit and its purge, mean
	purge  float64 // part of the history that purge keeps up with
	free   float64 // part of the frames that is free
	cpu    float64 // processors that the server keeps busy
	wins   float64 // pages that furious flushing writes, per page that comes of age at the synchronous limit; 0 not seen
}

// firstGuess starts the iteration.
var firstGuess = rates{tps: 1000, redo: 1500, passes: 1, purge: 1}

// warm is the constructed state.
type warm struct {
	rates   rates
	use     use
	classes []class
	byKind  [pageKinds][]int32 // class by popularity
	life    residence
	written float64 // transactions from a page's first change to its list flush
	list    float64 // pages flushed from the flush lists, per transaction
	lsn     redo.LSN
	oldest  redo.LSN
	base    redo.LSN // checkpoint
	stream  rng.Stream
	copies  rng.Stream // of the second-level cache
	second  []copied   // its pages
}

// use is what an average transaction does to pages, drawn from the workload's own Source.
type use struct {
	clustRead, clustWrite float64 // touches of clustered leaves, by row popularity
	clustRange            float64 // touches of leaves by ranges: leaves × ranges
	kWrite, kUpdate       float64 // changes of the index on k; those that move an entry to the next value
	kReplace              float64 // entries that get a new value
	purged                float64 // entries that purge removes
	kRead, kRow           float64 // touches of table 1 by values of k
	appended              float64 // rows added at the end
	update, insert        float64 // transactions with update undo, with insert undo
}

const (
	useSample = 2048 // transactions
	percent   = 100
)

// useOf measures the workload: transactions of a client that does not exist.
func useOf(source workload.Source) use {
	var u use
	var ops []workload.Op
	for n := range uint64(useSample) {
		ops = source.Next(1<<31, n, ops[:0])
		var update, insert float64
		for i := range ops {
			u.add(&ops[i], &update, &insert)
		}
		u.update += update
		u.insert += insert
	}
	for _, f := range []*float64{
		&u.clustRead, &u.clustWrite, &u.clustRange, &u.kWrite, &u.kUpdate, &u.kReplace, &u.purged,
		&u.kRead, &u.kRow, &u.appended, &u.update, &u.insert,
	} {
		*f /= useSample
	}
	return u
}

func (u *use) add(op *workload.Op, update, insert *float64) {
	switch op.Kind {
	case workload.PointSelect, workload.PageRead:
		u.clustRead++
	case workload.SimpleRange, workload.SumRange, workload.OrderRange, workload.DistinctRange:
		u.clustRange += 1 + float64(op.Rows-1)/btree.RowsPerLeaf
	case workload.UpdateIndex:
		u.clustWrite++
		u.kWrite++
		u.kUpdate++
		u.purged++
		*update = 1
	case workload.UpdateNonIndex, workload.PageWrite:
		u.clustWrite++
		*update = 1
	case workload.Delete:
		u.clustWrite++
		u.kWrite++
		u.purged++
		*update = 1
	case workload.Insert:
		u.kWrite++
		u.kReplace++
		*update = 1
	case workload.InsertAuto:
		u.kWrite++
		u.appended++
		*insert = 1
	case workload.BulkInsert, workload.ImportRows:
		u.appended += float64(op.Rows)
		*insert = 1
	case workload.SelectByK:
		u.kRead++
		if op.Rows == 1 {
			u.kRow++
		}
	}
}

func (w *warm) hasK(e *Engine) bool { return len(e.schema.Tables) > 0 && e.schema.Tables[0].HasK }

func (u *use) writes() bool { return u.update+u.insert > 0 }

// prepareStart works out the state that the run begins in, as soon as the data set is laid out.
func (e *Engine) prepareStart(r *rates) {
	if e.cfg.Start != Warm {
		return
	}
	w := &warm{rates: *r, stream: rng.New(e.cfg.Seed, "engine.warm", 0)}
	w.copies = rng.New(e.cfg.Seed, "engine.warm.extension", 0)
	o := &e.cfg.Workload[0].Options
	w.use = useOf(workload.SourceOf(*o, e.cfg.Seed))
	if !w.hasK(e) {
		w.use.kWrite, w.use.purged = 0, 0
	}
	e.warm = w
	e.ageIndex(o)
	e.cacheUndo()
	e.classify()
	w.life = e.residence()
	e.balance()
	e.fil.Settle()
}

// ageIndex gives the index on k the shape of long use.
func (e *Engine) ageIndex(o *workload.Options) {
	u := &e.warm.use
	if u.kUpdate+u.kReplace == 0 || o.Script == workload.Oltp { // its index begins as loaded: all k are equal
		return
	}
	q := workload.NewQuantile(workload.NewDist(o.RandType, o.Rand, o.TableSize))
	e.schema.Age(e.spaces, btree.Use{Updates: u.kUpdate, Replaces: u.kReplace, K: q, Seed: e.cfg.Seed})
}

// cacheUndo gives each rollback segment the undo segments that its busiest moment has left behind.
func (e *Engine) cacheUndo() {
	w := e.warm
	n := (e.threads.clients + len(e.undo.rsegs) - 1) / len(e.undo.rsegs)
	for i := range e.undo.rsegs {
		r := &e.undo.rsegs[i]
		for range n {
			if w.use.update > 0 {
				r.update = append(r.update, e.cachedSeg(r))
			}
			if w.use.insert > 0 {
				r.insert = append(r.insert, undoSeg{page: e.cachedSeg(r).page})
			}
		}
	}
}

func (e *Engine) cachedSeg(r *rseg) undoSeg {
	e.undo.Pages++
	pg := e.undo.pages[r.space].Alloc(e.undo.spaces[r.space])
	return undoSeg{page: pg, used: e.warm.stream.Uint32n(undoReuse)}
}

// startState puts the pool into the state that the run begins in.
func (e *Engine) startState() {
	switch e.cfg.Start {
	case Cold:
		e.fillStarted()
	case Warm:
		e.fillWarm()
		e.rememberChanges()
		e.load.oneCore = percent * e.warm.rates.cpu
		e.load.all = e.load.oneCore / float64(e.cpu.CPUs())
		e.meter.lastSnap.lsn = e.log.Current()
		e.rememberDump()
		e.run.stagger = e.responseTime()
		e.warm = nil
	case Loaded:
		e.fillLoaded()
	}
}

// responseTime is that of a transaction when the clients begin: theirs are spread over it, for those of a running server are
// not all at their first statement. Hundreds at once would all stand before the same mutex, and that can last. At most a
// second, for the rate is a guess where the pilot has seen nothing.
func (e *Engine) responseTime() sim.Duration {
	n := float64(e.cfg.Workload[0].Threads)
	return min(sim.Duration(n/e.warm.rates.tps*float64(sim.Second)), sim.Second)
}

// logStart is where the redo log stands at the start, and its checkpoint; zero: at its beginning.
func (e *Engine) logStart() (start, checkpoint redo.LSN) {
	if e.warm == nil {
		return e.down.resume, e.down.before
	}
	return e.warm.lsn, e.warm.base
}

// perSecond is a rate per transaction as pages or bytes per second.
func (w *warm) perSecond(perTrx float64) float64 { return perTrx * w.rates.tps }

// trxIn is the number of transactions in a time.
func (w *warm) trxIn(d sim.Duration) float64 { return w.rates.tps * d.Seconds() }
