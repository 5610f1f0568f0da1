package engine

import (
	"strconv"

	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/tuner"
	"github.com/innosim/innosim/flush"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// tuning is the controllers that a service runs beside the server: once a second they read metrics and set knobs.
type tuning struct {
	controllers []tuner.Controller
	memory      []tuner.Memory
	before      readings
	first       tuner.Knobs // at the start
	decisions   []decision
}

// readings are the counters that the inputs of controllers are differences of.
type readings struct {
	at     sim.Time
	device device.Metrics
	flush  flush.Metrics
	used   sim.Duration // CPU time
}

// decision is the knobs that were set at a time; they differ from the decision before.
type decision struct {
	at sim.Time
	kn tuner.Knobs
}

const mostPurgeThreads = 32 // limit of innodb_purge_threads; srv0srv.h

// purgeThreads is the number of purge threads that the server has, used or not.
func (e *Engine) purgeThreads() int {
	if e.cfg.Profile.Tuners.Has(profile.TunePurge) {
		return mostPurgeThreads
	}
	return max(1, e.settings.PurgeThreads)
}

// startTuning starts the controllers' clock, where the service has any.
func (e *Engine) startTuning() {
	t := &e.tuning
	kn := e.tunerKnobs()
	t.controllers = t.controllers[:0]
	if e.cfg.Profile.Tuners.Has(profile.TuneIO) {
		t.controllers = append(t.controllers, tuner.IO{Capacity: kn.IOCapacity, Max: kn.IOCapacityMax})
	}
	if e.cfg.Profile.Tuners.Has(profile.TunePurge) {
		t.controllers = append(t.controllers, tuner.Purge{Most: mostPurgeThreads})
	}
	if len(t.controllers) == 0 {
		return
	}
	t.memory = make([]tuner.Memory, len(t.controllers))
	t.before, t.first = e.readings(), kn
	e.k.After(sim.Second, sim.Wake{To: e.id, Kind: evTune})
}

func (e *Engine) tunerKnobs() tuner.Knobs {
	s := &e.settings
	return tuner.Knobs{IOCapacity: s.IOCapacity, IOCapacityMax: s.IOCapacityMax, PurgeThreads: max(1, s.PurgeThreads)}
}

// tune lets every controller decide on the last second.
func (e *Engine) tune(k *sim.Kernel) {
	t := &e.tuning
	now := e.readings()
	in := e.tunerInputs(&t.before, &now)
	t.before = now
	old := e.tunerKnobs()
	kn := old
	for i, c := range t.controllers {
		kn = c.Decide(in, kn, &t.memory[i])
	}
	if kn != old {
		s := &e.settings
		s.IOCapacity, s.IOCapacityMax, s.PurgeThreads = kn.IOCapacity, kn.IOCapacityMax, kn.PurgeThreads
		e.cleaner.SetKnobs(e.flushKnobs())
		t.decisions = append(t.decisions, decision{k.Now(), kn})
	}
	k.After(sim.Second, sim.Wake{To: e.id, Kind: evTune})
}

func (e *Engine) readings() readings {
	return readings{
		at: e.k.Now(), device: e.devices[0].dev.Metrics(), flush: e.cleaner.Metrics(), used: e.cpu.Used(serverCPU),
	}
}

func (e *Engine) tunerInputs(from, to *readings) tuner.Inputs {
	d := to.at.Sub(from.at)
	io := to.device.Sub(from.device)
	fl := to.flush.Sub(from.flush)
	per := func(n uint64) float64 { return float64(n) / d.Seconds() }
	in := tuner.Inputs{
		Flushed: per(fl.PagesAdaptive + fl.PagesDirty + fl.PagesSync), Sync: per(fl.PagesSync), History: float64(e.purge.saw.length),
		CPU: float64(to.used-from.used) / float64(d) / float64(e.cfg.Host.CPUs),
	}
	n := io.Ops[device.Read].Count + io.Ops[device.Write].Count
	if in.Requests = per(n); n > 0 {
		in.RequestMS = (io.Ops[device.Read].Time + io.Ops[device.Write].Time).Millis() / float64(n)
	}
	if limit := float64(e.log.Limits().Sync); limit > 0 {
		in.Age = float64(e.log.Current()-e.log.Checkpoint()) / limit
	}
	return in
}

// changes are the decisions as lines of a change log: each variable when it changed.
func (t *tuning) changes() []Change {
	var out []Change
	last := t.first
	for _, d := range t.decisions {
		for _, x := range [...]struct {
			name     string
			now, was int
		}{
			{"innodb_io_capacity", d.kn.IOCapacity, last.IOCapacity},
			{"innodb_io_capacity_max", d.kn.IOCapacityMax, last.IOCapacityMax},
			{"innodb_purge_threads", d.kn.PurgeThreads, last.PurgeThreads},
		} {
			if x.now != x.was {
				out = append(out, Change{At: d.at, Action: "tune", Variable: x.name, Value: strconv.Itoa(x.now)})
			}
		}
		last = d.kn
	}
	return out
}
