package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/innosim/innosim/engine/lab/document"
	"github.com/innosim/innosim/sim/unit"
)

// mebibyte is what iostat -m calls a megabyte.
const mebibyte = 1 << 20

// orZero makes what is no number a zero, for formats that have no word for it.
func orZero(v float64) float64 {
	if !document.IsFinite(v) {
		return 0
	}
	return v
}

// ratio is a/b, 0 when b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return orZero(a / b)
}

// number is a float64 that JSON prints as null when it is none.
type number = document.Number

// shortest is the number with the shortest text among those that are v in single precision.
func shortest(v float32) number {
	n, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64)
	if err != nil {
		return number(v)
	}
	return number(n)
}

// figure is unit.Figure, which every table uses.
func figure(v float64) string { return unit.Figure(v) }

// size prints bytes in the largest binary unit that keeps them above one.
func size(bytes float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for bytes >= 1024 && i < len(units)-1 {
		bytes, i = bytes/1024, i+1
	}
	return figure(bytes) + " " + units[i]
}

// percent is part/whole as text.
func percent(part, whole float64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*part/whole)
}

// sortedKeys are the names of a map, in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// columns gathers the values of every name over the replications that measured it.
func columns(all []Replication) map[string][]float64 {
	out := map[string][]float64{}
	for _, one := range all {
		for name, v := range document.Finite(one.Results) {
			out[name] = append(out[name], v)
		}
	}
	return out
}

// means are the averages over replications, by result name.
func means(all []Replication) map[string]float64 {
	out := map[string]float64{}
	for name, v := range columns(all) {
		out[name] = stat.Mean(v, nil)
	}
	return out
}

// halfWidths are those of Student's 95 % intervals of the means, where two replications or more measured the
// name.
func halfWidths(all []Replication) map[string]float64 {
	out := map[string]float64{}
	for name, v := range columns(all) {
		if len(v) < 2 {
			continue
		}
		n := float64(len(v))
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
		out[name] = t * stat.StdDev(v, nil) / math.Sqrt(n)
	}
	return out
}

// byMS orders shares of a sum, the largest first, equal ones by name.
func byMS(aMS, bMS float64, a, b string) int {
	return cmp.Or(cmp.Compare(bMS, aMS), cmp.Compare(a, b))
}
