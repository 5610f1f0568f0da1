package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// TestBrokenLawsStopTheRun breaks laws on purpose: the run ends and says which.
func TestBrokenLawsStopTheRun(t *testing.T) {
	for name, harm := range map[string]func(*engine.Engine){
		"inside":            (*engine.Engine).BreakPresence,
		"row locks":         (*engine.Engine).BreakLocks,
		"time is not conse": func(e *engine.Engine) { e.BreakWaits(0) },
	} {
		e := build(t)
		e.RunUntil(seconds(0.5))
		require.NoError(t, e.Err())
		harm(e)
		for !e.Step(1 << 20) {
		}
		assert.ErrorContains(t, e.Err(), name)
		r := e.Result(false)
		assert.True(t, r.Partial)
		assert.Contains(t, r.Warnings, e.Err().Error())
		assert.Less(t, e.Now(), seconds(1.5))
	}
}

// TestBytesAddUp: what the devices have written is pages × size × copies, redo and binlog, when nothing is in flight.
func TestBytesAddUp(t *testing.T) {
	for _, mode := range []string{"ON", "OFF", "DETECT_ONLY"} {
		e := start(t, parse(t, phases("[workload.1]\nscript=oltp_write_only\ntables=2\ntable-size=20000\nthreads=8\n"+
			"rand-type=uniform\nevents=4000\npause=30s\n[workload.2]\nscript=oltp_point_select\ntable-size=20000\nevents=1\n",
			"innodb_doublewrite = "+mode)))
		for e.Transactions() < 4000 {
			e.RunUntil(e.Now().Add(sim.Millisecond))
		}
		e.RunUntil(e.Now().Add(20 * sim.Second))
		require.Zero(t, e.Pool().Dirty(0))
		pages, size := e.Pool().Metrics().PagesWritten, uint64(16384)
		require.Greater(t, pages, uint64(600))
		log := e.Log().Metrics()
		want := pages*size + log.OSLogWritten + log.LogPadded + log.HeaderBytes
		switch mode {
		case "ON":
			want += pages * size
		case "DETECT_ONLY":
			assert.Less(t, e.Dblwr().Bytes, pages*size/8, "a list of page numbers for each batch")
			want += e.Dblwr().Bytes
		}
		assert.InDelta(t, want, e.BytesOnDevices(), 4096, mode)
		assert.LessOrEqual(t, e.BytesOnDevices(), e.BytesAsked())
		lawful(t, e)
	}
}

// TestDoublewriteHalvesNothingElse: the same data costs half the bytes without doublewrite.
func TestDoublewriteOffHalvesTheBytes(t *testing.T) {
	perPage := func(mode string) float64 {
		o := run(t, "innodb_doublewrite="+mode, "innodb_redo_log_capacity=8M", "innodb_io_capacity=10000",
			"innodb_io_capacity_max=20000")
		fm := o.Fil().Metrics()
		return float64(fm.BytesWritten+o.Dblwr().Bytes) / float64(fm.Writes)
	}
	assert.InEpsilon(t, 2, perPage("ON")/perPage("OFF"), 0.03)
}

// TestFlushListIsOrdered walks the flush list of a copy: oldest first, as far as the relaxed order allows.
func TestFlushListIsOrdered(t *testing.T) {
	for _, settings := range [][]string{{}, {"threads=64", "innodb_log_buffer_size=1M"}, {"innodb_buffer_pool_size=8M"}} {
		e := build(t, settings...)
		for at := 0.3; at < 2; at += 0.3 {
			e.RunUntil(seconds(at))
			c := e.Clone()
			highest, n, scanned := redo.LSN(0), 0, 0
			for f := c.Pool().NextList(0, redo.LSN(1<<62), &scanned); f != 0; f = c.Pool().NextList(0, redo.LSN(1<<62), &scanned) {
				oldest := c.Pool().Oldest(f)
				require.GreaterOrEqual(t, oldest+c.Log().Limits().OrderLag, highest)
				highest = max(highest, oldest)
				n++
			}
			require.LessOrEqual(t, n, e.Pool().Dirty(0))
			lawful(t, e)
		}
	}
}

// TestCheckpointIsBehindEveryDirtyPage looks at each dirty page, often.
func TestCheckpointIsBehindEveryDirtyPage(t *testing.T) {
	e := build(t, "innodb_redo_log_capacity=8M", "threads=32")
	for !e.Step(3000) {
		for f := range e.Pool().Frames(0) {
			if o := e.Pool().Oldest(bufferpool.FrameID(f + 1)); o != 0 {
				require.LessOrEqual(t, e.Log().Checkpoint(), o)
			}
		}
		require.LessOrEqual(t, e.Log().Checkpoint(), e.Log().Flushed())
		require.LessOrEqual(t, e.Log().Flushed(), e.Log().Written())
		require.LessOrEqual(t, e.Log().Written(), e.Log().Current())
	}
	lawful(t, e)
}
