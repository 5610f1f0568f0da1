package engine

import (
	"github.com/innosim/innosim/bufferpool"
	"github.com/innosim/innosim/engine/workload/btree"
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// ibuf is the change buffer: changes of leaves of the index on k that are not in memory wait in a tree of
// their own in the system tablespace, until somebody reads the leaf, or the master thread does. Source:
// ibuf0ibuf.cc (ibuf_insert, ibuf_merge_or_delete_for_page, ibuf_merge_in_background), srv0srv.cc.
type ibuf struct {
	pages   []bufferpool.PageNo // of the tree
	seg     btree.Segment
	space   btree.Space
	pending map[bufferpool.PageNo]uint32 // buffered changes by leaf
	queue   []ibufLeaf                   // leaves with buffered changes, oldest first; circular
	head    uint64
	tail    uint64
	size    int // buffered changes
	left    int // leaves that the master thread still merges in this round
	busy    bool

	Buffered, Merged uint64 // changes
}

// ibufLeaf names a leaf by a key that belongs there.
type ibufLeaf struct {
	key   btree.Key
	table uint16
}

// Change buffer arithmetic.
const (
	ibufPerPage     = 16252 / 2 / 40 // records of about 40 bytes on a half full page of the tree
	ibufRecord      = 70             // redo payload of adding a record to the tree
	ibufMergeRecord = 75             // redo payload of applying one and deleting it from the tree
	ibufActivePct   = 5              // of io_capacity leaves are merged a second by a busy server; srv0srv.cc
)

// ibufMergeCPU is CPU time of applying one buffered change; estimate.
const ibufMergeCPU = 4 * sim.Microsecond

// newIbuf lays out the tree for the most that it may hold.
func (e *Engine) newIbuf() {
	b := &e.ibuf
	if e.settings.ChangeBuffering == "none" || !e.buffersAny() {
		return
	}
	b.space = e.addSpace("ibdata1_ibuf", false)
	b.pending = map[bufferpool.PageNo]uint32{}
	b.queue = make([]ibufLeaf, 1<<10)
	for range e.ibufLimit() / ibufPerPage {
		b.pages = append(b.pages, b.seg.Alloc(b.space))
	}
}

// buffersAny reports whether the workload has a secondary index to buffer changes of.
func (e *Engine) buffersAny() bool { return len(e.schema.Tables) > 0 && e.schema.Tables[0].HasK }

// ibufLimit is the number of changes that innodb_change_buffer_max_size allows.
func (e *Engine) ibufLimit() int {
	s := &e.settings
	pages := int(s.BufferPoolSize/s.PageSize) * s.ChangeBufferMaxSize / 100
	return max(1, min(pages, maxIbufPages)) * ibufPerPage
}

// maxIbufPages bounds the tree's page numbers that are set aside.
const maxIbufPages = 1 << 20

// buffers reports whether the kind of change is buffered: innodb_change_buffering.
func (e *Engine) buffers(kind stepKind) bool {
	mode := e.settings.ChangeBuffering
	switch kind {
	case stepInsertSec:
		return mode == "all" || mode == "changes" || mode == "inserts"
	case stepMarkSec:
		return mode == "all" || mode == "changes" || mode == "deletes"
	case stepPurgeSec:
		return mode == "all" || mode == "purges"
	}
	return false
}

// bufferable reports whether the change of the i-th leaf can wait: the leaf is not in memory, the buffer has
// room, and an insert would fit the leaf for certain, a removal would not empty it (the bits of the change
// buffer bitmap).
func (e *Engine) bufferable(s *step, tr *btree.Secondary, i int) bool {
	b := &e.ibuf
	leaf := tr.At(i)
	if b.pending == nil || !e.buffers(s.kind) || b.size >= e.ibufLimit() || e.pool.Resident(leaf.Page) {
		return false
	}
	switch s.kind {
	case stepInsertSec:
		return leaf.Room() > int(b.pending[leaf.Page])+ibufMargin
	case stepPurgeSec:
		return !tr.WouldMerge(i)
	}
	return true
}

// ibufMargin is the free space in entries below which inserts are not buffered: a 32nd of the page.
const ibufMargin = 16384 / 32 / 13

// Phases of buffering a change.
const (
	ibufTree uint8 = 30 + iota
	ibufBitmap
	ibufLog
	ibufLogged
)

// bufferChange puts the change into the tree: a page of it and the tablespace's bitmap page change.
func (e *Engine) bufferChange(k *sim.Kernel, th uint32, t *task, s *step, tr *btree.Secondary) bool {
	b := &e.ibuf
	for {
		switch t.phase {
		case ibufTree:
			if !e.take(k, th, t, 0, b.pageOf(s.table, t.index)) {
				return false
			}
			t.phase = ibufBitmap
		case ibufBitmap:
			if !e.take(k, th, t, 1, e.schema.Tables[s.table].Clust.System(1)) {
				return false
			}
			t.phase = ibufLog
		case ibufLog:
			e.ibufAdd(s, tr)
			t.phase = ibufLogged
			if !e.reserve(k, th, t, ibufRecord) {
				return false
			}
			e.modifiedAll(k, th, t, false)
			return true
		default:
			e.modifiedAll(k, th, t, true)
			return true
		}
	}
}

// pageOf is the tree's page for the changes of a leaf: the tree has as many pages as its records need, and
// its order, by tablespace and page number, has nothing to do with that of the keys.
func (b *ibuf) pageOf(table uint16, leaf int) bufferpool.PageNo {
	used := min(b.size/ibufPerPage+1, len(b.pages))
	return b.pages[rng.Hash2(uint64(table), uint64(leaf))%uint64(used)]
}

// ibufAdd notes the change, which the shape of the index shows at once.
func (e *Engine) ibufAdd(s *step, tr *btree.Secondary) {
	b := &e.ibuf
	key := btree.MakeKey(s.k, s.key)
	i := tr.Find(key)
	switch s.kind {
	case stepInsertSec:
		tr.Insert(i)
	case stepPurgeSec:
		tr.Remove(i)
	}
	pg := tr.At(i).Page
	if b.pending[pg] == 0 {
		b.push(ibufLeaf{key, s.table})
	}
	b.pending[pg]++
	b.size++
	b.Buffered++
}

func (b *ibuf) push(l ibufLeaf) {
	if b.tail-b.head == uint64(len(b.queue)) {
		next := make([]ibufLeaf, 2*len(b.queue))
		for i := b.head; i < b.tail; i++ {
			next[i&uint64(len(next)-1)] = b.queue[i&uint64(len(b.queue)-1)]
		}
		b.queue = next
	}
	b.queue[b.tail&uint64(len(b.queue)-1)] = l
	b.tail++
}

// ibufMerge applies what is buffered for a leaf that is in memory now, and returns the redo payload of that.
func (e *Engine) ibufMerge(t *task, pg bufferpool.PageNo) uint32 {
	b := &e.ibuf
	if b.pending == nil {
		return 0
	}
	n := b.pending[pg]
	if n == 0 {
		return 0
	}
	delete(b.pending, pg)
	b.size -= int(n)
	b.Merged += uint64(n)
	t.cpu += sim.Duration(n) * ibufMergeCPU
	return n * ibufMergeRecord
}

// mergeRound starts the master thread's round: 5 % of innodb_io_capacity leaves while the server is busy, all
// of it when it is idle.
func (e *Engine) mergeRound(k *sim.Kernel, busy bool) {
	b := &e.ibuf
	b.left = e.settings.IOCapacity
	if busy {
		b.left = b.left * ibufActivePct / 100
	}
	if b.size > 0 && !b.busy {
		e.nextMerge(k)
	}
}

// nextMerge reads the leaf with the oldest buffered changes.
func (e *Engine) nextMerge(k *sim.Kernel) {
	b := &e.ibuf
	b.busy = false
	for b.left > 0 && b.head < b.tail {
		l := b.queue[b.head&uint64(len(b.queue)-1)]
		b.head++
		tr := &e.schema.Tables[l.table].K
		if b.pending[tr.At(tr.Find(l.key)).Page] == 0 {
			continue // merged by a reader
		}
		b.left--
		b.busy = true
		t := &e.tasks[e.threads.master]
		t.reset()
		t.add(step{kind: stepMergeSec, table: l.table, k: uint64(l.key) >> 32, key: uint64(l.key) & 0xffffffff})
		e.proceed(k, e.threads.master)
		return
	}
}

// mergeSec is the master thread's merge of one leaf.
func (e *Engine) mergeSec(k *sim.Kernel, th uint32, t *task, s *step) bool {
	tr := &e.schema.Tables[s.table].K
	if t.phase <= atLeaf {
		if !e.secLeaf(k, th, t, tr, s) {
			return false
		}
		t.phase = secLog
		s.bytes = e.ibufMerge(t, e.pool.Page(t.frames[0]))
		if s.bytes == 0 {
			e.pool.Unfix(t.frames[0])
			t.frames[0] = 0
			return true
		}
	}
	return e.logLeaf(k, th, t, s.bytes)
}
