package device

import (
	"math"

	"github.com/innosim/innosim/sim"
)

const forever = sim.Time(math.MaxInt64)

// sink records what it is woken with, or does something with it.
type sink struct {
	id   sim.ActorID
	got  []sim.Event
	next func(k *sim.Kernel, ev sim.Event)
}

func newSink(k *sim.Kernel) *sink {
	s := &sink{}
	s.id = k.Register("sink", s)
	return s
}

func (s *sink) Handle(k *sim.Kernel, ev sim.Event) {
	if s.next != nil {
		s.next(k, ev)
		return
	}
	s.got = append(s.got, ev)
}

func (s *sink) wake(ref uint32) sim.Wake { return sim.Wake{To: s.id, Ref: ref} }

// last is the time of the last completion.
func (s *sink) last() sim.Time { return s.got[len(s.got)-1].At }

// afterFirst submits requests, 1 and on, when the first one, 0, is complete.
func (s *sink) afterFirst(d *Device, more ...Request) {
	s.next = func(k *sim.Kernel, ev sim.Event) {
		s.got = append(s.got, ev)
		if ev.Ref != 0 {
			return
		}
		for i, r := range more {
			d.Submit(k, r, s.wake(uint32(i+1)))
		}
	}
}
