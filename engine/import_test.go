package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dumpOf is an import into the tiny server with a local client on one connection.
func dumpOf(t testing.TB, settings ...string) outcome {
	base := []string{
		"script=import_rows", "threads=1", "tables=1", "start=cold", "client=local", "innodb_buffer_pool_size=8M",
	}
	return run(t, append(base, settings...)...)
}

// TestImportedRows: as many rows are in the table as the dump has, whatever the statements, the commits and
// the connections are.
func TestImportedRows(t *testing.T) {
	for _, settings := range [][]string{
		{"rows=1777"},
		{"rows=1777", "rows-per-insert=100"},
		{"rows=1777", "rows-per-insert=250", "row-bytes=40"},
		{"rows=1777", "autocommit=off", "rows-per-commit=1000"},
		{"rows=1777", "autocommit=off", "rows-per-commit=500", "rows-per-insert=70"},
		{"rows=1777", "row-bytes=8000"},
		{"rows=1777", "threads=3", "tables=2"},
		{"rows=1", "rows-per-insert=100"},
	} {
		e := build(t, append([]string{"script=import_rows", "threads=1", "tables=1", "start=cold"}, settings...)...)
		finish(t, e)
		rows := uint64(0)
		for i := range e.Schema().Tables {
			rows += e.Schema().Tables[i].Clust.Rows() - 1 // each table begins with one
		}
		asked := uint64(1777)
		if settings[0] == "rows=1" {
			asked = 1
		}
		assert.Equal(t, asked, rows, "%v", settings)
		assert.Equal(t, asked, e.Result(false).State.RowsInserted, "%v", settings)
	}
}

// TestImportRedo: a row writes its record to the redo log, an undo record, and in a transaction of its own
// what a commit writes.
func TestImportRedo(t *testing.T) {
	perRow := func(settings ...string) float64 {
		o := dumpOf(t, append(settings, "rows=4000")...)
		return o.of("redo_bytes_per_trx") * float64(o.Transactions()) / 4000
	}
	const block = 512.0 / 496 // bytes of a block and its payload
	one, many := perRow(), perRow("rows-per-insert=1000")
	assert.InDelta(t, block*(188+20+8+30), many, 10, "record, undo")
	assert.InDelta(t, block*(188+20+8+30+60), one, 10, "and the commit")
	long := perRow("row-bytes=1188", "rows-per-insert=1000")
	assert.InDelta(t, block*1000, long-many, 60, "a thousand bytes more, and more pages")
}

// TestImportPages: leaves are as full as an ordered load makes them.
func TestImportPages(t *testing.T) {
	for bytes, perLeaf := range map[string]int{"188": 73, "1000": 14, "8000": 1} {
		e := build(t, "script=import_rows", "threads=1", "tables=1", "rows=1000", "row-bytes="+bytes)
		finish(t, e)
		assert.InDelta(t, 1000/perLeaf+1, int(e.Schema().Tables[0].Clust.Leaves()), 1, bytes)
	}
}

// TestImportCommits: on one connection each transaction waits for its own fsync: fewer are faster, and so are
// shorter ones.
func TestImportCommits(t *testing.T) {
	rate := func(settings ...string) float64 {
		o := dumpOf(t, append(settings, "time=2s", "device.data.latency-cv=0")...)
		return float64(o.State.RowsInserted) / o.window()
	}
	one := rate()
	assert.Less(t, one, 1/(200e-6+100e-6), "a write and a flush are 0.3 ms, the rest is CPU time")
	assert.Greater(t, one, 1/(200e-6+100e-6+400e-6))
	last := one
	for _, flush := range []string{"1ms", "5ms", "20ms"} {
		r := rate("device.data.flush-latency=" + flush)
		assert.Less(t, r, 0.7*last, flush)
		last = r
	}
	slow := rate("device.data.flush-latency=20ms")
	assert.InEpsilon(t, 1/(20e-3+100e-6+100e-6), slow, 0.05, "one row for each flush")
	assert.Greater(t, rate("device.data.flush-latency=20ms", "rows-per-insert=100"), 80*slow)
	assert.Greater(t, rate("device.data.flush-latency=20ms", "autocommit=off", "rows-per-commit=100"), 40*slow)
	assert.Greater(t, rate("device.data.flush-latency=20ms", "innodb_flush_log_at_trx_commit=0"), 50*slow)
}

// TestImportTwins: an import is the same on the clone, whose undo pages are its own.
func TestImportTwins(t *testing.T) {
	e := build(t, "script=import_rows", "autocommit=off", "rows-per-commit=2000", "threads=2", "time=1s")
	e.Step(5000)
	twin := e.Clone()
	finish(t, e)
	finish(t, twin)
	require.Equal(t, e.Digest(), twin.Digest())
}
