package flush

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// single is a client's flush of one page.
type single struct {
	done sim.Wake
	page bufferpool.FrameID
}

// FlushOne writes a page that the pool has marked, in the client's thread done.Ref, which it always parks;
// then the pool has evicted the page. It implements bufferpool.Writer.
func (c *Cleaner) FlushOne(k *sim.Kernel, f bufferpool.FrameID, done sim.Wake) {
	thread := done.Ref
	for int(thread) >= len(c.singles) {
		c.singles = append(c.singles, single{})
	}
	c.singles[thread] = single{done, f}
	c.metrics.PagesSingle++
	c.env.Tab.Owe(thread, c.o.Costs.Page+c.o.Costs.Checksum)
	newest := c.env.Pool.Newest(f)
	if c.env.Log.Flushed() >= newest {
		c.metrics.RedoNoWaits++
		c.writeSingle(k, thread)
		return
	}
	c.metrics.RedoWaits++
	if c.env.Log.Durable(k, newest, redo.Synced, c.me(kindSingleDurable, thread)) == sim.NoWait {
		c.writeSingle(k, thread)
	}
}

func (c *Cleaner) writeSingle(k *sim.Kernel, thread uint32) {
	c.env.Doublewrite.WriteSingle(k, c.singles[thread].page, c.me(kindSingleWritten, thread))
}

func (c *Cleaner) singleWritten(k *sim.Kernel, thread uint32) {
	s := c.singles[thread]
	if c.env.Pool.AwaitLRUOf(k, s.page, c.me(kindSingleWritten, thread)) != sim.NoWait {
		return
	}
	wait := c.env.Pool.EndWrite(k, s.page, bufferpool.Single)
	if wait == 0 {
		k.Soon(s.done)
		return
	}
	c.park(k, thread, bufferpool.WaitLRUMutex)
	k.After(wait, s.done)
}
