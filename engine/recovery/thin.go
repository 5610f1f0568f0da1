package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// mostPages is how many pages a recovery reads one by one. Of more, a part is taken: of each so many areas of a
// file one, with as much of the redo, the pool and the governor's work. What goes on with it is the same at any
// moment, so that the whole takes as many times as long.
const mostPages = 200_000

// thinned is the part of a crash that is simulated, and the part of the server that goes with it; n is how
// many times the whole is as large.
func (s *Server) thinned(c Crash) (part Server, small Crash, n int) {
	n = (len(c.Pages) + mostPages - 1) / mostPages
	if n <= 1 {
		return *s, c, 1
	}
	part, small = *s, c
	small.Redo /= int64(n)
	small.Pages = make([]Page, 0, mostPages*11/10)
	for _, p := range c.Pages {
		if rng.Hash2(uint64(p.File), uint64(p.Number>>areaShift))%uint64(n) == 0 {
			p.Last /= uint64(n)
			small.Pages = append(small.Pages, p)
		}
	}
	part.Frames = max(s.Frames/n, 2*keptFree*s.Instances)
	part.RedoCapacity /= int64(n)
	return part, small, n
}

// times makes the report of a part that of the whole: what depends on redo and pages takes n times as long.
func (r *Report) times(n int) {
	if n == 1 {
		return
	}
	r.Ready = 0
	for i := range r.Phases {
		switch p := &r.Phases[i]; p.Name {
		case "scan", "apply", "write", "flush":
			p.Time *= sim.Duration(n)
		}
		r.Ready += r.Phases[i].Time
	}
	r.PagesRead *= n
	r.PagesApplied *= n
	r.PagesWritten *= n
	r.RedoBytes *= int64(n)
}
