package bufferpool

// IsDirty tells whether a page is in memory with changes that are not on disk.
func (p *Pool) IsDirty(pg PageNo) bool {
	f := p.lookup(pg)
	return f != 0 && p.frames[f].state&dirty != 0
}

// IsWriting tells whether the page in a frame is being written, or waits to be.
func (p *Pool) IsWriting(f FrameID) bool { return p.frames[f].state&writing != 0 }
