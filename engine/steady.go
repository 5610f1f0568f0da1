package engine

import "github.com/innosim/innosim/sim/stat"

// steadyLines is the least number of report intervals before a run is taken to be stationary.
const steadyLines = 20

// transientOver looks at the intervals of the warm-up so far: the transient is over when MSER-5 puts its end
// into their first half, and what follows has no trend that its scatter does not explain.
func (e *Engine) transientOver() bool {
	lines := e.meter.lines
	if len(lines) < steadyLines || len(lines)%5 != 0 {
		return false
	}
	tps := make([]float32, len(lines))
	for i, l := range lines {
		tps[i] = float32(l.TPS)
	}
	n, over := stat.Transient(tps)
	return over && stationary(tps[n:])
}
