package engine

import "github.com/innosim/innosim/sim"

// Overlap is how long an outage took of the measured window.
func (r *Result) Overlap(o *Outage) sim.Duration {
	from, to := max(o.At, r.WindowStart), min(o.At.Add(o.Down), r.WindowStart.Add(r.Window))
	return max(0, to.Sub(from))
}

// DownTime is how much of the measured window the server was out of service.
func (r *Result) DownTime() (down sim.Duration) {
	for i := range r.Outages {
		down += r.Overlap(&r.Outages[i])
	}
	return down
}

// perUp turns an average over the window into one over the time in which the server was up, in which all of it
// happened; 0 when it was never up.
func (r *Result) perUp() float64 {
	down := r.DownTime()
	switch {
	case down <= 0:
		return 1
	case down >= r.Window:
		return 0
	}
	return r.Window.Seconds() / (r.Window - down).Seconds()
}
