package engine

import (
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Pilot runs measure the speeds that a constructed state depends on. Each begins in the state that the speeds of the
// one before give, so that only what the construction cannot know is taken from a simulation.
const (
	pilots      = 3
	pilotSettle = 4 * sim.Second  // not counted: queues and batches form
	pilotTime   = 16 * sim.Second // counted, at most
	pilotLeast  = 1 * sim.Second
	pilotEvents = 1200000 // after which a pilot is long enough
	pilotFrames = 1 << 18 // larger servers are piloted by a model of themselves, all sizes divided by one number
	pilotRows   = 20000   // … but tables are not made smaller than this
)

// pilot returns the speeds of the stationary state.
func pilot(c *Config) rates {
	r := firstGuess
	small := scaleModel(c)
	for range pilots {
		e := build(small, &r)
		r = e.measure(r)
	}
	return r
}

// scaleModel is the configuration of a pilot: hit ratios, the share of dirty pages and the pressure on devices are
// those of the whole server, since pool, data and redo log shrink alike; processors, devices and clients stay.
func scaleModel(c *Config) Config {
	small := *c
	ph := c.Workload[0]
	ph.Events, ph.Time, ph.Pause = 0, 0, 0
	small.Workload = []Phase{ph}
	small.Timeline, small.Warmup, small.Until = nil, 0, 0
	small.Time = sim.Duration(1) << 60
	small.ReportInterval = 1000 * sim.Second
	s := &small.Settings
	frames := s.BufferPoolSize / s.PageSize
	by := min((frames+pilotFrames-1)/pilotFrames, int64(ph.TableSize/pilotRows), s.RedoLogCapacity>>25)
	if by <= 1 {
		return small
	}
	s.BufferPoolSize /= by
	s.RedoLogCapacity /= by
	s.LogFileSize /= by
	small.Workload[0].TableSize /= uint64(by)
	return small
}

// pilotMark is what a pilot counts.
type pilotMark struct {
	at                        sim.Time
	trx, passes, done, queued uint64
	lsn                       redo.LSN
}

func (e *Engine) pilotMark() pilotMark {
	f := e.cleaner.Metrics()
	return pilotMark{
		at: e.k.Now(), trx: e.stats.trx, passes: f.Passes - f.PassesEvent - f.PassesSync, lsn: e.log.Current(),
		done: e.purge.purged, queued: e.purge.committed,
	}
}

// measure runs a pilot and returns its speeds, those of the guess where nothing happened.
func (e *Engine) measure(guess rates) rates {
	e.pilotRun(sim.Time(pilotSettle), pilotEvents/2)
	from := e.pilotMark()
	e.pilotRun(from.at.Add(pilotTime), pilotEvents)
	to := e.pilotMark()
	d := to.at.Sub(from.at).Seconds()
	n := float64(to.trx - from.trx)
	if n == 0 || d <= 0 {
		return guess
	}
	r := rates{tps: n / d, redo: float64(to.lsn-from.lsn) / n, passes: 1, purge: 1}
	if p := float64(to.passes-from.passes) / d; p > 0 {
		r.passes = min(1, p)
	}
	if q := to.queued - from.queued; q > 0 {
		r.purge = min(1, float64(to.done-from.done)/float64(q))
	}
	r.redo = max(r.redo, 1)
	return r
}

// pilotRun goes on to a time, or until so many events have happened, whole report seconds apart.
func (e *Engine) pilotRun(until sim.Time, events uint64) {
	limit := e.k.Events() + events
	for e.k.Now() < until {
		e.RunUntil(min(until, e.k.Now().Add(pilotLeast)))
		if e.k.Events() >= limit {
			return
		}
	}
}
