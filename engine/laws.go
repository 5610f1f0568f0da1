package engine

import (
	"errors"
	"fmt"

	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
)

// laws are what no run may break, whatever is configured: they are checked once per report interval and at
// the end, in every run, and cost some microseconds. A broken law is a bug of the model: the run stops, and
// Err names the law.
//
//	time        the waits of a transaction sum to its response time, to the nanosecond; none is negative
//	Little      ∫ transactions in the system dt = response times of those that left + ages of those inside
//	log         checkpoint ≤ durable ≤ written ≤ reserved; checkpoint ≤ oldest dirty page; buffer, capacity
//	frames      free + listed + held = all; dirty pages = length of the flush list
//	write ahead no page is given to a device with a change whose redo is not durable
//	bytes       files have pages × page size × copies, redo and binlog; devices have what the files have
//	utilization processors and devices are busy at most all the time
//	history     truncated ≤ purged ≤ committed; every row lock has a holder
type laws struct {
	broken error
	begin  redo.LSN     // written when the run began
	inside int          // transactions in the system: arrived and not yet answered
	asked  uint64       // bytes that processes before this one have written to files
	since  sim.Time     // of the last change of inside
	area   sim.Duration // ∫ inside dt up to since
	left   sim.Duration // response times of the transactions that left
}

// Err names the law that the run has broken; nil when it obeys them all.
func (e *Engine) Err() error { return e.laws.broken }

// breach stops the run: it has broken a law.
func (e *Engine) breach(k *sim.Kernel, err error) {
	if e.laws.broken != nil {
		return
	}
	e.laws.broken = fmt.Errorf("the run broke a law at %v: %w", k.Now(), err)
	e.run.over = true
	k.Halt()
}

// obey checks every law that is cheap.
func (e *Engine) obey(k *sim.Kernel) {
	if err := e.Check(); err != nil {
		e.breach(k, err)
	}
}

// Check verifies the laws of the whole server and of all its parts; it costs nothing worth counting.
func (e *Engine) Check() error {
	errs := []error{
		e.log.Check(), e.pool.Check(), e.cleaner.Check(), e.fil.Check(), e.files.Check(), e.cpu.Check(),
		e.checkLittle(), e.checkBytes(), e.checkPurge(), e.locks.check(),
	}
	if c, ok := e.dblwr.(interface{ Check() error }); ok {
		errs = append(errs, c.Check())
	}
	for _, d := range e.devices {
		errs = append(errs, d.dev.Check())
	}
	if e.second != nil {
		errs = append(errs, e.second.Check())
	}
	return errors.Join(errs...)
}

// law returns an error that names a law, unless it holds.
func law(holds bool, text string, a ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("engine: "+text, a...)
}

func errTime(th uint32, response, sum sim.Duration) error {
	return fmt.Errorf("engine: time is not conserved: client %d answered in %v, its waits sum to %v",
		th, response, sum)
}

// enter counts a transaction into the system.
func (l *laws) enter(now sim.Time) {
	l.pass(now)
	l.inside++
}

// leave counts one out, after its response time.
func (l *laws) leave(now sim.Time, response sim.Duration) {
	l.pass(now)
	l.inside--
	l.left += response
}

func (l *laws) pass(now sim.Time) {
	l.area += sim.Duration(l.inside) * now.Sub(l.since)
	l.since = now
}

// admitted marks the client's transaction as begun; in an open loop it has been in the system since its
// arrival.
func (e *Engine) admitted(k *sim.Kernel, c *client, arrived bool) {
	c.inside = true
	if !arrived {
		e.laws.enter(k.Now())
	}
}

func (e *Engine) answered(now sim.Time, c *client, response sim.Duration) {
	c.inside = false
	e.laws.leave(now, response)
}

// dropArrivals gives up the transactions that nobody has begun, as sysbench does when it stops.
func (e *Engine) dropArrivals(k *sim.Kernel) {
	a := &e.run.arrivals
	for ; a.head != a.tail; a.head++ {
		e.laws.leave(k.Now(), k.Now().Sub(a.queue[a.head&uint64(len(a.queue)-1)]))
	}
}

// checkLittle is Little's law, N = X·R, without a limit: it holds at every instant.
func (e *Engine) checkLittle() error {
	l := e.laws
	now := e.k.Now()
	l.pass(now)
	n, ages := 0, sim.Duration(0)
	for i := range e.clients {
		if c := &e.clients[i]; c.inside {
			n++
			ages += now.Sub(c.started)
		}
	}
	a := &e.run.arrivals
	for i := a.head; i != a.tail; i++ {
		n++
		ages += now.Sub(a.queue[i&uint64(len(a.queue)-1)])
	}
	return errors.Join(
		law(n == l.inside, "%d transactions are inside, %d are counted", n, l.inside),
		law(l.area == l.left+ages, "N = X·R fails: %v of presence, %v answered and %v inside", l.area, l.left, ages),
	)
}

