package flush

import (
	"math"

	"github.com/innosim/innosim/redo"
)

// Adaptive56 is adaptive flushing of MySQL 5.6: the mean of what the rules want and of the recent rate, evenly from all
// instances, but only pages whose first change is within the redo of the last seconds from the oldest one.
type Adaptive56 struct{}

// Recommend implements Policy; page_cleaner_flush_pages_if_needed of 5.6.
func (Adaptive56) Recommend(in Inputs, kn Knobs, mem *Memory) Plan {
	plan := Plan{UpTo: NoLimit, Slots: mem.clear(in.Instances)}
	if !mem.Started {
		mem.start(&in)
		return plan
	}
	mem.Pages += uint64(in.Flushed)
	if in.Added == mem.Last && mem.Wanted == 0 {
		return plan
	}
	mem.refresh56(&in, kn)
	r := rules{wholePercent: true}
	plan.ByDirty, plan.ByAge = percentByDirty(&in, kn), percentByAge(&in, kn, r)
	n := min((kn.IOCapacity*max(plan.ByDirty, plan.ByAge)/100+int(mem.PageAvg))/2, kn.IOCapacityMax)
	ahead := uint64(1)
	if uint64(in.Added-mem.Last) > mem.LSNAvg/2 {
		ahead += uint64(mem.Wanted / (in.Flushed + 1))
	}
	mem.Wanted, mem.Last = n, in.Added
	plan.UpTo = in.Oldest + redo.LSN(ahead*mem.LSNAvg)
	each := (n + in.Instances - 1) / in.Instances
	for i := range plan.Slots {
		if in.Oldest != 0 && each > 0 {
			plan.Slots[i] = in.Older.CountOlder(i, plan.UpTo, each)
		}
		plan.Pages += plan.Slots[i]
	}
	return plan
}

// refresh56 renews the averages every innodb_flushing_avg_loops passes, which count as seconds.
func (m *Memory) refresh56(in *Inputs, kn Knobs) {
	if m.Loops++; m.Loops < kn.FlushingAvgLoops {
		return
	}
	loops := uint64(kn.FlushingAvgLoops)
	m.PageAvg = (m.Pages/loops + m.PageAvg) / 2
	m.LSNAvg = (m.LSNAvg + uint64(in.Added-m.From)/loops) / 2
	m.From, m.Loops, m.Pages, m.Since = in.Added, 0, 0, in.Now
}

// unnumbered is a slot's target in a pass that only an age limits.
const unnumbered = math.MaxInt32

// allOlder is a synchronous pass of 5.7: pc_request without a number, up to an age. The averages rest.
func allOlder(in *Inputs, mem *Memory) Plan {
	mem.Pages += uint64(in.Flushed)
	plan := Plan{UpTo: in.UpTo, Slots: mem.clear(in.Instances), Apart: true}
	for i := range plan.Slots {
		plan.Pages += in.Older.CountOlder(i, in.UpTo, unnumbered)
		plan.Slots[i] = unnumbered
	}
	plan.Pages = max(plan.Pages, 1)
	return plan
}
