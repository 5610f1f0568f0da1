package btree

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLeavesOfOneValueHaveKeysOfTheirOwn: a value that a fifth of all rows have fills several leaves; each of them is found
// by its rows, and long use ends.
func TestLeavesOfOneValueHaveKeysOfTheirOwn(t *testing.T) {
	const rows = 20 * EntriesPerLeaf
	at := func(rank uint32) Key { // the rows of 5 values, in order
		return MakeKey(2+(uint64(rank)+1)*5>>32, 1)
	}
	var space counter
	s := newSecondary(&space, rows, rows, at)
	for i := 1; i < s.Len(); i++ {
		require.Greater(t, s.At(i).low, s.At(i-1).low)
		require.Equal(t, i, s.Find(s.At(i).low))
		require.LessOrEqual(t, s.At(i).ID(), uint64(rows))
	}
	require.Equal(t, 3, s.Find(MakeKey(2, rows-1)), "the last of the rows of the first value")
	require.Equal(t, 4, s.Find(MakeKey(3, 1)))
}
