package fil

import "github.com/innosim/innosim/sim"

// Tab is the processor time that threads have used and not yet burned. Short pieces of work (a checksum, a
// submission) are chalked up and paid at the next blocking call, so that many pages cost few events.
type Tab struct {
	owed []sim.Duration
}

// NewTab returns a tab for threads 0 … threads-1; more are added as they appear.
func NewTab(threads int) *Tab { return &Tab{owed: make([]sim.Duration, threads)} }

// Owe adds d to what the thread owes.
func (t *Tab) Owe(thread uint32, d sim.Duration) {
	t.reach(thread)
	t.owed[thread] += d
}

// Owed is what the thread owes now.
func (t *Tab) Owed(thread uint32) sim.Duration {
	if int(thread) >= len(t.owed) {
		return 0
	}
	return t.owed[thread]
}

// Pay returns what the thread owes, and forgets it: the caller burns it.
func (t *Tab) Pay(thread uint32) sim.Duration {
	t.reach(thread)
	d := t.owed[thread]
	t.owed[thread] = 0
	return d
}

func (t *Tab) reach(thread uint32) {
	for int(thread) >= len(t.owed) {
		t.owed = append(t.owed, 0)
	}
}
