package bufferpool

import "github.com/innosim/innosim/sim"

// Move is one step of a thread that looks for a free frame.
type Move uint8

// Moves.
const (
	// TakeFree takes a frame from the free list. A search begins with it; it goes on while the list is empty.
	TakeFree Move = iota
	// ScanTail looks at up to 100 pages from the LRU tail for one to evict; a failure clears try_LRU_scan.
	ScanTail
	// ScanAll looks at the whole LRU list for a page to evict.
	ScanAll
	// SignalCleaner sets the page cleaner's event.
	SignalCleaner
	// Sleep sleeps.
	Sleep
	// FlushSingle evicts the first clean page from the LRU tail or writes the first dirty one, whatever
	// comes first.
	FlushSingle
	// AwaitBatch sleeps until no LRU batch of the instance runs.
	AwaitBatch
	// AwaitFree sleeps until a frame is given back: the condition done_free of MariaDB.
	AwaitFree
	// SignalEarly wakes the thread that flushes the LRU list, before the list is searched.
	SignalEarly
)

var moveNames = [...]string{"take free", "scan tail", "scan all", "signal cleaner", "sleep", "flush single", "await batch",
	"await free", "signal early"}

// String names the move.
func (m Move) String() string { return moveNames[m] }

// Search is all that a FreePolicy may look at.
type Search struct {
	Last         Move // what the thread did last
	Freed        bool // Last made a frame free
	Round        int  // FlushSingle moves of this search so far
	Sleeps       int  // Sleep moves of this search so far
	TryScan      bool // scanning the tail is worth while: try_LRU_scan of the instance
	BatchRunning bool // an LRU batch of the instance runs
	Singles      int  // single-page flushes of the instance that are being written
	Awaited      bool // the search has waited for a batch, or for a free frame
}

// FreePolicy decides what a thread does next that needs a frame while the free list is empty. It is pure:
// equal searches, equal moves. Frames that a move makes free go to the free list, for whoever comes first.
type FreePolicy interface {
	// Next returns the next move, and the length of a Sleep.
	Next(s Search) (Move, sim.Duration)
	// ScansGoOn tells that the hands of scans go on where the last scan ended, instead of starting over at
	// the tail.
	ScansGoOn() bool
}

// sleepNoFree is how long a thread sleeps that has found nothing to evict; buf_LRU_get_free_block.
const sleepNoFree = 10 * sim.Millisecond

// SinglePageFlush is what MySQL 5.7 to 9.x does, and Percona Server with innodb_empty_free_list_algorithm =
// legacy: buf_LRU_get_free_block.
type SinglePageFlush struct {
	// AwaitBatches makes a thread wait for the end of a running LRU batch instead of searching itself:
	// Percona Server up to 8.4.10, with doublewrite.
	AwaitBatches bool
	// HandsGoOn is the corrected scan hand of Percona Server 8.4.11. A thread wakes the one that flushes the LRU list as soon
	// as it finds the free list empty, whether a search finds a page then or not: else dirty pages would stay behind the
	// hand until nothing but them is left.
	HandsGoOn bool
	// OneSingle makes a thread that finds a batch and a single-page flush of the instance at work wait for the batch,
	// once a search, before it flushes a page itself: Percona Server 8.4.11 with innodb_lru_threads, with doublewrite.
	OneSingle bool
	// LongSleep makes a thread that has found nothing sleep for 100 ms instead of 10: MySQL 5.6.
	LongSleep bool
}

// Next follows the loop of buf_LRU_get_free_block.
func (f SinglePageFlush) Next(s Search) (Move, sim.Duration) {
	switch s.Last {
	case TakeFree:
		if f.HandsGoOn {
			return SignalEarly, 0
		}
		return f.search(s), 0
	case SignalEarly:
		return f.search(s), 0
	case ScanTail, ScanAll:
		if s.Freed {
			return TakeFree, 0
		}
		return SignalCleaner, 0
	case SignalCleaner:
		if s.Round > 1 {
			return Sleep, f.sleepTime()
		}
		return f.flush(s), 0
	case Sleep:
		return f.flush(s), 0
	}
	return TakeFree, 0
}

// flush is the last resort of a round.
func (f SinglePageFlush) flush(s Search) Move {
	if f.OneSingle && s.BatchRunning && s.Singles > 0 && !s.Awaited {
		return AwaitBatch
	}
	return FlushSingle
}

func (f SinglePageFlush) sleepTime() sim.Duration {
	if f.LongSleep {
		return 10 * sleepNoFree
	}
	return sleepNoFree
}

func (f SinglePageFlush) search(s Search) Move {
	switch {
	case f.AwaitBatches && s.BatchRunning:
		return AwaitBatch
	case s.Round > 0:
		return ScanAll
	case s.TryScan:
		return ScanTail
	}
	return SignalCleaner
}

// ScansGoOn is HandsGoOn.
func (f SinglePageFlush) ScansGoOn() bool { return f.HandsGoOn }
