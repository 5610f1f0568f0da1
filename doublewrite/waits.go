package doublewrite

import (
	"github.com/innosim/innosim/doublewrite/fil"
	"github.com/innosim/innosim/sim"
)

// Waits of this package: the second half of the floor's block; the first is that of fil.
const (
	// WaitBatch is waiting until the previous batch has been written in place.
	WaitBatch = sim.WaitsDoublewrite + 8 + iota
	// WaitSegment is waiting for a free segment of a doublewrite file.
	WaitSegment
	// WaitWrite is the write of a batch or a slot to a doublewrite file.
	WaitWrite
	// WaitSync is the fsync of a doublewrite file.
	WaitSync
	// WaitSlot is waiting for a free single-page slot.
	WaitSlot
)

var waitNames = [...]string{"dblwr_batch", "dblwr_segment", "dblwr_write", "dblwr_sync", "dblwr_slot"}

// WaitName names a wait of this floor, of fil too; it is empty for others.
func WaitName(w sim.Wait) string {
	i := int(w) - int(WaitBatch)
	if i < 0 || i >= len(waitNames) {
		return fil.WaitName(w)
	}
	return waitNames[i]
}
