package stat

import (
	"fmt"
	"slices"

	"github.com/innosim/innosim/sim"
)

// Series are columns of values, one per report interval: an hour of seconds is 14 KB a column.
type Series struct {
	interval sim.Duration
	names    []string
	columns  [][]float32
}

// NewSeries returns empty columns with room for rows of them.
func NewSeries(interval sim.Duration, rows int, names ...string) *Series {
	s := &Series{interval: interval, names: slices.Clone(names), columns: make([][]float32, len(names))}
	for i := range s.columns {
		s.columns[i] = make([]float32, 0, rows)
	}
	return s
}

// Append adds a row: one value for each name, in their order.
func (s *Series) Append(row ...float64) {
	if len(row) != len(s.columns) {
		panic(fmt.Sprintf("stat: a row of %d values for %d columns", len(row), len(s.columns)))
	}
	for i, v := range row {
		s.columns[i] = append(s.columns[i], float32(v))
	}
}

// Interval is the time that a row stands for.
func (s *Series) Interval() sim.Duration { return s.interval }

// Names are the columns' names, not to be changed.
func (s *Series) Names() []string { return s.names }

// Columns are the values by name and row, not to be changed.
func (s *Series) Columns() [][]float32 { return s.columns }

// Len is the number of rows.
func (s *Series) Len() int {
	if len(s.columns) == 0 {
		return 0
	}
	return len(s.columns[0])
}

// Column returns the values of a name, nil when there is none.
func (s *Series) Column(name string) []float32 {
	if i := slices.Index(s.names, name); i >= 0 {
		return s.columns[i]
	}
	return nil
}

// Mean is the mean of values, zero when there is none.
func Mean(values []float32) float64 {
	if len(values) == 0 {
		return 0
	}
	var sum float64
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(len(values))
}

// Median is the median of values, zero when there is none.
func Median(values []float32) float64 {
	n := len(values)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return (float64(sorted[(n-1)/2]) + float64(sorted[n/2])) / 2
}
