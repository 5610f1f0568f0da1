package flush

import "github.com/innosim/innosim/sim"

// Waits of the page cleaner's threads.
const (
	// WaitCleanerIdle is a cleaner thread without work.
	WaitCleanerIdle = sim.WaitsFlush + iota
	// WaitCleanerSlots is the coordinator waiting for its workers.
	WaitCleanerSlots
)

// WaitName names a wait of this package; it is empty for others.
func WaitName(w sim.Wait) string {
	switch w {
	case WaitCleanerIdle:
		return "cleaner_idle"
	case WaitCleanerSlots:
		return "cleaner_slots"
	}
	return ""
}
