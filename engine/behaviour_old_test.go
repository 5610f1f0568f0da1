package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestBehaviour20OldDoublewriteIsOneBatch: with one doublewrite batch for the whole server, instances and
// cleaners beyond two do not flush more; with files of batches for every instance they do.
func TestBehaviour20OldDoublewriteIsOneBatch(t *testing.T) {
	once := func(server, instances, seed string) float64 {
		o := run(t, updates, "server="+server, "cpus=32", "threads=64", "tables=8", "table-size=100000", "start=loaded", "warmup=1s",
			"time=8s", "loose-innodb_redo_log_capacity=32M", "loose-innodb_log_file_size=16M", "innodb_log_buffer_size=8M",
			"innodb_buffer_pool_size=2G", "innodb_buffer_pool_instances="+instances, "innodb_page_cleaners="+instances,
			"innodb_io_capacity=20000", "innodb_io_capacity_max=40000", "innodb_flush_method=O_DIRECT", "innodb_flush_neighbors=0",
			"device.data.write-latency=2ms", "device.data.channels=256", "seed="+seed,
			"[device.redo]\nwrite-latency = 20us\nflush-latency = 20us\nchannels = 32")
		return o.of("pages_written_per_trx") * o.of("tps")
	}
	flushed := func(server, instances string) (sum float64) {
		for _, seed := range []string{"1", "2"} {
			sum += once(server, instances, seed)
		}
		return sum
	}
	old2, old8 := flushed("mysql-5.7", "2"), flushed("mysql-5.7", "8")
	new2, new8 := flushed("mysql-8.4", "2"), flushed("mysql-8.4", "8")
	t.Log(old2, old8, new2, new8)
	assert.Less(t, old8, 1.25*old2, "four times as many")
	assert.Greater(t, new8, 1.5*new2)
}

// TestBehaviour22LogMutexOnManyCores: committing threads that copy to the log under one mutex stop scaling
// before the processors are used up; with lock-free reservation the processors bind.
func TestBehaviour22LogMutexOnManyCores(t *testing.T) {
	load := func(server, threads string) outcome {
		return run(t, updates, "server="+server, "cpus=64", "threads="+threads, "time=1s", "tables=8", "innodb_flush_log_at_trx_commit=0",
			"innodb_buffer_pool_size=512M", "loose-innodb_redo_log_capacity=1G", "loose-innodb_log_file_size=512M",
			"innodb_buffer_pool_instances=1", "device.data.channels=256")
	}
	few, fewOld := load("mysql-8.0", "4"), load("mysql-5.7", "4")
	many, manyOld := load("mysql-8.0", "256"), load("mysql-5.7", "256")
	t.Log(few.of("tps"), fewOld.of("tps"), many.of("tps"), manyOld.of("tps"), many.of("cpu_busy"), manyOld.of("cpu_busy"))
	assert.InEpsilon(t, few.of("tps"), fewOld.of("tps"), 0.1, "a few clients do not meet at the mutex")
	assert.Less(t, manyOld.of("tps"), 0.85*many.of("tps"))
	assert.Less(t, manyOld.of("cpu_busy"), many.of("cpu_busy")-0.1)
}
