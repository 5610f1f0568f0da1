package truth

// rankRatio is how much more the faster case of a pair must have measured for their order to count.
const rankRatio = 1.15

// Ranking counts the pairs of cases that are predicted in the measured order.
type Ranking struct {
	Pairs, Right                     int // all pairs of a folder
	PairsOneSetting, RightOneSetting int // those that differ in one setting only
}

// Share is the part of the pairs that is right; false when there is no pair.
func (r Ranking) Share() (float64, bool) { return part(r.Right, r.Pairs) }

// ShareOneSetting is Share over the pairs that differ in one setting only.
func (r Ranking) ShareOneSetting() (float64, bool) { return part(r.RightOneSetting, r.PairsOneSetting) }

func part(n, of int) (float64, bool) {
	if of == 0 {
		return 0, false
	}
	return float64(n) / float64(of), true
}

// rank compares every pair of cases that are judged on tps.
func rank(all []*Outcome) Ranking {
	var r Ranking
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.Folder() != b.Folder() || !a.judges("tps") || !b.judges("tps") {
				continue
			}
			slow, fast := a, b
			if slow.Measured["tps"] > fast.Measured["tps"] {
				slow, fast = fast, slow
			}
			if fast.Measured["tps"] <= rankRatio*slow.Measured["tps"] {
				continue
			}
			r.add(slow, fast)
		}
	}
	return r
}

// add counts a pair whose measured order is known.
func (r *Ranking) add(slow, fast *Outcome) {
	right := 0
	if fast.Predicted["tps"] > slow.Predicted["tps"] {
		right = 1
	}
	r.Pairs++
	r.Right += right
	if len(different(slow.Case, fast.Case)) == 1 {
		r.PairsOneSetting++
		r.RightOneSetting += right
	}
}
