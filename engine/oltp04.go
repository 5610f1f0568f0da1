package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/engine/workload/btree"
)

// loadedK is the distribution of column k in the loaded rows.
func (c *Config) loadedK() workload.Quantile {
	w := &c.Workload[0]
	if w.Script == workload.Oltp {
		return workload.SameValue()
	}
	return workload.NewQuantile(workload.NewDist(c.PrepareRandType, w.Rand, w.TableSize))
}

// unmark tells that the entry of an insert is there, delete-marked by the same transaction: the mark is taken away, and purge
// leaves the entry alone. With values drawn at random that does not happen, with one value in all rows it does.
func (e *Engine) unmark(c *client, op *workload.Op) bool {
	if !e.schema.OneValue() {
		return false
	}
	for i, r := range c.trx.rows {
		if r.kind == purgeSecEntry && r.table == op.Table && r.id == op.Key && uint64(r.k) == op.K {
			c.trx.rows = append(c.trx.rows[:i], c.trx.rows[i+1:]...)
			return true
		}
	}
	return false
}

// eachSecByID is eachSec for an index in which all rows have one value: a leaf is as popular as its rows.
func eachSecByID(
	tr *btree.Secondary, touches float64, ids *distribution, f func(bufferpool.PageNo, pageKind, float64),
) {
	eachInner(tr.InnerPages, touches, f)
	low := 0.0
	for i := range tr.Len() {
		high := 1.0
		if i+1 < tr.Len() {
			high = ids.below(float64(tr.At(i + 1).ID()))
		}
		f(tr.At(i).Page, pageSec, float64(touches*(high-low)))
		low = high
	}
}
