package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/innosim/innosim/engine/lab/scenario"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim/rng"
)

// Parameter is something that a sweep varies, and its values in order.
type Parameter struct {
	Name   string
	Values []string
}

// maxDoublings ends the expansion of a range.
const maxDoublings = 64

// ParseParameter reads "NAME=V1,V2,…". A value "8G..256G" stands for 8G and its doublings up to 256G, and
// "0.25ws" for a quarter of the bytes of the base's data.
func ParseParameter(text string, base *scenario.Scenario) (Parameter, error) {
	name, list, ok := strings.Cut(text, "=")
	p := Parameter{Name: strings.TrimSpace(name)}
	if !ok || p.Name == "" || strings.TrimSpace(list) == "" {
		return p, fmt.Errorf("%s: allowed is NAME=VALUE,VALUE,…", text)
	}
	for _, one := range strings.Split(list, ",") {
		values, err := expand(strings.TrimSpace(one), base)
		if err != nil {
			return p, fmt.Errorf("%s: %w", text, err)
		}
		for _, v := range values {
			if slices.Contains(p.Values, v) {
				return p, fmt.Errorf("%s: %s is given twice", text, v)
			}
			p.Values = append(p.Values, v)
		}
	}
	return p, nil
}

// expand is what one part of the list stands for.
func expand(text string, base *scenario.Scenario) ([]string, error) {
	low, high, isRange := strings.Cut(text, "..")
	switch {
	case text == "":
		return nil, fmt.Errorf("an empty value")
	case isRange:
		return doublings(low, high)
	case strings.HasSuffix(text, "ws"):
		share, err := strconv.ParseFloat(strings.TrimSuffix(text, "ws"), 64)
		if err != nil || !(share > 0) || share > 1000 {
			return nil, fmt.Errorf("%s: allowed is a number above 0 and up to 1000 before ws", text)
		}
		const mib = 1 << 20
		bytes := int64(share*DataBytes(base)) / mib * mib
		return []string{profile.FormatSize(max(bytes, mib))}, nil
	}
	return []string{text}, nil
}

// doublings are low, 2·low, … up to high, which is the last one whatever the step before it.
func doublings(low, high string) ([]string, error) {
	a, _, bad := profile.ParseNumber(low, true)
	b, _, worse := profile.ParseNumber(high, true)
	if bad != "" || worse != "" || a < 1 || b < a {
		return nil, fmt.Errorf("%s..%s: allowed is a range of whole numbers, with K, M, G or T, the lower one first", low, high)
	}
	var out []string
	for v := a; v < b && len(out) < maxDoublings; v *= 2 {
		out = append(out, profile.FormatSize(v))
	}
	return append(out, profile.FormatSize(b)), nil
}

// DataBytes is about the size of the scenario's tables: full leaf pages of both indexes. Inner pages are less
// than 1 % more.
func DataBytes(sc *scenario.Scenario) float64 {
	var bytes float64
	for _, w := range sc.Workload {
		rows := float64(w.TableSize)
		leaves := rows / btree.RowsPerLeaf
		if w.CreateSecondary {
			leaves += rows / btree.EntriesPerLeaf
		}
		bytes = max(bytes, float64(w.Tables)*leaves*float64(sc.Settings.PageSize))
	}
	return bytes
}

// Grid is every combination of values, the last parameter's changing fastest.
func Grid(params []Parameter) [][]Change {
	points := [][]Change{nil}
	for _, p := range params {
		var next [][]Change
		for _, point := range points {
			for _, v := range p.Values {
				next = append(next, append(slices.Clone(point), Change{p.Name, v}))
			}
		}
		points = next
	}
	return points
}

// LatinHypercube is a sample of n points in which every parameter's values are as often as they can be, and
// spread independently of the others'. Points may repeat when n exceeds the combinations; those are left out.
// M. McKay et al., Technometrics 21 (1979).
func LatinHypercube(params []Parameter, n int, seed uint64) [][]Change {
	columns := make([][]int, len(params))
	for i, p := range params {
		stream := rng.New(seed, "experiment.sample", uint64(i))
		columns[i] = make([]int, n)
		for j := range n {
			columns[i][j] = j * len(p.Values) / n
		}
		for j := n - 1; j > 0; j-- {
			k := stream.Uint64n(uint64(j + 1))
			columns[i][j], columns[i][k] = columns[i][k], columns[i][j]
		}
	}
	seen := map[string]bool{}
	var points [][]Change
	for j := range n {
		var point []Change
		for i, p := range params {
			point = append(point, Change{p.Name, p.Values[columns[i][j]]})
		}
		if text := Text(point); !seen[text] {
			seen[text] = true
			points = append(points, point)
		}
	}
	return points
}
