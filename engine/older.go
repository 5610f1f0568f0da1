package engine

import (
	"github.com/innosim/innosim/engine/profile"
	"github.com/innosim/innosim/redo"
	"github.com/innosim/innosim/sim"
)

// The policies of servers before 8.0.20.

// preflusher reaches the page cleaner for threads that find pages too old.
type preflusher struct{ e *Engine }

// Preflush implements redo.Preflusher.
func (p preflusher) Preflush(k *sim.Kernel, upTo redo.LSN, ok sim.Wake) bool {
	return p.e.cleaner.Preflush(k, upTo, ok)
}

// oldLog sets what the redo log of an old server does differently.
func oldLog(p profile.Profile, o *redo.Options) {
	switch p.Limits {
	case profile.Limits57:
		o.Timing = redo.Timing57()
	case profile.Limits8019:
		o.Timing = redo.Timing8019()
	}
	o.LockedWrites = p.Redo == profile.UserThreadsLocked
	o.OneMutex = p.Redo == profile.UserThreads || o.LockedWrites
	o.SyncFirst = o.OneMutex
}

// redoBytes is the size of the redo log: of old servers that of all files.
func redoBytes(s *profile.Settings) int64 {
	if s.RedoLogCapacity > 0 {
		return s.RedoLogCapacity
	}
	return s.LogFileSize * int64(max(s.LogFilesInGroup, 1))
}

// timerSlack is how late Linux ends a short sleep; prctl(2), PR_SET_TIMERSLACK.
const timerSlack = 50 * sim.Microsecond
