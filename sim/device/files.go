package device

import (
	"fmt"
	"strings"

	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/stat"
)

// FileID numbers an open file, in the order of Open.
type FileID uint16

// Mode is how a file was opened.
type Mode uint8

// Modes of open files.
const (
	Buffered Mode = iota // through the page cache
	Direct               // O_DIRECT
	DSync                // O_DSYNC, O_SYNC: through the page cache, each write durable when it returns
)

// String names the mode.
func (m Mode) String() string { return [...]string{"buffered", "direct", "dsync"}[m] }

// FilesOptions describe the host's file layer.
type FilesOptions struct {
	Memory    int64 // bytes for the page cache; 0: none, but for what filesystem = none promises
	Waits     *stat.WaitClock
	CPU       *queue.CPU   // nil: CPU time passes without a queue
	Wakeup    sim.Duration // from a completion until the sleeping thread is runnable
	SubmitCPU sim.Duration // CPU time of every call, on top of the call's own
	CopyKiB   sim.Duration // CPU time per KiB of a direct request to a device without a file system
}

// Files is the file layer of a host: open files, page cache, journals.
type Files struct {
	o       FilesOptions
	id      sim.ActorID
	files   []file
	volumes []volume
	pages   pageCache
	slots   []slot
	free    places
	serving uint32 // slot whose requests are being sent, to a device with a queue of the host; 0 none

	observer Observer `clone:"zero"`
}

type file struct {
	name    string
	dev     *Device
	volume  int
	mode    Mode
	size    int64 // bytes
	written int64 // offset up to which blocks have been written: beyond it an extent is unwritten
	inode   inode
	dirty   dirty
	cached  float64 // bytes in the page cache, in units of pageCache.scale
	m       FileMetrics
}

// FileMetrics count the requests on a file. Times are from the system call, its CPU time excluded, until
// the thread runs again; for asynchronous requests until completion.
type FileMetrics struct {
	Reads, Writes, Syncs             uint64
	ReadBytes, WriteBytes            uint64
	CacheHits                        uint64 // reads that the page cache answered
	Commits                          uint64 // syncs that waited for a journal commit
	ReadTime, WriteTime, SyncTime    sim.Duration
	WrittenBack                      uint64 // bytes that went from the page cache to the device
	ReadsAsync, WritesAsync, SyncsBG uint64 // of the above, those without a calling thread
}

// Add returns the sum of both.
func (m FileMetrics) Add(o FileMetrics) FileMetrics { return m.combine(o, 1) }

// Sub returns what was counted since o.
func (m FileMetrics) Sub(o FileMetrics) FileMetrics { return m.combine(o, -1) }

// combine adds sign times o; unsigned counters wrap, so that minus one subtracts.
func (m FileMetrics) combine(o FileMetrics, sign int64) FileMetrics {
	n := uint64(sign)
	m.Reads += n * o.Reads
	m.Writes += n * o.Writes
	m.Syncs += n * o.Syncs
	m.ReadBytes += n * o.ReadBytes
	m.WriteBytes += n * o.WriteBytes
	m.CacheHits += n * o.CacheHits
	m.Commits += n * o.Commits
	m.ReadTime += sim.Duration(sign) * o.ReadTime
	m.WriteTime += sim.Duration(sign) * o.WriteTime
	m.SyncTime += sim.Duration(sign) * o.SyncTime
	m.WrittenBack += n * o.WrittenBack
	m.ReadsAsync += n * o.ReadsAsync
	m.WritesAsync += n * o.WritesAsync
	m.SyncsBG += n * o.SyncsBG
	return m
}

// NewFiles returns a host's file layer without files.
func NewFiles(k *sim.Kernel, o FilesOptions) *Files {
	f := &Files{o: o, pages: newPageCache(o.Memory), slots: make([]slot, 1, 64)}
	f.id = k.Register("files", f)
	return f
}

// Open adds a file. It is empty: see Allocate. A name of the form class.rest puts it into a class for
// ClassMetrics.
func (f *Files) Open(name string, dev *Device, mode Mode) FileID {
	if len(f.files) == 1<<16 {
		panic("device: too many files")
	}
	f.files = append(f.files, file{name: name, dev: dev, volume: f.volumeOf(dev), mode: mode})
	return FileID(len(f.files) - 1)
}

// Allocate sets a file's size without I/O. Written tells whether its blocks hold data, or are extents that
// the file system has to convert, with a journal commit, at the first sync after a write into them.
func (f *Files) Allocate(id FileID, size int64, written bool) {
	x := &f.files[id]
	x.size = size
	if written {
		x.written = size
	}
}

// Warm puts so many bytes of a file into the page cache, as far as memory allows.
func (f *Files) Warm(id FileID, bytes int64) { f.pages.fill(f, &f.files[id], float64(bytes)) }

// Device is the device of a file.
func (f *Files) Device(id FileID) *Device { return f.files[id].dev }

// Name is the name that a file was opened with.
func (f *Files) Name(id FileID) string { return f.files[id].name }

// Mode is how a file was opened.
func (f *Files) Mode(id FileID) Mode { return f.files[id].mode }

// Size is the size of a file in bytes.
func (f *Files) Size(id FileID) int64 { return f.files[id].size }

// Dirty is the number of bytes of a file that a sync would write.
func (f *Files) Dirty(id FileID) int64 { return f.files[id].dirty.bytes }

