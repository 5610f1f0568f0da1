package flush

import (
	"math"

	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// Inputs is all that a policy may look at, filled once per pass.
type Inputs struct {
	Now       sim.Time
	Sync      bool        // synchronous flushing: redo space is nearly used up
	UpTo      redo.LSN    // of synchronous flushing: pages older than this are wanted
	Added     redo.LSN    // dirty pages have been added to the flush lists up to here
	Oldest    redo.LSN    // oldest change not on disk; 0: nothing is dirty
	Limits    redo.Limits // ages at which the server reacts
	Flushed   int         // list pages of the last pass with a target
	Dirty     int         // pages, all instances. So also below
	LRU       int
	Free      int
	Instances int
	Older     Counter
}

// Counter counts the dirty pages of an instance whose first change is not beyond an LSN, at most max of them.
type Counter interface {
	CountOlder(inst int, limit redo.LSN, max int) int
}

// Plan is what a pass shall flush.
type Plan struct {
	Pages   int      // from the flush lists, all instances; 0: none
	UpTo    redo.LSN // only pages older than this
	Slots   []int    // pages by instance; valid until the next plan
	Apart   bool     // the pass does not count for the averages
	ByDirty int      // percent of io_capacity by the dirty rule
	ByAge   int      // percent of io_capacity by the age rule
}

// Policy decides how much to flush. It keeps no state of its own: equal inputs and memory, equal plan.
type Policy interface {
	Recommend(in Inputs, kn Knobs, mem *Memory) Plan
}

// Memory is what a policy remembers between passes; the cleaner owns it.
type Memory struct {
	Started bool
	Loops   int      // passes since the averages were refreshed
	Pages   uint64   // list pages since then
	Since   sim.Time // when they were
	From    redo.LSN // Inputs.Added then
	Last    redo.LSN // Inputs.Added of the last pass
	PageAvg uint64   // list pages per second
	LSNAvg  uint64   // bytes per second
	Wanted  int      // pages of the last plan; Adaptive56
	slots   []int
}

// NoLimit is beyond every LSN.
const NoLimit = redo.LSN(math.MaxUint64)

const (
	ageDivisor  = 7.5   // no unit; af_get_pct_for_lsn, buf0flu.cc
	lateDivisor = 700.5 // no unit; high_checkpoint, buf0flu.cc, Percona Server
	scanFactor  = 3     // seconds of redo that the look-ahead covers; buf_flush_lsn_scan_factor
	syncFactor  = 1     // … when flushing synchronously
	skewPercent = 30    // above this age rule, instances with old pages get more; buf0flu.cc
)

// Adaptive is adaptive flushing of MySQL 8.0 and later.
type Adaptive struct{}

// Adaptive57 is adaptive flushing of MySQL 5.7 to 8.0.19: whole percents of age, an unbounded look-ahead, no page extra
// per slot. When flushing is synchronous every page that is old enough goes out, whatever innodb_io_capacity_max.
type Adaptive57 struct{}

// HighCheckpoint is Adaptive with innodb_cleaner_lsn_age_factor = high_checkpoint of Percona Server: it lets
// the redo grow older before it flushes hard.
type HighCheckpoint struct{}

// rules are what differs between the versions.
type rules struct {
	wholePercent bool // the age in percent is an integer
	extra        int  // pages added to each slot
	bounded      bool // the look-ahead stops at a number of pages
	late         bool // the age counts with the power 2.5 instead of 1.5
}

// Recommend implements Policy.
func (Adaptive) Recommend(in Inputs, kn Knobs, mem *Memory) Plan {
	return recommend(&in, kn, mem, rules{extra: 1, bounded: true})
}

// Recommend implements Policy.
func (Adaptive57) Recommend(in Inputs, kn Knobs, mem *Memory) Plan {
	if in.Sync && mem.Started {
		return allOlder(&in, mem)
	}
	return recommend(&in, kn, mem, rules{wholePercent: true})
}

// Recommend implements Policy.
func (HighCheckpoint) Recommend(in Inputs, kn Knobs, mem *Memory) Plan {
	return recommend(&in, kn, mem, rules{extra: 1, bounded: true, late: true})
}

// recommend is page_cleaner_flush_pages_recommendation.
func recommend(in *Inputs, kn Knobs, mem *Memory, r rules) Plan {
	plan := Plan{UpTo: NoLimit, Slots: mem.clear(in.Instances)}
	r.late = r.late || kn.HighCheckpoint
	if in.Sync {
		plan.UpTo = in.UpTo
	}
	if !mem.Started {
		mem.start(in)
		return plan
	}
	mem.Pages += uint64(in.Flushed)
	moved := in.Added != mem.Last
	mem.Last = in.Added
	if !moved && !in.Sync {
		return plan
	}
	mem.refresh(in, kn)
	plan.ByDirty, plan.ByAge = percentByDirty(in, kn), percentByAge(in, kn, r)
	total, factor := lookAhead(in, kn, mem, r)
	s := max(1, total/factor)
	if in.Sync {
		plan.Pages = max(min(total, 2*kn.IOCapacityMax), kn.IOCapacity)
	} else {
		p := min(s, 2*kn.IOCapacityMax)
		n := (kn.IOCapacity*max(plan.ByDirty, plan.ByAge)/100 + int(mem.PageAvg) + p) / 3
		plan.Pages = min(n, kn.IOCapacityMax)
	}
	share(plan, factor, s, r)
	return plan
}

// start takes the first pass's figures as the base of the averages.
func (m *Memory) start(in *Inputs) {
	m.Started, m.Since, m.From, m.Last = true, in.Now, in.Added, in.Added
}

// refresh renews the averages every innodb_flushing_avg_loops passes or seconds.
func (m *Memory) refresh(in *Inputs, kn Knobs) {
	m.Loops++
	elapsed := in.Now.Sub(m.Since).Seconds()
	if m.Loops < kn.FlushingAvgLoops && elapsed < float64(kn.FlushingAvgLoops) {
		return
	}
	elapsed = math.Max(elapsed, 1)
	m.PageAvg = uint64((float64(m.Pages)/elapsed + float64(m.PageAvg)) / 2)
	m.LSNAvg = (m.LSNAvg + uint64(float64(in.Added-m.From)/elapsed)) / 2
	m.Since, m.From, m.Loops, m.Pages = in.Now, in.Added, 0, 0
}

// clear returns the slots of a new plan, all zero.
func (m *Memory) clear(instances int) []int {
	if cap(m.slots) < instances {
		m.slots = make([]int, instances)
	}
	m.slots = m.slots[:instances]
	clear(m.slots)
	return m.slots
}

// percentByDirty is the dirty page rule: get_pct_for_dirty.
func percentByDirty(in *Inputs, kn Knobs) int {
	d := 100 * float64(in.Dirty) / float64(1+in.LRU+in.Free)
	switch {
	case kn.MaxDirtyPagesPctLWM == 0 && d >= kn.MaxDirtyPagesPct:
		return 100
	case kn.MaxDirtyPagesPctLWM == 0 || d < kn.MaxDirtyPagesPctLWM:
		return 0
	}
	return int(d * 100 / (kn.MaxDirtyPagesPct + 1))
}

// percentByAge is the age rule: get_pct_for_lsn.
func percentByAge(in *Inputs, kn Knobs, r rules) int {
	age := in.age()
	limit := in.Limits.Dirty
	if age < in.Limits.LWM || age < limit && !kn.AdaptiveFlushing {
		return 0
	}
	x := float64(age) * 100 / float64(limit)
	if r.wholePercent {
		x = math.Floor(x)
	}
	ratio := kn.IOCapacityMax / kn.IOCapacity // an integer on purpose
	if r.late {
		return int(float64(ratio) * (x * x * math.Sqrt(x)) / lateDivisor)
	}
	return int(float64(ratio) * (x * math.Sqrt(x)) / ageDivisor)
}

// age is that of the oldest change not on disk.
func (in *Inputs) age() redo.LSN {
	if in.Oldest == 0 || in.Oldest >= in.Added {
		return 0
	}
	return in.Added - in.Oldest
}

// lookAhead counts the pages that the progress of redo will want written soon, by instance into the plan's
// slots.
func lookAhead(in *Inputs, kn Knobs, mem *Memory, r rules) (total, factor int) {
	limit, factor := in.Oldest+redo.LSN(scanFactor*mem.LSNAvg), scanFactor
	if in.Sync {
		limit, factor = in.UpTo, syncFactor
	}
	most := math.MaxInt
	if r.bounded {
		most = 2 * kn.IOCapacityMax / in.Instances * factor * 2
	}
	if in.Oldest == 0 {
		return 0, factor
	}
	for i := range mem.slots {
		mem.slots[i] = in.Older.CountOlder(i, limit, most)
		total += mem.slots[i]
	}
	return total, factor
}

// share divides the pages among the instances; far from the age limit evenly, else by their old pages.
func share(plan Plan, factor, s int, r rules) {
	for i, old := range plan.Slots {
		if plan.ByAge > skewPercent {
			plan.Slots[i] = (old/factor+1)*plan.Pages/s + 1
			continue
		}
		plan.Slots[i] = plan.Pages/len(plan.Slots) + r.extra
	}
}
