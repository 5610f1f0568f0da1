package truth

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Sample takes n cases spread over what varies: each next one is the case that is farthest from all that were
// taken before. Cases that cannot be simulated are kept: they are listed, and cost nothing. All cases when n
// is 0.
func Sample(cases []*Case, n int) []*Case {
	var able []*Case
	for _, c := range cases {
		if c.able() {
			able = append(able, c)
		}
	}
	if n <= 0 || n >= len(able) {
		return cases
	}
	keep := spread(coordinates(able), n)
	return slices.DeleteFunc(slices.Clone(cases), func(c *Case) bool {
		return c.able() && !keep[slices.Index(able, c)]
	})
}

// spread picks n points, each farthest from those before it, beginning with the first; ties go to the earlier
// point.
func spread(points [][]coordinate, n int) map[int]bool {
	keep := map[int]bool{0: true}
	nearest := make([]float64, len(points))
	for i := range points {
		nearest[i] = distance(points[i], points[0])
	}
	for len(keep) < n {
		far := -1
		for i, d := range nearest {
			if !keep[i] && (far < 0 || d > nearest[far]) {
				far = i
			}
		}
		keep[far] = true
		for i := range nearest {
			nearest[i] = min(nearest[i], distance(points[i], points[far]))
		}
	}
	return keep
}

// coordinate is a case's place along one setting: the rank of its value among those of all cases, 0 … 1.
// Values that are no numbers have no order: they are equal or as far apart as can be.
type coordinate struct {
	place   float64
	ordered bool
}

// distance adds up the differences of two cases.
func distance(a, b []coordinate) float64 {
	var sum float64
	for i := range a {
		switch {
		case a[i] == b[i]:
		case a[i].ordered && b[i].ordered:
			sum += max(a[i].place-b[i].place, b[i].place-a[i].place)
		default:
			sum++
		}
	}
	return sum
}

// coordinates places every case along each setting that varies, and along the folder.
func coordinates(cases []*Case) [][]coordinate {
	values := map[string]map[string]bool{}
	value := func(c *Case, name string) string {
		if name == "" {
			return c.Folder()
		}
		return c.Settings[name]
	}
	for _, c := range cases {
		for name := range c.Settings {
			values[name] = map[string]bool{}
		}
	}
	values[""] = map[string]bool{}
	for name, seen := range values {
		for _, c := range cases {
			seen[value(c, name)] = true
		}
	}
	points := make([][]coordinate, len(cases))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		axis := ranks(slices.Sorted(maps.Keys(values[name])))
		for i, c := range cases {
			points[i] = append(points[i], axis[value(c, name)])
		}
	}
	return points
}

// ranks orders the values of one setting, numbers by size.
func ranks(values []string) map[string]coordinate {
	numbers := make(map[string]float64, len(values))
	for _, v := range values {
		if n, ok := magnitude(v); ok {
			numbers[v] = n
		}
	}
	ordered := len(numbers) == len(values)
	if ordered {
		slices.SortFunc(values, func(a, b string) int {
			if numbers[a] < numbers[b] {
				return -1
			}
			return 1
		})
	}
	axis := make(map[string]coordinate, len(values))
	for i, v := range values {
		axis[v] = coordinate{float64(i) / float64(max(len(values)-1, 1)), ordered}
	}
	return axis
}

// magnitude reads a number with a unit, well enough to order the values of one setting.
func magnitude(text string) (float64, bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(text)
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return 0, false
	}
	scale := map[string]float64{
		"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
		"us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600,
		"%": 1, "mb/s": 1e6, "gb/s": 1e9, "mib/s": 1 << 20, "gib/s": 1 << 30, "kb/s": 1e3, "kib/s": 1 << 10,
	}
	factor, ok := scale[strings.ToLower(text[end:])]
	return n * factor, ok
}