// Metrics are the counters of one file.
func (f *Files) Metrics(id FileID) FileMetrics { return f.files[id].m }

// ClassMetrics are the counters of all files of a class: those named class, or class.anything.
func (f *Files) ClassMetrics(class string) FileMetrics {
	var m FileMetrics
	for i := range f.files {
		first, _, _ := strings.Cut(f.files[i].name, ".")
		if first == class {
			m = m.Add(f.files[i].m)
		}
	}
	return m
}

// Read starts a read; done arrives when the kernel has completed it. No CPU time is charged.
func (f *Files) Read(k *sim.Kernel, id FileID, off int64, n uint32, done sim.Wake) {
	s := slot{op: Read, file: id, begin: k.Now(), done: done, raw: true}
	f.serve(s)
	s.end = f.read(k.Now(), id, off, n)
	f.finish(k, s, false)
}

// Write starts a write; done arrives when the kernel has completed it. No CPU time is charged.
func (f *Files) Write(k *sim.Kernel, id FileID, off int64, n uint32, done sim.Wake) {
	s := slot{op: Write, file: id, begin: k.Now(), done: done, raw: true}
	f.serve(s)
	end, commit := f.write(k.Now(), id, off, n)
	s.end = end
	f.finish(k, s, commit)
}

// Sync makes a file's writes durable; done arrives when they are. With data it is fdatasync, else fsync.
func (f *Files) Sync(k *sim.Kernel, id FileID, data bool, done sim.Wake) {
	s := slot{op: Flush, file: id, begin: k.Now(), done: done, raw: true, data: data}
	f.serve(s)
	end, commit := f.sync(k.Now(), id, data)
	s.end = end
	f.finish(k, s, commit)
}

// finish tells the caller of an asynchronous request at its end, or after the journal commit that follows.
func (f *Files) finish(k *sim.Kernel, s slot, commit bool) {
	if f.served(commit) {
		return
	}
	if commit {
		k.After(s.end.Sub(k.Now()), sim.Wake{To: f.id, Kind: commitJoin, Ref: f.take(s)})
		return
	}
	f.asynchronous(&f.files[s.file], s.op, s.end.Sub(s.begin))
	k.After(s.end.Sub(k.Now()), s.done)
}

func (f *Files) asynchronous(x *file, op Op, d sim.Duration) {
	x.m.spend(op, d)
	switch op {
	case Read:
		x.m.ReadsAsync++
	case Write:
		x.m.WritesAsync++
	default:
		x.m.SyncsBG++
	}
}

func (m *FileMetrics) spend(op Op, d sim.Duration) {
	switch op {
	case Read:
		m.ReadTime += d
	case Write:
		m.WriteTime += d
	default:
		m.SyncTime += d
	}
}

// read books a read and returns its end.
func (f *Files) read(now sim.Time, id FileID, off int64, n uint32) sim.Time {
	x := &f.files[id]
	x.m.Reads++
	x.m.ReadBytes += uint64(n)
	if x.mode != Direct && f.pages.hit(f, x, id, off, n) {
		x.m.CacheHits++
		return now
	}
	return f.book(now, x.dev, Request{Op: Read, File: uint16(id), Offset: off, Bytes: n})
}

// write books a write and returns its end, and whether a journal commit must follow.
func (f *Files) write(now sim.Time, id FileID, off int64, n uint32) (end sim.Time, commit bool) {
	x := &f.files[id]
	x.m.Writes++
	x.m.WriteBytes += uint64(n)
	x.grow(now, off+int64(n), f.volumes[x.volume].collecting)
	real := x.dev.c.FileSystem != NoFileSystem
	if x.mode == Direct || x.mode == DSync && !real {
		end = f.book(now, x.dev, Request{Op: Write, File: uint16(id), Offset: off, Bytes: n})
		return f.booked(Write, id, span{off, off + int64(n)}, now, end), false
	}
	end = f.pages.write(f, now, id, off, n)
	if x.mode == DSync {
		return f.syncBehind(now, end, id, true)
	}
	return end, false
}

// sync books the writes and the flush of a sync, and returns their end; with commit, the end of the writes,
// behind which a journal commit must follow that includes the flush.
func (f *Files) sync(now sim.Time, id FileID, data bool) (end sim.Time, commit bool) {
	f.files[id].m.Syncs++
	return f.syncBehind(now, now, id, data)
}

func (f *Files) syncBehind(now, behind sim.Time, id FileID, data bool) (end sim.Time, commit bool) {
	x := &f.files[id]
	end = max(behind, f.writeBack(now, id))
	if x.dev.c.FileSystem != NoFileSystem && x.logs(&f.volumes[x.volume], data) {
		return end, true
	}
	return f.booked(Flush, id, span{}, now, f.bookFlush(x.dev, end)), false
}

// Check returns broken laws of the file layer.
func (f *Files) Check() error {
	for i := range f.files {
		x := &f.files[i]
		if c := f.volumes[x.volume].collecting; x.inode.changed > c || x.inode.grown > x.inode.changed {
			return fmt.Errorf("device: file %s: changed in transaction %d, grown in %d, %d collects",
				x.name, x.inode.changed, x.inode.grown, c)
		}
		if x.dirty.bytes < 0 || x.written > x.size {
			return fmt.Errorf("device: file %s: %d dirty bytes, written up to %d of %d",
				x.name, x.dirty.bytes, x.written, x.size)
		}
	}
	return f.pages.check()
}
