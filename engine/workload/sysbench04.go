package workload

import (
	"fmt"
	"slices"
	"strings"

	"github.com/innosim/innosim/sim/rng"
)

// Oltp is the script of sysbench 0.4's built-in test "oltp", which belongs to the servers of its time. A transaction of its
// complex mode has 14 reads and 5 writes: an index update of any row, one of another column, then of one row an index update,
// its deletion and its insertion with k = 0. All rows are loaded with k = 0, so the index on k is in the order of the ids.
//
// Source: sysbench 0.4.12, sb_oltp.c.
const Oltp = "oltp"

// Modes of the test, and what its modes without transactions do.
var (
	testModes   = []string{"complex", "simple", "nontrx"}
	nontrxModes = []string{"select", "update_key", "update_nokey", "insert", "delete"}
)

// zeroK is the model's number for k = 0: values count from 1.
const zeroK = 1

// names04 are option names of sysbench 0.4 and 0.5, and those of today.
var names04 = [...][2]string{
	{"num-threads", "threads"}, {"max-requests", "events"}, {"oltp-table-size", "table-size"}, {"oltp-num-tables", "tables"},
	{"oltp-tables-count", "tables"}, {"oltp-range-size", "range-size"}, {"oltp-point-selects", "point-selects"},
	{"oltp-simple-ranges", "simple-ranges"}, {"oltp-sum-ranges", "sum-ranges"}, {"oltp-order-ranges", "order-ranges"},
	{"oltp-distinct-ranges", "distinct-ranges"}, {"oltp-index-updates", "index-updates"},
	{"oltp-non-index-updates", "non-index-updates"}, {"oltp-skip-trx", "skip-trx"}, {"oltp-auto-inc", "auto-inc"},
	{"oltp-dist-type", "rand-type"}, {"oltp-dist-iter", "rand-spec-iter"}, {"oltp-dist-pct", "rand-spec-pct"},
	{"oltp-dist-res", "rand-spec-res"}, {"oltp-secondary", "secondary"},
}

// Today returns today's name of an option of sysbench 0.4, other names as they are.
func Today(name string) string {
	for _, n := range names04 {
		if n[0] == name {
			return n[1]
		}
	}
	return name
}

// options04 are the options that only the script oltp has.
func options04() []option {
	return []option{
		choice("oltp-test-mode", testModes, func(o *Options) *string { return &o.TestMode }),
		choice("oltp-nontrx-mode", nontrxModes, func(o *Options) *string { return &o.NontrxMode }),
		boolean("oltp-read-only", func(o *Options) *bool { return &o.ReadOnly }),
	}
}

func choice(name string, values []string, at func(*Options) *string) option {
	return option{name, func(o *Options, v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("%q is not one of %s", v, strings.Join(values, ", "))
		}
		*at(o) = v
		return nil
	}, func(o *Options) string { return *at(o) }}
}

// SameValue is the distribution of a column that has one value in all rows: rank u is row u of that value.
func SameValue() Quantile { return Quantile{} }

// One is the value that all rows have; 0: they differ.
func (q *Quantile) One() uint64 {
	if q.at == nil {
		return zeroK
	}
	return 0
}

// spread04 is the part of the draws that 0.4's special distribution takes from its window, %: whole numbers decide it.
func spread04(res int) int { return 100 - 100/(100/(100-res)) }

// oltp appends a transaction of sysbench 0.4's test.
func (s *Sysbench) oltp(r *rng.Stream, client uint32, n uint64, dst []Op) []Op {
	switch s.o.TestMode {
	case "simple":
		return append(dst, Op{Kind: PointSelect, Table: s.table(r), Key: s.id(r), Rows: 1})
	case "nontrx":
		return s.nontrx(r, client, n, dst)
	}
	return s.complex(r, dst)
}

func (s *Sysbench) complex(r *rng.Stream, dst []Op) []Op {
	o, trx, t := &s.o, !s.o.SkipTrx, s.table(r)
	if trx {
		dst = append(dst, Op{Kind: Begin})
	}
	for range o.PointSelects {
		dst = append(dst, Op{Kind: PointSelect, Table: t, Key: s.id(r), Rows: 1})
	}
	dst = s.ranges04(r, dst, Op{Kind: SimpleRange, Table: t}, o.SimpleRanges)
	dst = s.ranges04(r, dst, Op{Kind: SumRange, Table: t}, o.SumRanges)
	dst = s.ranges04(r, dst, Op{Kind: OrderRange, Table: t}, o.OrderRanges)
	dst = s.ranges04(r, dst, Op{Kind: DistinctRange, Table: t, Rows: 1}, o.DistinctRanges)
	if !o.ReadOnly {
		dst = s.writes04(r, dst, t, trx)
	}
	if trx {
		dst = append(dst, Op{Kind: Commit})
	}
	return dst
}

// ranges04 appends ranges of op.Rows more rows than range-size; a range does not begin so late that it would be shorter.
func (s *Sysbench) ranges04(r *rng.Stream, dst []Op, op Op, n int) []Op {
	size := min(uint64(s.o.RangeSize), s.o.TableSize)
	op.Rows += uint32(size)
	for range n {
		op.Key = s.id(r)
		if op.Key+size > s.o.TableSize {
			op.Key = max(s.o.TableSize-min(size, s.o.TableSize), 1)
		}
		dst = append(dst, op)
	}
	return dst
}

func (s *Sysbench) writes04(r *rng.Stream, dst []Op, t uint16, trx bool) []Op {
	for range s.o.IndexUpdates {
		dst = s.write(dst, Op{Kind: UpdateIndex, Table: t, Key: s.id(r)}, trx)
	}
	for range s.o.NonIndexUpdates {
		dst = s.write(dst, Op{Kind: UpdateNonIndex, Table: t, Key: s.id(r)}, trx)
	}
	id := s.id(r)
	dst = s.write(dst, Op{Kind: UpdateIndex, Table: t, Key: id}, trx)
	dst = s.write(dst, Op{Kind: Delete, Table: t, Key: id}, trx)
	return s.write(dst, Op{Kind: Insert, Table: t, Key: id, K: zeroK}, trx)
}

// nontrx is one statement that commits itself if it writes.
func (s *Sysbench) nontrx(r *rng.Stream, client uint32, n uint64, dst []Op) []Op {
	op := Op{Table: s.table(r), Key: s.id(r), Rows: 1}
	switch s.o.NontrxMode {
	case "update_key":
		op.Kind = UpdateIndex
	case "update_nokey":
		op.Kind = UpdateNonIndex
	case "insert":
		op.Kind, op.K, op.Key = InsertAuto, op.Key, 0
	case "delete":
		op.Kind, op.Key = Delete, s.unique(client, n)
	default:
		op.Kind = PointSelect
		return append(dst, op)
	}
	op.Rows = 0
	return s.write(dst, op, false)
}

// unique walks through all rows in great steps, so that no row is deleted twice before all are: get_unique_random_id.
func (s *Sysbench) unique(client uint32, n uint64) uint64 {
	const step = 2147483647 // LARGE_PRIME
	i := (n*uint64(s.o.Threads) + uint64(client)) % s.o.TableSize
	return 1 + i*(step%s.o.TableSize)%s.o.TableSize
}

// Deletes reports whether rows go away for good.
func (o *Options) Deletes() bool {
	return o.Script == "oltp_delete" || o.Script == Oltp && o.TestMode == "nontrx" && o.NontrxMode == "delete"
}
