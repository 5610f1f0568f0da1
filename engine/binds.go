package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/innosim/innosim/sim/device"
)

// Resources that transactions wait for, in a DBA's words.
const (
	resCPU       = "CPU"
	resRead      = "data device (page reads)"
	resFree      = "free pages (LRU flushing)"
	resLRU       = "LRU list mutex"
	resRedo      = "redo log (write and fsync)"
	resCapacity  = "redo log capacity (flushing behind)"
	resBuffer    = "log buffer"
	resLocks     = "row locks"
	resLatch     = "B-tree latches (splits and merges)"
	resRseg      = "rollback segment latches"
	resPurge     = "purge (innodb_max_purge_lag)"
	resBinlog    = "binary log (group commit)"
	resExtension = "second-level cache (page reads)"
	resMutex     = "I/O mutexes"
	resSlots     = "I/O threads (full request arrays)"
	resPage      = "pages being written"
	resNetwork   = "network round trips"
	resSemisync  = "acknowledgement of the standby"
	resGate      = "entry to InnoDB (innodb_thread_concurrency)"
	resAdmission = "clients (all of them are busy)"
)

// resourceOf tells at which resource each wait class waits.
var resourceOf = map[string]string{
	"cpu": resCPU, "run_queue": resCPU, "wakeup": resCPU,
	"page_read": resRead, "data_read": resRead,
	"free_page": resFree, "flush_batch": resFree, "data_write": resFree, "data_sync": resFree, "data_sync_shared": resFree,
	"dblwr_write": resFree, "dblwr_sync": resFree, "dblwr_batch": resFree, "dblwr_slot": resFree, "dblwr_segment": resFree,
	"lru_mutex": resLRU,
	"log_write": resRedo, "log_flush": resRedo, "log_writer_mutex": resRedo, "checkpoint_write": resRedo,
	"log_free_check": resCapacity, "log_buffer": resBuffer, "log_recent": resBuffer,
	"row_lock": resLocks, "index_latch": resLatch, "rseg_latch": resRseg, "purge_lag_delay": resPurge,
	"binlog_order": resBinlog, "binlog_sync": resBinlog, "commit_order": resBinlog,
	"extension_read": resExtension,
	"io_mutex":       resMutex, "io_slot": resSlots, "page_writing": resPage,
	"network": resNetwork, "semisync": resSemisync, "admission": resAdmission, "innodb_queue": resGate,
}

// bindings ranks the resources: by the time that transactions spent at them, weighted with the load, so that
// what is both wanted and used up comes first, and a plain delay last.
func (e *Engine) bindings(r *Result) {
	total := r.Results["latency.avg"]
	if total == 0 {
		return
	}
	at := map[string]int{}
	for _, s := range r.Waits {
		name, ok := resourceOf[s.Class]
		if !ok {
			name = s.Class
		}
		if full := e.fullDevice(r, name); full != "" {
			name = full
		}
		i, seen := at[name]
		if !seen {
			i = len(r.Binds)
			at[name] = i
			r.Binds = append(r.Binds, Bind{Resource: name})
		}
		r.Binds[i].Share += s.MS / total
	}
	for i := range r.Binds {
		b := &r.Binds[i]
		b.Load = min(1, max(0, e.loadOf(r, b)))
	}
	weight := func(b Bind) float64 {
		if b.Resource == resAdmission {
			return 0 // whoever waits for a client waits for what keeps the clients: that comes first
		}
		return b.Load * b.Share
	}
	slices.SortStableFunc(r.Binds, func(a, b Bind) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(b.Share, a.Share))
	})
}

// usedUp is the load from which a device is one queue for everybody who wants something of it.
const usedUp = 0.9

// deviceSuffix follows a device's role in the name of the resource.
const deviceSuffix = " device"

// fullDevice names the device below a resource when it is used up: whoever waits for the resource then waits
// for the device, which page reads, page writes and logs share. A group commit begins with a flush of the redo
// log.
func (e *Engine) fullDevice(r *Result, resource string) string {
	var roles []string
	switch resource {
	case resRead, resPage, resSlots:
		roles = []string{"data"}
	case resFree:
		roles = []string{"data", "doublewrite"}
	case resRedo, resBuffer:
		roles = []string{"redo"}
	case resBinlog:
		roles = []string{"redo", "binlog"}
	}
	for _, role := range roles {
		if i := e.deviceIndex(role); i < len(r.Devices) && e.deviceLoad(r, role) >= usedUp {
			return e.devices[i].role + deviceSuffix
		}
	}
	return ""
}

// deviceIndex finds the device of a role; roles without one of their own are on that of the data.
func (e *Engine) deviceIndex(role string) int {
	return max(0, slices.IndexFunc(e.devices, func(d namedDevice) bool { return d.role == role }))
}

