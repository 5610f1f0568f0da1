package engine

import "github.com/innosim/innosim/sim"

// Stretch is a part of a run, by the run's clock.
type Stretch struct{ From, To sim.Duration }

// chosen reports whether there is a stretch to be measured.
func (s Stretch) chosen() bool { return s.To > 0 }

// stretchOver is the phase in the event that ends a run whose measured window is a chosen stretch.
const stretchOver = 1 << 30

// scheduleStretch opens the measured window for the chosen stretch, and ends the run with it. The model does not
// know: warm-up, phases and timeline are as without it.
func (e *Engine) scheduleStretch(k *sim.Kernel) {
	s := e.cfg.Stretch
	k.At(sim.Time(s.From), sim.Wake{To: e.id, Kind: evWindow})
	k.At(sim.Time(s.To), sim.Wake{To: e.id, Kind: evPhase, Arg: stretchOver})
}
