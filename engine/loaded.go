package engine

import "github.com/innosim/innosim/bufferpool"

// fillLoaded leaves the pool as the load step did: tables were filled one after another, each one's index on
// k was created when its rows were in. What was created last is resident, as far as it fits; all of it has
// been written.
func (e *Engine) fillLoaded() {
	room := make([]int, e.settings.BufferPoolInstances)
	more := e.fil.Pages() > int(e.settings.BufferPoolSize/e.settings.PageSize)
	for i := range room {
		room[i] = e.pool.Frames(i)
		if more {
			e.pool.SetClock(i, warmClock)
			room[i] -= e.freeTarget(room[i])
		}
	}
	var last []bufferpool.PageNo
	e.youngestFirst(func(pg bufferpool.PageNo) {
		if in := e.pool.InstanceOf(pg); room[in] > 0 {
			room[in]--
			last = append(last, pg)
		}
	})
	for i := len(last) - 1; i >= 0; i-- {
		e.pool.Install(bufferpool.Resident{Page: last[i], Young: true, Accessed: true, At: longAgo})
	}
	e.pool.Installed()
}

// youngestFirst calls f for the pages of the data set, those that the load touched last first.
func (e *Engine) youngestFirst(f func(bufferpool.PageNo)) {
	for i := range e.undo.rsegs {
		f(e.undo.rsegs[i].header)
	}
	for i := len(e.schema.Tables) - 1; i >= 0; i-- {
		t := &e.schema.Tables[i]
		if t.HasK {
			t.K.InnerPages(f)
			for j := t.K.Len() - 1; j >= 0; j-- {
				f(t.K.At(j).Page)
			}
		}
		t.Clust.InnerPages(f)
		for j := int(t.Clust.Leaves()) - 1; j >= 0; j-- {
			f(t.Clust.LeafAt(uint32(j)))
		}
	}
}
