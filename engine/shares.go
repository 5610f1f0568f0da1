package engine

import (
	"slices"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// waitShares divides the mean response time, and that of the slowest 1 %, by wait class.
func (e *Engine) waitShares(r *Result) {
	m := &e.meter
	if m.n == 0 {
		return
	}
	all := make([]sim.Duration, sim.NumWaits)
	slow := make([]sim.Duration, sim.NumWaits)
	var nSlow uint64
	want := (m.n + 99) / 100
	for b := waitBuckets - 1; b >= 0; b-- {
		row := m.waits[b*sim.NumWaits : (b+1)*sim.NumWaits]
		for i, w := range row {
			all[i] += w
		}
		if nSlow < want {
			nSlow += m.counts[b]
			for i, w := range row {
				slow[i] += w
			}
		}
	}
	r.Waits = shares(all, m.n)
	r.WaitsSlowest = shares(slow, nSlow)
}

func shares(total []sim.Duration, n uint64) []Share {
	var s []Share
	for i, d := range total {
		if d != 0 {
			s = append(s, Share{WaitName(sim.Wait(i)), d.Millis() / float64(n)})
		}
	}
	slices.SortStableFunc(s, func(a, b Share) int {
		switch {
		case a.MS > b.MS:
			return -1
		case a.MS < b.MS:
			return 1
		}
		return 0
	})
	return s
}

// bindings ranks the resources by the time that transactions spent at them, each with its load.
func (e *Engine) bindings(r *Result) {
	total := r.Results["latency.avg"]
	if total == 0 {
		return
	}
	byResource := map[string]float64{}
	var order []string
	for _, s := range r.Waits {
		name := e.resource(s.Class)
		if _, ok := byResource[name]; !ok {
			order = append(order, name)
		}
		byResource[name] += s.MS
	}
	slices.SortStableFunc(order, func(a, b string) int {
		switch {
		case byResource[a] > byResource[b]:
			return -1
		case byResource[a] < byResource[b]:
			return 1
		}
		return 0
	})
	for _, name := range order {
		r.Binds = append(r.Binds, Bind{Resource: name, Load: e.loadOf(r, name), Share: byResource[name] / total})
	}
}

// Resources that transactions wait for, in a DBA's words.
const (
	resCPU      = "CPU"
	resRead     = "data device (page reads)"
	resFree     = "free pages (LRU flushing)"
	resRedo     = "redo log device (write and fsync)"
	resCapacity = "redo log capacity (flushing behind)"
	resBuffer   = "log buffer"
	resLocks    = "row locks"
	resBinlog   = "binary log"
	resMutex    = "I/O mutexes"
	resPage     = "pages being written"
	resNetwork  = "network"
)

func (e *Engine) resource(class string) string {
	switch class {
	case "cpu", "run_queue", "wakeup":
		return resCPU
	case "page_read":
		return resRead
	case "network", "semisync":
		return resNetwork
	case "row_lock":
		return resLocks
	case "binlog_order", "binlog_sync", "commit_order":
		return resBinlog
	}
	if name, ok := resourceOf[class]; ok {
		return name
	}
	return class
}

// resourceOf maps the wait classes of the packages below.
var resourceOf = map[string]string{
	"free_page": resFree, "lru_mutex": resFree, "flush_batch": resFree,
	"dblwr_write": resFree, "dblwr_sync": resFree, "dblwr_batch": resFree, "dblwr_slot": resFree, "dblwr_segment": resFree,
	"data_write": resFree, "data_sync": resFree, "data_sync_shared": resFree, "data_read": resRead,
	"log_write": resRedo, "log_flush": resRedo, "log_writer_mutex": resRedo,
	"log_free_check": resCapacity, "log_buffer": resBuffer, "log_recent": resBuffer,
	"page_writing": resPage, "index_latch": resPage, "rseg_latch": resPage, "io_mutex": resMutex, "io_slot": resMutex,
}

// loadOf is how far a resource is used, 0 … 1: processors and devices by utilization, where several requests
// are served at once by the share of the cap.
func (e *Engine) loadOf(r *Result, resource string) float64 {
	switch resource {
	case resCPU:
		return r.Results["cpu_busy"]
	case resCapacity:
		if f := float64(e.log.Limits().Free); f > 0 {
			return min(1, r.Results["checkpoint_age"]/f)
		}
	case resRead, resFree, resRedo, resPage, resBinlog:
		if len(r.Devices) > 0 {
			return e.deviceLoad(r, 0)
		}
	}
	return 0
}

// deviceLoad is the largest share of a device's caps and channels that was used.
func (e *Engine) deviceLoad(r *Result, i int) float64 {
	c := e.devices[i].dev.Config()
	d := r.Devices[i]
	load := 0.0
	if c.IOPS > 0 {
		m := e.meter.to.devices[i].Sub(e.meter.from.devices[i])
		ops := float64(m.Ops[device.Read].Count + m.Ops[device.Write].Count)
		if unit := float64(c.IOPSUnit); unit > 0 {
			ops = max(ops, float64(m.Ops[device.Read].Bytes+m.Ops[device.Write].Bytes)/unit)
		}
		load = max(load, ops/r.Window.Seconds()/c.IOPS)
	}
	if c.Bandwidth > 0 {
		load = max(load, (d.ReadBytesPerSec+d.WriteBytesPerSec)/c.Bandwidth)
	}
	if c.Channels > 0 {
		load = max(load, d.QueueSize/float64(c.Channels))
	}
	return min(1, load)
}
