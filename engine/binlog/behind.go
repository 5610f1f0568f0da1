package binlog

// Behind is the number of transactions whose events a power cut now would take from the binary log: they are in
// the page cache only. The engine may have them, replicas then do not.
func (g *Group) Behind() uint64 {
	dirty := uint64(g.env.Files.Dirty(g.env.File))
	if dirty == 0 || g.m.Bytes == 0 {
		return 0
	}
	return max(1, min(g.m.Members, dirty*g.m.Members/g.m.Bytes))
}
