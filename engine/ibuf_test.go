package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestChangeBuffer: with a pool far smaller than the index, changes of leaves that are not in memory wait in the change
// buffer, which saves their reads; later reads and the master thread merge them. Nothing of the index gets lost.
func TestChangeBuffer(t *testing.T) {
	run := func(buffering string) outcome {
		e := build(t, "script=oltp_update_index", "innodb_buffer_pool_size=24M", "table-size=400000", "tables=4", "threads=4", "time=10s",
			"innodb_change_buffering="+buffering)
		return outcome{e, finish(t, e)}
	}
	none, inserts, all := run("none"), run("inserts"), run("all")
	buffered, merged, left := all.ChangeBuffer()
	t.Log(none.Transactions(), inserts.Transactions(), all.Transactions(), buffered, merged, left)
	assert.Positive(t, merged)
	assert.Equal(t, buffered, merged+left)
	few, _, _ := inserts.ChangeBuffer()
	assert.Greater(t, buffered, few)
	assert.Positive(t, few)
	before, _, _ := none.ChangeBuffer()
	assert.Zero(t, before)
	reads := func(o outcome) float64 { return float64(o.Pool().Metrics().PagesRead) / float64(o.Transactions()) }
	assert.Less(t, reads(all), 0.95*reads(none), "pages read per transaction")
}

// TestPurgeLagDelay: innodb_max_purge_lag slows writers down only together with innodb_max_purge_lag_delay.
func TestPurgeLagDelay(t *testing.T) {
	run := func(settings ...string) uint64 {
		e := build(t, append(settings, "script=oltp_update_index", "threads=8", "time=8s")...)
		e.RunUntil(seconds(1))
		e.HoldView(7)
		finish(t, e)
		return e.Transactions()
	}
	free := run()
	assert.Equal(t, free, run("innodb_max_purge_lag=500"), "the longest delay is 0 by default")
	slow := run("innodb_max_purge_lag=500", "innodb_max_purge_lag_delay=20000")
	t.Log(free, slow)
	assert.Less(t, slow, free/2)
}
