package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestObservedDoesWhatItIsAskedFor: with an open loop and a pool of half the working set, equally popular pages miss
// half the time; the log grows by what is asked, and by the binlog's part when there is one.
func TestObservedDoesWhatItIsAskedFor(t *testing.T) {
	load := []string{
		"script=observed", "tables=1", "working-set=16000", "page-reads=7.5", "page-writes=2.5", "redo-bytes=2500", "statements=3.5",
		"rate=500", "threads=32", "start=warm", "innodb_buffer_pool_size=128M", "innodb_redo_log_capacity=64M", "time=4s",
	}
	o := run(t, load...)
	assert.InEpsilon(t, 500, o.of("tps"), 0.06)
	assert.InEpsilon(t, 3.5*o.of("tps"), o.of("qps"), 0.02)
	assert.InEpsilon(t, 2500, o.of("redo_bytes_per_trx"), 0.03)
	resident := 8192 - o.of("free_pages") - 512 // rollback segments' headers and undo pages
	assert.InEpsilon(t, 10*(1-resident/16000), o.of("data_reads_per_trx"), 0.1, "and full undo pages take some frames")
	b := run(t, append(load, "log_bin=binlog")...)
	assert.InDelta(t, o.of("redo_bytes_per_trx")+258, b.of("redo_bytes_per_trx"), 60)
}

// TestObservedReadsOnly: no change, no redo, no commit to wait for.
func TestObservedReadsOnly(t *testing.T) {
	o := run(t, "script=observed", "working-set=1000", "page-reads=2", "page-writes=0", "redo-bytes=0", "statements=1", "time=1s")
	assert.Positive(t, o.of("tps"))
	assert.Zero(t, o.Commits())
}
