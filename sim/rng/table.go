package rng

// A quantile table has tableCells cells of equal probability. In all but the outermost edgeCells of either
// side a draw interpolates; in those it computes the quantile itself, so that tails are exact and unbounded.
const (
	tableBits  = 10
	tableCells = 1 << tableBits
	edgeCells  = 8
)

// table holds quantiles at multiples of 1/tableCells.
type table [tableCells + 1]float64

// fill computes the inner quantiles; those of the edges are never read.
func (t *table) fill(quantile func(p float64) float64) {
	for i := edgeCells; i <= tableCells-edgeCells; i++ {
		t[i] = quantile(float64(i) / tableCells)
	}
}

// inner tells whether the draw u may be interpolated.
func inner(u uint64) bool {
	i := u >> (64 - tableBits)
	return i-edgeCells < tableCells-2*edgeCells
}

// at interpolates the quantile of draw u.
func (t *table) at(u uint64) float64 {
	i := u >> (64 - tableBits)
	f := float64(float64(u<<tableBits>>11) * ulp53)
	low := t[i]
	return low + float64(f*(t[i+1]-low))
}
