package fil

import (
	"github.com/innosim/innosim/sim"
	"github.com/innosim/innosim/sim/device"
	"github.com/innosim/innosim/sim/queue"
	"github.com/innosim/innosim/sim/rng"
)

// Reaper handles completed page writes in the context of the I/O thread that reaped them.
type Reaper interface {
	// Reaped is told of the completion of the write with the given tag. When it answers true it keeps the I/O
	// thread (it syncs files, say) and gives it back with System.Release.
	Reaped(k *sim.Kernel, ioThread uint32, tag uint64) (held bool)
}

// System is the set of data files and the I/O threads that serve them.
type System struct {
	o            Options
	env          Env
	id           sim.ActorID
	reaper       Reaper
	tab          *Tab
	spaces       []space
	extents      extents
	unflushed    []uint64 // bitmap of spaces with unflushed writes
	modification uint64   // counter of completed writes, all spaces
	ops          []op     // by thread
	mutexes      []queue.Mutex
	reads        array
	writes       array
	threads      []ioThread // read threads, then write threads
	idle         []sim.Wake // threads that wait until no asynchronous write is pending
	order        rng.Stream // jitter of woken threads
	runs         []run      // scratch of inOrderOfWaking
	metrics      Metrics
}

// op is what a thread is doing here: a page I/O, a flush, a flush of all files. A thread does one of each at
// most, and a flush may be part of a flush of all.
type op struct {
	done   sim.Wake // of a page I/O or a submission
	op     device.Op
	at     Area
	wait   sim.Wait // class of the page I/O
	flush  sim.Wake // of a flush of one space
	space  SpaceID
	want   uint64 // the counter that the flush must cover
	all    sim.Wake
	cursor int      // next space of a flush of all
	grow   sim.Wake // of a thread that makes a file longer
	zeros  Area     // what it still has to write
}

const (
	kindEntered   sim.Kind = iota // a thread has got the I/O mutex
	kindWritten                   // a synchronous page write is complete
	kindSynced                    // an fsync is complete
	kindRecheck                   // a thread that waited for another's fsync looks again
	kindNextSpace                 // a flush of all goes on
	kindAIODone                   // the device has completed an asynchronous request; Ref is the slot
	kindIORun                     // an I/O thread has its processor time
	kindIOCall                    // an I/O thread's own call is complete
	kindZeroed                    // a piece of a file's new end has been written
)

// New registers the files and their I/O threads. SetReaper must be called before the first Submit.
func New(k *sim.Kernel, o Options, env Env) *System {
	s := &System{o: o, env: env, tab: NewTab(0)}
	s.id = k.Register("fil", s)
	s.order = rng.New(o.Seed, "fil.order", 0)
	s.extents.space = append(s.extents.space, 0) // page numbers 0 … 63 are nobody's
	s.extents.index = append(s.extents.index, 0)
	s.mutexes = make([]queue.Mutex, o.AIOMutexes)
	for i := range s.mutexes {
		s.mutexes[i] = queue.NewMutex(o.Costs.HandOver)
	}
	s.threads = make([]ioThread, o.ReadIOThreads+o.WriteIOThreads)
	s.reads = s.newArray(device.Read, 0, o.ReadIOThreads)
	s.writes = s.newArray(device.Write, o.ReadIOThreads, o.WriteIOThreads)
	for i := range s.threads {
		s.park(k, s.threads[i].number, WaitIOIdle)
	}
	return s
}

// SetReaper names who handles completed writes.
func (s *System) SetReaper(r Reaper) { s.reaper = r }

// Tab is where threads chalk up processor time that their next blocking call burns.
func (s *System) Tab() *Tab { return s.tab }

// Options returns what the system was built with.
func (s *System) Options() Options { return s.o }

// Handle takes the steps of page I/O, flushes and I/O threads.
func (s *System) Handle(k *sim.Kernel, ev sim.Event) {
	switch ev.Kind {
	case kindEntered:
		s.call(k, ev.Ref, s.o.Costs.Reschedule+sim.Duration(ev.Arg))
	case kindWritten:
		s.written(k, ev.Ref)
	case kindSynced:
		s.synced(k, ev.Ref)
	case kindRecheck:
		s.tryFlush(k, ev.Ref)
	case kindNextSpace:
		s.nextSpace(k, ev.Ref)
	case kindAIODone:
		s.aioDone(k, ev.Ref)
	case kindIORun:
		s.runThread(k, ev.Ref-s.o.FirstThread)
	case kindZeroed:
		s.zeroNext(k, ev.Ref)
	case kindIOCall:
		s.callDone(k, ev.Ref-s.o.FirstThread)
	default:
		panic("fil: unknown event kind")
	}
}

func (s *System) op(thread uint32) *op {
	for int(thread) >= len(s.ops) {
		s.ops = append(s.ops, op{})
	}
	return &s.ops[thread]
}

func (s *System) me(kind sim.Kind, thread uint32) sim.Wake {
	return sim.Wake{To: s.id, Kind: kind, Ref: thread}
}

func (s *System) park(k *sim.Kernel, thread uint32, w sim.Wait) {
	if s.env.Waits != nil {
		s.env.Waits.Switch(thread, k.Now(), w)
	}
}

// book takes the I/O mutex of a place in a file twice, for submission and completion.
func (s *System) book(now sim.Time, id SpaceID, off int64, hold sim.Duration) (wait, held sim.Duration) {
	i := (uint64(id)*0x9e3779b9 + uint64(off>>stripeShift)) % uint64(len(s.mutexes))
	return s.mutexes[i].Book(now, 2*hold)
}
