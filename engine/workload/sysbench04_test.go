package workload

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// oltp04 is sysbench 0.4's test with options of its own names.
func oltp04(t *testing.T, options ...string) *Sysbench {
	t.Helper()
	o := Defaults(Oltp)
	for i := 0; i < len(options); i += 2 {
		require.NoError(t, o.Set(options[i], options[i+1]))
	}
	require.NoError(t, o.Validate())
	return NewSource(o, 1)
}

func kinds(ops []Op) (out []Kind) {
	for _, op := range ops {
		out = append(out, op.Kind)
	}
	return out
}

// TestOltpComplex: 14 reads, 5 writes; the last three are of one row, which gets k = 0 back.
func TestOltpComplex(t *testing.T) {
	s := oltp04(t, "oltp-table-size", "100000")
	ops := s.Next(3, 7, nil)
	want := []Kind{Begin}
	for range 10 {
		want = append(want, PointSelect)
	}
	want = append(want, SimpleRange, SumRange, OrderRange, DistinctRange, UpdateIndex, UpdateNonIndex, UpdateIndex, Delete, Insert, Commit)
	require.Equal(t, want, kinds(ops))
	require.Equal(t, ops[17].Key, ops[18].Key)
	require.Equal(t, ops[17].Key, ops[19].Key)
	require.EqualValues(t, zeroK, ops[19].K)
	require.EqualValues(t, 100, ops[11].Rows)
	require.EqualValues(t, 101, ops[14].Rows, "the upper end of DISTINCT is one row further")
	require.Equal(t, ops, s.Next(3, 7, nil))
}

// TestOltpRangesFit: a range does not begin too late for its length.
func TestOltpRangesFit(t *testing.T) {
	s := oltp04(t, "oltp-table-size", "1000", "oltp-range-size", "400", "oltp-dist-type", "uniform", "oltp-read-only", "on")
	for n := range uint64(500) {
		for _, op := range s.Next(0, n, nil) {
			require.NotEqual(t, ClassWrite, op.Kind.Class())
			if op.Rows >= 400 {
				require.LessOrEqual(t, op.Key, uint64(600))
			}
		}
	}
}

// TestOltpModes: one statement each; those that write commit themselves, deletes meet every row once.
func TestOltpModes(t *testing.T) {
	require.Equal(t, []Kind{PointSelect}, kinds(oltp04(t, "oltp-test-mode", "simple").Next(0, 0, nil)))
	for mode, kind := range map[string]Kind{"update_key": UpdateIndex, "update_nokey": UpdateNonIndex, "insert": InsertAuto, "delete": Delete} {
		ops := oltp04(t, "oltp-test-mode", "nontrx", "oltp-nontrx-mode", mode).Next(0, 0, nil)
		require.Equal(t, []Kind{kind, AutoCommit}, kinds(ops), mode)
	}
	s := oltp04(t, "oltp-test-mode", "nontrx", "oltp-nontrx-mode", "delete", "oltp-table-size", "999", "num-threads", "3")
	seen := map[uint64]bool{}
	for n := range uint64(333) {
		for c := range uint32(3) {
			seen[s.Next(c, n, nil)[0].Key] = true
		}
	}
	require.Len(t, seen, 999)
	o := Defaults(Oltp)
	require.ErrorContains(t, o.Set("oltp-test-mode", "sp"), "complex, simple, nontrx")
}

// TestSpread04: the part of the draws from the window follows from whole numbers.
func TestSpread04(t *testing.T) {
	for res, want := range map[int]int{75: 75, 80: 80, 60: 50, 50: 50, 90: 90, 99: 99, 0: 0, 40: 0} {
		require.Equal(t, want, spread04(res), "oltp-dist-res = %d", res)
	}
}

// TestSameValue: all rows have k = 0, in the order of their ids.
func TestSameValue(t *testing.T) {
	q := SameValue()
	for _, u := range []uint32{0, 1 << 20, 1<<32 - 1} {
		v, within := q.Locate(u)
		require.EqualValues(t, zeroK, v)
		require.Equal(t, u, within)
	}
	require.EqualValues(t, zeroK, q.One())
	q = NewQuantile(NewDist(Uniform, defaults(), 1000))
	require.Zero(t, q.One())
}
