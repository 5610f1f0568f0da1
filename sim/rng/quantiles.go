package rng

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/innosim/innosim/sim/unit"
)

// Point says that a share P of all draws is at most Value.
type Point struct {
	P     float64 // 0 … 1, both excluded
	Value float64
}

// Quantiles is a distribution known by some of its quantiles, as fio prints them. Between two points, and
// beyond the outermost ones, it is lognormal: the logarithm of the value is linear in the normal quantile of
// P. One point alone is a constant. It is immutable and may be shared.
type Quantiles struct {
	points []Point
	z      []float64 // normal quantile of each point
	log    []float64 // logarithm of each value
	table  *table
}

// NewQuantiles returns the distribution through the points, which rise in P and do not fall in Value.
func NewQuantiles(points ...Point) (Quantiles, error) {
	if len(points) == 0 {
		return Quantiles{}, errors.New("quantiles: at least one point is needed")
	}
	q := Quantiles{points: append([]Point(nil), points...), table: new(table)}
	for i, p := range points {
		if err := checkPoint(points, i); err != nil {
			return Quantiles{}, err
		}
		q.z = append(q.z, NormalQuantile(p.P))
		q.log = append(q.log, Log(p.Value))
	}
	q.table.fill(q.Quantile)
	return q, nil
}

func checkPoint(points []Point, i int) error {
	p := points[i]
	switch {
	case !(p.P > 0 && p.P < 1):
		return fmt.Errorf("quantiles: probability %v is not between 0 and 1", p.P)
	case !(p.Value > 0) || math.IsInf(p.Value, 1):
		return fmt.Errorf("quantiles: value %v of probability %v is not above zero", p.Value, p.P)
	case i > 0 && p.P <= points[i-1].P:
		return fmt.Errorf("quantiles: probability %v does not rise above %v", p.P, points[i-1].P)
	case i > 0 && p.Value < points[i-1].Value:
		return fmt.Errorf("quantiles: value of probability %v falls below that of %v", p.P, points[i-1].P)
	}
	return nil
}

// ParseQuantiles reads "0.5:85us 0.99:210us 0.999:1.2ms"; values are nanoseconds afterwards.
func ParseQuantiles(text string) (Quantiles, error) {
	var points []Point
	for _, word := range strings.Fields(text) {
		p, d, ok := strings.Cut(word, ":")
		if !ok {
			return Quantiles{}, fmt.Errorf("quantiles: %q is not of the form 0.99:210us", word)
		}
		probability, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return Quantiles{}, fmt.Errorf("quantiles: %q is not a probability", p)
		}
		value, err := unit.ParseDuration(d)
		if err != nil {
			return Quantiles{}, fmt.Errorf("quantiles: %w", err)
		}
		points = append(points, Point{probability, float64(value)})
	}
	return NewQuantiles(points...)
}

// Quantile is the value below which a draw falls with probability p.
func (q Quantiles) Quantile(p float64) float64 {
	if len(q.points) == 1 {
		return q.points[0].Value
	}
	z := NormalQuantile(p)
	i := sort.SearchFloat64s(q.z, z)
	i = min(max(i, 1), len(q.z)-1)
	slope := (q.log[i] - q.log[i-1]) / (q.z[i] - q.z[i-1])
	return Exp(q.log[i-1] + float64(slope*(z-q.z[i-1])))
}

// Mean is the mean of the distribution, to about one part in a thousand.
func (q Quantiles) Mean() float64 {
	const steps = 1 << 14
	var sum float64
	for i := range steps {
		sum += q.Quantile((float64(i) + 0.5) / steps)
	}
	return sum / steps
}

// Zero tells whether the value was never made by NewQuantiles or ParseQuantiles.
func (q Quantiles) Zero() bool { return q.table == nil }

// Draw returns a number of the distribution from one draw of the stream.
func (q Quantiles) Draw(s *Stream) float64 {
	u := s.Uint64()
	if inner(u) {
		return q.table.at(u)
	}
	return q.Quantile(openUnit(u))
}

// String prints the points as ParseQuantiles reads them.
func (q Quantiles) String() string {
	words := make([]string, len(q.points))
	for i, p := range q.points {
		words[i] = fmt.Sprintf("%v:%s", p.P, unit.FormatNanoseconds(p.Value))
	}
	return strings.Join(words, " ")
}
