package workload

import "fmt"

// maxStatements bounds each kind of statement of a transaction: its list is made before it begins.
const maxStatements = 100_000

// counter is an option that says how many statements of a kind the script's transactions have.
type counter struct {
	name string
	n    int
}

// counters are those of the script; fixed tells that its transactions have a statement whatever they say.
func (o *Options) counters() (all []counter, fixed bool) {
	points, updates := counter{"point-selects", o.PointSelects}, counter{"index-updates", o.IndexUpdates}
	nonIndex := counter{"non-index-updates", o.NonIndexUpdates}
	ranges := []counter{
		{"simple-ranges", o.SimpleRanges}, {"sum-ranges", o.SumRanges}, {"order-ranges", o.OrderRanges},
		{"distinct-ranges", o.DistinctRanges},
	}
	if o.Script == Oltp {
		all = append([]counter{points}, ranges...)
		if !o.ReadOnly {
			all = append(all, updates, nonIndex)
		}
		return all, !o.SkipTrx || !o.ReadOnly || o.TestMode != "complex"
	}
	p := plan(o.Script)
	add := func(has bool, c ...counter) {
		if has {
			all = append(all, c...)
		}
	}
	add(p.points, points)
	add(p.ranges && o.RangeSelects, ranges...)
	add(p.updates, updates)
	add(p.nonIndex, nonIndex)
	add(p.deletes, counter{"delete-inserts", o.DeleteInserts})
	add(p.randomPoints, counter{"random-points", o.RandomPoints})
	add(p.randomRanges, counter{"number-of-ranges", o.NumberOfRanges})
	return all, p.trx && !o.SkipTrx || p.delete || p.insert || p.bulk
}

// checkStatements refuses transactions without a statement, which would take no time, and endless ones.
func (o *Options) checkStatements() (errs []error) {
	if o.Script == ScriptObserved || o.Script == Import {
		return nil
	}
	all, any := o.counters()
	for _, c := range all {
		if c.n > maxStatements {
			errs = append(errs, fmt.Errorf("%s = %d: allowed is 0 … %d", c.name, c.n, maxStatements))
		}
		any = any || c.n > 0
	}
	if !any {
		errs = append(errs, fmt.Errorf("%s = 0: allowed is 1 or more, the transactions would have no statement", all[0].name))
	}
	return errs
}
