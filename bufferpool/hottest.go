package bufferpool

// Hottest appends the first n pages of an instance's LRU list, from its head: buf_dump, buf0dump.cc.
func (p *Pool) Hottest(dst []PageNo, instance, n int) []PageNo {
	for f := p.inst[instance].head; f != 0 && n > 0; f = p.frames[f].next {
		dst = append(dst, p.frames[f].page)
		n--
	}
	return dst
}
