package imports

import (
	"math"

	"github.com/innosim/innosim/engine/workload"
)

// groups are pages of about one popularity: n pages with the share q of the touches each.
type groups []struct{ n, q float64 }

// uniform is equally popular pages.
func uniform(pages float64) groups { return groups{{pages, 1 / pages}} }

// groupWidth is the ratio of the ranks at a group's ends.
const groupWidth = 1.05

// zipf is pages of rows whose k-th popular one has a share proportional to k^-s, most popular rows first: what the
// workload's rand-type does.
func zipf(pages, s float64) groups {
	mass := func(rows float64) float64 { // of so many most popular rows, by the midpoint rule
		if math.Abs(1-s) < 1e-9 {
			return math.Log(rows + 0.5)
		}
		return math.Pow(rows+0.5, 1-s) / (1 - s)
	}
	var g groups
	sum := 0.0
	for lo := 1.0; lo <= pages; {
		hi := math.Min(pages+1, math.Max(lo+1, math.Floor(lo*groupWidth)))
		n := hi - lo
		q := (mass(workload.RowsPerPage*(hi-1)) - mass(workload.RowsPerPage*(lo-1))) / n
		g = append(g, struct{ n, q float64 }{n, q})
		sum += n * q
		lo = hi
	}
	for i := range g {
		g[i].q /= sum
	}
	return g
}

// hitRate is the share of touches that an LRU list of so many pages answers (Che, Tung and Wang 2002: a page is there
// when it was touched within a time that is the same for all pages).
func (g groups) hitRate(pool float64) float64 {
	resident := func(t float64) (pages, hits float64) {
		for _, x := range g {
			there := -math.Expm1(-x.q * t)
			pages += x.n * there
			hits += x.n * x.q * there
		}
		return pages, hits
	}
	lo, hi := 0.0, 1.0
	for n, _ := resident(hi); n < pool && hi < 1e30; n, _ = resident(hi) {
		hi *= 2
	}
	for range 100 {
		mid := (lo + hi) / 2
		if n, _ := resident(mid); n < pool {
			lo = mid
		} else {
			hi = mid
		}
	}
	_, hits := resident(hi)
	return hits
}

// writes is how many page changes a transaction makes when it causes flushed page writes and a page stays dirty for
// age transactions: each page is written once in the time to its next change and its age (renewal theory).
func (g groups) writes(flushed, age float64) float64 {
	written := func(w float64) (sum float64) {
		for _, x := range g {
			sum += x.n * w * x.q / (1 + w*x.q*age)
		}
		return sum
	}
	lo, hi := flushed, flushed*2
	for written(hi) < flushed && hi < 1e6 {
		hi *= 2
	}
	for range 100 {
		if mid := (lo + hi) / 2; written(mid) < flushed {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// exponent is the s of a Zipf law over so many pages that gives a hit rate; false when even equal popularity gives
// more, or none gives as much.
func exponent(pages, pool, hit float64) (float64, bool) {
	const most = 1.5
	if uniform(pages).hitRate(pool) >= hit || zipf(pages, most).hitRate(pool) < hit {
		return 0, false
	}
	lo, hi := 0.0, most
	for range 40 {
		if mid := (lo + hi) / 2; zipf(pages, mid).hitRate(pool) < hit {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi, true
}
