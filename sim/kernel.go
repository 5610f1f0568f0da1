package sim

import "fmt"

// Actor handles the events addressed to it: one switch on ev.Kind; an unknown kind is a programming error and
// panics.
type Actor interface {
	Handle(k *Kernel, ev Event)
}

// Reason says why Run returned.
type Reason uint8

// Reasons of Run.
const (
	Reached Reason = iota // the time limit was reached
	Idle                  // no event is pending
	Halted                // Halt was called
	Budget                // so many events were done; call Run again
)

// Kernel owns simulated time and the pending events of one run.
type Kernel struct {
	now      Time
	sequence uint64
	heap     heap
	ring     ring // events of this very instant, in order of arrival
	actors   []Actor
	names    []string
	digest   uint64
	events   uint64
	halted   bool
	watch    []func(Event) `clone:"zero"` // explain and tests only
}

// New returns an empty kernel at time zero.
func New() *Kernel {
	return &Kernel{heap: make(heap, 0, 1024), ring: newRing(), digest: digestSeed}
}

// Register names an actor and returns its number; events refer to it by that number only.
func (k *Kernel) Register(name string, a Actor) ActorID {
	if len(k.actors) == 1<<16-1 {
		panic("sim: too many actors")
	}
	k.actors = append(k.actors, a)
	k.names = append(k.names, name)
	return ActorID(len(k.actors) - 1)
}

// Name returns the name under which an actor was registered.
func (k *Kernel) Name(id ActorID) string { return k.names[id] }

// Now is the simulated time.
func (k *Kernel) Now() Time { return k.now }

// Events is the number of events dispatched so far.
func (k *Kernel) Events() uint64 { return k.events }

// Pending is the number of events not yet dispatched.
func (k *Kernel) Pending() int { return len(k.heap) + k.ring.len() }

// After schedules w in d from now. A d of zero means Soon; a negative d is a programming error.
func (k *Kernel) After(d Duration, w Wake) {
	if d <= 0 {
		if d < 0 {
			panic(fmt.Sprintf("sim: event scheduled %v into the past", d))
		}
		k.Soon(w)
		return
	}
	k.heap.push(Event{At: k.later(d), order: k.next(classModel), Wake: w})
}

// At schedules w at time t, not before now.
func (k *Kernel) At(t Time, w Wake) { k.After(t.Sub(k.now), w) }

// Soon schedules w for this instant, behind everything already due at it.
func (k *Kernel) Soon(w Wake) {
	k.ring.push(Event{At: k.now, order: k.next(classModel), Wake: w})
}

// Observe schedules a sampler d from now, after all model events of that instant.
func (k *Kernel) Observe(d Duration, w Wake) {
	if d < 0 {
		panic(fmt.Sprintf("sim: observation scheduled %v into the past", d))
	}
	k.heap.push(Event{At: k.later(d), order: k.next(classObserve), Wake: w})
}

// Halt makes Run return after the current event.
func (k *Kernel) Halt() { k.halted = true }

// Watch calls f before each event is handled; explain and tests only. Watchers are not cloned.
func (k *Kernel) Watch(f func(Event)) { k.watch = append(k.watch, f) }

// Digest is a hash of every event dispatched so far, in order: two runs with equal digests did the same
// things.
func (k *Kernel) Digest() uint64 { return k.digest }

// Run dispatches events up to and including time until, at most budget of them (0: no bound). Afterwards,
// when it was neither halted nor out of budget, the time is until: unless that is Never.
func (k *Kernel) Run(until Time, budget int) Reason {
	k.halted = false
	for n := 0; budget == 0 || n < budget; n++ {
		ev, ok := k.take(until)
		if !ok {
			return k.rest(until)
		}
		k.dispatch(ev)
		if k.halted {
			return Halted
		}
	}
	return Budget
}

// rest advances the time to until: nothing is due before.
func (k *Kernel) rest(until Time) Reason {
	if until != Never {
		k.now = max(k.now, until)
	}
	if k.Pending() == 0 {
		return Idle
	}
	return Reached
}

// take removes the first event that is due by until: from the ring, or from the heap where that is earlier.
func (k *Kernel) take(until Time) (Event, bool) {
	if k.ring.len() > 0 {
		first := k.ring.front()
		if len(k.heap) == 0 || !k.heap[0].before(first) {
			if first.At > until {
				return Event{}, false
			}
			return k.ring.pop(), true
		}
	}
	if len(k.heap) == 0 || k.heap[0].At > until {
		return Event{}, false
	}
	return k.heap.pop(), true
}

func (k *Kernel) dispatch(ev Event) {
	k.now = ev.At
	k.events++
	k.digest = mix(k.digest, ev)
	for _, f := range k.watch {
		f(ev)
	}
	k.actors[ev.To].Handle(k, ev)
}

// later is the time d from now, Never when it is beyond.
func (k *Kernel) later(d Duration) Time {
	t := k.now + Time(d)
	if t < k.now {
		return Never
	}
	return t
}

func (k *Kernel) next(c class) uint64 {
	k.sequence++
	return uint64(c)<<sequenceBits | k.sequence
}
