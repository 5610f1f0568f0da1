package flush

import (
	"math"

	"github.com/innosim/innosim/redo"
)

// Ahead is adaptive flushing of MariaDB 10.6 and later. While the age of the redo says nothing, it flushes
// what is dirty, up to innodb_io_capacity. Beyond innodb_adaptive_flushing_lwm it takes the mean of
// innodb_io_capacity, the recent rate and the need by age; the age itself does not scale the first of them
// with innodb_max_dirty_pages_pct_lwm = 0. Source: page_cleaner_flush_pages_recommendation (buf0flu.cc).
type Ahead struct{}

// Recommend implements Policy.
func (Ahead) Recommend(in Inputs, kn Knobs, mem *Memory) Plan {
	plan := Plan{UpTo: NoLimit, Slots: mem.clear(in.Instances)}
	plan.ByAge = percentByAge(&in, kn, rules{wholePercent: true})
	dirty := dirtyPercent(&in)
	if !mem.Started || plan.ByAge == 0 {
		mem.start(&in)
		plan.Pages = withoutAge(&in, kn, dirty)
		plan.Slots[0] = plan.Pages
		return plan
	}
	mem.Pages += uint64(in.Flushed)
	mem.refresh(&in, kn)
	ratio := 1.0
	if kn.MaxDirtyPagesPctLWM != 0 && kn.MaxDirtyPagesPct != 0 {
		ratio = math.Max(float64(plan.ByAge)/percent, dirty/kn.MaxDirtyPagesPct)
	}
	old := 0
	if in.Oldest != 0 {
		old = in.Older.CountOlder(0, in.Oldest+redo.LSN(scanFactor*mem.LSNAvg), kn.IOCapacityMax)
	}
	n := (int(float64(kn.IOCapacity)*ratio) + int(mem.PageAvg) + max(1, old/scanFactor)) / 3
	plan.Pages = min(n, kn.IOCapacityMax)
	plan.Slots[0] = plan.Pages
	return plan
}

// withoutAge is the recommendation while the age rule rests.
func withoutAge(in *Inputs, kn Knobs, dirty float64) int {
	if kn.IOCapacity >= in.Dirty {
		return in.Dirty
	}
	if kn.MaxDirtyPagesPct > 1 {
		dirty /= kn.MaxDirtyPagesPct
	}
	if n := int(dirty * float64(kn.IOCapacity)); n >= in.Dirty {
		return min(kn.IOCapacityMax, in.Dirty)
	}
	return kn.IOCapacity
}

// dirtyPercent is the share of dirty pages as MariaDB counts it.
func dirtyPercent(in *Inputs) float64 {
	return float64(percent*in.Dirty) / math.Max(1, float64(in.LRU+in.Free))
}
