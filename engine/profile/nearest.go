package profile

// Nearest returns the candidate within max edits of a name, the nearest and then the first one; "" when
// there is none. An edit inserts, deletes or changes a letter, or swaps two neighbours. Short names allow
// fewer edits.
func Nearest(name string, candidates []string, max int) string {
	max = min(max, len(name)/3)
	best := ""
	for _, c := range candidates {
		if d := edits(name, c, max); d <= max {
			best, max = c, d-1
		}
	}
	return best
}

// edits returns the optimal string alignment distance of two names, or limit+1 when it is larger than limit.
func edits(a, b string, limit int) int {
	if len(a) > len(b)+limit || len(b) > len(a)+limit {
		return limit + 1
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, old, row := rows[(i+2)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		lowest := i
		for j := 1; j <= len(b); j++ {
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+differ(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
			lowest = min(lowest, row[j])
		}
		if lowest > limit {
			return limit + 1
		}
	}
	return min(rows[(len(a)+1)%3][len(b)], limit+1)
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
