package engine

import (
	"math"

	"github.com/innosim/innosim/sim/rng"
)

// Steps of the search for the times of the LRU list where the quick one does not settle.
const (
	narrowTimes = 32 // halvings of the logarithm of both times together
	narrowSplit = 16 // and of the young part of it
	narrowCalm  = 6  // looks at each: how long a page is calm depends on the misses, and they on that
	narrowExact = 0.02
)

// narrow searches for the times of the LRU list by halving: the longer both are together, the more pages stay; the larger
// the young part of it, the fewer of them are old. The quick search swings where the pool holds about half of the data,
// since a longer old part then lets pages come back to the young one instead of filling the old. There may be no such times:
// where pages pass through the old part within innodb_old_blocks_time none becomes young. Then all stays as it was.
func (l *residence) narrow(classes []class, frames float64) {
	was := *l
	lo, hi := 0.0, rng.Log(longest)
	for range narrowTimes {
		end := (lo + hi) / 2
		if l.split(classes, frames, rng.Exp(end)) > l.room {
			hi = end
		} else {
			lo = end
		}
	}
	calm := l.calm
	young, old := l.lengths(classes, frames)
	l.calm = calm
	if math.Abs((young+old)/l.room-1) > narrowExact || math.Abs(old/(young+old)-l.ofWhole) > narrowExact {
		*l = was
	}
}

// split divides a time between the two parts so that they have their shares of the list, and returns its length in pages.
// Below innodb_old_blocks_time the old part makes no page young, so that all of the list is old: that is too short.
func (l *residence) split(classes []class, frames, end float64) (pages float64) {
	lo, hi := 0.0, 1.0
	for range narrowSplit {
		mid := (lo + hi) / 2
		young, old := l.at(classes, frames, end, mid)
		if old > float64((young+old)*l.ofWhole) && l.old > l.quiet {
			lo = mid
		} else {
			hi = mid
		}
	}
	young, old := l.at(classes, frames, end, lo)
	return math.Max(young+old, 1)
}

// at are the lengths of the two parts when the young one has a share of the time.
func (l *residence) at(classes []class, frames, end, share float64) (young, old float64) {
	l.young = float64(end * share)
	l.old = end - l.young
	l.calm = 0
	for range narrowCalm {
		was := l.calm
		young, old = l.lengths(classes, frames)
		if was > 0 {
			l.calm = math.Sqrt(was * l.calm) // half of the way: the whole swings
		}
	}
	return young, old
}
