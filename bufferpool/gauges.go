package bufferpool

// Instances is the number of buffer pool instances.
func (p *Pool) Instances() int { return len(p.inst) }

// Frames is the number of frames of an instance.
func (p *Pool) Frames(instance int) int { return p.inst[instance].size }

// Free is the length of an instance's free list.
func (p *Pool) Free(instance int) int { return p.inst[instance].free }

// LRULen is the number of pages of an instance's LRU list.
func (p *Pool) LRULen(instance int) int { return p.inst[instance].len }

// OldLen is the number of pages in the old part of an instance's LRU list.
func (p *Pool) OldLen(instance int) int { return p.inst[instance].oldLen }

// Dirty is the length of an instance's flush list.
func (p *Pool) Dirty(instance int) int { return p.inst[instance].dirty }

// Reading is the number of pages of an instance that are being read.
func (p *Pool) Reading(instance int) int { return p.inst[instance].reading }

// Flushing is the number of pages of an instance that are being written for a reason: n_flush.
func (p *Pool) Flushing(instance int, t FlushType) int { return p.inst[instance].flushing[t] }

// Evictable is the number of clean pages of an instance that nobody uses.
func (p *Pool) Evictable(instance int) int { return p.inst[instance].clean }

// Clock is the number of pages evicted from an instance: freed_page_clock.
func (p *Pool) Clock(instance int) uint32 { return p.inst[instance].clock }

// Totals are gauges of the whole pool, in pages.
type Totals struct {
	Frames, Free, LRU, Old, Dirty, Reading int
	Flushing                               [FlushTypes]int
}

// Totals sums the instances.
func (p *Pool) Totals() Totals {
	var t Totals
	for i := range p.inst {
		in := &p.inst[i]
		t.Frames += in.size
		t.Free += in.free
		t.LRU += in.len
		t.Old += in.oldLen
		t.Dirty += in.dirty
		t.Reading += in.reading
		for j, n := range in.flushing {
			t.Flushing[j] += n
		}
	}
	return t
}

// Changed tells whether a page is in memory with changes that are not yet in its data file.
func (p *Pool) Changed(pg PageNo) bool {
	f := p.lookup(pg)
	return f != 0 && p.frames[f].state&dirty != 0
}

// ScanDepth is innodb_lru_scan_depth in force.
func (p *Pool) ScanDepth() int { return p.kn.LRUScanDepth }
