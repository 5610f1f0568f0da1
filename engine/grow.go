package engine

import (
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
)

// grown writes the new end of a tablespace that has just got an extent; false when the thread is parked for it.
func (e *Engine) grown(k *sim.Kernel, th uint32, id fil.SpaceID) bool {
	return e.fil.Grow(k, id, e.goesOn(th)) == sim.NoWait
}

// undoSpace is the undo tablespace of a transaction; those come behind the tables'.
func (e *Engine) undoSpace(x *trx) fil.SpaceID {
	return fil.SpaceID(len(e.spaces) + int(e.undo.rsegs[x.rseg].space))
}
