package workload

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDump: the transactions of a dump hold each of its rows once, in INSERTs of the asked length, and end
// with it.
func TestDump(t *testing.T) {
	for _, c := range []struct {
		rows, perInsert, perCommit int
		auto                       bool
		transactions, inserts      int
	}{
		{1000, 1, 1, true, 1000, 1000},
		{1000, 300, 1, true, 4, 4},
		{1000, 300, 500, false, 2, 4},
		{1000, 1, 600, false, 2, 1000},
		{7, 1000, 1000, true, 1, 1},
	} {
		o := Defaults(Import)
		o.Tables = 2
		o.Dump.Rows, o.Dump.RowsPerInsert, o.Dump.RowsPerCommit = uint64(c.rows), c.perInsert, c.perCommit
		o.Dump.AutoCommit = c.auto
		require.NoError(t, o.Validate())
		require.EqualValues(t, c.transactions, o.Transactions())
		src := SourceOf(o, 1)
		rows, inserts := 0, 0
		for n := range o.Transactions() {
			for _, op := range src.Next(1, n, nil) {
				if op.Kind != ImportRows {
					continue
				}
				assert.EqualValues(t, 1, op.Table)
				assert.EqualValues(t, 188, op.K)
				rows += int(op.Rows)
				if !op.More {
					inserts++
				}
			}
		}
		assert.Equal(t, c.rows, rows)
		assert.Equal(t, c.inserts, inserts)
	}
	o := Defaults(Import)
	require.Zero(t, o.Transactions(), "without rows it has no end")
	assert.Len(t, SourceOf(o, 1).Next(0, 1<<40, nil), 2)
}

// TestDumpFaults: all of them at once, by name.
func TestDumpFaults(t *testing.T) {
	o := Defaults(Import)
	o.Dump = ImportOptions{Rows: 1 << 40, RowBytes: MaxRowBytes + 1}
	err := o.Validate()
	for _, name := range []string{"rows = ", "row-bytes", "rows-per-insert", "rows-per-commit"} {
		require.ErrorContains(t, err, name)
	}
}
