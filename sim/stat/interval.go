package stat

import (
	"fmt"
	"math"
)

// Estimate is a mean and how well it is known.
type Estimate struct {
	Mean    float64
	Half    float64 // half-width of the confidence interval; +Inf when there are too few samples
	Batches int     // on which Half rests
	Lag1    float64 // correlation of neighbouring batch means: Half is too small when far above zero
}

// Relative is Half as a share of the mean.
func (e Estimate) Relative() float64 {
	if e.Mean == 0 {
		return math.Inf(1)
	}
	return e.Half / math.Abs(e.Mean)
}

// BatchMeans cuts the samples into batches of equal length, whose means are nearly independent, and returns
// the interval that covers the true mean with probability level (0.95). Samples that fill no batch are left
// out at the start. At least three batches are needed.
func BatchMeans(samples []float32, batches int, level float64) Estimate {
	if batches < 3 || !(level > 0 && level < 1) {
		panic(fmt.Sprintf("stat: %d batches at level %v", batches, level))
	}
	size := len(samples) / batches
	if size == 0 {
		return Estimate{Mean: Mean(samples), Half: math.Inf(1)}
	}
	samples = samples[len(samples)-size*batches:]
	means := make([]float64, batches)
	for i := range means {
		means[i] = Mean(samples[i*size : (i+1)*size])
	}
	return estimate(means, level)
}

func estimate(means []float64, level float64) Estimate {
	n := float64(len(means))
	var sum, squares, products float64
	for _, m := range means {
		sum += m
	}
	mean := sum / n
	for i, m := range means {
		squares += float64((m - mean) * (m - mean))
		if i > 0 {
			products += float64((m - mean) * (means[i-1] - mean))
		}
	}
	e := Estimate{Mean: mean, Batches: len(means)}
	e.Half = StudentT(len(means)-1, level) * math.Sqrt(squares/(n-1)/n)
	if squares > 0 {
		e.Lag1 = products / squares
	}
	return e
}

// Numbers of batches that Interval tries, and from when on it believes that they are independent: the
// correlation of independent batch means is below 1.64/√batches in 95 % of all cases.
const (
	batchesMost  = 32
	batchesLeast = 8
	lagBound     = 1.64
)

// Interval is BatchMeans with as many batches, of 32, 16 or 8, as are independent of each other.
func Interval(samples []float32, level float64) Estimate {
	for n := batchesMost; ; n /= 2 {
		e := BatchMeans(samples, n, level)
		if n == batchesLeast || e.Batches > 0 && e.Lag1 < lagBound/math.Sqrt(float64(n)) {
			return e
		}
	}
}
