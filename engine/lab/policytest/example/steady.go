// Package steadyflush is an example of a flush policy of one's own: it flushes as many pages per second as
// keeps the checkpoint age at half of the limit, in proportion to how far it is from there.
package steadyflush

import "github.com/innosim/innosim/flush"

// Steady is a proportional controller of the checkpoint age.
type Steady struct {
	Target float64 // of the age at which flushing becomes urgent, 0 … 1
	Gain   float64 // of innodb_io_capacity per unit of deviation
}

// Recommend implements flush.Policy. What is urgent, and the pages by instance, are left to MySQL's own
// policy.
func (s Steady) Recommend(in flush.Inputs, kn flush.Knobs, mem *flush.Memory) flush.Plan {
	plan := flush.Adaptive{}.Recommend(in, kn, mem)
	if in.Sync || in.Oldest == 0 || in.Limits.Async == 0 {
		return plan
	}
	age := float64(in.Added-in.Oldest) / float64(in.Limits.Async)
	pages := max(0, min(kn.IOCapacityMax, int(float64(kn.IOCapacity)*s.Gain*(age-s.Target+1/s.Gain))))
	before := plan.Pages
	plan.Pages = pages
	for i := range plan.Slots {
		if before > 0 {
			plan.Slots[i] = plan.Slots[i] * pages / before
			continue
		}
		plan.Slots[i] = pages / len(plan.Slots)
	}
	return plan
}
