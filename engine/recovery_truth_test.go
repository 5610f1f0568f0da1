package engine_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/innosim/innosim/engine"
	"github.com/innosim/innosim/sim"
)

// labKill is the laboratory's server under the load that its kills were measured with, but for pool, redo and
// device: recovery/testdata/lab.jsonl.
const labKill = `
[innosim]
server = mysql-9.7
start  = cold
time   = 300s
[host]
profile = lab-vm-2
[device.data]
read-latency  = %gus
write-latency = %gus
flush-latency = %gus
latency-cv    = %g
channels      = %g
iops          = %g
iops-unit     = 16K
bandwidth     = %gMB/s
flush-serial  = %s
[mysqld]
innodb_buffer_pool_size = %s
innodb_redo_log_capacity = %s
innodb_flush_method = O_DIRECT
innodb_io_capacity = 2000
innodb_io_capacity_max = 4000
innodb_buffer_pool_instances = 1
innodb_page_cleaners = 1
innodb_change_buffering = none
innodb_flush_neighbors = 0
innodb_use_native_aio = OFF
disable_log_bin
[workload]
script = oltp_write_only
tables = 8
table-size = 400000
threads = 16
rand-type = uniform
`

// killAfter is the earliest second of a kill: before, the pool is still filling, and has fewer dirty pages than any
// record.
const killAfter = 35

type kill struct {
	Name   string
	Params map[string]float64 `json:"device_params"`
	Redo   string
	Pool   string
	Age    float64 `json:"checkpoint_age"`
	Dirty  float64
	Ready  float64 `json:"ready_s"`
}

func (c *kill) config(t *testing.T) engine.Config {
	p := c.Params
	serial := "off"
	if p["serial_flush"] == 1 {
		serial = "on"
	}
	text := fmt.Sprintf(labKill, p["read_us"], p["write_us"], p["flush_us"], p["cv"], p["channels"], p["iops"], p["mbps"],
		serial, c.Pool, c.Redo)
	if p["iops"] == 0 {
		text = strings.Replace(strings.Replace(text, "iops          = 0\n", "", 1), "iops-unit     = 16K\n", "", 1)
	}
	return parse(t, text)
}

// The server that the model brings to the measured checkpoint age recovers in the measured time: the pages that
// redo names, those of them that are not on disk, and the rest follow from the simulated load alone.
func TestRecoveryFromTheSimulatedLoad(t *testing.T) {
	f, err := os.Open("recovery/testdata/lab.jsonl")
	require.NoError(t, err)
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var c kill
		require.NoError(t, json.Unmarshal(in.Bytes(), &c))
		t.Run(c.Name, func(t *testing.T) {
			e := start(t, c.config(t))
			age := func() float64 { return float64(e.Log().Current() - e.Log().Checkpoint()) }
			for i := 1; (i <= killAfter || age() < 0.97*c.Age || age() > 1.1*c.Age) && i < 290; i++ {
				e.RunUntil(sim.Time(i) * sim.Time(sim.Second))
			}
			r := e.Result(true)
			d := r.Durability
			t.Logf("at %v: age %.0f (%.0f), dirty %.0f (%.0f), read %d: %.1f s (%.1f)", e.Now(), age(), c.Age,
				r.Results["dirty_pages"], c.Dirty, d.Recovery.PagesRead, d.RecoveryTime, c.Ready)
			assert.InDelta(t, 1, age()/c.Age, 0.1, "the load does not reach the measured age")
			assert.Less(t, d.RecoveryTime, 1.5*c.Ready)
			assert.Greater(t, d.RecoveryTime, c.Ready/1.5)
		})
	}
}
