package device

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/rng"
)

// Constants of the page cache, Linux.
const (
	cachePage       = 4096             // bytes; PAGE_SIZE
	writeBackBytes  = 128 << 10        // bytes; largest request of a sync
	backgroundShare = 0.10             // of memory, where write-back starts; vm.dirty_background_ratio
	dirtyShare      = 0.20             // of memory, where writers wait for it; vm.dirty_ratio
	dirtyExpire     = 30 * sim.Second  // age at which dirty bytes are written back; vm.dirty_expire_centisecs
	hashPage        = int64(16 * 1024) // bytes that are cached, or not, together
)

// dirty is what a buffered file holds that the device does not. A file system knows the pages; without one
// only the sum of the writes counts.
type dirty struct {
	bytes  int64
	since  sim.Time // of the oldest
	ranges []span   // in the order of the writes; empty without a file system
}

type span struct{ from, to int64 }

// pageCache is the memory in which buffered files are cached. It does not know pages: each file has so many
// bytes in it, and a read hits with the probability of that share. When memory is full, a new byte
// displaces one of any file, in proportion to what is cached: under uniform access that is what LRU does.
type pageCache struct {
	memory float64
	used   float64 // bytes
	scale  float64 // bytes of a unit of file.cached; falls as files displace each other
	dirty  int64   // bytes
}

func newPageCache(memory int64) pageCache { return pageCache{memory: float64(memory), scale: 1} }

// hit tells whether a read finds its bytes; if not it caches them.
func (p *pageCache) hit(f *Files, x *file, id FileID, off int64, n uint32) bool {
	if x.dev.c.FileSystem == NoFileSystem {
		return true
	}
	share := float64(x.cached*p.scale) / float64(max(x.size, int64(n)))
	u := float64(rng.Hash2(uint64(id), uint64(off/hashPage))>>11) / (1 << 53)
	if u < share {
		return true
	}
	p.fill(f, x, float64(n))
	return false
}

// fill caches bytes of a file.
func (p *pageCache) fill(f *Files, x *file, bytes float64) {
	room := max(0, min(p.memory, float64(x.size))-float64(x.cached*p.scale))
	bytes = min(bytes, room)
	x.cached += bytes / p.scale
	p.used += bytes
	if p.used > p.memory {
		p.scale = float64(p.scale*p.memory) / p.used
		p.used = p.memory
	}
	if p.scale < minScale {
		p.rescale(f)
	}
}

// minScale is where units are renewed, long before they lose digits.
const minScale = 1e-100

func (p *pageCache) rescale(f *Files) {
	for i := range f.files {
		f.files[i].cached *= p.scale
	}
	p.scale = 1
}

// write takes a buffered write and returns when the writer may go on: at once, unless too much is dirty.
func (p *pageCache) write(f *Files, now sim.Time, id FileID, off int64, n uint32) sim.Time {
	x := &f.files[id]
	if x.dirty.bytes == 0 {
		x.dirty.since = now
	}
	before := x.dirty.bytes
	if x.dev.c.FileSystem == NoFileSystem {
		x.dirty.bytes += int64(n)
		p.dirty += int64(n)
		return now
	}
	x.dirty.add(off, int64(n))
	p.dirty += x.dirty.bytes - before
	p.fill(f, x, float64(n))
	return p.balance(f, now, id)
}

// balance writes a file back when it is old or when too much is dirty, without a thread of its own: the
// writer finds out.
func (p *pageCache) balance(f *Files, now sim.Time, id FileID) sim.Time {
	x := &f.files[id]
	over := func(share float64) bool { return p.memory > 0 && float64(p.dirty) > share*p.memory }
	switch {
	case over(dirtyShare):
		return f.writeBack(now, id)
	case over(backgroundShare), now.Sub(x.dirty.since) > dirtyExpire:
		caller := f.serving
		f.serving = 0 // nobody waits for this
		f.writeBack(now, id)
		f.serving = caller
	}
	return now
}

func (p *pageCache) check() error {
	if p.used > p.memory*(1+1e-9) || p.dirty < 0 {
		return fmt.Errorf("device: page cache holds %v of %v bytes, %d dirty", p.used, p.memory, p.dirty)
	}
	return nil
}

// add marks the pages of a write dirty. Writes that go on where the last one ended, or into its last page,
// join it.
func (d *dirty) add(off, n int64) {
	s := span{off &^ (cachePage - 1), (off + n + cachePage - 1) &^ (cachePage - 1)}
	if k := len(d.ranges); k > 0 {
		last := &d.ranges[k-1]
		if s.from >= last.from && s.from <= last.to {
			d.bytes += max(0, s.to-last.to)
			last.to = max(last.to, s.to)
			return
		}
	}
	d.ranges = append(d.ranges, s)
	d.bytes += s.to - s.from
}

// writeBack books the writes of all that is dirty in a file, at once, and returns the end of the last.
func (f *Files) writeBack(now sim.Time, id FileID) sim.Time {
	x := &f.files[id]
	end := now
	if x.dirty.bytes == 0 {
		return end
	}
	f.pages.dirty -= x.dirty.bytes
	if x.dev.c.FileSystem == NoFileSystem {
		end = f.writeSpan(now, id, span{0, x.dirty.bytes})
	} else {
		end = f.writeRanges(now, id)
	}
	x.dirty.bytes = 0
	return end
}

// writeRanges writes the dirty pages in the order of the file, each once.
func (f *Files) writeRanges(now sim.Time, id FileID) sim.Time {
	d := &f.files[id].dirty
	slices.SortFunc(d.ranges, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	end := now
	whole := d.ranges[0]
	for _, s := range d.ranges[1:] {
		if s.from <= whole.to {
			whole.to = max(whole.to, s.to)
			continue
		}
		end = max(end, f.writeSpan(now, id, whole))
		whole = s
	}
	d.ranges = d.ranges[:0]
	return max(end, f.writeSpan(now, id, whole))
}

func (f *Files) writeSpan(now sim.Time, id FileID, s span) sim.Time {
	x := &f.files[id]
	end := now
	for from := s.from; from < s.to; from += writeBackBytes {
		n := min(writeBackBytes, s.to-from)
		x.m.WrittenBack += uint64(n)
		end = max(end, f.book(now, x.dev, Request{Op: Write, File: uint16(id), Offset: from, Bytes: uint32(n)}))
	}
	return end
}
