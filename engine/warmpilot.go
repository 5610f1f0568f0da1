package engine

import (
	"github.com/innosim/innosim/bufferpool/extension"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
)

// Pilot runs measure the speeds that a constructed state depends on. Each begins in the state that the
// speeds of the one before give, so that only what the construction cannot know is taken from a simulation.
const (
	pilotTime   = 24 * sim.Second       // of a pilot, at most
	pilotSettle = 3                     // the first third of it is not counted: queues and batches form
	pilotStep   = 150 * sim.Millisecond // between two looks
	pilotFrames = 1 << 19               // larger servers are piloted by a smaller model of themselves
	pilotRows   = 20000                 // … but tables are not made smaller than this,
	pilotRedo   = 1 << 25               // … nor the redo log than this, bytes
)

// pilotEvents is how many events make a pilot long enough: each has a better state to begin in than the one
// before.
func pilotEvents() [3]uint64 { return [...]uint64{500e3, 1000e3, 3500e3} }

// pilot returns the speeds of the stationary state.
func pilot(c *Config) rates {
	r := firstGuess
	small := scaleModel(c)
	for _, events := range pilotEvents() {
		e := build(small, &r)
		r = e.measure(r, events)
	}
	return r
}

// scaleModel is the configuration of a pilot: hit ratios, the share of dirty pages and the pressure on
// devices are those of the whole server, since pool, data and redo log shrink alike; processors, devices and
// clients stay.
func scaleModel(c *Config) Config {
	small := *c
	ph := c.Workload[0]
	ph.Events, ph.Time, ph.Pause = 0, 0, 0
	small.Workload = []Phase{ph}
	small.Timeline, small.Warmup, small.Until, small.Stretch = nil, 0, 0, Stretch{}
	small.Time = sim.Duration(1) << 60
	small.ReportInterval = 1000 * sim.Second
	s := &small.Settings
	frames := s.BufferPoolSize / s.PageSize
	by := min((frames+pilotFrames-1)/pilotFrames, int64(ph.TableSize/pilotRows), redoBytes(s)/pilotRedo)
	if by <= 1 {
		return small
	}
	s.BufferPoolSize /= by
	s.RedoLogCapacity /= by
	s.LogFileSize /= by
	if x := c.Devices.Extension; x != nil {
		scaled := *x
		scaled.Size = max(x.Size/by, extension.LeastPages*s.PageSize)
		small.Devices.Extension = &scaled
	}
	small.Workload[0].TableSize /= uint64(by)
	return small
}

// pilotMark is what a pilot counts.
type pilotMark struct {
	at          sim.Time
	trx, passes uint64
	furious     uint64 // pages of synchronous flushing
	done, due   uint64 // of the history
	lsn         redo.LSN
	cpu         sim.Duration
}

func (e *Engine) pilotMark() pilotMark {
	f := e.cleaner.Metrics()
	return pilotMark{
		at: e.k.Now(), trx: e.stats.trx, passes: f.Passes - f.PassesEvent - f.PassesSync, lsn: e.log.Current(),
		furious: f.PagesSync,
		done:    e.purge.purged, due: e.purge.committed,
		cpu: e.cpu.Used(queue.Server) - e.stats.clientCPU,
	}
}

// measure runs a pilot and returns its speeds, those of the guess where nothing happened.
func (e *Engine) measure(guess rates, events uint64) rates {
	e.pilotRun(pilotTime/pilotSettle, events/pilotSettle)
	from := e.pilotMark()
	lag, free := e.pilotRun(pilotTime, events)
	to := e.pilotMark()
	d := to.at.Sub(from.at).Seconds()
	n := float64(to.trx - from.trx)
	if n == 0 || d <= 0 {
		return guess
	}
	r := rates{tps: n / d, redo: float64(to.lsn-from.lsn) / n, passes: 1, purge: 1, lag: lag, free: free}
	r.cpu = (to.cpu - from.cpu).Seconds() / d
	r.wins = guess.wins
	if pages := to.furious - from.furious; pages > 0 && e.wanted > 0 {
		r.wins = float64(pages) / (e.wanted * n)
	}
	if p := float64(to.passes - from.passes); p > 0 && p+1 < d { // else one each second: they come at whole ones
		r.passes = p / d
	}
	if due := to.due - from.due; due > 0 {
		r.purge = min(1, float64(to.done-from.done)/float64(due))
	}
	r.redo = max(r.redo, 1)
	return r
}

// pilotRun goes on to a time of the run, or until so many events have happened in it, and returns the mean
// lag of purge in transactions and the mean part of the frames that is free, as seen at whole steps.
func (e *Engine) pilotRun(length sim.Duration, events uint64) (lag, free float64) {
	until := sim.Time(length)
	n := 0.0
	for e.k.Now() < until && e.k.Events() < events {
		e.RunUntil(min(until, e.k.Now().Add(pilotStep)))
		t := e.pool.Totals()
		lag += float64(e.purge.committed - e.purge.purged)
		free += float64(t.Free) / float64(t.Frames)
		n++
	}
	return lag / max(n, 1), free / max(n, 1)
}
