package doublewrite

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/sim"
)

// Off writes pages in place without a copy. The end of a batch waits for every pending write and syncs the
// data files in the cleaner's thread.
type Off struct {
	base
	ops []sim.Wake // by thread: who is told at the end of a batch or of a single write
	one []bufferpool.FrameID
}

const (
	offIdle    sim.Kind = iota // no write is pending any more
	offWritten                 // a single page is in its file
)

// NewOff registers the strategy of innodb_doublewrite = OFF.
func NewOff(k *sim.Kernel, o Options, env Env) *Off {
	d := &Off{base: base{env: env, handOff: o.HandOff}}
	d.id = k.Register("doublewrite-off", d)
	env.Fil.SetReaper(d)
	return d
}

// Enqueue submits the write at once.
func (d *Off) Enqueue(k *sim.Kernel, b Batch, f bufferpool.FrameID, ok sim.Wake) sim.Wait {
	return d.submit(k, 0, entry{f, b.Type}, ok)
}

// ForceOut waits until no write is pending and syncs the data files.
func (d *Off) ForceOut(k *sim.Kernel, _ Batch, ok sim.Wake) sim.Wait {
	d.remember(ok, 0)
	w := d.env.Fil.WaitIdle(k, d.me(offIdle, ok.Ref))
	if w == sim.NoWait {
		d.env.Fil.FlushAll(k, ok)
		return WaitBatch
	}
	return w
}

// WriteSingle writes the page and syncs its file.
func (d *Off) WriteSingle(k *sim.Kernel, f bufferpool.FrameID, ok sim.Wake) {
	d.remember(ok, f)
	d.env.Fil.WritePage(k, d.env.Pool.Page(f), d.me(offWritten, ok.Ref))
}

// Reaped tells the pool that a page is in its file.
func (d *Off) Reaped(k *sim.Kernel, _ uint32, tag uint64) (held bool) {
	_, t, f := untag(tag)
	d.written(k, f, t)
	return false
}

// Handle takes the steps of batch ends and single writes.
func (d *Off) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case offIdle:
		d.env.Fil.FlushAll(k, d.ops[ev.Ref])
	case offWritten:
		d.metrics.DataWrites++
		d.env.Fil.Flush(k, d.spaceOf(d.one[ev.Ref]), d.ops[ev.Ref])
	default:
		panic("doublewrite: unknown event kind")
	}
}

// Check reports broken laws: there are none to break.
func (d *Off) Check() error { return nil }

func (d *Off) remember(ok sim.Wake, f bufferpool.FrameID) {
	for int(ok.Ref) >= len(d.ops) {
		d.ops = append(d.ops, sim.Wake{})
		d.one = append(d.one, 0)
	}
	d.ops[ok.Ref], d.one[ok.Ref] = ok, f
}
