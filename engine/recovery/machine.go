package recovery

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
)

// Threads of the server.
const (
	mainThread uint32 = iota
	cleanerThread
	governorThread
	loaderThread
	ioThreads // the readers, then the writers
)

// Events. Ref is the thread.
const (
	evRead      sim.Kind = iota // an I/O thread has read a page and applied its redo; Arg is the page
	evReadThere                 // native: the device has read it
	evWritten                   // an I/O thread has written a page
	evWriteThere
	evCopies   // the doublewrite files are in memory
	evAhead    // the next bytes of redo are in memory
	evParsed   // those before are parsed
	evFeed     // the main thread goes on asking for pages
	evPoll     // it looks whether all are applied
	evTick     // recv_writer
	evCopied   // a batch is in the doublewrite file
	evSecured  // … and synced
	evSynced   // a data file is synced
	evOpen     // the next step of opening or closing
	evFill     // the next piece of a redo file is zeroed
	evLoad     // the next page of the dump
	evRollback // the next row of an open transaction
)

// machine is a server that starts or stops.
type machine struct {
	s     *Server
	c     Crash
	k     *sim.Kernel
	id    sim.ActorID
	cpu   *queue.CPU
	files *device.Files
	data  []device.FileID // by Page.File
	redo  device.FileID   // that recovery reads
	fresh device.FileID   // that the governor makes
	copyF device.FileID
	io    []ioThread

	phases  []Phase
	since   sim.Time // of the running phase
	scan    scan
	apply   apply
	frames  frames
	cleaner cleaner
	open    opening
	fill    int64 // bytes of redo files still to be made
	load    load
	report  Report
}

// frames are the memory of the buffer pool.
type frames struct {
	free  int
	hash  int // used by the hash table
	used  int // have been touched: the others cost their first use
	lru   []int32
	dirty int
}

func (s *Server) machine(c Crash) *machine {
	m := &machine{s: s, c: c, k: sim.New()}
	m.id = m.k.Register("recovery", m)
	o := s.CPU
	m.cpu = queue.NewCPU(m.k, o, nil)
	m.cpu.SetUrgent(cleanerThread, int(ioThreads)+s.ReadIOThreads+s.WriteIOThreads-1)
	m.files = device.NewFiles(m.k, device.FilesOptions{
		Memory: s.PageCache, CPU: m.cpu, Wakeup: s.Wakeup, SubmitCPU: s.SyscallCPU, CopyKiB: s.CopyKiB,
	})
	data := device.New(m.k, "data", s.Data, s.Seed)
	on := func(role string, c *device.Config) *device.Device {
		if c == nil {
			return data
		}
		return device.New(m.k, role, *c, s.Seed)
	}
	m.openFiles(data, on("redo", s.Redo), on("doublewrite", s.Doublewrite))
	m.io = make([]ioThread, s.ReadIOThreads+s.WriteIOThreads)
	m.frames.free = s.Frames
	return m
}

func (m *machine) openFiles(data, redo, copies *device.Device) {
	mode, redoMode := device.Buffered, device.Direct
	if m.s.Direct {
		mode = device.Direct
	}
	if m.c.Cached {
		redoMode = device.Buffered
	}
	n := 1
	for i := range m.c.Pages {
		n = max(n, int(m.c.Pages[i].File)+1)
	}
	for range n {
		m.data = append(m.data, m.files.Open("data", data, mode))
	}
	m.redo = m.files.Open("redo", redo, redoMode)
	m.files.Allocate(m.redo, m.c.Redo, true)
	if m.c.Cached {
		m.files.Warm(m.redo, m.c.Redo)
	}
	m.fresh = m.files.Open("redo.new", redo, device.Buffered)
	m.copyF = m.files.Open("doublewrite", copies, mode)
}

func (m *machine) wake(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: m.id, Kind: kind, Ref: thread}
}

// ended ends the running phase, whose name is known by now, and begins the next.
func (m *machine) ended(name string) {
	now := m.k.Now()
	if d := now.Sub(m.since); d > 0 {
		m.phases = append(m.phases, Phase{name, d})
	}
	m.since = now
}

// merged adds up the phases of one name, in the order of their first.
func merged(phases []Phase) []Phase {
	var sum []Phase
next:
	for _, p := range phases {
		for i := range sum {
			if sum[i].Name == p.Name {
				sum[i].Time += p.Time
				continue next
			}
		}
		sum = append(sum, p)
	}
	return sum
}

// fault is the CPU time of the first use of so many bytes.
func (m *machine) fault(bytes int64) sim.Duration {
	return m.s.PageFault * sim.Duration(bytes) / 4096
}

// Handle moves the server on.
func (m *machine) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case evRead, evReadThere, evWritten, evWriteThere:
		m.handleIO(ev)
	case evCopies:
		m.startScan()
	case evAhead, evParsed:
		m.scanned()
	case evFeed:
		m.feed()
	case evPoll:
		m.poll()
	case evTick:
		m.tick()
	case evCopied, evSecured, evSynced:
		m.handleBatch(ev.Kind)
	case evOpen:
		m.step()
	case evFill:
		m.fillMore()
	case evLoad:
		m.loaded()
	case evRollback:
		m.rolledBack()
	default:
		panic("recovery: unknown event kind")
	}
}
