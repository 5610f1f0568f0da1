package stat

// mserBatch is the number of samples that are averaged before the transient is looked for: MSER-5.
const mserBatch = 5

// Transient returns how many samples at the beginning belong to the transient, and whether it is over: the
// truncation that makes the standard error of the rest's mean smallest, MSER-5 of K. P. White, M. J. Cobb, S.
// C. Spratt, Winter Simulation Conference 2000. It is not over when the best truncation is in the second half
// of the samples, or when there are fewer than four batches.
func Transient(samples []float32) (n int, over bool) {
	batches := len(samples) / mserBatch
	if batches < 4 {
		return 0, false
	}
	means := make([]float64, batches)
	for i := range means {
		means[i] = Mean(samples[i*mserBatch : (i+1)*mserBatch])
	}
	best, least := 0, -1.0
	for d := 0; d <= batches-3; d++ {
		if e := squaredError(means[d:]); least < 0 || e < least {
			best, least = d, e
		}
	}
	return best * mserBatch, 2*best <= batches
}

// squaredError is the square of the standard error of the mean, up to a factor.
func squaredError(x []float64) float64 {
	n := float64(len(x))
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += float64(v / n)
	}
	for _, v := range x {
		squares += float64((v - mean) * (v - mean))
	}
	return squares / float64(n*n)
}

// Trend is the slope of a least-squares line through samples, per sample; zero for fewer than two.
func Trend(samples []float32) float64 {
	n := float64(len(samples))
	mean := Mean(samples)
	middle := float64((n - 1) / 2)
	var above, below float64
	for i, v := range samples {
		x := float64(i) - middle
		above += float64(x * (float64(v) - mean))
		below += float64(x * x)
	}
	if below == 0 {
		return 0
	}
	return above / below
}
