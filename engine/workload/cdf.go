package workload

import "github.com/innosim/innosim/sim/rng"

// cdfPoints is the resolution of a Quantile table.
const cdfPoints = 1 << 14

// Quantile is the inverse distribution function of a Dist as a table: the k column of the loaded rows is
// drawn from it by hashing the row number, and the separators of the bulk-built k index are its equidistant
// values, so that both agree without storing one value per row.
type Quantile struct {
	at []uint64 // value below which i/cdfPoints of the rows lie, 32.0 fixed point in the value
}

// quantileSamples is how many draws the table of a distribution without closed form is built from.
const quantileSamples = 1 << 18

// NewQuantile tabulates d. The draws come from a fixed stream: the table is part of the scenario, not of the
// run.
func NewQuantile(d Dist) Quantile {
	q := Quantile{at: make([]uint64, cdfPoints+1)}
	if d.typ == Uniform {
		for i := range q.at {
			q.at[i] = 1 + uint64(i)*d.n/cdfPoints
		}
		return q
	}
	q.sampled(d)
	return q
}

// sampled counts draws into equal cells of the value range; special's hot window, which is narrower than a
// cell, is added exactly.
func (q *Quantile) sampled(d Dist) {
	cells := buildCells(d)
	total := uint64(0)
	for _, c := range cells {
		total += c.weight
	}
	i, below := 0, uint64(0)
	for _, c := range cells {
		for i <= cdfPoints && uint64(i)*total < (below+c.weight)*cdfPoints {
			part := (uint64(i)*total/cdfPoints - below) * (c.hi - c.lo) / max(c.weight, 1)
			q.at[i] = c.lo + part
			i++
		}
		below += c.weight
	}
	for ; i <= cdfPoints; i++ {
		q.at[i] = d.n + 1
	}
}

// cell is a half-open range of values and how many draws fell into it.
type cell struct{ lo, hi, weight uint64 }

const valueCells = 4096

func buildCells(d Dist) []cell {
	edges := make([]uint64, 0, valueCells+3)
	lo, width := uint64(0), uint64(0)
	if d.typ == Special {
		lo, width = d.hot()
	}
	for i := range uint64(valueCells) {
		edges = append(edges, 1+i*d.n/valueCells)
	}
	edges = append(edges, d.n+1)
	if width > 0 {
		edges = insertEdge(insertEdge(edges, lo), lo+width)
	}
	cells := make([]cell, len(edges)-1)
	for i := range cells {
		cells[i] = cell{lo: edges[i], hi: edges[i+1]}
	}
	s := rng.New(0, "workload.quantile", uint64(d.typ))
	for range quantileSamples {
		cells[findCell(cells, d.Draw(&s))].weight++
	}
	return cells
}

func insertEdge(edges []uint64, e uint64) []uint64 {
	i := 0
	for i < len(edges) && edges[i] < e {
		i++
	}
	if i < len(edges) && edges[i] == e {
		return edges
	}
	edges = append(edges, 0)
	copy(edges[i+1:], edges[i:])
	edges[i] = e
	return edges
}

func findCell(cells []cell, v uint64) int {
	lo, hi := 0, len(cells)-1
	for lo < hi {
		m := (lo + hi + 1) / 2
		if cells[m].lo <= v {
			lo = m
		} else {
			hi = m - 1
		}
	}
	return lo
}

// Value returns the value at rank u, a 32-bit fraction of the rows.
func (q *Quantile) Value(u uint32) uint64 {
	v, _ := q.Locate(u)
	return v
}

// Locate returns the value at rank u and how far u lies within the rows of that value, as a 32-bit fraction:
// where many rows share a value, the index orders them by primary key.
func (q *Quantile) Locate(u uint32) (value uint64, within uint32) {
	if q.at == nil {
		return zeroK, u
	}
	pos := uint64(u) * cdfPoints
	i, f := pos>>32, pos&0xffffffff
	lo, hi := q.at[i], q.at[i+1]
	span := (hi - lo) * f // value offset, 32-bit fraction below
	return lo + span>>32, uint32(span)
}
