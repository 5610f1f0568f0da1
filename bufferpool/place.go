package bufferpool

import "github.com/innosim/innosim/sim"

// place gives a held frame to the page that a thread wants, unless another thread was faster: then the
// frame goes back, and the page is a hit.
func (p *Pool) place(k *sim.Kernel, ft *fetch, f FrameID) (FrameID, sim.Wait) {
	in := p.of(&p.frames[f])
	if g := p.lookup(ft.page); g != 0 {
		p.giveFree(in, f)
		return p.hit(k, g, ft.mode, ft.ok)
	}
	h := &p.frames[f]
	h.pins = 1
	p.bind(ft.page, f)
	in.held--
	ft.frame = f
	if ft.create {
		h.touched = millis(k.Now())
		p.addYoung(in, f)
		p.m.PagesCreated++
		p.lock(k.Now(), in, p.o.Costs.Insert)
		return f, sim.NoWait
	}
	p.startRead(in, f)
	p.m.Reads++
	return 0, p.insert(k, in, ft)
}

// startRead enters a page that will be read into the old part of the LRU list.
func (p *Pool) startRead(in *instance, f FrameID) {
	p.frames[f].state |= reading
	in.reading++
	p.addOld(in, f)
}

// insert pays for the entry in the LRU list, and reads. A mutex that is free costs no event of its own.
func (p *Pool) insert(k *sim.Kernel, in *instance, ft *fetch) sim.Wait {
	if in.kept {
		return p.keptOut(k, in, ft, entered)
	}
	if p.o.Costs.Insert != 0 {
		wait, held := in.mutex.Book(k.Now(), p.o.Costs.Insert)
		if wait != 0 {
			return p.spend(k, ft, wait, held, inserted)
		}
		p.cpu += held
	}
	p.env.Reader.ReadPage(k, ft.page, p.wake(read, ft.ok.Ref))
	return WaitPageRead
}

// readDone grants a page to the thread that has read it, then to those who waited for it.
func (p *Pool) readDone(k *sim.Kernel, ft *fetch) {
	f := ft.frame
	k.Soon(ft.ok.With(uint64(f)))
	p.noteAccess(k, p.of(&p.frames[f]), f)
	p.readEnded(k, f)
}

// readEnded makes a page that has been read available.
func (p *Pool) readEnded(k *sim.Kernel, f FrameID) {
	h := &p.frames[f]
	in := p.of(h)
	h.state &^= reading
	in.reading--
	p.m.PagesRead++
	in.release(h)
	p.lot.Unpark(k, readKey(f))
	if h.tag&stale != 0 && h.idle() {
		p.discard(in, f)
	}
}

// Drop forgets a page whose file has been truncated or deleted, even when it is dirty. A page in use goes
// when its last user leaves.
func (p *Pool) Drop(pg PageNo) {
	f := p.lookup(pg)
	if f == 0 {
		return
	}
	h := &p.frames[f]
	p.table[pg] = 0
	h.tag |= stale
	if h.idle() {
		p.discard(p.of(h), f)
	}
}

// discard frees an idle page that has been dropped.
func (p *Pool) discard(in *instance, f FrameID) {
	h := &p.frames[f]
	in.engage(h)
	if h.state&dirty != 0 {
		p.unlistDirty(in, f)
	}
	p.unlist(in, f)
	in.held++
	p.giveFree(in, f)
}
