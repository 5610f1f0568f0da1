package sim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// twin is the dumb queue: a slice, sorted before each look.
type twin struct {
	now      Time
	sequence uint64
	pending  []Event
}

func (q *twin) add(d Duration, c class, w Wake) {
	q.sequence++
	q.pending = append(q.pending, Event{q.now.Add(d), uint64(c)<<sequenceBits | q.sequence, w})
}

func (q *twin) take(until Time) (Event, bool) {
	slices.SortFunc(q.pending, func(a, b Event) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	if len(q.pending) == 0 || q.pending[0].At > until {
		return Event{}, false
	}
	first := q.pending[0]
	q.pending = q.pending[1:]
	q.now = first.At
	return first, true
}

// step is what a twinned actor does with an event: some more of them.
type step struct {
	after   []Duration
	soon    int
	observe []Duration
}

// branching schedules further events from a script, in the kernel and in the twin alike.
type branching struct {
	steps []step
	got   []Event
	next  uint32
}

func (b *branching) Handle(k *Kernel, ev Event) {
	b.got = append(b.got, ev)
	b.play(len(b.got), func(d Duration, c class, w Wake) {
		switch {
		case c == classObserve:
			k.Observe(d, w)
		case d == 0:
			k.Soon(w)
		default:
			k.After(d, w)
		}
	})
}

func (b *branching) play(n int, add func(d Duration, c class, w Wake)) {
	if n >= len(b.steps) {
		return
	}
	s := b.steps[n]
	for _, d := range s.after {
		add(d, classModel, b.wake())
	}
	for range s.soon {
		add(0, classModel, b.wake())
	}
	for _, d := range s.observe {
		add(d, classObserve, b.wake())
	}
}

func (b *branching) wake() Wake {
	b.next++
	return Wake{Ref: b.next}
}

func drawSteps(t *rapid.T) []step {
	short := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Duration {
		return Duration(rapid.IntRange(0, 5).Draw(t, "delay"))
	}), 0, 3)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
		return step{short.Draw(t, "after"), rapid.IntRange(0, 2).Draw(t, "soon"), short.Draw(t, "observe")}
	}), 50, 300).Draw(t, "steps")
}

func TestKernelOrdersLikeASortedSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := drawSteps(t)
		k, fast := New(), &branching{steps: steps}
		k.Register("branching", fast)
		fast.play(0, func(d Duration, c class, w Wake) {
			if c == classObserve {
				k.Observe(d, w)
			} else {
				k.After(d, w)
			}
		})
		slow, q := &branching{steps: steps}, &twin{}
		slow.play(0, q.add)
		for until := Time(0); until < 2000 && (k.Pending() > 0 || len(q.pending) > 0); until += 3 {
			k.Run(until, 0)
			for ev, ok := q.take(until); ok; ev, ok = q.take(until) {
				slow.got = append(slow.got, ev)
				slow.play(len(slow.got), q.add)
			}
			q.now = until
		}
		if !slices.Equal(fast.got, slow.got) {
			t.Fatalf("kernel and sorted slice differ:\n%v\n%v", fast.got, slow.got)
		}
	})
}

func TestHeapSortsAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h heap
		var sorted []Event
		for i, at := range rapid.SliceOfN(rapid.Int64Range(0, 50), 50, 500).Draw(t, "times") {
			e := Event{At: Time(at), order: uint64(i)}
			h.push(e)
			sorted = append(sorted, e)
			if at%3 == 0 && len(h) > 1 { // a pop in between
				sorted = removeFirst(sorted, h.pop(), t)
			}
		}
		for len(h) > 0 {
			sorted = removeFirst(sorted, h.pop(), t)
		}
	})
}

func removeFirst(events []Event, got Event, t *rapid.T) []Event {
	m := slices.MinFunc(events, func(a, b Event) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	if m != got {
		t.Fatalf("got %v, want %v", got, m)
	}
	return slices.DeleteFunc(events, func(e Event) bool { return e == m })
}

func TestRingGrowsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRing()
		var twin []Event
		for i, push := range rapid.SliceOfN(rapid.IntRange(0, 400), 4, 16).Draw(t, "pushes") {
			for j := range push {
				e := Event{At: Time(i), order: uint64(j)}
				r.push(e)
				twin = append(twin, e)
			}
			for range min(len(twin), push/2) {
				if got := r.pop(); got != twin[0] {
					t.Fatalf("got %v, want %v", got, twin[0])
				}
				twin = twin[1:]
			}
		}
		if r.len() != len(twin) {
			t.Fatalf("length %d, want %d", r.len(), len(twin))
		}
	})
}
