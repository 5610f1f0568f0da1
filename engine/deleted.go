package engine

// deleted remembers the rows that a workload has deleted for good: one bit each, only where the script does
// that.
type deleted struct {
	bits  []uint64
	table uint64 // rows of a table
}

func newDeleted(tables int, size uint64) deleted {
	return deleted{bits: make([]uint64, (uint64(tables)*size+63)/64), table: size}
}

func (d *deleted) bit(table uint16, id uint64) uint64 { return uint64(table)*d.table + id - 1 }

// gone reports whether the row has been deleted.
func (d *deleted) gone(table uint16, id uint64) bool {
	if d.bits == nil {
		return false
	}
	b := d.bit(table, id)
	return d.bits[b/64]>>(b%64)&1 == 1
}

// remove notes a deletion and reports whether the row stays deleted; it does not where the script inserts it
// again.
func (d *deleted) remove(table uint16, id uint64) bool {
	if d.bits == nil {
		return false
	}
	b := d.bit(table, id)
	d.bits[b/64] |= 1 << (b % 64)
	return true
}
