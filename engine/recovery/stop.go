package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// Shutdown is what a clean shutdown finds.
type Shutdown struct {
	Fast    int    // innodb_fast_shutdown: 0 purges everything, 1 leaves history, 2 leaves dirty pages too
	Dirty   []Page // pages that are written in the order of Last
	History int    // row changes not yet purged
}

// Costs of a clean shutdown. Nine tenths of what was measured on an almost clean pool is time in which the
// threads of the server are told to end, and polled: srv_pre_dd_shutdown, srv_shutdown.
const (
	closeWait  = 890 * sim.Millisecond
	closeCPU   = 60 * sim.Millisecond
	closePages = 100                  // pages of dictionary and undo that are written one after another
	purgeCPU   = 14 * sim.Microsecond // of one row change; as in normal operation
)

// Stop shuts a server down.
func (s *Server) Stop(c Shutdown) Report {
	part, small, n := s.thinned(Crash{Pages: c.Dirty, Cached: true})
	m := part.machine(small)
	m.open.closing = true
	d := sim.Duration(closeCPU)
	m.open.name = "stop"
	if c.Fast == 0 {
		m.open.name = "purge"
		d += sim.Duration(c.History) * purgeCPU
	}
	m.cpu.Run(m.k, queue.Server, d, m.wake(evOpen, mainThread))
	if c.Fast < 2 {
		for i := range small.Pages {
			m.frames.lru = append(m.frames.lru, int32(i))
		}
	}
	m.frames.used = s.Frames
	r := m.finish()
	r.times(n)
	return r
}

// closeStep is the next step of a shutdown: purge is done, then all dirty pages go out, then the last pages
// and the checkpoint.
func (m *machine) closeStep() {
	o := &m.open
	switch {
	case !o.begun:
		o.begun = true
		m.ended(m.open.name)
		m.cleanAll()
	case o.reads < closePages:
		o.reads++
		m.files.Call(m.k, device.Call{
			Op: device.Write, File: m.data[0], Offset: int64(o.reads) * m.s.PageSize, Bytes: uint32(m.s.PageSize),
			Then: pageCPU,
		}, m.wake(evOpen, mainThread))
	case o.syncs < 2: // data files, and the checkpoint
		o.syncs++
		m.files.Call(m.k, device.Call{Op: device.Flush, File: m.data[0]}, m.wake(evOpen, mainThread))
	case !o.ready:
		o.ready = true
		m.k.After(closeWait, m.wake(evOpen, mainThread))
	default:
		m.ended("close")
		m.report.Ready = sim.Duration(m.k.Now())
	}
}
