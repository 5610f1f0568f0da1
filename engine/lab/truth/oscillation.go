package truth

import "math"

// oscillation is how the checkpoint age rises and falls.
type oscillation struct {
	period    float64 // seconds from a peak to the next but one turn
	amplitude float64 // bytes from a trough to a peak
}

// What counts as an oscillation.
const (
	trend    = 7.5 // seconds on either side over which the slow change is averaged
	turn     = 0.3 // part of the spread by which a value must come back to count as a turn
	minTurns = 6
)

// oscillate measures the checkpoint age's turns: the highest and lowest values between movements of more than
// a part of its spread around its slow change. None when there are too few of them.
func oscillate(s []Observation) oscillation {
	around := detrend(s)
	low, high := quantile(around, 0.05), quantile(around, 0.95)
	turns := zigzag(around, turn*(high-low))
	if len(turns) < minTurns {
		return oscillation{}
	}
	var sum float64
	for i := 1; i < len(turns); i++ {
		sum += math.Abs(s[turns[i]].Age - s[turns[i-1]].Age)
	}
	n := float64(len(turns) - 1)
	return oscillation{2 * (s[turns[len(turns)-1]].At - s[turns[0]].At) / n, sum / n}
}

// detrend takes the mean of the surroundings away from each value.
func detrend(s []Observation) []float64 {
	out := make([]float64, len(s))
	for i, o := range s {
		var sum, n float64
		for _, near := range s {
			if math.Abs(near.At-o.At) <= trend {
				sum += near.Age
				n++
			}
		}
		out[i] = o.Age - sum/n
	}
	return out
}

// zigzag lists the places of alternating peaks and troughs that differ by at least a step.
func zigzag(v []float64, step float64) []int {
	var turns []int
	high, low, direction := 0, 0, 0
	for i := range v {
		if v[i] > v[high] {
			high = i
		}
		if v[i] < v[low] {
			low = i
		}
		switch {
		case direction >= 0 && v[high]-v[i] > step:
			turns = append(turns, high)
			direction, low = -1, i
		case direction <= 0 && v[i]-v[low] > step:
			turns = append(turns, low)
			direction, high = 1, i
		}
	}
	return turns
}