// checkPurge verifies the history list.
func (e *Engine) checkPurge() error {
	p := &e.purge
	return errors.Join(
		law(p.truncated <= p.purged && p.purged <= p.committed, "history: %d truncated, %d purged, %d committed",
			p.truncated, p.purged, p.committed),
		law(p.saw.length == p.committed-p.truncated, "the history list is %d long, not %d", p.saw.length,
			p.committed-p.truncated),
		law(p.head <= p.tail && p.tail-p.head <= uint64(len(p.ring)), "purge took %d of %d rows", p.head, p.tail),
		law(p.running >= 0 && p.running <= len(p.workers), "%d of %d purge threads run", p.running, len(p.workers)),
		law(e.undo.Pages >= 0, "%d undo pages are in use", e.undo.Pages),
	)
}

// check verifies that every row lock has one holder who knows of it, and that waiters are counted.
func (l *locks) check() error {
	held, waiting := 0, uint64(0)
	for th := range l.held {
		held += len(l.held[th])
		if l.waiting[th] != 0 {
			waiting++
		}
	}
	return errors.Join(
		law(held == l.used, "%d rows are locked, threads hold %d", l.used, held),
		law(waiting == l.Current, "%d threads wait for row locks, %d are counted", waiting, l.Current),
	)
}

// checkBytes compares what was written with what should have been.
func (e *Engine) checkBytes() error {
	size := uint64(e.cfg.Settings.PageSize)
	fm, dm, lm := e.fil.Metrics(), e.dblwr.Metrics(), e.log.Metrics()
	data := e.files.ClassMetrics("data").Add(e.files.ClassMetrics("undo"))
	lsn := uint64(e.log.Written() - e.laws.begin)
	errs := []error{
		law(fm.BytesWritten == fm.Writes*size, "%d page writes have %d bytes", fm.Writes, fm.BytesWritten),
		law(dm.DataWrites <= fm.Writes, "%d pages are complete, %d were written", dm.DataWrites, fm.Writes),
		law(data.ReadBytes <= fm.BytesRead && data.WriteBytes <= fm.BytesWritten,
			"data files: %d bytes read and %d written, of %d and %d", data.ReadBytes, data.WriteBytes,
			fm.BytesRead, fm.BytesWritten),
		law(lm.OSLogWritten >= lsn, "%d bytes of redo are written, %d to the files", lsn, lm.OSLogWritten),
	}
	if e.cfg.Profile.Doublewrite == profile.DoublewriteFiles && e.cfg.Settings.Doublewrite == "ON" {
		errs = append(errs, law(dm.Bytes%size == 0 && dm.Bytes >= dm.PagesWritten*size,
			"%d pages have %d bytes in the doublewrite files", dm.PagesWritten, dm.Bytes))
	}
	if !e.journals() {
		asked, got := e.laws.asked+e.bytesAsked(), e.bytesOnDevices()
		errs = append(errs, law(got <= asked, "%d bytes on the devices, %d were written to files", got, asked))
	}
	return errors.Join(errs...)
}

// journals reports whether a device has a file system, whose journal takes bytes that nobody has asked for.
func (e *Engine) journals() bool {
	for _, d := range e.devices {
		if d.dev.Config().FileSystem != device.NoFileSystem {
			return true
		}
	}
	return false
}

// bytesAsked is what the server has written to all files.
func (e *Engine) bytesAsked() (n uint64) {
	for _, class := range [...]string{"data", "undo", "doublewrite", "redo", "binlog", "extension"} {
		n += e.files.ClassMetrics(class).WriteBytes
	}
	return n
}

// bytesOnDevices is what the devices have written.
func (e *Engine) bytesOnDevices() (n uint64) {
	for _, d := range e.devices {
		n += d.dev.Metrics().Ops[device.Write].Bytes
	}
	return n
}

// guardedPages shows the pool's pages to the doublewrite strategy, which asks for a page when it writes it,
// and checks the write-ahead rule by the page's first change; flush has checked its last one, when it took
// the page's image.
type guardedPages struct{ e *Engine }

// Page is the page in a frame, whose redo must be durable.
func (g guardedPages) Page(f bufferpool.FrameID) bufferpool.PageNo {
	pg := g.e.pool.Page(f)
	if first := g.e.pool.Oldest(f); first >= g.e.log.Flushed() {
		g.e.breach(g.e.k, fmt.Errorf("engine: page %d is written with a change at LSN %d, durable is %d",
			pg, first, g.e.log.Flushed()))
	}
	return pg
}

// Written hands the completion on.
func (g guardedPages) Written(k *sim.Kernel, f bufferpool.FrameID, t bufferpool.FlushType) {
	g.e.pool.Written(k, f, t)
}
