package engine

import (
	"slices"

	"github.com/innosim/innosim/sim"
)

// waitShares divides the mean response time, and that of the slowest 1 %, by wait class.
func (e *Engine) waitShares(r *Result) {
	m := &e.meter
	if m.n == 0 {
		return
	}
	all := make([]sim.Duration, sim.NumWaits)
	slow := make([]sim.Duration, sim.NumWaits)
	var nSlow uint64
	want := (m.n + 99) / 100
	for b := waitBuckets - 1; b >= 0; b-- {
		row := m.waits[b*sim.NumWaits : (b+1)*sim.NumWaits]
		for i, w := range row {
			all[i] += w
		}
		if nSlow < want {
			nSlow += m.counts[b]
			for i, w := range row {
				slow[i] += w
			}
		}
	}
	r.Waits = shares(all, m.n)
	r.WaitsSlowest = shares(slow, nSlow)
}

func shares(total []sim.Duration, n uint64) []Share {
	var s []Share
	for i, d := range total {
		if d != 0 {
			s = append(s, Share{WaitName(sim.Wait(i)), d.Millis() / float64(n)})
		}
	}
	slices.SortStableFunc(s, func(a, b Share) int {
		switch {
		case a.MS > b.MS:
			return -1
		case a.MS < b.MS:
			return 1
		}
		return 0
	})
	return s
}