// loadOf is how far a resource is used while the server is up, 0 … 1: processors by utilisation, devices by the share
// of what they can do, the logs by the time in which a write or a sync is under way, mutexes by the time in which they
// are held. A delay that everybody has, such as the network's, has no load.
func (e *Engine) loadOf(r *Result, b *Bind) float64 {
	m := &e.meter
	if role, ok := strings.CutSuffix(b.Resource, deviceSuffix); ok {
		return e.deviceLoad(r, role)
	}
	switch b.Resource {
	case resCPU:
		return r.Results["cpu_busy"] * r.perUp()
	case resRead, resPage, resSlots:
		return e.deviceLoad(r, "data")
	case resExtension:
		return e.deviceLoad(r, "extension")
	case resFree:
		return max(e.deviceLoad(r, "data"), e.deviceLoad(r, "doublewrite"))
	case resRedo, resBuffer:
		return busy(r, m.to.redoFile.Sub(m.from.redoFile))
	case resBinlog:
		return max(busy(r, m.to.binlogFile.Sub(m.from.binlogFile)), queueLoad(r, b.Share))
	case resCapacity:
		if f := float64(e.log.Limits().Free); f > 0 {
			return r.Results["checkpoint_age"] / f
		}
	case resPurge:
		if lag := float64(e.settings.MaxPurgeLag); lag > 0 {
			return r.Results["history_list_length"] / lag
		}
	case resMutex:
		held := m.to.fil.MutexHeld - m.from.fil.MutexHeld
		return held.Seconds() / r.Window.Seconds() * r.perUp() / float64(max(1, e.cfg.IOMutexes))
	case resLRU, resLocks, resLatch, resRseg, resGate:
		return queueLoad(r, b.Share)
	case resAdmission:
		inside := (1 - b.Share) * r.Results["tps"] * r.perUp() * r.Results["latency.avg"] / 1000
		return inside / float64(max(1, e.run.threads))
	}
	return 0
}

// busy is the part of the window in which a call on a log's files was under way, when there is one at a time.
func busy(r *Result, m device.FileMetrics) float64 {
	return (m.WriteTime + m.SyncTime).Seconds() / r.Window.Seconds() * r.perUp()
}

// queueLoad is the utilisation of the one server behind a queue of the observed length, if arrivals and
// service are random: L = u²/(1-u). Little's law gives L from the share of the response time that is spent in
// the queue.
func queueLoad(r *Result, share float64) float64 {
	l := share * r.Results["tps"] * r.perUp() * r.Results["latency.avg"] / 1000
	return (math.Sqrt(float64(l*l)+float64(4*l)) - l) / 2
}

// deviceLoad is the largest share that was used of the caps, channels and flushes of a role's device.
func (e *Engine) deviceLoad(r *Result, role string) float64 {
	i := e.deviceIndex(role)
	up := r.perUp()
	if i >= len(r.Devices) || r.Window <= 0 || up == 0 {
		return 0
	}
	c, d := e.devices[i].dev.Config(), &r.Devices[i]
	m := e.meter.to.devices[i].Sub(e.meter.from.devices[i])
	seconds := r.Window.Seconds() / up
	ops := func(op device.Op) float64 {
		if unit := float64(c.IOPSUnit); unit > 0 {
			return max(float64(m.Ops[op].Count), float64(m.Ops[op].Bytes)/unit) / seconds
		}
		return float64(m.Ops[op].Count) / seconds
	}
	reads, writes := ops(device.Read), ops(device.Write)
	load := 0.0
	for _, limit := range [...]struct{ used, limit, burst float64 }{
		{reads + writes, c.IOPS, c.BurstIOPS}, {reads, c.ReadIOPS, 0}, {writes, c.WriteIOPS, 0},
		{(d.ReadBytesPerSec + d.WriteBytesPerSec) * up, c.Bandwidth, c.BurstBandwidth},
		{d.ReadBytesPerSec * up, c.ReadBandwidth, 0}, {d.WriteBytesPerSec * up, c.WriteBandwidth, 0},
		{reads + writes, e.instanceCap(role, e.cfg.Host.VMIOPS), 0},
		{(d.ReadBytesPerSec + d.WriteBytesPerSec) * up, e.instanceCap(role, e.cfg.Host.VMBandwidth), 0},
		{d.QueueSize * up, float64(c.Channels), 0},
	} {
		most := limit.limit
		if limit.used > most {
			most = max(most, limit.burst)
		}
		if limit.limit > 0 {
			load = max(load, limit.used/most)
		}
	}
	if c.FlushExclusive {
		load = max(load, d.FlushesPerSec*up*d.FlushAwait/1000)
		if most := c.InFlight(); most > 0 {
			load = max(load, d.QueueSize*up/float64(most))
		}
	}
	if c.FlushSerial {
		load = max(load, d.FlushesPerSec*up*c.FlushLatency.Seconds())
	}
	return load
}
