package btree

import (
	"github.com/innosim/innosim/engine/workload"
	"github.com/innosim/innosim/sim/rng"
)

// Table is one sysbench table.
type Table struct {
	Clust Clustered
	K     Secondary
	// HasK is false for tables without the index on k.
	HasK bool
}

// Schema is all tables of a workload and the values of their k columns.
type Schema struct {
	Tables []Table
	size   uint64
	seed   uint64
	load   workload.Quantile
	topK   uint64     // no row has a larger k; 0: size+1
	moved  []movedRow // rows whose k is no longer the loaded one: direct-mapped by row number
}

// movedRow remembers the k of one row. Where two rows meet, the later one stays and the earlier one falls
// back to its loaded value: with more rows than places an error of one leaf in a very rare case.
type movedRow struct {
	row uint32 // row number + 1, modulo 2^32
	k   uint32
}

// movedRows is the number of places, a power of two: exact for data sets of up to 4 million rows; 32 MiB.
const movedRows = 1 << 22

// NewSchema lays out n tables of size rows each; spaces holds one tablespace per table. The k of the loaded
// rows has the distribution load.
func NewSchema(spaces []Space, size uint64, load workload.Quantile, seed uint64, withK bool) *Schema {
	s := &Schema{Tables: make([]Table, len(spaces)), size: size, seed: seed, load: load}
	s.topK = load.One()
	places := uint64(movedRows)
	for places/2 >= uint64(len(spaces))*size {
		places /= 2
	}
	s.moved = make([]movedRow, places)
	for i, sp := range spaces {
		t := &s.Tables[i]
		t.Clust = newClustered(sp, size)
		if t.HasK = withK; withK {
			t.K = newSecondary(sp, size, size, s.keyAt)
		}
	}
	return s
}

// SetRowBytes gives the tables, which must be empty but for a row, rows of so many bytes of columns, and no
// other index.
func (s *Schema) SetRowBytes(columns int) {
	for i := range s.Tables {
		s.Tables[i].Clust.perLeaf = RowsOf(columns)
		s.Tables[i].HasK = false
	}
}

// keyAt is the key of the loaded index at a rank.
func (s *Schema) keyAt(rank uint32) Key {
	k, within := s.load.Locate(rank)
	return MakeKey(k, 1+(s.size*uint64(within))>>32)
}

// Top is above every key of the index on k.
func (s *Schema) Top() Key {
	if s.topK > 0 {
		return MakeKey(s.topK+1, 0)
	}
	return MakeKey(s.size+2, 0)
}

// OneValue reports whether all rows were loaded with the same k.
func (s *Schema) OneValue() bool { return s.topK > 0 }

// KOf returns the value of column k of a row.
func (s *Schema) KOf(table uint16, id uint64) uint64 {
	row, place := s.place(table, id)
	if m := s.moved[place]; m.row == row {
		return uint64(m.k)
	}
	return s.load.Value(uint32(rng.Hash3(s.seed, uint64(table), id)))
}

// SetK changes the value of column k of a row.
func (s *Schema) SetK(table uint16, id, k uint64) {
	row, place := s.place(table, id)
	if s.topK > 0 {
		s.topK = max(s.topK, k)
	}
	s.moved[place] = movedRow{row, uint32(k)}
}

func (s *Schema) place(table uint16, id uint64) (row uint32, place uint64) {
	n := uint64(table)*s.size + id - 1
	return uint32(n + 1), n & uint64(len(s.moved)-1)
}
